package org.gpchain.internal.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that the check belongs to a thread and ends its work. */
class WorkCheckTest {
  @AfterEach
  void clear() {
    WorkCheck.clear();
  }

  @Test
  void runsTheCheckOfTheThread() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    WorkCheck.set(calls::incrementAndGet);
    WorkCheck.run();
    CompletableFuture.runAsync(WorkCheck::run).get();
    assertThat(calls).hasValue(1);

    WorkCheck.clear();
    WorkCheck.run();
    assertThat(calls).hasValue(1);
  }

  @Test
  void endsTheWorkWithTheExceptionOfTheCheck() {
    WorkCheck.set(
        () -> {
          throw new CancellationException("not wanted");
        });
    assertThatThrownBy(WorkCheck::run).isInstanceOf(CancellationException.class);
  }
}
