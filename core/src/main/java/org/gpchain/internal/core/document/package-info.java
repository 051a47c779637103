/**
 * Passes over documents that add columns about other sentences, and the cutting of long sentences.
 */
package org.gpchain.internal.core.document;
