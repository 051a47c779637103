/** Reads documents, finds sentences and tokens, and annotates them with models and engines. */
package org.gpchain.internal.documents;
