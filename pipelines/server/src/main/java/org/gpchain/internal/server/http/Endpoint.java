package org.gpchain.internal.server.http;

import java.io.IOException;
import org.gpchain.internal.documents.page.Html;

/**
 * What answers requests to one path.
 *
 * @param path whose last part may be {@code {id}}, for any
 * @param method {@code GET} or {@code POST}; the latter takes time, so that only some run at once,
 *     and so does what is got by an {@code {id}}
 * @param open whether it needs no token
 * @param action for any number of threads
 */
public record Endpoint(String path, String method, boolean open, Action action) {
  private static final String ANY = "{id}";

  @FunctionalInterface
  public interface Action {
    /**
     * @throws Refusal if it cannot be served, with the reason
     * @throws IOException if the server fails; its message stays here
     */
    Answer answer(ClientRequest request) throws Refusal, IOException;
  }

  public static Endpoint get(String path, Action action) {
    return new Endpoint(path, "GET", false, action);
  }

  public static Endpoint post(String path, Action action) {
    return new Endpoint(path, "POST", false, action);
  }

  /** A file that stands beside a class, as it is. */
  public static Endpoint file(String path, String type, Class<?> beside, String name) {
    Answer answer = Answer.text(type, Html.resource(beside, name));
    return get(path, request -> answer);
  }

  boolean isWork() {
    return method.equals("POST") || path.endsWith(ANY);
  }

  /** The path of an endpoint for anything in the place of the last part of a path. */
  static String anyBeside(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1) + ANY;
  }

  /** The part of a path that stands for {@code {id}}; empty if there is none. */
  String nameIn(String requested) {
    return path.endsWith(ANY) ? requested.substring(requested.lastIndexOf('/') + 1) : "";
  }

  boolean takes(String other) {
    return other.equals(method) || (method.equals("GET") && other.equals("HEAD"));
  }
}
