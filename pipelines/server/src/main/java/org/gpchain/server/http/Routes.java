package org.gpchain.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The handlers of paths. */
public final class Routes {
  private final Map<String, Route> routes = new LinkedHashMap<>();

  /** Answers requests to one path; for any number of threads. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Answers a request.
     *
     * @throws Refusal if it cannot be served, with the reason
     * @throws IOException if the server fails; its message stays here
     */
    Answer handle(Request request) throws Refusal, IOException;
  }

  /**
   * A path and what answers it.
   *
   * @param method {@code GET} or {@code POST}, which takes time, so that only some run at once
   * @param open whether it needs no token
   */
  record Route(String path, String method, boolean open, Handler handler) {
    boolean isWork() {
      return method.equals("POST");
    }

    boolean takes(String other) {
      return other.equals(method) || (method.equals("GET") && other.equals("HEAD"));
    }
  }

  /** Adds a path that is read. */
  public Routes get(String path, Handler handler) {
    return add(new Route(path, "GET", false, handler));
  }

  /** Adds a path that is read without a token. */
  public Routes open(String path, Handler handler) {
    return add(new Route(path, "GET", true, handler));
  }

  /** Adds a path that takes documents. */
  public Routes post(String path, Handler handler) {
    return add(new Route(path, "POST", false, handler));
  }

  /**
   * Adds a file that is given as it is.
   *
   * @param beside the class beside which the file stands
   */
  public Routes file(String path, String type, Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      Answer answer = Answer.of(type + "; charset=utf-8", in.readAllBytes());
      return get(path, request -> answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Routes add(Route route) {
    routes.put(route.path(), route);
    return this;
  }

  /**
   * The route of a path.
   *
   * @throws Refusal if there is none
   */
  Route find(String path) throws Refusal {
    Route route = routes.get(path);
    if (route == null) {
      throw new Refusal(
          Refusal.NOT_FOUND,
          "there is nothing at this path; see " + String.join(", ", routes.keySet()));
    }
    return route;
  }
}
