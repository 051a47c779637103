package org.gpchain.core.likelihood;

/**
 * The likelihood of the labels of many sentences together, for callers that ask for it very often
 * with scores that move along lines or ellipses. Scores are brought into a form of the batch's own,
 * once, by a linear map; any combination of such scores is then as good as the scores themselves.
 *
 * <p>Not thread-safe: it has scratch space of its own.
 */
public interface SentenceBatch {
  /** Number of arranged scores. */
  int scoreCount();

  /**
   * Brings latent scores into this batch's form, which is linear in them.
   *
   * @param unary f of all tokens, sentence after sentence, {@code [N×V]} row-major; not modified
   * @param out {@code [scoreCount]}; overwritten
   */
  void arrange(double[] unary, double[] out);

  /**
   * Returns {@code Σ_n log p(y_n | f_n, g)} for {@code f = a·f₁ + b·f₂}, or negative infinity if it
   * is less than {@code least} or no number. What a likelihood is a probability of is discrete, so
   * no sentence adds more than 0: a sum that has fallen too low is not completed.
   *
   * @param first f₁, arranged; not modified
   * @param second f₂, arranged; not modified
   * @param pairwise g, {@code [V×V]}; not modified
   */
  double logLikelihood(
      double[] first, double a, double[] second, double b, double[] pairwise, double least);
}
