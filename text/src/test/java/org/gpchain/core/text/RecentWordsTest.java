package org.gpchain.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentWordsTest {
  private final List<String> computed = new ArrayList<>();
  private final RecentWords<String> recent = new RecentWords<>(3);

  private String of(String word, long kind, Object source) {
    return recent.of(word, kind, source, key -> compute(key, kind, source));
  }

  private String compute(String word, long kind, Object source) {
    computed.add(word);
    return word + kind + source;
  }

  @Test
  void valuesBelongToTheirWordKindAndSource() {
    for (int i = 0; i < 2000; i++) {
      String word = "w" + i * i % 23;
      Object source = i < 1000 ? "a" : "b";
      assertThat(of(word, i % 3, source)).isEqualTo(word + i % 3 + source);
    }
    assertThat(computed).hasSizeLessThan(2000);
  }

  @Test
  void frequentWordsAreNotEvicted() {
    for (int i = 0; i < 100; i++) {
      of("rare" + i, 0, "");
    }
    for (int i = 0; i < 400; i++) {
      of("often", 0, "");
      of("often", 0, "");
      of("rare" + i, 0, "");
    }
    assertThat(Collections.frequency(computed, "often")).isEqualTo(1);
  }
}
