package org.gpchain.annotator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelNameTest {
  @ParameterizedTest
  @CsvSource({
    "classpath:/org/gpchain/annotator/lib/ner-en-demo.gpchain, ner-en-demo",
    "names.gpchain, names",
    "/a folder/my names.v2.gpchain, my names.v2",
    "file:/a%20folder/my%20names.gpchain, my names",
    "file:names.gpchain, names",
    "jar:file:/models.jar!/lib/names.gpchain, names",
    "C:\\models\\names.gpchain, names",
    "100%.gpchain, 100%",
    "models/names, names",
    "models.d/.names, .names"
  })
  void isTheLastPartOfTheLocation(String location, String name) {
    assertThat(ModelName.of(location)).isEqualTo(name);
  }
}
