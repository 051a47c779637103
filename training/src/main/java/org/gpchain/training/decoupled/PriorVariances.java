package org.gpchain.training.decoupled;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.gpchain.core.math.Checks;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.Progress;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.hyper.LearnedVariances;

/** The prior variances of a linear kernel: by kernel learning, or those of the settings. */
public final class PriorVariances {
  private PriorVariances() {}

  /** The variances; kernel learning is a phase of the progress. */
  public static LearnedVariances of(
      TrainingData data, LearnerSettings settings, Progress progress) {
    double[] start = new double[data.vocabulary().groupCount()];
    Arrays.fill(start, settings.variance());
    List<Double> each = settings.groupVariances();
    if (!each.isEmpty()) {
      Checks.length("variances", each.size(), start.length, "[G]");
      Arrays.setAll(start, each::get);
    }
    if (!settings.learnsVariances(data.encoded().sentenceCount())) {
      return new LearnedVariances(start, settings.pairwiseVariance(), Double.NaN);
    }
    LearnedVariances learned =
        KernelChain.learn(
            data.encoded(),
            data.vocabulary().groupOfFeature(),
            start.length,
            settings.kernelSettings(),
            (round, rounds, tried) -> progress.onStep("variances", tried.validationLoss()));
    progress.endPhase(settings.kernelRounds());
    return learned;
  }

  /** Adds what was learned that stands nowhere else in the model. */
  public static Map<String, String> provenance(
      Map<String, String> inOut, double pairwise, TrainingData data, LearnerSettings settings) {
    if (settings.learnsVariances(data.encoded().sentenceCount())) {
      inOut.put(LearnerSettings.LEARNED_PAIRWISE_VARIANCE, Double.toString(pairwise));
    }
    return inOut;
  }
}
