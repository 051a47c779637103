/** Annotates any number of documents in a run that can be interrupted and continued. */
package org.gpchain.internal.documents.batch;
