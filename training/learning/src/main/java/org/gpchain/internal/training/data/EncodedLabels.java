package org.gpchain.internal.training.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.training.LearningException;

/**
 * The gold segments of a corpus, encoded as the label numbers of a model.
 *
 * @param set all labels that segments of the corpus' types may need, and O if a token is or may be
 *     outside of segments; in alphabetical order
 * @param numbers label number of each token, or the code of a row of {@code partial}, sentence
 *     after sentence; not copied
 * @param partial weights of the possible labels of unknown tokens; null if all labels are known
 * @param written labels of all tokens as text, including the marks of unknown tokens
 */
record EncodedLabels(LabelSet set, int[] numbers, PartialLabels partial, List<String> written) {
  /**
   * Encodes the segments of a corpus that has at least one token.
   *
   * @param entityRatio see {@link Task#entityRatio}
   * @throws LearningException if the labels are too many, or if the known labels of a sentence
   *     contradict each other
   */
  static EncodedLabels of(List<LabeledSequence> corpus, TagScheme scheme, double entityRatio) {
    List<String> written = new ArrayList<>();
    boolean isComplete = true;
    for (LabeledSequence sentence : corpus) {
      written.addAll(sentence.labels(scheme));
      isComplete &= sentence.isComplete();
    }

    if (isComplete) {
      LabelSet set = set(written, scheme);
      return new EncodedLabels(set, numbers(written, set), null, written);
    }
    if (scheme == TagScheme.IOB1) {
      throw new LearningException(
          "the IOB1 labels of segments next to tokens without annotation are"
              + " unknown; use the scheme IOB2 or IOBES");
    }
    return ofPartial(corpus, scheme, entityRatio, written);
  }

  private static EncodedLabels ofPartial(
      List<LabeledSequence> corpus, TagScheme scheme, double entityRatio, List<String> written) {
    LabelSet set = set(knownLabels(corpus, scheme), scheme);
    int[] numbers = numbers(written, set);

    UnknownLabels unknownLabels = new UnknownLabels(SpanCodec.of(scheme), set, corpus, entityRatio);
    int start = 0;
    for (LabeledSequence sentence : corpus) {
      for (UnknownToken unknown : sentence.unknown()) {
        numbers[start + unknown.token()] = unknownLabels.code(sentence, unknown);
      }
      start += sentence.length();
    }

    PartialLabels partial = unknownLabels.partial();
    checkPossible(corpus, scheme, numbers, new LinearChain(set.size(), partial));
    return new EncodedLabels(set, numbers, partial, written);
  }

  /** Throws an exception if the known labels of a sentence exclude each other. */
  private static void checkPossible(
      List<LabeledSequence> corpus, TagScheme scheme, int[] numbers, LinearChain chain) {
    int v = chain.labelCount();
    double[] pairwise = new double[v * v];
    Workspace workspace = new Workspace();

    int start = 0;
    for (LabeledSequence sentence : corpus) {
      int end = start + sentence.length();
      if (!sentence.isComplete()) {
        int[] labels = Arrays.copyOfRange(numbers, start, end);
        double[] unary = new double[labels.length * v];
        double logLikelihood = chain.logLikelihood(unary, pairwise, labels, workspace);
        // The expected log likelihood is NaN if a label with a probability is impossible.
        if (!(logLikelihood > Double.NEGATIVE_INFINITY)) {
          throw new LearningException(
              "the labels of a sentence cannot follow each other: " + sentence.labels(scheme));
        }
      }
      start = end;
    }
  }

  /** Returns the labels of known tokens, the weighted labels of unknown tokens, and O. */
  private static List<String> knownLabels(List<LabeledSequence> corpus, TagScheme scheme) {
    List<String> known = new ArrayList<>();
    for (LabeledSequence sentence : corpus) {
      String[] labels = sentence.labels(scheme).toArray(String[]::new);
      for (UnknownToken unknown : sentence.unknown()) {
        labels[unknown.token()] = null;
        known.addAll(unknown.weights().keySet());
      }

      for (String label : labels) {
        if (label != null) {
          known.add(label);
        }
      }
    }

    if (scheme != TagScheme.TOKEN) {
      known.add(SpanCodec.OUTSIDE);
    }
    return known;
  }

  private static int[] numbers(List<String> labels, LabelSet set) {
    return labels.stream().mapToInt(set::indexOf).toArray();
  }

  /**
   * Returns the set of labels that a model needs. If the labels are in fact words, there are too
   * many of them, which is reported here instead of as an OutOfMemoryError.
   */
  private static LabelSet set(List<String> labels, TagScheme scheme) {
    try {
      return SpanCodec.of(scheme).complete(LabelSet.of(labels));
    } catch (IllegalArgumentException e) {
      throw new LearningException(
          "the labels of this corpus cannot be learned: "
              + e.getMessage()
              + "; is this the label column, or the feature that has the labels?");
    }
  }
}
