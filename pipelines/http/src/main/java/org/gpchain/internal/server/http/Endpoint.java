package org.gpchain.internal.server.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;

/**
 * A path of the server and the action that answers its requests.
 *
 * @param path the path. Its last part may be {@code {id}}, which stands for any name.
 * @param method {@code GET} or {@code POST}. Requests with {@code POST} and requests for an {@code
 *     {id}} take time and are answered by {@linkplain Dispatcher workers}.
 * @param open whether the endpoint can be used without the token
 * @param action answers the requests; thread-safe
 */
public record Endpoint(String path, String method, boolean open, Action action) {
  private static final String ANY_NAME = "{id}";

  /** Answers requests. */
  @FunctionalInterface
  public interface Action {
    /**
     * Returns the answer to a request.
     *
     * @throws Refusal if the request cannot be served; the client receives the message
     * @throws IOException if the server fails; the client does not receive the message
     */
    Answer answer(ClientRequest request) throws Refusal, IOException;
  }

  /** Returns an endpoint for {@code GET} that requires the token. */
  public static Endpoint get(String path, Action action) {
    return new Endpoint(path, "GET", false, action);
  }

  /** Returns an endpoint for {@code POST} that requires the token. */
  public static Endpoint post(String path, Action action) {
    return new Endpoint(path, "POST", false, action);
  }

  /**
   * Returns an endpoint for a text file.
   *
   * @param type media type of the file
   * @param owner class in whose package the file is
   * @param name name of the file
   */
  public static Endpoint file(String path, String type, Class<?> owner, String name) {
    String content =
        Uncheck.get(() -> IOUtils.toString(owner.getResource(name), StandardCharsets.UTF_8));
    Answer answer = Answer.text(type, content);
    return get(path, request -> answer);
  }

  /** Returns whether requests take time, so that only a limited number may run at once. */
  boolean isWork() {
    return method.equals("POST") || path.endsWith(ANY_NAME);
  }

  /** Returns the path of an endpoint that accepts any name in place of the last part of a path. */
  static String withAnyName(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1) + ANY_NAME;
  }

  /** Returns the part of a requested path at {@code {id}}, or an empty string if there is none. */
  String nameIn(String requested) {
    if (!path.endsWith(ANY_NAME)) {
      return "";
    }
    return requested.substring(requested.lastIndexOf('/') + 1);
  }

  /** Returns whether the endpoint answers requests with a method. */
  boolean takes(String requestMethod) {
    return requestMethod.equals(method) || (method.equals("GET") && requestMethod.equals("HEAD"));
  }
}
