package org.gpchain.training.trainers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;

/** What the user reads when a model is finished. */
public final class TrainingSummary {
  private TrainingSummary() {}

  /** One line about a model that was written to a file. */
  public static String of(List<LabeledSequence> sentences, Model model, Path file)
      throws IOException {
    return String.format(
        Locale.ROOT,
        "Learned from %d sentences (%d tokens): %d labels, %d features, in %.1f s. Model: %s (%.1f"
            + " MB).",
        sentences.size(),
        sentences.stream().mapToInt(LabeledSequence::length).sum(),
        model.labels().size(),
        model.vocabulary().featureCount(),
        model.run().seconds(),
        file,
        Files.size(file) / 1e6);
  }
}
