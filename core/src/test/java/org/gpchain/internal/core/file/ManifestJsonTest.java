package org.gpchain.internal.core.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestJsonTest {
  enum Size {
    SMALL
  }

  record Part(String name, double weight) {
    Part {
      if (weight < 0) {
        throw new IllegalArgumentException("negative");
      }
    }
  }

  sealed interface KernelEntry {}

  record LinearEntry(String groups, double[] variances) implements KernelEntry {}

  record RbfEntry(double lengthScale, KernelEntry base) implements KernelEntry {}

  record Whole(
      int count,
      long many,
      Double some,
      Size size,
      double[] numbers,
      List<Part> parts,
      Map<String, Boolean> flags,
      KernelEntry kernel) {}

  private static Whole read(String json) throws IOException {
    return ManifestJson.value(ManifestJson.tree(json.getBytes(UTF_8)), Whole.class);
  }

  @Test
  void allTypesAreRead() throws IOException {
    Whole whole =
        read(
            """
            {"count": 1, "many": 5000000000, "some": 2, "size": "SMALL", "numbers": [1, 2.5],
             "parts": [{"name": "a", "weight": "NaN"}, null], "flags": {"x": true},
             "kernel": {"form": "linear", "groups": "g", "variances": [1]}}
            """);
    assertThat(whole.count()).isEqualTo(1);
    assertThat(whole.many()).isEqualTo(5_000_000_000L);
    assertThat(whole.some()).isEqualTo(2.0);
    assertThat(whole.size()).isEqualTo(Size.SMALL);
    assertThat(whole.numbers()).containsExactly(1, 2.5);
    assertThat(whole.parts()).containsExactly(new Part("a", Double.NaN), null);
    assertThat(whole.flags()).isEqualTo(Map.of("x", true));
    assertThat(whole.kernel()).isNotNull();
  }

  @Test
  void missingPartsAreNullOrZero() throws IOException {
    assertThat(read("{}")).isEqualTo(new Whole(0, 0, null, null, null, null, null, null));
    assertThat(ManifestJson.tree(new byte[0])).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'count': '1'}                       | count",
        "{'count': 1.5}                       | count",
        "{'count': 5000000000}                | count",
        "{'count': true}                      | count",
        "{'count': {}}                        | count",
        "{'some': {}}                         | some",
        "{'count': []}                        | count",
        "{'size': 'LARGE'}                    | size",
        "{'numbers': [1, 'x']}                | numbers",
        "{'some': 'x'}                        | some",
        "{'parts': {}}                        | parts",
        "{'parts': [{'name': 1}]}             | parts.0.name",
        "{'parts': [null, {'weight': -1}]}    | parts.1",
        "{'flags': {'x': 'yes'}}              | flags.x",
        "{'parts': [{'else': 1}]}             | parts.0.else",
        "{'kernel': {'form': 'rbf', 'base': 3}} | kernel.base",
        "[]                                   | ''",
      })
  void messageNamesThePathOfAnInvalidPart(String json, String place) {
    assertThatThrownBy(() -> read(json.replace('\'', '"')))
        .hasMessage("its '%s' is missing or invalid", place);
  }
}
