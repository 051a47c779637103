/** Suggestions for a text: by a trained model, a shipped one, or a blend of both. */
package org.gpchain.internal.server.suggestion;
