package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LabelConstraintsTest {
  @Test
  void countsLabels() {
    assertThat(new LabelConstraints(new boolean[3], new boolean[9], new boolean[3]).labelCount())
        .isEqualTo(3);
  }

  @Test
  void refusesShapesThatDoNotFit() {
    assertThatThrownBy(() -> new LabelConstraints(new boolean[3], new boolean[6], new boolean[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("transition");
    assertThatThrownBy(() -> new LabelConstraints(new boolean[3], new boolean[9], new boolean[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("end");
  }
}
