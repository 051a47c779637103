package org.gpchain.server.models;

import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Things that one thread uses at a time and that take long to make: whoever is done with one leaves
 * it for the next. There are as many as were ever in use at once.
 *
 * @param <T> what they are
 */
final class Pool<T> {
  private final ConcurrentLinkedQueue<T> idle = new ConcurrentLinkedQueue<>();
  private final Maker<T> maker;

  /** Makes another one. */
  interface Maker<T> {
    T make() throws IOException;
  }

  Pool(Maker<T> maker) {
    this.maker = maker;
  }

  T take() throws IOException {
    T found = idle.poll();
    return found == null ? maker.make() : found;
  }

  void give(T used) {
    idle.add(used);
  }
}
