package org.gpchain.internal.evaluation.selection;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.util.Locale;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;

/** A criterion for ranking texts: texts with higher scores are more useful to annotate. */
public enum Criterion {
  /** The entropy of the tokens' labels (nats). */
  ENTROPY,

  /**
   * The probability that at least one of the predicted labels is wrong (least confidence; Culotta
   * and McCallum 2005): 1 − p, or 1 − p^(1/T) per token, where T includes the {@linkplain
   * Measure#TOKEN overhead}.
   */
  SEQUENCE,

  /**
   * The expected gain of the pool's F1 from annotating the text, up to a factor that is the same
   * for all texts. With TP correct segments among P predicted and G gold segments, F = 2 TP / (P +
   * G). Annotation raises the text's TP and changes its P to its G. To first order, the gain is
   *
   * <pre>dF = [2 (G − TP) − F (G − P)] / (P + G) = [(2 − F) · missed + F · wrong] / (P + G)</pre>
   */
  F1,

  /**
   * The mutual information of the tokens' labels and the model (Houlsby et al. 2011), which is the
   * part of the entropy that more training data can remove. Requires samples of the posterior.
   */
  MUTUAL_INFORMATION;

  /** The unit of text that scores refer to. */
  public enum Measure {
    /** The whole sentence or document. This favors long texts. */
    WHOLE,
    /**
     * A token of the text, including an overhead of {@link #OVERHEAD} tokens for each text. The
     * overhead stands for the effort of starting to read a text. Without it, fragments of two
     * tokens, one of them a name, would be ranked first.
     */
    TOKEN;

    /** Overhead of a text (tokens); chosen by experiment (experiments/docs/select.md). */
    private static final int OVERHEAD = 2;

    /** Default measure; chosen by experiment (experiments/docs/select.md). */
    public static final Measure DEFAULT = TOKEN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns a human-readable explanation of the score of a text. */
  String why(Uncertainty text) {
    String tokens = plural(text.tokens(), "token");
    return switch (this) {
      case ENTROPY -> format("entropy of %s: %.2f nats", tokens, text.entropy());
      case SEQUENCE -> {
        String labels =
            text.tokens() == 1 ? "its label is" : "all " + text.tokens() + " labels are";
        double probability = Math.exp(text.logProbability());
        yield format("%s right with a probability of %.2g", labels, probability);
      }
      case F1 ->
          format(
              "of the segments in %s, %.2f are expected to be missed and %.2f to be wrong",
              tokens, text.missed(), text.wrong());
      case MUTUAL_INFORMATION ->
          format(
              "mutual information of the model and %s: %.2f nats",
              tokens, text.mutualInformation());
    };
  }

  /**
   * Returns the score of a text.
   *
   * @param uncertainty uncertainty about the text
   * @param measure whether the score refers to the whole text or to a token
   * @param f1 expected F1 of the whole pool, see {@link Uncertainty#expectedF1}
   * @return at least 0; 0 for a text without tokens
   */
  public double score(Uncertainty uncertainty, Measure measure, double f1) {
    if (uncertainty.tokens() == 0) {
      return 0;
    }
    double score;
    if (measure == Measure.WHOLE) {
      score = scoreOfWhole(uncertainty, f1);
    } else {
      score = scorePerToken(uncertainty, f1);
    }
    return Math.max(0, score);
  }

  private double scoreOfWhole(Uncertainty text, double f1) {
    return switch (this) {
      case ENTROPY -> text.entropy();
      case SEQUENCE -> -Math.expm1(text.logProbability());
      case F1 -> (2 - f1) * text.missed() + f1 * text.wrong();
      case MUTUAL_INFORMATION -> text.mutualInformation();
    };
  }

  private double scorePerToken(Uncertainty text, double f1) {
    int cost = text.tokens() + Measure.OVERHEAD;
    if (this == SEQUENCE) {
      return -Math.expm1(text.logProbability() / cost);
    }
    return scoreOfWhole(text, f1) / cost;
  }

  /**
   * Returns the decoding options of a tagger whose predictions have everything that the scores
   * need.
   *
   * @param samples number of posterior samples, if the criterion needs samples
   */
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
