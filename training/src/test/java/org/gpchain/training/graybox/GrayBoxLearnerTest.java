package org.gpchain.training.graybox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.kernel.ComposedKernel;
import org.gpchain.core.kernel.CosinePolynomial;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.kernel.Rbf;
import org.gpchain.core.kernel.SumKernel;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.training.Progress;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.graybox.GrayBoxSettings.Estimation;
import org.gpchain.training.graybox.GrayBoxSettings.Estimator;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;
import org.gpchain.training.objective.JointEstimator.LikelihoodException;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GrayBoxLearnerTest {
  private static final int LABELS = 2;
  private static final int[] GROUPS = {0, 0, 1, 1, 2};
  private static final Kernel KERNEL = new AdditiveLinearKernel(GROUPS, new double[] {1, 1, 1});

  /** Feature 0 says label 0, feature 1 says label 1, features 2 to 4 say nothing. */
  private static LabeledRows corpus(int sentences) {
    int[] start = new int[sentences + 1];
    List<int[]> rows = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (int n = 0; n < sentences; n++) {
      int length = 1 + n % 4;
      for (int t = 0; t < length; t++) {
        int label = (n + t) % LABELS;
        rows.add(new int[] {label, 2 + (n * 3 + t) % 3});
        labels.add(label);
      }
      start[n + 1] = start[n] + length;
    }
    int[] rowStart = new int[rows.size() + 1];
    int[] columns = new int[2 * rows.size()];
    for (int r = 0; r < rows.size(); r++) {
      rowStart[r + 1] = 2 * (r + 1);
      System.arraycopy(rows.get(r), 0, columns, 2 * r, 2);
    }
    return new LabeledRows(
        SparseRows.of(5, rowStart, columns),
        start,
        labels.stream().mapToInt(Integer::intValue).toArray(),
        LABELS);
  }

  private static GrayBoxSettings settings(Method method, Estimator estimator, int threads) {
    return new GrayBoxSettings(
        new Posterior(4, 1, CovarianceForm.DIAGONAL, CovarianceForm.DIAGONAL),
        Prior.of(1, 1, 1),
        new Estimation(estimator, 40, ControlVariate.SPLIT, false),
        method,
        new Schedule(3, 8, 4, 2, 3, true),
        Stopping.NEVER,
        new Run(threads, 1));
  }

  private static GrayBoxSettings with(GrayBoxSettings s, Posterior posterior, Stopping stopping) {
    return new GrayBoxSettings(
        posterior, s.prior(), s.estimation(), s.method(), s.schedule(), stopping, s.run());
  }

  private static SparsePosterior learn(GrayBoxSettings settings, SequenceLikelihood likelihood) {
    return new GrayBoxLearner(settings, Progress.NONE).learn(corpus(12), GROUPS, likelihood);
  }

  private static double accuracy(SparsePosterior posterior) {
    LabeledRows test = corpus(9);
    LinearChain chain = new LinearChain(LABELS);
    int right = 0;
    for (int n = 0; n < test.sentenceCount(); n++) {
      int[] labels = test.labelsOf(n);
      double[] marginals = new double[labels.length * LABELS];
      double[] unary = new double[marginals.length];
      posterior.unaryMean(test.rows(), test.sentenceStart()[n], labels.length, unary);
      chain
          .lattice(unary, posterior.pairwiseMean(), labels.length, new Workspace())
          .marginals(marginals);
      for (int t = 0; t < labels.length; t++) {
        right += marginals[t * LABELS + labels[t]] > 0.5 ? 1 : 0;
      }
    }
    return (double) right / test.tokenCount();
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void everyMethodLearns(Method method) {
    for (Estimator estimator : Estimator.values()) {
      SparsePosterior posterior = learn(settings(method, estimator, 2), new LinearChain(LABELS));
      assertThat(accuracy(posterior)).as("%s %s", method, estimator).isGreaterThan(0.9);
    }
  }

  @Test
  void aLikelihoodWithoutGradientDropsIn() {
    LinearChain chain = new LinearChain(LABELS);
    SequenceLikelihood blackBox =
        new SequenceLikelihood() {
          @Override
          public int labelCount() {
            return LABELS;
          }

          @Override
          public double logLikelihood(
              double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
            return chain.logLikelihood(unary, pairwise, labels, workspace);
          }
        };
    SparsePosterior posterior = learn(settings(Method.SAGA, Estimator.SCORE_FUNCTION, 1), blackBox);
    assertThat(accuracy(posterior)).isGreaterThan(0.9);
  }

  @Test
  void fullGaussianProcessAndMixtureLearn() {
    GrayBoxSettings batch = settings(Method.BATCH, Estimator.AUTO, 1);
    Posterior full = new Posterior(0, 1, CovarianceForm.FULL, CovarianceForm.FULL);
    Posterior mixture = new Posterior(4, 3, CovarianceForm.DIAGONAL, CovarianceForm.DIAGONAL);
    LinearChain chain = new LinearChain(LABELS);
    assertThat(accuracy(learn(with(batch, full, Stopping.NEVER), chain))).isGreaterThan(0.9);
    SparsePosterior three = learn(with(batch, mixture, Stopping.NEVER), chain);
    assertThat(three.weights()).hasSize(3);
    assertThat(accuracy(three)).isGreaterThan(0.9);
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void threadsDoNotMatter(Method method) {
    SparsePosterior one =
        learn(settings(method, Estimator.SCORE_FUNCTION, 1), new LinearChain(LABELS));
    SparsePosterior four =
        learn(settings(method, Estimator.SCORE_FUNCTION, 4), new LinearChain(LABELS));
    assertSame(one, four);
  }

  private static void assertSame(SparsePosterior a, SparsePosterior b) {
    assertThat(a.components().get(0).mean()).isEqualTo(b.components().get(0).mean());
    assertThat(a.components().get(0).deviation()).isEqualTo(b.components().get(0).deviation());
    assertThat(a.pairwise().mean()).isEqualTo(b.pairwise().mean());
  }

  /** From every state learning goes on to the same posterior, bit for bit. */
  @ParameterizedTest
  @EnumSource(Method.class)
  void resumesBitForBit(Method method) {
    GrayBoxSettings settings = settings(method, Estimator.SCORE_FUNCTION, 2);
    LabeledRows train = corpus(12);
    List<GrayBoxState> states = new ArrayList<>();
    SparsePosterior whole =
        new GrayBoxLearner(settings, Progress.NONE, states::add)
            .learn(train, GROUPS, new LinearChain(LABELS));
    assertThat(states).hasSize(9);
    for (GrayBoxState state : states) {
      SparsePosterior resumed =
          new GrayBoxLearner(settings, Progress.NONE)
              .resume(train, KERNEL, new LinearChain(LABELS), state);
      assertSame(resumed, whole);
    }
  }

  /** With hyper-parameters of its own, and from a later state as from the beginning. */
  @ParameterizedTest
  @EnumSource(Method.class)
  void everyKernelLearns(Method method) {
    Kernel cosine = new ComposedKernel(KERNEL, 1, new CosinePolynomial(1, 2));
    Kernel kernel = new SumKernel(KERNEL, cosine, new ComposedKernel(KERNEL, 1, new Rbf(1.5)));
    GrayBoxSettings settings = settings(method, Estimator.PATHWISE, 2);
    LabeledRows train = corpus(12);
    LinearChain chain = new LinearChain(LABELS);
    List<GrayBoxState> states = new ArrayList<>();
    SparsePosterior whole =
        new GrayBoxLearner(settings, Progress.NONE, states::add).learn(train, kernel, chain);
    assertThat(accuracy(whole)).isGreaterThan(0.9);
    double[] last = states.get(states.size() - 1).hyper();
    assertThat(last).hasSize(3 + 2 + 2 + 1).isNotEqualTo(states.get(0).hyper());
    assertSame(
        new GrayBoxLearner(settings, Progress.NONE).resume(train, kernel, chain, states.get(4)),
        whole);
  }

  @Test
  void stopsEarlyAndKeepsTheBest() {
    GrayBoxSettings batch = settings(Method.BATCH, Estimator.PATHWISE, 1);
    int rounds = 60;
    GrayBoxSettings stopping =
        new GrayBoxSettings(
            batch.posterior(),
            batch.prior(),
            batch.estimation(),
            batch.method(),
            new Schedule(rounds, 8, 4, 2, 3, true),
            new Stopping(0, 0.25, 2),
            batch.run());
    List<GrayBoxState> states = new ArrayList<>();
    LinearChain chain = new LinearChain(LABELS);
    LabeledRows corpus = corpus(12);
    SparsePosterior learned =
        new GrayBoxLearner(stopping, Progress.NONE, states::add).learn(corpus, GROUPS, chain);
    GrayBoxState last = states.get(states.size() - 1);
    assertThat(last.phase()).isLessThan(GrayBoxLearner.PHASES_PER_ROUND * rounds);
    assertThat(last.roundsWithoutGain()).isEqualTo(2);
    double best = states.stream().mapToDouble(GrayBoxState::bestValue).max().orElseThrow();
    assertThat(last.bestValue()).isEqualTo(best).isNegative();
    assertThat(last.best().get(0)).isNotEqualTo(last.parameters());
    try (Parallel parallel = new Parallel(1)) {
      GrayBoxProblem problem =
          new GrayBoxProblem(
              stopping, corpus.sentences(0, 9), stopping.linearKernel(GROUPS), chain, parallel);
      SparsePosterior expected = problem.posterior(last.best().get(0), last.best().get(1));
      assertThat(learned.components().get(0).mean()).isEqualTo(expected.components().get(0).mean());
      assertThat(learned.pairwise().mean()).isEqualTo(expected.pairwise().mean());
    }
  }

  @Test
  void aTimeBudgetThatIsSpentEndsLearning() {
    GrayBoxSettings batch = settings(Method.BATCH, Estimator.PATHWISE, 1);
    List<GrayBoxState> states = new ArrayList<>();
    new GrayBoxLearner(
            with(batch, batch.posterior(), new Stopping(1e-9, 0, 1)), Progress.NONE, states::add)
        .learn(corpus(12), GROUPS, new LinearChain(LABELS));
    assertThat(states).isEmpty();
  }

  @Test
  void saysWhatIsWrong() {
    GrayBoxSettings batch = settings(Method.BATCH, Estimator.PATHWISE, 1);
    LinearChain chain = new LinearChain(LABELS);
    Posterior tooMany = new Posterior(1000, 1, CovarianceForm.DIAGONAL, CovarianceForm.DIAGONAL);
    assertRefused(
        () -> learn(with(batch, tooMany, Stopping.NEVER), chain),
        "more inducing points than tokens",
        "1000");
    assertRefused(() -> learn(batch, values((double) Float.NaN)), "knows its gradient");
    GrayBoxSettings score = settings(Method.SAGA, Estimator.AUTO, 1);
    for (double value :
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
      assertFails(
          LikelihoodException.class, () -> learn(score, values(value)), Double.toString(value));
    }
    assertRefused(
        () -> learn(with(batch, batch.posterior(), new Stopping(0, 0.99, 1)), chain),
        "nothing is left to learn from");
  }

  /** A likelihood by values only, all of them the same. */
  private static SequenceLikelihood values(double value) {
    return new SequenceLikelihood() {
      @Override
      public int labelCount() {
        return LABELS;
      }

      @Override
      public double logLikelihood(
          double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
        return value;
      }
    };
  }
}
