/**
 * Annotates any number of documents in one run that can be continued: documents in a fixed order,
 * threads, files, a journal, failures, statistics.
 */
package org.gpchain.documents.batch;
