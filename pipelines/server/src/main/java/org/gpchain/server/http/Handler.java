package org.gpchain.server.http;

import java.io.IOException;

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
