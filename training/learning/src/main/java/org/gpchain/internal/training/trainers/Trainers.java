package org.gpchain.internal.training.trainers;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.calibration.CalibratedTrainer;
import org.gpchain.internal.training.decoupled.DecoupledTrainer;
import org.gpchain.internal.training.decoupled.Pruning;

/** The product's trainers. */
public final class Trainers {
  private Trainers() {}

  /**
   * Returns the trainer of decoupled posteriors. Its models are pruned, and calibrated unless they
   * have a covariance, with which each fold would take as long as the model.
   *
   * @throws IllegalArgumentException if the settings have inducing points, and no trainer of such
   *     posteriors is on the class path
   */
  public static Trainer of(TrainerSettings settings) {
    return pruned(calibrated(settings), settings.optimization().pruning());
  }

  /** Pruning comes last, since a pruned model has other features than its data. */
  static Trainer pruned(Trainer trainer, double threshold) {
    return trainer.then((model, data) -> Pruning.apply(model, threshold));
  }

  private static Trainer calibrated(TrainerSettings settings) {
    if (settings.covariance().inducing() > 0) {
      return PosteriorTrainer.of(PosteriorFamily.DECOUPLED)
          .settings(new SettingValues())
          .trainer(settings);
    }
    return calibrated(new DecoupledTrainer(settings), settings);
  }

  /** Returns a trainer whose models are calibrated, if the settings have calibration folds. */
  public static Trainer calibrated(Trainer trainer, TrainerSettings settings) {
    return settings.calibrationFolds() > 0
        ? new CalibratedTrainer(trainer, settings.calibrationFolds(), settings.corpora())
        : trainer;
  }

  /** One line about a model that was learned from sentences and written to a file. */
  public static String summary(List<LabeledSequence> all, Model model, Path file)
      throws IOException {
    List<LabeledSequence> sentences =
        WithoutVoices.isOf(model) ? WithoutVoices.annotated(all) : all;
    return format(
        "Learned from %s (%s): %s, %s, in %.1f s. Model: %s (%.1f MB).",
        plural(sentences.size(), "sentence"),
        plural(sentences.stream().mapToInt(LabeledSequence::length).sum(), "token"),
        plural(model.labels().size(), "label"),
        plural(model.vocabulary().featureCount(), "feature"),
        model.run().seconds(),
        file,
        Files.size(file) / 1e6);
  }
}
