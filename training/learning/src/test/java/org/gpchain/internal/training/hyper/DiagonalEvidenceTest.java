package org.gpchain.internal.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.hyper.ValidationFold.Effort;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.internal.training.optim.ChainCase;
import org.gpchain.internal.training.optim.ChainCase.Optimum;
import org.junit.jupiter.api.Test;

class DiagonalEvidenceTest {
  private static final LabeledRows CORPUS = TwoGroups.corpus(60);

  /** Effort for a mean that is accurate to four digits. */
  private static final Effort ACCURATE = new Effort(200, 0);

  /** Returns the log variances after some rounds. */
  private static double[] after(int rounds, LabeledRows corpus, int groups, long seed) {
    double[] theta = new double[groups + 1];
    DiagonalEvidence evidence =
        new DiagonalEvidence(
            corpus, TwoGroups.groups(), new LinearChain(corpus.labelCount()), seed);
    for (int round = 0; round < rounds; round++) {
      evidence.update(theta, ACCURATE, pass -> {});
    }
    return theta;
  }

  @Test
  void roundDividesSquaresByWellDeterminedParameters() {
    assertOneRound(CORPUS, TwoGroups.groups());
    assertOneRound(Corpora.withValues(CORPUS, new Draws(2)), TwoGroups.groups());
  }

  /** Tied features count separately, each in its own group. */
  @Test
  void tiedFeaturesCountSeparately() {
    int[] groupsOfTwins = IntStream.range(0, TwoGroups.FEATURES).map(d -> d % 2).toArray();
    int[] groups =
        IntStream.concat(IntStream.of(TwoGroups.groups()), IntStream.of(groupsOfTwins)).toArray();
    assertOneRound(TwoGroups.withTwins(CORPUS), groups);
    assertOneRound(TwoGroups.withTwins(Corpora.withValues(CORPUS, new Draws(2))), groups);
  }

  /** Compares a round that starts at variances of one with sums over all tokens. */
  private static void assertOneRound(LabeledRows corpus, int[] groups) {
    int v = corpus.labelCount();
    Optimum mean = ChainCase.of(corpus, 1).optimum();
    double[] precision = new double[mean.weights().length];
    for (int n = 0; n < corpus.sentenceCount(); n++) {
      int length = corpus.length(n);
      double[] unary = Corpora.unary(corpus, n, mean.weights());
      double[] marginals = new double[length * v];
      new LinearChain(v)
          .lattice(unary, mean.shared(), length, new Workspace())
          .marginals(marginals);
      for (int t = 0; t < length; t++) {
        int row = corpus.sentenceStart()[n] + t;
        for (int i = corpus.rows().start(row); i < corpus.rows().start(row + 1); i++) {
          for (int a = 0; a < v; a++) {
            double p = marginals[t * v + a];
            double x = corpus.rows().value(i);
            precision[corpus.rows().column(i) * v + a] += x * x * p * (1 - p);
          }
        }
      }
    }

    double[] squares = new double[2];
    double[] determined = new double[2];
    for (int i = 0; i < precision.length; i++) {
      int group = groups[i / v];
      squares[group] += mean.weights()[i] * mean.weights()[i];
      determined[group] += 1 - 1 / (1 + precision[i]);
    }

    double[] theta = {0, 0, 0};
    new DiagonalEvidence(corpus, groups, new LinearChain(v), 1).update(theta, ACCURATE, pass -> {});
    for (int g = 0; g < 2; g++) {
      assertThat(theta[g]).isCloseTo(Math.log(squares[g] / determined[g]), within(1e-3));
    }

    assertThat(theta[2]).isZero();
  }

  @Test
  void seedChangesTheOrderButNotTheOptimum() {
    double[] variances = after(3, CORPUS, 2, 1);
    assertThat(after(3, CORPUS, 2, 1)).containsExactly(variances);
    assertThat(after(3, CORPUS, 2, 2))
        .isNotEqualTo(variances)
        .containsExactly(variances, within(1e-3));
  }

  @Test
  void groupWithoutFeaturesKeepsItsVariance() {
    assertThat(after(2, CORPUS, 3, 1)[2]).isZero();
  }

  /** All marginals are 1, so that no parameter is determined. */
  @Test
  void singleLabelKeepsTheVariances() {
    assertThat(after(2, TwoGroups.corpus(1, 2, 1, 3), 2, 1)).containsExactly(0, 0, 0);
  }

  @Test
  void corpusOfOneTokenGivesFiniteVariances() {
    assertThat(after(3, TwoGroups.corpus(2, 1), 2, 1)).doesNotContain(Double.NaN);
  }

  @Test
  void likelihoodThatIsNotFiniteIsRejected() {
    var broken = new BrokenLikelihood(Double.NaN, Double.NaN);
    DiagonalEvidence evidence = new DiagonalEvidence(CORPUS, TwoGroups.groups(), broken, 1);
    assertRefused(() -> evidence.update(new double[3], ACCURATE, pass -> {}), "finite number");
  }
}
