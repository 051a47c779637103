package org.gpchain.server.http;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets some requests work, some wait in the order in which they came, and refuses the others. */
final class WorkSlots {
  private final Semaphore slots;
  private final int waitingLimit;
  private final long waitNanos;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger working = new AtomicInteger();

  WorkSlots(HttpLimits limits) {
    slots = new Semaphore(limits.workers(), true);
    waitingLimit = limits.waiting();
    waitNanos = limits.patience().toNanos();
  }

  /**
   * Does the work of a request, when its turn has come.
   *
   * @throws Refusal if too many wait, or it has waited too long
   */
  Answer work(Routes.Handler handler, Request request)
      throws Refusal, IOException, InterruptedException {
    enter();
    working.incrementAndGet();
    try {
      return handler.handle(request);
    } finally {
      working.decrementAndGet();
      slots.release();
    }
  }

  private void enter() throws Refusal, InterruptedException {
    if (slots.tryAcquire()) {
      return;
    }
    try {
      if (waiting.incrementAndGet() > waitingLimit
          || !slots.tryAcquire(waitNanos, TimeUnit.NANOSECONDS)) {
        throw Refusal.busy("the server is busy with other requests; try again in a few seconds");
      }
    } finally {
      waiting.decrementAndGet();
    }
  }

  /** Requests that are being worked on. */
  int working() {
    return working.get();
  }

  /** Requests that wait. */
  int waiting() {
    return waiting.get();
  }
}
