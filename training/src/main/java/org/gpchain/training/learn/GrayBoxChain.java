package org.gpchain.training.learn;

import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.chain.PiecewisePseudoLikelihood;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.training.vi.LabeledRows;

/**
 * A linear chain learned by the gray-box learner, for those who have feature rows rather than
 * sentences. Immutable.
 */
public final class GrayBoxChain {
  private final SparsePosterior posterior;

  private GrayBoxChain(SparsePosterior posterior) {
    this.posterior = posterior;
  }

  /** What a chain may be learned by. */
  public enum Likelihood {
    /** Its own likelihood. */
    CHAIN {
      @Override
      SequenceLikelihood of(int labelCount) {
        return new LinearChain(labelCount);
      }
    },
    /** The piecewise pseudo-likelihood, which is linear in the number of labels. */
    PIECEWISE {
      @Override
      SequenceLikelihood of(int labelCount) {
        return new PiecewisePseudoLikelihood(labelCount);
      }
    };

    abstract SequenceLikelihood of(int labelCount);
  }

  /**
   * Learns.
   *
   * @param train the training sentences; not modified
   * @param groupOfFeature see {@link GrayBoxLearner#learn}
   * @param likelihood what to learn by
   * @param settings what to do
   * @param listener is told of each phase
   */
  public static GrayBoxChain learn(
      LabeledRows train,
      int[] groupOfFeature,
      Likelihood likelihood,
      GrayBoxSettings settings,
      GrayBoxListener listener) {
    return new GrayBoxChain(
        new GrayBoxLearner(settings, listener)
            .learn(train, groupOfFeature, likelihood.of(train.labelCount())));
  }

  /** What was learned. */
  public SparsePosterior posterior() {
    return posterior;
  }

  /**
   * The marginals of the labels of sentences, always those of the chain.
   *
   * @param test sentences over the same features and labels; their labels are not looked at; not
   *     modified
   * @param prediction how to predict
   * @param threads number of threads
   * @return for each sentence {@code p(y_t = v)}, {@code [T×V]} row-major; new arrays
   */
  public double[][] marginals(LabeledRows test, SparsePrediction prediction, int threads) {
    return prediction.marginals(posterior, new LinearChain(test.labelCount()), test, threads);
  }
}
