package org.gpchain.internal.training.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TransitionPriorTest {
  /** In a Chinese restaurant, customer i, from 0, opens a table with probability a / (a + i). */
  @Test
  void expectedTablesMatchTheChineseRestaurant() {
    for (double prior : new double[] {0.01, 0.5, 3}) {
      for (int customers : new int[] {1, 2, 17}) {
        double tables = 0;
        for (int i = 0; i < customers; i++) {
          tables += prior / (prior + i);
        }
        assertThat(TransitionPrior.tables(prior, customers, 1)).isCloseTo(tables, within(1e-12));
      }
    }
    assertThat(TransitionPrior.tables(0.5, 0, 0)).isZero();
  }

  @Test
  void startsWithEqualPseudoCounts() {
    TransitionPrior prior = new TransitionPrior(4, 0.3);
    for (int k = 0; k < 4; k++) {
      assertThat(prior.count(k)).isEqualTo(0.3);
    }
    assertThat(prior.total()).isCloseTo(1.2, within(1e-12));
  }

  /** States that follow many others get larger counts; rows without transitions have no effect. */
  @Test
  void learnsLargerCountsForCommonStates() {
    int states = 3;
    TransitionPrior prior = new TransitionPrior(states, 0.5);
    ExpectedCounts counts = new ExpectedCounts(states, 0);

    for (int from = 0; from < 2; from++) {
      double[] row = {40, 8, 0.1};
      for (int to = 0; to < states; to++) {
        counts.transitions[from * states + to] = row[to];
        counts.logAbsence[from * states + to] = row[to] < 1 ? Math.log1p(-row[to]) : -row[to];
      }
    }

    counts.sentences = 1;
    for (int step = 0; step < 50; step++) {
      prior.learn(counts, 1, 0.5);
    }

    assertThat(prior.count(0)).isGreaterThan(prior.count(1));
    assertThat(prior.count(1)).isGreaterThan(prior.count(2));
    assertThat(prior.count(2)).isPositive();
    assertThat(prior.total()).isFinite();
  }

  @Test
  void acceptsASingleState() {
    TransitionPrior prior = new TransitionPrior(1, 0.5);
    ExpectedCounts counts = new ExpectedCounts(1, 0);
    counts.transitions[0] = 5;
    counts.logAbsence[0] = Double.NEGATIVE_INFINITY;
    prior.learn(counts, 2, 1);
    assertThat(prior.count(0)).isPositive().isFinite();
  }
}
