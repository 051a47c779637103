/** Suggestions for a text by a learned model, a shipped model, or a blend of both. */
package org.gpchain.internal.server.suggestion;
