/** Annotations that clients send, the sentences made of them, and the keys of learned models. */
package org.gpchain.internal.server.annotations;
