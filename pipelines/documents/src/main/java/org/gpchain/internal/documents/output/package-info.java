/**
 * Writers of annotated documents: XMI, binary CAS, HTML, JSON, column formats, brat and WebAnno
 * TSV.
 */
package org.gpchain.internal.documents.output;
