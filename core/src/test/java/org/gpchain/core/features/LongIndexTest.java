package org.gpchain.core.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongIndexTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 5000})
  void behavesLikeAHashMap(int expected) {
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
  void extremeKeys() {
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
