package org.gpchain.internal.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;

import org.gpchain.training.LearningException;
import org.junit.jupiter.api.Test;

class MemoryNeedTest {
  @Test
  void gradientsOfTokensAndSentencesNeedMemory() {
    assertThat(new MemoryNeed(1000, 100, 10, 100).bytes()).isEqualTo(4.0 * (10_000 + 10_000));
    assertThat(new MemoryNeed(1000, 100, 10, 0).bytes()).isEqualTo(4.0 * 10_000);
  }

  @Test
  void manyGradientsAreRounded() {
    assertThat(new MemoryNeed(1_000_000, 59_000, 59, 3481).bytes())
        .isEqualTo(59_000_000 + 59_000 * 3481.0);
  }

  @Test
  void checkAcceptsEnoughMemory() {
    MemoryNeed need = new MemoryNeed(1000, 100, 10, 100);
    need.check(80_000);
    assertFails(LearningException.class, () -> need.check(79_999));
  }

  @Test
  void messageNamesTheNeededMemory() {
    assertFails(
        LearningException.class,
        () -> new MemoryNeed(200_000, 20_000, 300, 90_000).check(1L << 30),
        "20000 sentences",
        "300 labels",
        "1,773 MB",
        "1,024 MB",
        "-Xmx3g");
  }

  @Test
  void hugeNumbersDoNotOverflow() {
    assertFails(
        LearningException.class,
        () -> new MemoryNeed(1 << 20, 1 << 16, 1 << 16, 1L << 32).check(Long.MAX_VALUE),
        "65536 labels",
        "is this the label column?");
  }
}
