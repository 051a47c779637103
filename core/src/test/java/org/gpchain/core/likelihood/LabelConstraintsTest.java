package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import org.junit.jupiter.api.Test;

class LabelConstraintsTest {
  @Test
  void countsLabels() {
    assertThat(new LabelConstraints(new boolean[3], new boolean[9], new boolean[3]).labelCount())
        .isEqualTo(3);
  }

  @Test
  void refusesShapesThatDoNotFit() {
    assertRefused(
        () -> new LabelConstraints(new boolean[3], new boolean[6], new boolean[3]), "transition");
    assertRefused(
        () -> new LabelConstraints(new boolean[3], new boolean[9], new boolean[2]), "end");
  }
}
