package org.gpchain.internal.training.graybox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.CosinePolynomial;
import org.gpchain.internal.gp.kernel.Rbf;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.bound.JointEstimator;
import org.gpchain.internal.training.bound.JointEstimator.LikelihoodException;
import org.gpchain.internal.training.bound.Pathwise;
import org.gpchain.internal.training.bound.ScoreFunction;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Method;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.internal.training.graybox.GrayBoxSettings.RoundSteps;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrayBoxLearnerTest {
  private static final int LABELS = 2;
  private static final Kernel KERNEL =
      new AdditiveLinearKernel(new int[] {0, 0, 1, 1, 2}, new double[] {1, 1, 1});
  private static final LinearChain CHAIN = new LinearChain(LABELS);
  private static final Posterior SMALL = new Posterior(4, 1);

  /** Returns a corpus in which features 0 and 1 determine the labels; features 2 to 4 are noise. */
  private static LabeledRows corpus(int sentences) {
    int[] lengths = IntStream.range(0, sentences).map(n -> 1 + n % 4).toArray();
    int[] columns = new int[2 * IntStream.of(lengths).sum()];
    int[] labels = new int[columns.length / 2];
    int row = 0;

    for (int n = 0; n < sentences; n++) {
      for (int t = 0; t < lengths[n]; t++) {
        labels[row] = (n + t) % LABELS;
        columns[2 * row] = labels[row];
        columns[2 * row++ + 1] = 2 + (n * 3 + t) % 3;
      }
    }
    return Corpora.of(5, columns, LABELS, labels, lengths);
  }

  private static GrayBoxSettings settings(Method method, int threads, Posterior posterior) {
    return new GrayBoxSettings(
        posterior,
        1,
        40,
        method,
        new Schedule(3, new RoundSteps(8, 4, 2), 3, true),
        new Run(threads, 1));
  }

  private static JointEstimator score(SequenceLikelihood likelihood) {
    return new ScoreFunction(likelihood, ControlVariate.SPLIT, false);
  }

  private static SparsePosterior learn(Method method, int threads, JointEstimator estimator) {
    return learn(settings(method, threads, SMALL), estimator);
  }

  private static SparsePosterior learn(GrayBoxSettings settings, JointEstimator estimator) {
    return new GrayBoxLearner(settings, Progress.NONE, posterior -> {})
        .learn(corpus(12), KERNEL, estimator);
  }

  private static double accuracy(SparsePosterior posterior) {
    LabeledRows test = corpus(9);
    int right = 0;
    for (int n = 0; n < test.sentenceCount(); n++) {
      int[] labels = test.labelsOf(n);
      double[] marginals = new double[labels.length * LABELS];
      double[] unary = new double[marginals.length];
      posterior.unaryMean(test.rows(), test.sentenceStart()[n], labels.length, unary);
      CHAIN
          .lattice(unary, posterior.pairwiseMean(), labels.length, new Workspace())
          .marginals(marginals);
      for (int t = 0; t < labels.length; t++) {
        right += marginals[t * LABELS + labels[t]] > 0.5 ? 1 : 0;
      }
    }

    return (double) right / test.tokenCount();
  }

  @ParameterizedTest
  @EnumSource
  void everyMethodLearnsIndependentlyOfThreads(Method method) {
    for (JointEstimator estimator : List.of(new Pathwise(CHAIN), score(CHAIN))) {
      SparsePosterior singleThreaded = learn(method, 1, estimator);
      assertThat(accuracy(singleThreaded)).isGreaterThan(0.9);
      assertSame(learn(method, 4, estimator), singleThreaded);
    }
  }

  private static void assertSame(SparsePosterior a, SparsePosterior b) {
    assertThat(a.components()).usingRecursiveComparison().isEqualTo(b.components());
    assertThat(a.pairwise()).usingRecursiveComparison().isEqualTo(b.pairwise());
  }

  /** A likelihood without gradient. */
  private record Values(ToDoubleBiFunction<double[], int[]> ofUnary) implements SequenceLikelihood {
    @Override
    public int labelCount() {
      return LABELS;
    }

    @Override
    public double logLikelihood(
        double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
      return ofUnary.applyAsDouble(unary, labels);
    }
  }

  @Test
  void learnsFullGaussianProcessesAndMixtures() {
    Posterior full = new Posterior(0, 1);
    Posterior mixture = new Posterior(4, 3);
    SparsePosterior one = learn(settings(Method.BATCH, 1, full), new Pathwise(CHAIN));
    assertThat(accuracy(one)).isGreaterThan(0.9);
    SparsePosterior three = learn(settings(Method.BATCH, 1, mixture), new Pathwise(CHAIN));
    assertThat(three.weights()).hasSize(3);
    assertThat(accuracy(three)).isGreaterThan(0.9);
  }

  /** Every kernel's hyper-parameters change in the third phase of a round. */
  @ParameterizedTest
  @EnumSource
  void everyKernelLearns(Method method) {
    Kernel cosine = new ComposedKernel(KERNEL, 1, new CosinePolynomial(1, 2));
    Kernel kernel = new SumKernel(KERNEL, cosine, new ComposedKernel(KERNEL, 1, new Rbf(1.5)));
    List<SparsePosterior> stages = new ArrayList<>();
    SparsePosterior whole =
        new GrayBoxLearner(
                settings(method, 2, SMALL), Progress.NONE, stage -> stages.add(stage.get()))
            .learn(corpus(12), kernel, new Pathwise(CHAIN));

    assertThat(accuracy(whole)).isGreaterThan(0.9);
    assertThat(stages).hasSize(9);
    assertSame(stages.get(8), whole);
    assertThat(hyper(stages.get(1))).containsExactly(kernel.hyperParameters());
    assertThat(hyper(stages.get(2))).hasSize(3 + 2 + 2).isNotEqualTo(hyper(stages.get(1)));
    assertThat(hyper(whole)).isNotEqualTo(hyper(stages.get(2)));
  }

  private static double[] hyper(SparsePosterior posterior) {
    return posterior.projection().kernel().hyperParameters();
  }

  @Test
  void hyperParametersAreFixedWithoutSteps() {
    assertRefused(() -> new RoundSteps(8, 4, -1), "hyper");
    GrayBoxSettings fixed =
        new GrayBoxSettings(
            SMALL,
            1,
            4,
            Method.BATCH,
            new Schedule(1, new RoundSteps(8, 4, 0), 5, true),
            new Run(1, 1));
    assertThat(hyper(learn(fixed, new Pathwise(CHAIN)))).containsExactly(KERNEL.hyperParameters());
  }

  /** Natural gradients reach a better bound in a third of the rounds. */
  @Test
  void naturalGradientsConvergeFaster() {
    List<Double> steps = new ArrayList<>();
    for (Method method : List.of(Method.BATCH, Method.NATURAL)) {
      int rounds = method == Method.BATCH ? 6 : 2;
      Schedule schedule = new Schedule(rounds, new RoundSteps(20, 10, 0), 1, false);
      GrayBoxSettings settings = new GrayBoxSettings(SMALL, 1, 40, method, schedule, new Run(1, 1));
      steps.add(Double.NaN);
      new GrayBoxLearner(
              settings, step -> steps.set(steps.size() - 1, step.objective()), posterior -> {})
          .learn(corpus(12), KERNEL, new Pathwise(CHAIN));
    }
    assertThat(steps.get(1)).isLessThan(1.0001 * steps.get(0));
  }

  @Test
  void reportsInvalidProblems() {
    Posterior mixture = new Posterior(4, 2);

    assertRefused(() -> settings(Method.NATURAL, 1, mixture), "for one Gaussian");
    Posterior tooMany = new Posterior(1000, 1);
    assertRefused(
        () -> learn(settings(Method.BATCH, 1, tooMany), new Pathwise(CHAIN)),
        "more inducing points than tokens",
        "1000");

    for (double value :
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
      assertFails(
          LikelihoodException.class,
          () -> learn(Method.SAGA, 1, score(new Values((unary, labels) -> value))),
          Double.toString(value));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsNonpositiveVariances(double wrong) {
    Schedule schedule = Schedule.PATHWISE;
    Run run = new Run(1, 1);
    assertRefused(
        () -> new GrayBoxSettings(SMALL, wrong, 4, Method.BATCH, schedule, run),
        "transition variance must be a positive finite number");
    assertRefused(() -> new GrayBoxSettings(SMALL, 1, 0, Method.BATCH, schedule, run), "samples");
  }
}
