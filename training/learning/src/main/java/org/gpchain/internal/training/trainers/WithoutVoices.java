package org.gpchain.internal.training.trainers;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ProvenanceEntry;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.UnknownToken;

/**
 * Decides whether a model benefits from sentences that voices (sources of weak supervision) have
 * labeled. If the voices are unreliable, such sentences make the model worse.
 */
public final class WithoutVoices {
  /** What a model that could have learned from voices has learned from. */
  public enum Source {
    /** Sentences that only voices have labelled. */
    VOICES("alone"),

    /** Annotated sentences; the sentences that voices have labelled were left out. */
    ANNOTATORS("left out");

    private final String text;

    Source(String text) {
      this.text = text;
    }

    private static Source of(String text) {
      for (Source source : values()) {
        if (source.text.equals(text)) {
          return source;
        }
      }
      throw new IllegalArgumentException("no source: " + text);
    }
  }

  /** Provenance: where the labels of the training sentences come from, if not from both. */
  public static final ProvenanceEntry<Source> SOURCE =
      ProvenanceEntry.of("voices", source -> source.text, Source::of);

  /** Minimum number of annotated sentences for a comparison of the two models. */
  private static final int MIN_ANNOTATED = 20;

  private WithoutVoices() {}

  /**
   * Returns the sentences that no voice has labeled: those without probabilities of labels, which
   * only voices give.
   */
  public static List<LabeledSequence> annotated(List<LabeledSequence> sentences) {
    List<LabeledSequence> annotated = new ArrayList<>();
    for (LabeledSequence sentence : sentences) {
      if (!hasWeights(sentence)) {
        annotated.add(sentence);
      }
    }
    return annotated;
  }

  private static boolean hasWeights(LabeledSequence sentence) {
    for (UnknownToken unknown : sentence.unknown()) {
      if (!unknown.weights().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Learns a second model from the annotated sentences alone, and returns the model with the higher
   * F1 on held-out sentences. If there are too few annotated sentences for a comparison, returns
   * the model of all sentences.
   *
   * @param modelOfAll model that was learned from all sentences
   * @param sentences all sentences
   * @param learner learns a model from some of the sentences
   */
  public static Model ifBetter(
      Model modelOfAll,
      List<LabeledSequence> sentences,
      Function<List<LabeledSequence>, Model> learner) {
    List<LabeledSequence> annotated = annotated(sentences);
    if (annotated.size() == sentences.size() || annotated.size() < MIN_ANNOTATED) {
      return modelOfAll;
    }

    Model withoutVoices = learner.apply(annotated);
    double f1WithoutVoices = withoutVoices.calibration().heldOutF1();
    if (f1WithoutVoices > modelOfAll.calibration().heldOutF1()) {
      return withoutVoices.with(
          withoutVoices.calibration(), withoutVoices.provenance().with(SOURCE, Source.ANNOTATORS));
    }
    return modelOfAll;
  }

  /**
   * Returns whether a model was learned from the annotated sentences alone, although voices had
   * labeled others.
   */
  public static boolean isOf(Model model) {
    return model.provenance().get(SOURCE).filter(Source.ANNOTATORS::equals).isPresent();
  }
}
