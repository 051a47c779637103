/**
 * Annotated documents as files: XMI and binary CAS, a page, JSON, columns, brat's stand-off,
 * WebAnno TSV.
 */
package org.gpchain.internal.documents.output;
