/** The HTTP server: access control, limits on requests and memory, and the queue of requests. */
package org.gpchain.internal.server.http;
