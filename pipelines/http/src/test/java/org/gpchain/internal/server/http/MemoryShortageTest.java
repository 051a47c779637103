package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryShortageTest {
  private final AtomicLong nanos = new AtomicLong(-5);
  private final AtomicLong garbageMillis = new AtomicLong(700);
  private final MemoryShortage shortage = new MemoryShortage(nanos::get, garbageMillis::get);

  @ParameterizedTest
  @CsvSource({"1000, 0, false", "1000, 500, false", "1000, 501, true", "4000, 501, false"})
  void memoryIsShortIfMuchTimeIsSpentOnGarbage(int millis, int ofGarbage, boolean isShort) {
    MemoryShortage.Period period = shortage.begin();
    nanos.addAndGet(millis * 1_000_000L);
    garbageMillis.addAndGet(ofGarbage);

    assertThat(period.wasShort()).isEqualTo(isShort);
    assertThat(shortage.begin().wasShort()).isFalse();
  }

  @Test
  void memoryIsShortIfItCouldNotBeAllocated() {
    MemoryShortage.Period before = shortage.begin();
    shortage.addError();

    assertThat(before.wasShort()).isTrue();
    assertThat(shortage.begin().wasShort()).isFalse();
  }
}
