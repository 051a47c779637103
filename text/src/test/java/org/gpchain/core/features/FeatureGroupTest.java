package org.gpchain.core.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.LongIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link FeatureGroup} and {@link LongIndex}. */
class FeatureGroupTest {
  private static List<Integer> list(int[] tuple) {
    return IntStream.of(tuple).boxed().toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void numbersTuplesInTheOrderInWhichTheyAreAdded(int arity) {
    for (int symbols : new int[] {1, 2, 5, 1 << 30}) {
      Draws draws = new Draws(arity);
      FeatureGroup group = new FeatureGroup(arity);
      Map<List<Integer>, Integer> oracle = new HashMap<>();
      List<Integer> flat = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        int[] tuple = draws.indices(arity, symbols);
        int[] before = tuple.clone();
        if (oracle.putIfAbsent(list(tuple), oracle.size()) == null) {
          flat.addAll(list(tuple));
        }
        assertThat(group.add(tuple)).isEqualTo(oracle.get(list(tuple)));
        assertThat(tuple).isEqualTo(before);
      }

      assertThat(group.size()).isEqualTo(oracle.size());
      assertThat(group.arity).isEqualTo(arity);

      int[] tuples = group.tuples();
      assertThat(list(tuples)).isEqualTo(flat);
      assertSame(FeatureGroup.ofTuples(arity, tuples), tuples, arity);
    }
  }

  private static void assertSame(FeatureGroup group, int[] tuples, int arity) {
    assertThat(group.size()).isEqualTo(tuples.length / arity);
    assertThat(group.tuples()).isEqualTo(tuples);
    for (int f = 0; f < group.size(); f++) {
      assertThat(group.add(Arrays.copyOfRange(tuples, f * arity, (f + 1) * arity))).isEqualTo(f);
    }
  }

  @Test
  void groupOfATemplateWithoutCellsHasOneFeature() {
    FeatureGroup group = new FeatureGroup(0);
    assertThat(group.size()).isEqualTo(1);
    assertThat(group.add(new int[0])).isZero();
    assertThat(group.tuples()).isEmpty();
    assertThat(FeatureGroup.ofTuples(0, new int[0]).size()).isEqualTo(1);
  }

  @Test
  void refusesAnIncompleteTuple() {
    assertRefused(() -> FeatureGroup.ofTuples(2, new int[3]));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 5000})
  void indexBehavesLikeAHashMap(int expected) {
    for (int seed = 0; seed < 5; seed++) {
      Draws draws = new Draws(seed);
      LongIndex index = new LongIndex(expected);
      Map<Long, Integer> oracle = new LinkedHashMap<>();
      for (int i = 0; i < 2000; i++) {
        long key = ((long) draws.index(40) << 32) | draws.index(40);
        assertThat(index.find(key)).isEqualTo(oracle.getOrDefault(key, -1));
        oracle.putIfAbsent(key, oracle.size());
        assertThat(index.add(key)).isEqualTo(oracle.get(key));
        assertThat(index.size()).isEqualTo(oracle.size());
      }
      assertThat(index.keys())
          .containsExactly(oracle.keySet().stream().mapToLong(Long::longValue).toArray());
    }
  }

  @Test
  void indexFindsExtremeKeys() {
    LongIndex index = new LongIndex(1);
    long[] keys = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 0xFFFFFFFFL};
    Map<Long, Integer> numbers = new HashMap<>();
    for (long key : keys) {
      assertThat(index.find(key)).isEqualTo(-1);
      numbers.put(key, index.add(key));
    }
    for (long key : keys) {
      assertThat(index.find(key)).isEqualTo(numbers.get(key));
    }
    assertThat(index.keys()).containsExactly(keys);
  }
}
