package org.gpchain.experiments.papers;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.JointGaussian;
import org.gpchain.core.posterior.LatentSamples;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.training.Progress;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.graybox.GrayBoxLearner;
import org.gpchain.training.graybox.GrayBoxProblem;
import org.gpchain.training.graybox.GrayBoxSettings;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;
import org.gpchain.training.graybox.GrayBoxState;

/**
 * A linear chain that is learned by the gray-box learner from feature rows.
 *
 * @param train the training sentences; not modified
 * @param kernel at the initial hyper-parameters
 * @param likelihood to learn with
 * @param settings of the learner
 */
record GrayBoxChain(
    LabeledRows train, Kernel kernel, Likelihood likelihood, GrayBoxSettings settings) {
  /** Posterior samples that predictions are averaged over. */
  private static final int PREDICTION_SAMPLES = 200;

  /** The likelihood that a chain is learned with; predictions are by the chain of all factors. */
  enum Likelihood {
    /** Its own likelihood. */
    CHAIN,
    /**
     * The piecewise pseudo-likelihood, which is linear in the number of labels, with transitions
     * relative to labels' frequencies.
     */
    PIECEWISE,
    /** The papers' own, with which predictions count labels' frequencies three times. */
    PIECEWISE_UNCORRECTED;

    SequenceLikelihood of(LabeledRows train) {
      return switch (this) {
        case CHAIN -> new LinearChain(train.labelCount());
        case PIECEWISE -> new PiecewisePseudoLikelihood(logFrequencies(train));
        case PIECEWISE_UNCORRECTED -> new PiecewisePseudoLikelihood(new double[train.labelCount()]);
      };
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

  /** The state of the learner in a checkpoint. */
  static final class StateFormat implements Checkpoint.Format<GrayBoxState> {
    @Override
    public void write(GrayBoxState state, DataOutputStream out) throws IOException {
      out.writeInt(state.phase());
      Checkpoint.write(List.of(state.parameters(), state.hyper(), state.stepSizes()), out);
      out.writeLong(state.step());
      Checkpoint.write(state.memory(), out);
      Checkpoint.write(state.best(), out);
      out.writeDouble(state.bestValue());
      out.writeInt(state.roundsWithoutGain());
    }

    @Override
    public GrayBoxState read(DataInputStream in) throws IOException {
      int phase = in.readInt();
      List<double[]> arrays = Checkpoint.readArrays(in);
      return new GrayBoxState(
          phase,
          arrays.get(0),
          arrays.get(1),
          arrays.get(2),
          in.readLong(),
          Checkpoint.readArrays(in),
          Checkpoint.readArrays(in),
          in.readDouble(),
          in.readInt());
    }
  }

  /** All that can influence the posterior, in one line; not the threads and the time limit. */
  String told() {
    Stopping stopping = settings.stopping();
    GrayBoxSettings own =
        new GrayBoxSettings(
            settings.posterior(),
            settings.prior(),
            settings.estimation(),
            settings.method(),
            settings.schedule(),
            new Stopping(0, stopping.heldOut(), stopping.patience()),
            new Run(1, settings.run().seed()));
    return own + " kernel " + kernel + " data " + Long.toHexString(hash(train));
  }

  private static long hash(LabeledRows train) {
    long hash = Arrays.hashCode(train.sentenceStart());
    hash = 31 * hash + Arrays.hashCode(train.labels());
    for (int i = 0; i < train.rows().entryCount(); i++) {
      hash = 31 * hash + train.rows().column(i);
    }
    for (int row = 0; row <= train.rows().rowCount(); row++) {
      hash = 31 * hash + train.rows().start(row);
    }
    return hash;
  }

  /**
   * Learns.
   *
   * @param checkpoint where to save; null for nowhere
   * @param resume whether to continue from what is there
   * @param stages receives what is learned after each phase, as it is when it is asked for
   * @throws IOException if a checkpoint cannot be read or written
   */
  SparsePosterior learn(
      Checkpoint<GrayBoxState> checkpoint,
      boolean resume,
      Consumer<Supplier<SparsePosterior>> stages)
      throws IOException {
    GrayBoxState begin = checkpoint != null && resume ? checkpoint.load().orElse(null) : null;
    Consumer<GrayBoxState> states =
        state -> {
          if (checkpoint != null) {
            checkpoint.save(state, false);
          }
          stages.accept(() -> at(state));
        };
    try {
      return new GrayBoxLearner(settings, Progress.NONE, states)
          .resume(train, kernel, likelihood.of(train), begin);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private SparsePosterior at(GrayBoxState state) {
    try (Parallel parallel = new Parallel(settings.run().threads())) {
      return new GrayBoxProblem(settings, train, kernel, likelihood.of(train), parallel)
          .posterior(state.parameters(), state.hyper());
    }
  }

  /**
   * The marginals of the labels of sentences, by forward–backward over the chain, averaged over
   * samples of the posterior with what the inducing points leave open.
   *
   * @param posterior what was learned
   * @param test sentences over the same features and labels; their labels are not looked at; not
   *     modified
   * @return for each sentence {@code p(y_t = v)}, {@code [T×V]} row-major; new arrays
   */
  double[][] marginals(SparsePosterior posterior, LabeledRows test) {
    LinearChain chain = new LinearChain(test.labelCount());
    double[][] marginals = new double[test.sentenceCount()][];
    long[] own =
        RandomSource.XO_SHI_RO_256_PP
            .create(settings.run().seed())
            .longs(marginals.length)
            .toArray();
    try (Parallel parallel = new Parallel(settings.run().threads())) {
      parallel.loop(
          marginals.length,
          1,
          (worker, from, to) -> {
            Workspace workspace = new Workspace();
            for (int n = from; n < to; n++) {
              int length = test.length(n);
              int start = test.sentenceStart()[n];
              UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(own[n]);
              marginals[n] = new double[length * test.labelCount()];
              for (int k = 0; k < posterior.weights().length; k++) {
                addMarginals(
                    chain,
                    posterior.latent(k, test.rows(), start, length, true),
                    posterior.weights()[k] / PREDICTION_SAMPLES,
                    rng,
                    workspace,
                    marginals[n]);
              }
            }
          });
    }
    return marginals;
  }

  /** Adds the marginals of each sample of a Gaussian, times a weight. */
  private static void addMarginals(
      LinearChain chain,
      JointGaussian q,
      double weight,
      UniformRandomProvider rng,
      Workspace workspace,
      double[] marginalsInOut) {
    LatentSamples drawn = q.draw(rng, PREDICTION_SAMPLES);
    double[] unary = new double[marginalsInOut.length];
    double[] pairwise = new double[q.pairwiseMean().length];
    double[] marginals = new double[marginalsInOut.length];
    for (int s = 0; s < PREDICTION_SAMPLES; s++) {
      for (int i = 0; i < unary.length; i++) {
        unary[i] = q.unaryMean()[i] + drawn.unary()[s][i];
      }
      for (int i = 0; i < pairwise.length; i++) {
        pairwise[i] = q.pairwiseMean()[i] + drawn.pairwise()[s][i];
      }
      chain.lattice(unary, pairwise, q.length(), workspace).marginals(marginals);
      for (int i = 0; i < marginals.length; i++) {
        marginalsInOut[i] += weight * marginals[i];
      }
    }
  }
}
