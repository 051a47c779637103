package org.gpchain.internal.training.trainers;

import java.util.List;
import java.util.function.Function;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ProvenanceEntry;
import org.gpchain.core.text.LabeledSequence;

/** Whether labels that voices have given help: they do harm where voices know little. */
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

  /** Annotated sentences from which on it is measured what those of voices add to them. */
  private static final int FEWEST = 20;

  private WithoutVoices() {}

  /** The sentences without labels that have weights, which are those of voices. */
  public static List<LabeledSequence> annotated(List<LabeledSequence> sentences) {
    return sentences.stream()
        .filter(s -> s.unknown().stream().allMatch(one -> one.weights().isEmpty()))
        .toList();
  }

  /**
   * The model of the annotated sentences alone, if it finds more in those that were held out than
   * the model of all does; otherwise that one.
   *
   * @param all the model of all sentences
   * @param learner learns a model of some of them
   */
  public static Model ifBetter(
      Model all, List<LabeledSequence> sentences, Function<List<LabeledSequence>, Model> learner) {
    List<LabeledSequence> annotated = annotated(sentences);
    if (annotated.size() == sentences.size() || annotated.size() < FEWEST) {
      return all;
    }
    Model alone = learner.apply(annotated);
    return alone.calibration().heldOutF1() > all.calibration().heldOutF1()
        ? alone.with(alone.calibration(), alone.provenance().with(SOURCE, Source.ANNOTATORS))
        : all;
  }

  /** Whether a model learned from annotated sentences alone, though voices had labelled others. */
  public static boolean isOf(Model model) {
    return model.provenance().get(SOURCE).filter(Source.ANNOTATORS::equals).isPresent();
  }
}
