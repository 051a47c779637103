package org.gpchain.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * The body of a request as it arrives. No thread waits for it. What has arrived of all bodies
 * counts, not what they say that they will be: who sends nothing holds nobody back.
 */
final class Body implements Runnable {
  private final Request request;
  private final AtomicLong held;
  private final long most;
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private final ByteArrayOutputStream arrived = new ByteArrayOutputStream();
  private long counted;
  private boolean released;

  /**
   * @param held bytes of all bodies that are held; changed
   * @param most that they may be
   */
  Body(Request request, AtomicLong held, long most) {
    this.request = request;
    this.held = held;
    this.most = most;
  }

  /** Begins to read; ends with a {@link Refusal} if memory is full of others. */
  CompletableFuture<byte[]> read() {
    run();
    return whole;
  }

  /** Takes what is there, and is called again when there is more. */
  @Override
  public void run() {
    try {
      while (!whole.isDone()) {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
          request.demand(this);
          return;
        }
        take(chunk);
      }
    } catch (OutOfMemoryError e) {
      whole.completeExceptionally(full());
    } catch (RuntimeException e) {
      whole.completeExceptionally(e);
    }
  }

  private void take(Content.Chunk chunk) {
    if (Content.Chunk.isFailure(chunk)) {
      whole.completeExceptionally(chunk.getFailure());
      return;
    }
    try {
      if (isHeld(chunk.remaining())) {
        ByteBuffer bytes = chunk.getByteBuffer();
        byte[] some = new byte[bytes.remaining()];
        bytes.get(some);
        arrived.writeBytes(some);
      } else {
        whole.completeExceptionally(full());
      }
    } finally {
      chunk.release();
    }
    if (chunk.isLast()) {
      whole.complete(arrived.toByteArray());
    }
  }

  private static Refusal full() {
    return Refusal.busy("the server holds other documents; try again in a few seconds");
  }

  private synchronized boolean isHeld(int count) {
    if (released) {
      return false;
    }
    counted += count;
    return held.addAndGet(count) <= most;
  }

  /** Gives its memory back. */
  synchronized void release() {
    if (!released) {
      released = true;
      held.addAndGet(-counted);
    }
  }
}
