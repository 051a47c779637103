package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpchain.training.optim.StochasticDescent.Batches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which members each step looks at. */
class BatchesTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 1, 1", "7, 1, 7, 1", "7, 3, 3, 1", "6, 3, 2, 3", "7, 7, 1, 7", "7, 9, 1, 7"})
  void everyEpochVisitsEachMemberOnce(int members, int size, int perEpoch, int last) {
    Batches batches = new Batches(members, size, 1);
    assertThat(batches.perEpoch()).isEqualTo(perEpoch);
    for (int epoch = 0; epoch < 3; epoch++) {
      List<Integer> visited = new ArrayList<>();
      for (int i = 0; i < perEpoch; i++) {
        long step = (long) epoch * perEpoch + i;
        int[] batch = batches.at(step);
        assertThat(batches.beginsEpoch(step)).isEqualTo(i == 0);
        assertThat(batch).hasSize(i + 1 < perEpoch ? size : last);
        for (int member : batch) {
          visited.add(member);
        }
      }
      assertThat(visited)
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, members).boxed().toList());
    }
  }

  @Test
  void theStepAloneSaysWhich() {
    Batches forward = new Batches(10, 3, 5);
    int[][] all = IntStream.range(0, 40).mapToObj(forward::at).toArray(int[][]::new);
    for (int step = 39; step >= 0; step--) {
      assertThat(new Batches(10, 3, 5).at(step)).isEqualTo(all[step]);
      assertThat(forward.at(step)).isEqualTo(all[step]);
    }
  }

  @Test
  void aBatchBelongsToTheCaller() {
    Batches batches = new Batches(4, 4, 5);
    int[] batch = batches.at(0);
    int[] copy = batch.clone();
    batch[0] = -1;
    assertThat(batches.at(0)).isEqualTo(copy);
  }

  /** Neighbouring epochs and seeds have orders of their own; steps beyond an int too. */
  @Test
  void ordersDiffer() {
    Set<List<Integer>> orders = new HashSet<>();
    for (long seed = 0; seed < 10; seed++) {
      Batches batches = new Batches(20, 20, seed);
      for (long step = 0; step < 10; step++) {
        orders.add(IntStream.of(batches.at(step)).boxed().toList());
        orders.add(IntStream.of(batches.at(step + (1L << 40))).boxed().toList());
      }
    }
    assertThat(orders).hasSize(200);
  }

  /** The first member of an order is equally often each one. */
  @Test
  void ordersAreFair() {
    int[] count = new int[5];
    Batches batches = new Batches(5, 5, 1);
    for (int epoch = 0; epoch < 5000; epoch++) {
      count[batches.at(epoch)[0]]++;
    }
    for (int each : count) {
      assertThat(each).isBetween(880, 1120);
    }
  }
}
