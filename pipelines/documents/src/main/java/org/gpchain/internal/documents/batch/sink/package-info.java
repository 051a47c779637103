/**
 * Destinations of the documents of a run: separate files, archives or a stream; with the journal of
 * finished documents, failures and figures.
 */
package org.gpchain.internal.documents.batch.sink;
