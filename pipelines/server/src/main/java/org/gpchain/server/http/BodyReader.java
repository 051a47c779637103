package org.gpchain.server.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Reads bodies of requests: none that is too large, no more at once than memory has room for, and
 * none for longer than it may take. A read of a socket ends only when the socket is closed, so that
 * the clock answers a client that hangs, and then interrupts the read.
 */
final class BodyReader {
  /** What bodies that are held at once are counted in. */
  private static final int PAGE = 1 << 16;

  /** What is read away of a body that was refused, so that its sender gets to see the answer. */
  private static final long LINGER_BYTES = 1L << 30;

  private static final long LINGER_MILLIS = 5_000;

  private final HttpLimits limits;
  private final ScheduledExecutorService clock;
  private final Semaphore memory;

  BodyReader(HttpLimits limits, ScheduledExecutorService clock) {
    this.limits = limits;
    this.clock = clock;
    long heap = Runtime.getRuntime().maxMemory();
    this.memory = new Semaphore(pages(Math.max(limits.bodyBytes(), heap / 4)), true);
  }

  private static int pages(long bytes) {
    return (int) Math.min(Integer.MAX_VALUE, bytes / PAGE + 1);
  }

  /** A body, and the room that it takes until it is closed. */
  record Body(byte[] content, Runnable release) implements AutoCloseable {
    @Override
    public void close() {
      release.run();
    }
  }

  /**
   * Reads the body of a request.
   *
   * @throws Refusal if it is too large, or memory is full of others
   * @throws IOException if it does not arrive; nobody can be answered then
   */
  Body read(HttpExchange exchange) throws Refusal, IOException, InterruptedException {
    long length = declaredLength(exchange);
    if (length > limits.bodyBytes()) {
      throw tooLarge();
    }
    int pages = pages(length < 0 ? limits.bodyBytes() : length);
    if (!memory.tryAcquire(pages, limits.patience().toNanos(), TimeUnit.NANOSECONDS)) {
      throw Refusal.busy("the server holds other documents; try again in a few seconds");
    }
    Runnable release = () -> memory.release(pages);
    try {
      return new Body(content(exchange, length), release);
    } catch (Refusal | IOException | RuntimeException | Error e) {
      release.run();
      throw e;
    }
  }

  /** A negative number if a body comes in chunks, of which nobody knows how many there are. */
  private static long declaredLength(HttpExchange exchange) {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    if (length == null) {
      return exchange.getRequestHeaders().containsKey("Transfer-Encoding") ? -1 : 0;
    }
    return Long.parseLong(length.strip());
  }

  private byte[] content(HttpExchange exchange, long length) throws Refusal, IOException {
    if (length == 0) {
      return new byte[0];
    }
    try (Deadline deadline = new Deadline(limits.arrival().toMillis(), () -> tell(exchange))) {
      InputStream in = exchange.getRequestBody();
      byte[] content = length > 0 ? in.readNBytes((int) length) : chunks(in);
      deadline.met();
      if (content.length < length) {
        throw new IOException("the client went away");
      }
      return content;
    }
  }

  private byte[] chunks(InputStream in) throws Refusal, IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[PAGE];
    for (int count = in.read(some); count >= 0; count = in.read(some)) {
      if (all.size() + (long) count > limits.bodyBytes()) {
        throw tooLarge();
      }
      all.write(some, 0, count);
    }
    return all.toByteArray();
  }

  private void tell(HttpExchange exchange) {
    Refusal late =
        new Refusal(
            Refusal.TIMEOUT,
            "the request did not arrive within " + limits.arrival().toSeconds() + " s");
    byte[] reason = Answer.refusal(late).body();
    exchange.getResponseHeaders().set("Connection", "close");
    try {
      exchange.sendResponseHeaders(late.status(), reason.length);
      exchange.getResponseBody().write(reason);
      exchange.getResponseBody().flush();
    } catch (IOException e) {
      // Nobody is there to be told.
    }
  }

  private Refusal tooLarge() {
    return new Refusal(
        Refusal.TOO_LARGE,
        "the body of a request may have "
            + limits.bodyBytes()
            + " bytes (--max-body); send fewer or smaller documents");
  }

  /** Reads away what is left of a body, for a while: a socket that is closed before is reset. */
  void drain(HttpExchange exchange) {
    try (Deadline deadline = new Deadline(LINGER_MILLIS, () -> {})) {
      InputStream in = exchange.getRequestBody();
      byte[] some = new byte[PAGE];
      long left = LINGER_BYTES;
      for (int count = in.read(some); count >= 0 && left > 0; count = in.read(some)) {
        left -= count;
      }
      deadline.met();
    } catch (IOException e) {
      // The client has gone, or hangs.
    }
  }

  /**
   * Ends a read that takes too long. Its methods wait for one another, so that no interrupt is
   * late.
   */
  private final class Deadline implements AutoCloseable {
    private final Thread reader = Thread.currentThread();
    private final ScheduledFuture<?> alarm;
    private boolean met;
    private boolean missed;

    /**
     * @param alert runs if it is missed
     */
    Deadline(long millis, Runnable alert) {
      this.alarm = clock.schedule(() -> end(alert), millis, TimeUnit.MILLISECONDS);
    }

    private synchronized void end(Runnable alert) {
      if (!met) {
        missed = true;
        alert.run();
        reader.interrupt();
      }
    }

    /**
     * Says that the read is done.
     *
     * @throws IOException if it was too late
     */
    synchronized void met() throws IOException {
      if (missed) {
        throw new IOException("the request did not arrive in time");
      }
      met = true;
    }

    @Override
    public synchronized void close() {
      met = true;
      alarm.cancel(false);
      if (missed) {
        // The read has ended; the thread goes on to serve others.
        Thread.interrupted();
      }
    }
  }
}
