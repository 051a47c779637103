package org.gpchain.server.http;

import java.time.Duration;
import org.gpchain.core.math.Checks;

/**
 * What a client may ask of the server.
 *
 * @param workers requests that are worked on at once
 * @param waiting further ones that wait for that; any more are refused
 * @param bodyBytes of the body of a request
 * @param arrival until a request has arrived as a whole
 * @param patience of one that waits for a worker, before a request is refused
 */
public record HttpLimits(
    int workers, int waiting, long bodyBytes, Duration arrival, Duration patience) {
  /** Checks the numbers. */
  public HttpLimits {
    Checks.atLeast("workers", workers, 1);
    Checks.atLeast("waiting", waiting, 0);
    if (!(bodyBytes >= 1 && bodyBytes <= Integer.MAX_VALUE - 8)) {
      throw new IllegalArgumentException(
          "a body may have 1 to " + (Integer.MAX_VALUE - 8) + " bytes, was " + bodyBytes);
    }
    if (arrival.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("a request needs a second to arrive, was " + arrival);
    }
  }
}
