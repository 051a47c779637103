/**
 * Where the documents of a run go: a file for each document, archives, or a stream; with the
 * journal of what is finished, failures, and figures.
 */
package org.gpchain.internal.documents.batch.sink;
