/**
 * Documents: what the other sentences of a document tell about one, and how long sentences are cut.
 */
package org.gpchain.internal.core.document;
