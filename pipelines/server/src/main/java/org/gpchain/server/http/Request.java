package org.gpchain.server.http;

/**
 * A request that has arrived.
 *
 * @param path without the token and the query, such as {@code /predict}
 * @param type what its body is, in lower case and without parameters, such as {@code text/plain};
 *     empty if it does not say
 * @param body not copied
 */
public record Request(String path, String type, byte[] body) {}
