package org.gpchain.server.http;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/**
 * The body of a request as it arrives. No thread waits for it. What has arrived of all bodies
 * counts, not what they say that they will be: who sends nothing holds nobody back.
 */
final class Body implements Runnable {
  private final Request request;
  private final long largest;
  private final AtomicLong held;
  private final long mostHeld;
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private final ByteArrayOutputStream arrived = new ByteArrayOutputStream();
  private long counted;
  private boolean released;

  /**
   * @param largest bytes that it may have
   * @param held bytes of all bodies that are held; changed
   * @param mostHeld that they may be
   */
  Body(Request request, long largest, AtomicLong held, long mostHeld) {
    this.request = request;
    this.largest = largest;
    this.held = held;
    this.mostHeld = mostHeld;
  }

  /**
   * Begins to read; ends with a {@link Refusal} if it is too large, or memory is full of others.
   */
  CompletableFuture<byte[]> read() {
    if (request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > largest) {
      whole.completeExceptionally(tooLarge());
    }
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
    int count = chunk.remaining();
    if (arrived.size() + (long) count > largest) {
      whole.completeExceptionally(tooLarge());
    } else if (!isHeld(count)) {
      whole.completeExceptionally(full());
    } else {
      arrived.writeBytes(BufferUtil.toArray(chunk.getByteBuffer()));
    }
    chunk.release();
    if (chunk.isLast()) {
      whole.complete(arrived.toByteArray());
    }
  }

  private Refusal tooLarge() {
    return new Refusal(
        Refusal.TOO_LARGE,
        "the body of a request may have "
            + largest
            + " bytes (--max-body); send fewer or smaller documents");
  }

  private static Refusal full() {
    return Refusal.busy("the server holds other documents; try again in a few seconds");
  }

  private synchronized boolean isHeld(int count) {
    if (released) {
      return false;
    }
    counted += count;
    return held.addAndGet(count) <= mostHeld;
  }

  /** Gives its memory back. */
  synchronized void release() {
    if (!released) {
      released = true;
      held.addAndGet(-counted);
    }
  }
}
