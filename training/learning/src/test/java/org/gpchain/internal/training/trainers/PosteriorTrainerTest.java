package org.gpchain.internal.training.trainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import org.junit.jupiter.api.Test;

/** Tests plans without the module gpchain-bayes on the class path. */
class PosteriorTrainerTest {
  private static TrainingPlan.Builder plan() {
    return TrainingPlan.builder(Setting::option);
  }

  @Test
  void theDefaultNeedsNoOtherModule() {
    TrainingPlan plan = plan().build();
    assertThat(plan.family()).isEqualTo(PosteriorFamily.DECOUPLED);
    assertThat(plan.hasInducingPoints()).isFalse();
  }

  @Test
  void missingModuleIsNamed() {
    assertRefused(
        () -> plan().set(Setting.POSTERIOR, PosteriorFamily.SPARSE).build(),
        "no trainer of sparse posteriors is on the class path; add org.gpchain:gpchain-bayes");
    assertRefused(
        () -> plan().set(Setting.POSTERIOR, PosteriorFamily.SAMPLES).build(),
        "no trainer of samples is on the class path; add org.gpchain:gpchain-bayes");
    assertRefused(
        () -> plan().set(Setting.INDUCING, 10).build(),
        "no trainer of posteriors with inducing points is on the class path;"
            + " add org.gpchain:gpchain-bayes");
  }
}
