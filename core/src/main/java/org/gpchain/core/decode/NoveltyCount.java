package org.gpchain.core.decode;

import static org.gpchain.core.text.Numbers.format;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The number of sentences of a text that are unlike the training text of a model. Sentences without
 * a {@linkplain Prediction#novelty novelty} are not counted.
 *
 * @param sentences number of sentences
 * @param unlike number of sentences whose novelty is above the limit of the model
 */
public record NoveltyCount(long sentences, long unlike) {
  /** No sentences. */
  public static final NoveltyCount NONE = new NoveltyCount(0, 0);

  /**
   * Returns the count of one sentence.
   *
   * @param limit {@link Tagger#noveltyLimit} of the tagger
   */
  public static NoveltyCount of(Prediction prediction, OptionalDouble limit) {
    if (limit.isEmpty() || Double.isNaN(prediction.novelty())) {
      return NONE;
    }
    return new NoveltyCount(1, prediction.novelty() > limit.getAsDouble() ? 1 : 0);
  }

  /** Returns the sum of two counts. */
  public NoveltyCount plus(NoveltyCount other) {
    return new NoveltyCount(sentences + other.sentences, unlike + other.unlike);
  }

  /** Returns the numbers for users, without a final period; there must be a sentence. */
  public String phrase() {
    double percent = 100.0 * unlike / sentences;
    return format(
        "%d of %d sentences (%.1f %%) are unlike the training text", unlike, sentences, percent);
  }

  /**
   * Returns a sentence for users, without a final period; empty if there are no sentences.
   *
   * @param limit {@link Tagger#noveltyLimit} of the tagger
   */
  public Optional<String> summary(OptionalDouble limit) {
    if (sentences == 0 || limit.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        phrase() + format(" (novelty above %.2f; 1 %% is expected)", limit.getAsDouble()));
  }
}
