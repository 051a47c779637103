package org.gpchain.internal.server.inception;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.internal.server.models.ToyNames.json;

import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataTest {
  private static Metadata metadata(String members) throws Exception {
    return Metadata.of(json("{'metadata': {" + members + "}}").json());
  }

  @Test
  void usesDefaultsForMissingMembers() throws Exception {
    assertThat(metadata("'layer': 'L', 'feature': 'f'"))
        .isEqualTo(new Metadata("L", "f", "", Anchoring.SEGMENTS, true, 0, Integer.MAX_VALUE));
    assertThat(metadata("'layer': 'L', 'feature': 'f', 'projectId': 7, 'range': {'end': 5}"))
        .isEqualTo(new Metadata("L", "f", "7", Anchoring.SEGMENTS, true, 0, 5));
  }

  @ParameterizedTest
  @CsvSource({
    "characters, SEGMENTS",
    "singleToken, TOKENS",
    "tokens, SEGMENTS",
    "sentences, SENTENCES"
  })
  void mapsAnchoringModesToUnits(String mode, Anchoring unit) throws Exception {
    String members = "'layer': 'L', 'feature': 'f', 'anchoringMode': '" + mode + "'";
    assertThat(metadata(members).unit()).isEqualTo(unit);
  }

  @Test
  void refusesIncompleteMetadata() {
    assertThatThrownBy(() -> Metadata.of(json("{'metadata': 3}").json()))
        .isInstanceOf(Refusal.class)
        .hasMessage("the request has no object 'metadata'");
    assertThatThrownBy(() -> metadata("'feature': 'f'"))
        .hasMessage("metadata has no string 'layer'");
    assertThatThrownBy(() -> metadata("'layer': 'L'"))
        .hasMessage("metadata has no string 'feature'");
    assertThatThrownBy(() -> metadata("'layer': 'L', 'feature': 'f', 'anchoringMode': 'x'"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("must be characters, singleToken, tokens or sentences");
  }

  @ParameterizedTest
  @CsvSource({"0, 3, false", "0, 4, true", "4, 9, true", "5, 9, false", "3, 5, true"})
  void readsThePartOfTheText(int from, int to, boolean asked) {
    Metadata part = new Metadata("L", "f", "", Anchoring.SEGMENTS, true, 3, 5);
    assertThat(part.overlaps(from, to)).isEqualTo(asked);
  }
}
