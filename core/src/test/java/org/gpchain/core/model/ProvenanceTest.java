package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ProvenanceTest {
  private static final ProvenanceEntry<Integer> FOLDS = ProvenanceEntry.ofInteger("folds");
  private static final ProvenanceEntry<Double> RATIO = ProvenanceEntry.ofNumber("ratio");
  private static final Provenance NOTHING = new Provenance(Map.of(), 1, "", 2, 3, "0.1");

  @Test
  void entriesReturnTheirValues() {
    Provenance origin = NOTHING.with(FOLDS, 5).with(RATIO, 0.25);

    assertThat(origin.get(FOLDS)).contains(5);
    assertThat(origin.get(RATIO)).contains(0.25);
    assertThat(origin.settings()).containsEntry("folds", "5").containsEntry("ratio", "0.25");
  }

  @Test
  void missingEntryIsEmpty() {
    assertThat(NOTHING.get(FOLDS)).isEmpty();
  }

  @Test
  void damagedEntryIsNamed() {
    Provenance damaged = NOTHING.with(ProvenanceEntry.ofText("folds"), "many");

    assertThatThrownBy(() -> damaged.get(FOLDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'folds' cannot be 'many'");
  }
}
