/** Annotated corpora as UIMA documents: files that annotation tools export, and any UIMA reader. */
package org.gpchain.internal.formats.cas;
