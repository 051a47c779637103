package org.gpchain.internal.training.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.segments.LegalInference;
import org.gpchain.training.LearningException;

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
   */
  static EncodedLabels of(List<LabeledSequence> corpus, TagScheme scheme, double entityRatio) {
    List<String> written = new ArrayList<>();
    corpus.forEach(sentence -> written.addAll(sentence.labels(scheme)));
    if (corpus.stream().allMatch(LabeledSequence::isComplete)) {
      LabelSet set = set(written, scheme);
      return new EncodedLabels(set, numbers(written, set), null, written);
    }
    if (scheme == TagScheme.IOB1) {
      throw new LearningException(
          "where tokens are not annotated, the labels of the scheme IOB1 are not known of the"
              + " segments beside them; learn in the scheme IOB2 or IOBES");
    }
    LabelSet set = set(knownLabels(corpus, scheme), scheme);
    int[] numbers = numbers(written, set);
    UnknownLabels unknown = new UnknownLabels(SpanCodec.of(scheme), set, corpus, entityRatio);
    int start = 0;
    for (LabeledSequence sentence : corpus) {
      for (UnknownToken one : sentence.unknown()) {
        numbers[start + one.token()] = unknown.code(sentence, one);
      }
      start += sentence.length();
    }
    PartialLabels partial = unknown.partial();
    checkPossible(corpus, scheme, numbers, new LinearChain(set.size(), partial));
    return new EncodedLabels(set, numbers, partial, written);
  }

  /** Refuses sentences whose known labels exclude each other. */
  private static void checkPossible(
      List<LabeledSequence> corpus, TagScheme scheme, int[] numbers, LinearChain chain) {
    int v = chain.labelCount();
    double[] pairs = new double[v * v];
    Workspace workspace = new Workspace();
    int start = 0;
    for (LabeledSequence one : corpus) {
      int end = start + one.length();
      if (!one.isComplete()) {
        int[] own = Arrays.copyOfRange(numbers, start, end);
        double value = chain.logLikelihood(new double[own.length * v], pairs, own, workspace);
        // Of expected labels it is no number where one of them is impossible.
        if (!(value > Double.NEGATIVE_INFINITY)) {
          throw new LearningException(
              "the labels of a sentence cannot follow each other: " + one.labels(scheme));
        }
      }
      start = end;
    }
  }

  private static List<String> knownLabels(List<LabeledSequence> corpus, TagScheme scheme) {
    List<String> known = new ArrayList<>();
    for (LabeledSequence sentence : corpus) {
      String[] labels = sentence.labels(scheme).toArray(String[]::new);
      sentence.unknown().forEach(one -> labels[one.token()] = null);
      Arrays.stream(labels).filter(label -> label != null).forEach(known::add);
      sentence.unknown().forEach(one -> known.addAll(one.weights().keySet()));
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

  /**
   * Knowledge about the labels of unknown tokens, as rows of {@link PartialLabels}. They are none
   * of a rejected type, and none that would lengthen a segment that ends before them.
   *
   * <p><b>Silence.</b> If a segment is annotated with the probability c, independently of all
   * others, then one that nobody has annotated is overlooked with 1 − c: a label that begins a
   * segment has this weight at an unknown token. With c = 0 silence would say nothing, and the
   * likelihood would be as content with segments everywhere; with c = 1 silence would be O. c
   * follows from the ratio ρ of tokens that are expected to be in segments: of ρ times all tokens
   * so many are annotated. The sum over completions then has about that expected ratio at its
   * maximum, since there the expected counts given the annotations are those of the model. It is
   * the expected entity ratio (Effland and Collins 2021) as the posterior of a model of annotators,
   * instead of as a penalty.
   */
  private static final class UnknownLabels {
    /** Weights of the labels of the set. */
    private record Row(List<Double> weights, boolean areProbabilities) {}

    /** What a sentence whose labels have probabilities counts beside some that are known. */
    private static final double SHARE = 0.2;

    /** However much is annotated: some is overlooked. */
    private static final double LEAST_OVERLOOKED = 0.01;

    private final SpanCodec codec;
    private final LabelSet set;
    private final double overlooked;
    private final double share;
    private final Map<Row, Integer> rows = new HashMap<>();

    /**
     * @param corpus whose segments are counted, in the sentences that have an unknown token
     * @param entityRatio ρ; 0: silence says nothing
     */
    UnknownLabels(SpanCodec codec, LabelSet set, List<LabeledSequence> corpus, double entityRatio) {
      double annotated = 0;
      double tokens = 0;
      for (LabeledSequence sentence : corpus) {
        if (!sentence.isComplete()) {
          annotated += sentence.spans().stream().mapToInt(span -> span.end() - span.start()).sum();
          tokens += sentence.length();
        }
      }
      this.codec = codec;
      this.share = corpus.stream().anyMatch(LabeledSequence::isComplete) ? SHARE : 1;
      this.set = set;
      this.overlooked =
          entityRatio > 0 ? Math.max(LEAST_OVERLOOKED, 1 - annotated / (entityRatio * tokens)) : 1;
    }

    /** The code of an unknown token, in place of the number of its label. */
    int code(LabeledSequence sentence, UnknownToken unknown) {
      String continuation =
          sentence.spans().stream()
              .filter(span -> span.end() == unknown.token())
              .findFirst()
              .map(codec::continuation)
              .orElse(null);
      List<Double> row =
          set.labels().stream()
              .map(label -> label.equals(continuation) ? 0.0 : weight(label, unknown))
              .toList();
      if (row.stream().allMatch(weight -> weight == 0)) {
        throw new LearningException(
            ("token %d of '%s' cannot have any label: those of the corpus were rejected, or would"
                    + " lengthen the segment before it")
                .formatted(unknown.token() + 1, String.join(" ", sentence.tokens().words())));
      }
      Row kind = new Row(row, !unknown.weights().isEmpty());
      return PartialLabels.code(rows.computeIfAbsent(kind, key -> rows.size()));
    }

    private double weight(String label, UnknownToken unknown) {
      if (codec.typeOf(label).filter(unknown.rejected()::contains).isPresent()) {
        return 0;
      }
      if (!unknown.weights().isEmpty()) {
        return unknown.weights().getOrDefault(weighted(label), 0.0);
      }
      return codec.begins(label) ? overlooked : 1;
    }

    /** The label of the scheme IOB2 at the same place of a segment; others are their own. */
    private String weighted(String label) {
      if (codec.scheme() != TagScheme.IOBES || label.equals(SpanCodec.OUTSIDE)) {
        return label;
      }
      return (codec.begins(label) ? "B" : "I") + label.substring(1);
    }

    /** All rows that were needed. */
    PartialLabels partial() {
      double[][] weight = new double[rows.size()][];
      boolean[] isProbability = new boolean[rows.size()];
      rows.forEach(
          (row, number) -> {
            weight[number] = row.weights.stream().mapToDouble(Double::doubleValue).toArray();
            isProbability[number] = row.areProbabilities;
          });
      List<String> shared = set.labels().stream().map(this::weighted).toList();
      int[][] alike =
          shared.stream()
              .map(
                  one ->
                      IntStream.range(0, shared.size())
                          .filter(v -> shared.get(v).equals(one))
                          .toArray())
              .toArray(int[][]::new);
      return new PartialLabels(
          weight, isProbability, share, LegalInference.constraints(codec, set), alike);
    }
  }
}
