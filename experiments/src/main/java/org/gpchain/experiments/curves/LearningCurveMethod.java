package org.gpchain.experiments.curves;

import java.util.Locale;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.calibration.CrossValidation;
import org.gpchain.training.calibration.CrossValidation.Criterion;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.trainers.Trainers;

/** Ways to learn a model that are compared at growing sizes of the training corpus. */
enum LearningCurveMethod {
  /** What {@code gpchain train} does unless told otherwise. */
  GP("GPChain (kernel learning)") {
    @Override
    TrainerSettings settings(TrainerSettings defaults, TrainingData train) {
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
    TrainerSettings settings(TrainerSettings defaults, TrainingData train) {
      return defaults
          .with(
              new CrossValidation(Trainers.ofMeans(defaults), Criterion.NLL, trial -> {})
                  .choose(defaults.prior(), train))
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
   * How the trainer learns; may take long to find out.
   *
   * @param defaults what the product does
   * @param train the sentences to be learned from
   */
  abstract TrainerSettings settings(TrainerSettings defaults, TrainingData train);

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
