package org.gpchain.internal.evaluation.selection;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;

/** What makes text worth annotating: a score, which is the higher the more can be learned. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
public enum Criterion {
  /** The entropy of the tokens' labels, in nats. */
  ENTROPY(
      (of, f1) -> of.entropy(),
      of -> format("entropy of %s: %.2f nats", plural(of.tokens(), "token"), of.entropy())),

  /**
   * The probability that some of the best labels are wrong (least confidence; Culotta and McCallum
   * 2005): 1 − p, by token 1 − p^(1/T), T with the {@linkplain Measure#TOKEN overhead}.
   */
  SEQUENCE(
      (of, f1) -> -Math.expm1(of.logProbability()),
      of ->
          format(
              "%s right with a probability of %.2g",
              of.tokens() == 1 ? "its label is" : "all " + of.tokens() + " labels are",
              Math.exp(of.logProbability()))),

  /**
   * What the expected F1 of the pool gains if people annotate the text, but for a factor that is
   * the same for all. With TP right ones among P predicted and G gold segments, F = 2 TP / (P + G),
   * and people bring TP and P of the text to its G. To first order that is
   *
   * <pre>dF = [2 (G − TP) − F (G − P)] / (P + G) = [(2 − F) · missed + F · wrong] / (P + G)</pre>
   */
  F1(
      (of, f1) -> (2 - f1) * of.missed() + f1 * of.wrong(),
      of ->
          format(
              "of the segments in %s, %.2f are expected to be missed and %.2f to be wrong",
              plural(of.tokens(), "token"), of.missed(), of.wrong())),

  /**
   * The mutual information of the tokens' labels and the model (Houlsby et al. 2011): of the
   * entropy the part that more training data can remove. It needs samples of the posterior.
   */
  MUTUAL_INFORMATION(
      (of, f1) -> of.mutualInformation(),
      of ->
          format(
              "mutual information of the model and %s: %.2f nats",
              plural(of.tokens(), "token"), of.mutualInformation()));

  private final ToDoubleBiFunction<Uncertainty, Double> amount;
  private final Function<Uncertainty, String> why;

  Criterion(ToDoubleBiFunction<Uncertainty, Double> amount, Function<Uncertainty, String> why) {
    this.amount = amount;
    this.why = why;
  }

  /** What scores are about. */
  public enum Measure {
    /** The sentence or document as it is: long ones have more to learn from. */
    WHOLE,
    /**
     * Each token that people have to annotate. Beginning a text costs them something too, as if it
     * had {@link #OVERHEAD} tokens more: else a fragment of two tokens, one of them a name, would
     * come first.
     */
    TOKEN;

    /** Chosen by experiment (experiments/docs/select.md). */
    private static final int OVERHEAD = 2;

    /** Chosen by experiment (experiments/docs/select.md). */
    public static final Measure DEFAULT = TOKEN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What the score says, for people. */
  String why(Uncertainty of) {
    return why.apply(of);
  }

  /**
   * @param f1 expected F1 of the whole pool, see {@link Uncertainty#expectedF1}
   * @return at least 0; 0 for a text without tokens
   */
  public double score(Uncertainty uncertainty, Measure measure, double f1) {
    if (uncertainty.tokens() == 0) {
      return 0;
    }
    double whole = amount.applyAsDouble(uncertainty, f1);
    int cost = uncertainty.tokens() + Measure.OVERHEAD;
    double ofToken =
        this == SEQUENCE ? -Math.expm1(uncertainty.logProbability() / cost) : whole / cost;
    return Math.max(0, measure == Measure.WHOLE ? whole : ofToken);
  }

  /** How a tagger predicts what the scores are made of. */
  public DecodingOptions decoding(int samples) {
    return switch (this) {
      case ENTROPY, F1 -> DecodingOptions.DEFAULT;
      case SEQUENCE -> new DecodingOptions(Decoding.VITERBI, 0, false, 1);
      case MUTUAL_INFORMATION -> new DecodingOptions(Decoding.MARGINAL, samples, true, 1);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
