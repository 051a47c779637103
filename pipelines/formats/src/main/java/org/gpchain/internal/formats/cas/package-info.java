/** Readers of UIMA documents: files that annotation tools export, and any collection reader. */
package org.gpchain.internal.formats.cas;
