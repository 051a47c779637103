package org.gpchain.evaluation.selection;

import static org.gpchain.core.text.Numbers.format;

import java.util.Locale;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.DecodingOptions.Decoding;

/** What makes text worth annotating: a score, which is the higher the more can be learned. */
public enum Criterion {
  /** The entropy of the tokens' labels, in nats. */
  ENTROPY {
    @Override
    double amount(Uncertainty uncertainty, double f1) {
      return uncertainty.entropy();
    }

    @Override
    String why(Uncertainty uncertainty) {
      return words("entropy of %d tokens: %.2f nats", uncertainty.tokens(), uncertainty.entropy());
    }
  },

  /**
   * The probability that some of the best labels are wrong (least confidence; Culotta and McCallum
   * 2005): 1 − p, by token 1 − p^(1/T).
   */
  SEQUENCE {
    @Override
    double amount(Uncertainty uncertainty, double f1) {
      return -Math.expm1(uncertainty.logProbability());
    }

    @Override
    double amountOfToken(Uncertainty uncertainty, double f1) {
      return -Math.expm1(uncertainty.logProbability() / uncertainty.tokens());
    }

    @Override
    String why(Uncertainty uncertainty) {
      return words(
          "all %d labels are right with a probability of %.2g",
          uncertainty.tokens(), Math.exp(uncertainty.logProbability()));
    }
  },

  /**
   * What the expected F1 of the pool gains if people annotate the text, but for a factor that is
   * the same for all. With TP right ones among P predicted and G gold segments, F = 2 TP / (P + G),
   * and people bring TP and P of the text to its G. To first order that is
   *
   * <pre>dF = [2 (G − TP) − F (G − P)] / (P + G) = [(2 − F) · missed + F · wrong] / (P + G)</pre>
   */
  F1 {
    @Override
    double amount(Uncertainty uncertainty, double f1) {
      return (2 - f1) * uncertainty.missed() + f1 * uncertainty.wrong();
    }

    @Override
    String why(Uncertainty uncertainty) {
      return words(
          "of the segments in %d tokens, %.2f are expected to be missed and %.2f to be wrong",
          uncertainty.tokens(), uncertainty.missed(), uncertainty.wrong());
    }
  },

  /**
   * The mutual information of the tokens' labels and the model (Houlsby et al. 2011): of the
   * entropy the part that more training data can remove. It needs samples of the posterior.
   */
  MUTUAL_INFORMATION {
    @Override
    double amount(Uncertainty uncertainty, double f1) {
      return uncertainty.mutualInformation();
    }

    @Override
    String why(Uncertainty uncertainty) {
      return words(
          "mutual information of the model and %d tokens: %.2f nats",
          uncertainty.tokens(), uncertainty.mutualInformation());
    }
  };

  /** What scores are about. */
  public enum Measure {
    /** The sentence or document as it is: long ones have more to learn from. */
    WHOLE,
    /** Each token that people have to annotate. */
    TOKEN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What the score says, for people. */
  abstract String why(Uncertainty uncertainty);

  private static String words(String format, Object... figures) {
    return format(format, figures);
  }

  /** The score of a whole text. */
  abstract double amount(Uncertainty uncertainty, double f1);

  /** The score of each of its tokens, at least one, on average. */
  double amountOfToken(Uncertainty uncertainty, double f1) {
    return amount(uncertainty, f1) / uncertainty.tokens();
  }

  /**
   * The score of a text.
   *
   * @param f1 expected F1 of the whole pool, see {@link Uncertainty#expectedF1}
   * @return at least 0; 0 for a text without tokens
   */
  public double score(Uncertainty uncertainty, Measure measure, double f1) {
    if (uncertainty.tokens() == 0) {
      return 0;
    }
    double score =
        measure == Measure.WHOLE ? amount(uncertainty, f1) : amountOfToken(uncertainty, f1);
    return Math.max(0, score);
  }

  /** What its scores are about, unless somebody says otherwise: as measured, docs/select.md. */
  public Measure measure() {
    return Measure.TOKEN;
  }

  /** Whether scores come from samples of the posterior. */
  public boolean needsSamples() {
    return this == MUTUAL_INFORMATION;
  }

  /**
   * How a tagger predicts what the scores are made of.
   *
   * @param samples of the posterior, for those that need them
   */
  DecodingOptions decoding(int samples) {
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
