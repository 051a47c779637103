package org.gpchain.internal.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.internal.core.chain.BestPathTest.constraints;
import static org.gpchain.internal.core.chain.LinearChainTest.marginals;
import static org.gpchain.internal.core.chain.LinearChainTest.transitions;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.ChainCase.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that {@link ScaledLattice} and {@link LogLattice} agree, and that the scaled lattice
 * declines sentences for which it would lose probability.
 */
class LatticesTest {
  private static final double FORBIDDEN = Double.NEGATIVE_INFINITY;

  private final ScaledLattice scaled = new ScaledLattice();
  private final LogLattice logarithmic = new LogLattice();

  /**
   * Runs both lattices without constraints. Returns whether the scaled lattice applies. If it does,
   * fails unless both lattices agree.
   */
  private boolean agree(double[] unary, double[] pairwise, int t, int v) {
    return agree(unary, pairwise, t, LabelConstraints.none(v));
  }

  private boolean agree(double[] unary, double[] pairwise, int t, LabelConstraints allowed) {
    int v = allowed.labelCount();
    logarithmic.run(LatticeInput.of(unary, pairwise, t, allowed));
    if (!scaled.run(LatticeInput.of(unary, pairwise, t, allowed))) {
      return false;
    }

    assertClose("log Z", scaled.logPartition(), logarithmic.logPartition(), ALGEBRA);
    assertClose("p(y_t)", marginals(scaled, v), marginals(logarithmic, v), ALGEBRA);
    assertClose("E[n(a, b)]", transitions(scaled, v), transitions(logarithmic, v), ALGEBRA);

    Draws draws = new Draws(t + 31L * v);
    int[] sequence = draws.indices(t, v);
    assertClose(
        "log p(y)", scaled.logProbability(sequence), logarithmic.logProbability(sequence), ALGEBRA);
    for (int start = 0; start < t; start++) {
      int[] path = draws.indices(draws.between(1, t - start), v);
      int notNext = draws.between(-1, v - 1);
      assertClose(
          "p(segment)",
          scaled.segmentProbability(start, path, notNext),
          logarithmic.segmentProbability(start, path, notNext),
          ALGEBRA);
    }
    return true;
  }

  @ParameterizedTest
  @MethodSource("org.gpchain.internal.core.chain.ChainCase#all")
  void latticesAgreeIfBothApply(ChainCase kind) {
    kind.possibleSentences()
        .forEach(s -> agree(s.unary(), s.pairwise(), kind.length(), kind.labelCount()));
  }

  /** The expected results come from an enumeration with negative infinity as forbidden scores. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 30, 300})
  void constraintsEqualForbiddenScores(double scale) {
    int possible = 0;
    int applied = 0;
    for (int seed = 0; seed < 300; seed++) {
      Draws draws = new Draws(seed);
      int v = draws.between(1, 4);
      int t = draws.between(1, 5);
      LabelConstraints allowed = constraints(draws, v, 0.7);
      double[] unary = draws.normals(t * v, scale);
      double[] pairwise = draws.normals(v * v, scale);
      BruteForce oracle =
          new BruteForce(forbidden(unary, t, allowed), forbidden(pairwise, allowed), t, v);

      double[] unaryBefore = unary.clone();
      double[] pairwiseBefore = pairwise.clone();
      if (!oracle.isPossible()) {
        assertThat(scaled.run(LatticeInput.of(unary, pairwise, t, allowed))).isFalse();
        logarithmic.run(LatticeInput.of(unary, pairwise, t, allowed));
        assertThat(logarithmic.logPartition()).isEqualTo(FORBIDDEN);
        continue;
      }

      possible++;
      if (agree(unary, pairwise, t, allowed)) {
        applied++;
      }
      assertClose("log Z", logarithmic.logPartition(), oracle.logPartition(), ALGEBRA);
      assertClose("p(y_t)", marginals(logarithmic, v), oracle.marginals(), ALGEBRA);
      assertThat(unary).isEqualTo(unaryBefore);
      assertThat(pairwise).isEqualTo(pairwiseBefore);
    }

    assertThat(possible).isGreaterThan(100);
    assertThat(applied).isGreaterThan(scale <= 1 ? possible - 1 : 0);
  }

  private static double[] forbidden(double[] unary, int t, LabelConstraints allowed) {
    int v = allowed.labelCount();
    double[] out = unary.clone();
    for (int label = 0; label < v; label++) {
      if (!allowed.start()[label]) {
        out[label] = FORBIDDEN;
      }
      if (!allowed.end()[label]) {
        out[(t - 1) * v + label] = FORBIDDEN;
      }
    }
    return out;
  }

  private static double[] forbidden(double[] pairwise, LabelConstraints allowed) {
    double[] out = pairwise.clone();
    Arrays.setAll(out, pair -> allowed.transition()[pair] ? out[pair] : FORBIDDEN);
    return out;
  }

  /** Sentences share their transition scores, which the scaled lattice caches. */
  @Test
  void cachedTransitionsAreNotUsedUnderOtherConstraints() {
    Draws draws = new Draws(4);
    double[] pairwise = draws.normals(9, 1);
    for (int seed = 0; seed < 50; seed++) {
      LabelConstraints allowed =
          seed % 2 == 0 ? LabelConstraints.none(3) : constraints(new Draws(seed), 3, 0.7);
      agree(draws.normals(12, 1), pairwise, 4, allowed);
    }
  }

  @ParameterizedTest
  @MethodSource("org.gpchain.internal.core.chain.ChainCase#all")
  void logLatticeEqualsEnumeration(ChainCase kind) {
    LabelConstraints none = LabelConstraints.none(kind.labelCount());
    for (Scores s : kind.possibleSentences().toList()) {
      logarithmic.run(LatticeInput.of(s.unary(), s.pairwise(), kind.length(), none));
      LinearChainTest.assertEqualsEnumeration(logarithmic, kind, s);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 10})
  void scaledLatticeAppliesToOrdinarySentencesOfAnyLength(double scale) {
    for (int t : new int[] {1, 2, 50, 2000}) {
      Draws draws = new Draws(t);
      double[] unary = draws.normals(t * 22, scale);
      double[] pairwise = draws.normals(22 * 22, scale);
      assertThat(agree(unary, pairwise, t, 22)).as("T = %d", t).isTrue();
    }
  }

  /** The most probable path starts with three improbable steps. */
  @ParameterizedTest
  @ValueSource(doubles = {90, 190, 290})
  void pathsWithImprobableStepsAreNotLost(double score) {
    boolean[] all = {true, true, true, true, true};
    boolean[] steps = new boolean[25];
    for (int pair : new int[] {0, 1, 7, 13, 19, 24}) {
      steps[pair] = true;
    }
    double[] unary = new double[8 * 5];
    for (int i = 0; i < unary.length; i++) {
      if (i % 5 == 4) {
        unary[i] = score;
      } else if (i % 5 != 0) {
        unary[i] = -score;
      }
    }

    unary[4] = -score;
    LabelConstraints allowed = new LabelConstraints(all, steps, all);

    assertThat(agree(unary, new double[25], 8, allowed)).isEqualTo(score == 90);
  }

  /** Most transitions have the same score or are impossible, which makes them sparse. */
  @Test
  void latticesAgreeOnManyLabels() {
    Draws draws = new Draws(5);
    LabelConstraints legal = segmentLabels(60);
    int v = legal.labelCount();
    double[] pairwise = new double[v * v];
    for (int i = 0; i < 300; i++) {
      pairwise[draws.between(0, v * v - 1)] = draws.normals(1, 3)[0];
    }
    for (LabelConstraints allowed : List.of(LabelConstraints.none(v), legal)) {
      assertThat(SparseTransitions.find(v, pairwise, allowed.transition())).isNotNull();
      assertThat(agree(draws.normals(6 * v, 3), pairwise, 6, allowed)).isTrue();
    }

    double[] dense = draws.normals(v * v, 1);
    assertThat(SparseTransitions.find(v, dense, legal.transition())).isNull();
    assertThat(agree(draws.normals(6 * v, 3), dense, 6, legal)).isTrue();
  }

  /** Returns IOB2 constraints: label 0 is outside, and I of a type (2n) follows B (2n-1) or I. */
  private static LabelConstraints segmentLabels(int types) {
    int v = 2 * types + 1;
    boolean[] start = new boolean[v];
    boolean[] transition = new boolean[v * v];
    boolean[] end = new boolean[v];
    Arrays.fill(end, true);

    for (int to = 0; to < v; to++) {
      boolean inside = to > 0 && to % 2 == 0;
      start[to] = !inside;
      for (int from = 0; from < v; from++) {
        transition[from * v + to] = !inside || from == to || from == to - 1;
      }
    }
    return new LabelConstraints(start, transition, end);
  }

  /** Transition scores are cached by a forward pass or by another sentence, or are new. */
  @Test
  void cachedTransitionsGiveTheSameResults() {
    Draws draws = new Draws(1);
    for (int v : new int[] {3, 6, 2, 6}) {
      double[] pairwise = draws.normals(v * v, 1);
      scaled.forward(
          LatticeInput.of(draws.normals(4 * v, 1), pairwise, 4, LabelConstraints.none(v)));
      for (int t : new int[] {5, 1, 3}) {
        assertThat(agree(draws.normals(t * v, 1), pairwise, t, v)).isTrue();
      }
      assertThat(agree(draws.normals(v, 1), draws.normals(v * v, 1), 1, v)).isTrue();
      assertThat(agree(draws.normals(3 * v, 1), draws.normals(v * v, 1), 3, v)).isTrue();
    }
  }

  @Test
  void cachedTransitionsAreNotUsedForPartlyDifferentScores() {
    Draws draws = new Draws(2);
    double[] unary = draws.normals(4 * 3, 1);
    double[] first = draws.normals(9, 1);
    assertThat(agree(unary, first, 4, 3)).isTrue();
    assertThat(agree(unary, Arrays.copyOf(new double[] {first[0]}, 9), 4, 3)).isTrue();
    assertThat(agree(unary, first, 4, 3)).isTrue();
    assertThat(agree(unary, new double[9], 4, 3)).isTrue();
  }

  /**
   * The unary scores of a token may differ from its first score by {@code (600 − r) / 2}, where r
   * is the range of the transition scores.
   */
  @Test
  void scaledLatticeAppliesWithinItsRangeOfScores() {
    for (double pairwiseRange : new double[] {0, 200, 600}) {
      double[] pairwise = {0, -pairwiseRange, 0, 0};
      double furthest = (600 - pairwiseRange) / 2;
      for (double sign : new double[] {-1, 1}) {
        double[] within = {7, 7, 7, 7 + sign * furthest, 7, 7};
        assertThat(agree(within, pairwise, 3, 2)).isTrue();
        double[] beyond = {7, 7, 7, 7 + sign * (furthest + 0.001), 7, 7};
        assertThat(agree(beyond, pairwise, 3, 2)).isFalse();
      }
    }
    assertThat(agree(new double[6], new double[] {0, -600.001, 0, 0}, 3, 2)).isFalse();
  }

  /** The largest transition score is subtracted before exponentials are taken. */
  @ParameterizedTest
  @ValueSource(doubles = {-1000, 1000})
  void scaledLatticeAppliesToEqualTransitionScoresOfAnySize(double score) {
    for (int v : new int[] {1, 3}) {
      double[] pairwise = new double[v * v];
      Arrays.fill(pairwise, score);
      assertThat(agree(new Draws(v).normals(5 * v, 1), pairwise, 5, v)).isTrue();
    }
  }

  /** The product of the scales would be {@code exp(±200 T)}, out of the range of doubles. */
  @ParameterizedTest
  @ValueSource(doubles = {-200, 200})
  void productsOfScalesDoNotOverflow(double score) {
    for (int t : new int[] {2, 3, 4, 5, 40}) {
      double[] unary = new double[2 * t];
      for (int i = 0; i < t; i++) {
        unary[2 * i + 1] = score;
      }
      assertThat(agree(unary, new double[] {0.5, 0, -0.5, 1}, t, 2)).isTrue();
    }
  }

  @Test
  void latticesAgreeOnLongSentencesWithScoresFarApart() {
    for (int seed = 0; seed < 200; seed++) {
      Draws draws = new Draws(seed);
      double scale = draws.between(1.0, 400);
      int v = draws.between(2, 6);
      int t = draws.between(2, 40);
      double[] unary = draws.normals(t * v, scale);
      double[] pairwise = draws.normals(v * v, scale);
      agree(unary, pairwise, t, v);
    }
  }

  /**
   * Label 1 is so improbable at the first token that its scaled probability underflows. All later
   * steps favor it, so that it has nearly all probability in the end.
   */
  @Test
  void latticesAgreeOnProbabilityThatUnderflowsAtFirst() {
    double[] unary = {0, -800, 0, 0, 0, 0};
    double[] pairwise = {-500, FORBIDDEN, FORBIDDEN, 0};
    assertThat(new BruteForce(unary, pairwise, 3, 2).marginals()[1]).isGreaterThan(0.99);
    agree(unary, pairwise, 3, 2);

    double[] finite = {-500, -2000, -2000, 0};
    agree(unary, finite, 3, 2);
  }

  /** The backward score β of a label that can't start a sentence overflows. */
  @Test
  void marginalsAreExactIfAForbiddenStartOverflows() {
    double[] unary = {0, FORBIDDEN, 0, 0, 0, 0, 0, 0};
    double[] pairwise = {-500, FORBIDDEN, FORBIDDEN, 0};
    agree(unary, pairwise, 4, 2);
    Lattice lattice = new LinearChain(2).lattice(unary, pairwise, 4, new Workspace());
    assertThat(marginals(lattice, 2)).containsExactly(1, 0, 1, 0, 1, 0, 1, 0);
  }

  @Test
  void scaledLatticeDeclinesScoresThatAreNotFinite() {
    for (double score : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      double[] unary = {0, 1, 2, score, 4, 5};
      assertThat(agree(unary, new double[4], 3, 2)).isFalse();
      double[] pairwise = {0, score, 0, 0};
      assertThat(agree(new double[6], pairwise, 3, 2)).isFalse();
    }

    double[] impossible = {0, 1, FORBIDDEN, FORBIDDEN, 4, 5};
    assertThat(agree(impossible, new double[4], 3, 2)).isFalse();
    double[] noTransition = {FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN};
    assertThat(agree(new double[6], noTransition, 3, 2)).isFalse();
  }
}
