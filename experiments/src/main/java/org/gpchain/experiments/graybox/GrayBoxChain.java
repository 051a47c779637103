package org.gpchain.experiments.graybox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.chain.PiecewisePseudoLikelihood;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.training.Progress;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.graybox.GrayBoxLearner;
import org.gpchain.training.graybox.GrayBoxProblem;
import org.gpchain.training.graybox.GrayBoxSettings;
import org.gpchain.training.graybox.GrayBoxState;

/**
 * A linear chain learned by the gray-box learner, for callers with feature rows instead of
 * sentences. Immutable.
 */
public final class GrayBoxChain {
  private final SparsePosterior posterior;

  private GrayBoxChain(SparsePosterior posterior) {
    this.posterior = posterior;
  }

  /** The likelihood that a chain is learned with. */
  public enum Likelihood {
    /** Its own likelihood. */
    CHAIN {
      @Override
      SequenceLikelihood of(LabeledRows train) {
        return new LinearChain(train.labelCount());
      }
    },
    /**
     * The piecewise pseudo-likelihood, which is linear in the number of labels, with transitions
     * relative to labels' frequencies.
     */
    PIECEWISE {
      @Override
      SequenceLikelihood of(LabeledRows train) {
        return PiecewisePseudoLikelihood.relativeTo(logFrequencies(train));
      }
    },
    /** The papers' own, with which predictions count labels' frequencies three times. */
    PIECEWISE_UNCORRECTED {
      @Override
      SequenceLikelihood of(LabeledRows train) {
        return new PiecewisePseudoLikelihood(train.labelCount());
      }
    };

    abstract SequenceLikelihood of(LabeledRows train);

    /** Predictions are by the chain of all factors, whatever they were learned with. */
    static MarginalInference inference(int labelCount) {
      return new LinearChain(labelCount);
    }

    /** Of labels of tokens, each counted once more than it occurs. */
    private static double[] logFrequencies(LabeledRows train) {
      double[] out = new double[train.labelCount()];
      Arrays.fill(out, 1);
      for (int label : train.labels()) {
        out[label]++;
      }
      for (int v = 0; v < out.length; v++) {
        out[v] = Math.log(out[v] / (train.tokenCount() + out.length));
      }
      return out;
    }
  }

  /**
   * What to do with checkpoints.
   *
   * @param file where they are; null for none
   * @param resume whether to continue from an existing one
   */
  public record Checkpoints(Path file, boolean resume) {
    /** None. */
    public static final Checkpoints NONE = new Checkpoints(null, false);

    /** Seconds between two checkpoints at least. */
    private static final double INTERVAL = 120;
  }

  /**
   * Learns.
   *
   * @param train the training sentences; not modified
   * @param kernel at the initial hyper-parameters
   * @param likelihood to learn with
   * @param settings of the learner
   * @param checkpoints where to save and to continue
   * @param stages receives what is learned after each phase, as it is when it is asked for
   * @throws IOException if a checkpoint cannot be read or written
   */
  public static GrayBoxChain learn(
      LabeledRows train,
      Kernel kernel,
      Likelihood likelihood,
      GrayBoxSettings settings,
      Checkpoints checkpoints,
      Consumer<Supplier<GrayBoxChain>> stages)
      throws IOException {
    Consumer<GrayBoxState> states =
        state -> stages.accept(() -> at(state, train, kernel, likelihood, settings));
    GrayBoxState begin = null;
    if (checkpoints.file() != null) {
      Checkpoint checkpoint = new Checkpoint(checkpoints.file(), settings, train, kernel);
      states =
          new Checkpointing(checkpoint, Checkpoints.INTERVAL, System::nanoTime).andThen(states);
      if (checkpoints.resume() && Files.exists(checkpoints.file())) {
        begin = checkpoint.load();
      }
    }
    try {
      return new GrayBoxChain(
          new GrayBoxLearner(settings, Progress.NONE, states)
              .resume(train, kernel, likelihood.of(train), begin));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static GrayBoxChain at(
      GrayBoxState state,
      LabeledRows train,
      Kernel kernel,
      Likelihood likelihood,
      GrayBoxSettings settings) {
    try (Parallel parallel = new Parallel(settings.run().threads())) {
      return new GrayBoxChain(
          new GrayBoxProblem(settings, train, kernel, likelihood.of(train), parallel)
              .posterior(state.parameters(), state.hyper()));
    }
  }

  /** What was learned. */
  public SparsePosterior posterior() {
    return posterior;
  }

  /**
   * The marginals of the labels of sentences, by forward–backward over the chain.
   *
   * @param test sentences over the same features and labels; their labels are not looked at; not
   *     modified
   * @param prediction how to predict
   * @param threads number of threads
   * @return for each sentence {@code p(y_t = v)}, {@code [T×V]} row-major; new arrays
   */
  public double[][] marginals(LabeledRows test, SparsePrediction prediction, int threads) {
    return prediction.marginals(posterior, Likelihood.inference(test.labelCount()), test, threads);
  }
}
