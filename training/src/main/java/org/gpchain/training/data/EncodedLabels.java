package org.gpchain.training.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;

/**
 * The gold segments of a corpus as the labels of a model.
 *
 * @param set all labels that segments of the corpus' types may need, and O if a token is outside or
 *     may be; in alphabetical order
 * @param numbers label number of each token, or what stands for a row of {@code partial}, sentence
 *     after sentence; not copied
 * @param partial what is known of tokens whose label is not; null if all labels are known
 * @param written the labels as text, the marks of unknown tokens included
 */
record EncodedLabels(LabelSet set, int[] numbers, PartialLabels partial, List<String> written) {
  /**
   * Encodes the segments of a corpus that has a token.
   *
   * @param entityRatio see {@link Task#entityRatio}
   * @param others labels of the set that the corpus need not have
   */
  static EncodedLabels of(
      List<LabeledSequence> corpus, TagScheme scheme, double entityRatio, List<String> others) {
    List<String> written = new ArrayList<>();
    corpus.forEach(sentence -> written.addAll(sentence.labels(scheme)));
    if (corpus.stream().allMatch(LabeledSequence::isComplete)) {
      LabelSet set = set(written, others, scheme);
      return new EncodedLabels(set, numbers(written, set), null, written);
    }
    if (scheme == TagScheme.IOB1) {
      throw new LearningException(
          "where tokens are not annotated, the labels of the scheme IOB1 are not known of the"
              + " segments beside them; learn in the scheme IOB2 or IOBES");
    }
    LabelSet set = set(knownLabels(corpus, scheme), others, scheme);
    int[] numbers = numbers(written, set);
    UnknownLabels unknown = UnknownLabels.of(SpanCodec.of(scheme), set, corpus, entityRatio);
    int start = 0;
    for (LabeledSequence sentence : corpus) {
      for (UnknownToken one : sentence.unknown()) {
        numbers[start + one.token()] = unknown.code(sentence, one);
      }
      start += sentence.length();
    }
    return new EncodedLabels(set, numbers, unknown.partial(), written);
  }

  private static List<String> knownLabels(List<LabeledSequence> corpus, TagScheme scheme) {
    List<String> known = new ArrayList<>();
    for (LabeledSequence sentence : corpus) {
      String[] labels = sentence.labels(scheme).toArray(String[]::new);
      sentence.unknown().forEach(one -> labels[one.token()] = null);
      Arrays.stream(labels).filter(label -> label != null).forEach(known::add);
    }
    if (scheme != TagScheme.TOKEN) {
      known.add(SpanCodec.OUTSIDE);
    }
    return known;
  }

  private static int[] numbers(List<String> labels, LabelSet set) {
    return labels.stream().mapToInt(set::indexOf).toArray();
  }

  /** Words given as labels have too many of them, which is said before memory runs out. */
  private static LabelSet set(List<String> labels, List<String> others, TagScheme scheme) {
    List<String> all = new ArrayList<>(labels);
    all.addAll(others);
    try {
      return SpanCodec.of(scheme).complete(LabelSet.of(all));
    } catch (IllegalArgumentException e) {
      throw new LearningException(
          "the labels of this corpus cannot be learned: "
              + e.getMessage()
              + "; is this the label column, or the feature that has the labels?");
    }
  }
}
