package org.gpchain.core.posterior;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatentGradientTest {
  @Test
  void hasRoomForWhatIsWanted() {
    LatentGradient all = LatentGradient.of(5, 3, true);
    assertThat(all.wantsCurvature()).isTrue();
    assertThat(all.unary()).hasSize(15);
    assertThat(all.unaryCurvature()).hasSize(15);
    assertThat(all.pairwise()).hasSize(9);
    assertThat(all.pairwiseCurvature()).hasSize(9);
    LatentGradient means = LatentGradient.of(5, 3, false);
    assertThat(means.wantsCurvature()).isFalse();
    assertThat(means.unary()).hasSize(15);
    assertThat(means.pairwise()).hasSize(9);
    assertThat(means.unaryCurvature()).isNull();
    assertThat(means.pairwiseCurvature()).isNull();
  }
}
