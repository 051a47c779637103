package org.gpchain.server.http;

import java.util.LinkedHashMap;
import java.util.Map;

/** What answers which path. */
public final class Routes {
  private final Map<String, Route> routes = new LinkedHashMap<>();

  /**
   * A path and what answers it.
   *
   * @param path such as {@code /predict}
   * @param method {@code GET} or {@code POST}
   * @param open whether it needs no token
   * @param handler answers it
   */
  record Route(String path, String method, boolean open, Handler handler) {
    /** Whether it takes time, so that only some run at once. */
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

  /** Adds a path that is read, by anyone. */
  public Routes open(String path, Handler handler) {
    return add(new Route(path, "GET", true, handler));
  }

  /** Adds a path that takes documents. */
  public Routes post(String path, Handler handler) {
    return add(new Route(path, "POST", false, handler));
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
          Refusal.NOT_FOUND, "there is nothing at this path; see " + String.join(", ", paths()));
    }
    return route;
  }

  private Iterable<String> paths() {
    return routes.keySet();
  }
}
