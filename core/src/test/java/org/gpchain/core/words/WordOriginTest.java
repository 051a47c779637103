package org.gpchain.core.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordOriginTest {
  /** Otherwise the bytes of a resource would differ from run to run. */
  @Test
  void settingsKeepTheirOrder() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 20; i > 0; i--) {
      settings.put("setting" + i, "value");
    }
    assertThat(new WordOrigin(List.of(), "", "", 0, settings, "version").settings().keySet())
        .containsExactlyElementsOf(settings.keySet());
  }
}
