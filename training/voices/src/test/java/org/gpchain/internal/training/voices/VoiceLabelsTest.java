package org.gpchain.internal.training.voices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.text.WeightedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the mapping from labels of sources to labels of voices. */
class VoiceLabelsTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "*,B-PER,B-PER",
        "*,I-PER,I-PER",
        "*,E-PER,I-PER",
        "*,S-PER,B-PER",
        "*,O,O",
        "*,B,-",
        "*,B-,-",
        "*,PER,-",
        "*,b-PER,-",
        "*,'',-",
        "*,B-a-b,B-a-b",
        "PER,B,B-PER",
        "PER,E,I-PER",
        "PER,S-X,B-PER",
        "PER,X,-",
        "'GPE=LOC,PER=O',B-GPE,B-LOC",
        "'GPE=LOC,PER=O',S-PER,O",
        "'GPE=LOC,PER=O',B-ORG,-"
      })
  void mapsLabelsOfSegments(String map, String label, String called) {
    assertThat(VoiceLabels.parse(map, true).labelOf(label)).isEqualTo(called);
  }

  @Test
  void distinguishesSilenceFromOutside() {
    VoiceLabels all = VoiceLabels.parse(VoiceLabels.ALL, true);
    List<String> written = List.of("O", "S-X", "?");
    WeightedValue x = new WeightedValue("B-X", 1);
    assertThat(all.labels(written, true))
        .isEqualTo(Arrays.asList(new WeightedValue("O", 1), x, null));
    assertThat(all.labels(written, false)).isEqualTo(Arrays.asList(null, x, null));
  }

  @ParameterizedTest
  @CsvSource({"*,no value", "'a=b,c=d',no value", "'a=b,a=c',FROM=TO", "a=*,FROM=TO", "'',FROM=TO"})
  void rejectsMappingsWithoutAType(String map, String why) {
    assertThatThrownBy(() -> VoiceLabels.parse(map, false)).hasMessageContaining(why);
  }
}
