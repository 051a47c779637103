/**
 * Annotated sentences as the clients send them, and the keys of the models that learn from them.
 */
package org.gpchain.internal.server.annotations;
