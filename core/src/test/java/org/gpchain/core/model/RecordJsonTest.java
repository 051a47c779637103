package org.gpchain.core.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordJsonTest {
  private enum Size {
    SMALL
  }

  private record Part(String name, double weight) {
    Part {
      if (weight < 0) {
        throw new IllegalArgumentException("negative");
      }
    }
  }

  private record Whole(
      int count,
      long many,
      Double some,
      Size size,
      double[] numbers,
      List<Part> parts,
      Map<String, Boolean> flags,
      KernelCodec.KernelEntry kernel) {}

  private static Whole read(String json) throws IOException {
    return RecordJson.value(RecordJson.tree(json.getBytes(UTF_8)), Whole.class);
  }

  @Test
  void readsEachKindOfPart() throws IOException {
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
  void whatIsMissingIsNullOrZero() throws IOException {
    assertThat(read("{}")).isEqualTo(new Whole(0, 0, null, null, null, null, null, null));
    assertThat(RecordJson.tree(new byte[0])).isNull();
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
  void namesThePlaceOfAPartOfAnotherKind(String json, String place) {
    assertThatThrownBy(() -> read(json.replace('\'', '"')))
        .hasMessage("it has no proper '%s'", place);
  }

  private record Journaled(
      byte[] bytes,
      List<long[]> counts,
      SortedMap<String, Long> sorted,
      TreeSet<Long> set,
      boolean sure,
      Object rest,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double left) {}

  private static String written(Object value) {
    return new String(RecordJson.bytes(value, null), UTF_8);
  }

  /** As Jackson's mapper does, so that files stay what they are. */
  @Test
  void writesEachKindOfPart() throws IOException {
    Whole whole =
        new Whole(
            1,
            5_000_000_000L,
            null,
            Size.SMALL,
            new double[] {1, Double.NaN},
            List.of(new Part("ä\n\"\u2028", 1e-7)),
            Map.of("x", true),
            null);
    Journaled kept =
        new Journaled(
            new byte[] {-1, 0, 1, 2},
            List.of(new long[] {Long.MIN_VALUE, 0}),
            new TreeMap<>(Map.of("b", 2L, "a", 1L)),
            new TreeSet<>(List.of(9L, 3L)),
            true,
            Arrays.asList(1, null, 1.5f),
            null);
    ObjectMapper mapper = new ObjectMapper();
    assertThat(written(whole)).isEqualTo(mapper.writeValueAsString(whole));
    assertThat(written(kept)).isEqualTo(mapper.writeValueAsString(kept));
    assertThat(written(null)).isEqualTo("null");
    assertThat(new String(RecordJson.bytes(whole, ArrayOutput.LINES), UTF_8))
        .isEqualTo(mapper.writer(ArrayOutput.LINES).writeValueAsString(whole));
  }

  @Test
  void formsOfKernelsHaveNames() throws IOException {
    String kernel =
        """
        {"form":"cosine","offset":1.0,"degree":2,"variance":3.0,\
        "base":{"form":"linear","groups":"g","variances":[1.0]}}""";
    assertThat(written(read("{\"kernel\": " + kernel + "}").kernel())).isEqualTo(kernel);
  }

  private static final class Counts {
    private static final int NONE = 0;
    private int some = NONE;
    private List<String> names = List.of();
  }

  @Test
  void anObjectIsWrittenFieldByField() {
    Counts counts = new Counts();
    counts.some = 3;
    counts.names = List.of("a");
    assertThat(written(counts)).isEqualTo("{\"some\":3,\"names\":[\"a\"]}");
  }
}
