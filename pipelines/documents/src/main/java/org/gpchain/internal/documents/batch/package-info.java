/**
 * Annotates any number of documents in one run that can be continued: documents in a fixed order,
 * threads, progress.
 */
package org.gpchain.internal.documents.batch;
