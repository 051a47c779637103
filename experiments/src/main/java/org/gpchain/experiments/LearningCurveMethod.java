package org.gpchain.experiments;

import java.util.List;
import java.util.Locale;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.calibration.CrossValidation;
import org.gpchain.training.calibration.CrossValidation.Criterion;

/** Ways to learn a model that are compared at growing sizes of the training corpus. */
enum LearningCurveMethod {
  /** What {@code gpchain train} does unless told otherwise. */
  GP("GPChain (kernel learning)") {
    @Override
    LearnerSettings settings(LearnerSettings defaults, List<LabeledSequence> train) {
      return defaults;
    }

    @Override
    DecodingOptions decoding() {
      return DecodingOptions.DEFAULT;
    }
  },

  /** A conditional random field with a Gaussian prior, as it is usually tuned and decoded. */
  CRF("CRF (one variance)") {
    @Override
    LearnerSettings settings(LearnerSettings defaults, List<LabeledSequence> train) {
      return new CrossValidation(Criterion.NLL, trial -> {})
          .choose(defaults.withInducing(0, defaults.samples(), defaults.rounds()), train)
          .withCalibrationFolds(0);
    }

    @Override
    DecodingOptions decoding() {
      return new DecodingOptions(Decoding.VITERBI, 0, false, 1);
    }
  };

  private final String displayName;

  LearningCurveMethod(String displayName) {
    this.displayName = displayName;
  }

  /**
   * What the learner is told; may take long.
   *
   * @param defaults what the product does
   * @param train the sentences to be learned from
   */
  abstract LearnerSettings settings(LearnerSettings defaults, List<LabeledSequence> train);

  /** How its models are decoded. */
  abstract DecodingOptions decoding();

  /** The name in the legend of a plot. */
  String displayName() {
    return displayName;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
