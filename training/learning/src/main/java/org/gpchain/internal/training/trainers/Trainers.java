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

/** Factory of trainers whose models are pruned and calibrated. */
public final class Trainers {
  private Trainers() {}

  /**
   * Returns the trainer of decoupled posteriors. Its models are pruned. They are calibrated unless
   * they have a covariance, because then each calibration fold would take as long as the model.
   *
   * @throws IllegalArgumentException if the settings have inducing points, but no trainer of
   *     posteriors with inducing points is on the class path
   */
  public static Trainer of(TrainerSettings settings) {
    return pruned(calibrated(settings), settings.optimization().pruning());
  }

  /**
   * Returns a trainer that prunes the models of another trainer. Pruning must come last, since a
   * pruned model has fewer features than its training data.
   */
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

  /**
   * Returns a trainer that calibrates the models of another trainer, or the other trainer itself if
   * the settings have no calibration folds.
   */
  public static Trainer calibrated(Trainer trainer, TrainerSettings settings) {
    if (settings.calibrationFolds() == 0) {
      return trainer;
    }
    return new CalibratedTrainer(trainer, settings.calibrationFolds(), settings.corpora());
  }

  /**
   * Returns a one-line summary of a model for the user.
   *
   * @param corpus the training corpus
   * @param file the file of the model
   * @throws IOException if the size of the file cannot be read
   */
  public static String summary(List<LabeledSequence> corpus, Model model, Path file)
      throws IOException {
    List<LabeledSequence> sentences = corpus;
    if (WithoutVoices.isOf(model)) {
      sentences = WithoutVoices.annotated(corpus);
    }
    int tokens = sentences.stream().mapToInt(LabeledSequence::length).sum();

    return format(
        "Learned from %s (%s): %s, %s, in %.1f s. Model: %s (%.1f MB).",
        plural(sentences.size(), "sentence"),
        plural(tokens, "token"),
        plural(model.labels().size(), "label"),
        plural(model.vocabulary().featureCount(), "feature"),
        model.run().seconds(),
        file,
        Files.size(file) / 1e6);
  }
}
