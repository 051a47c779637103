package org.gpchain.internal.core.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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

class RecordJsonTest {
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

  /** Jackson's mapper must write the same JSON, so that files do not change. */
  @Test
  void allTypesAreWritten() throws IOException {
    ManifestJsonTest.Whole whole =
        new ManifestJsonTest.Whole(
            1,
            5_000_000_000L,
            null,
            ManifestJsonTest.Size.SMALL,
            new double[] {1, Double.NaN},
            List.of(new ManifestJsonTest.Part("ä\n\"\u2028", 1e-7)),
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

  private record Kernels(ManifestJsonTest.KernelEntry kernel) {}

  @Test
  void formsOfKernelsAreWritten() throws IOException {
    String kernel =
        """
        {"form":"rbf","lengthScale":1.0,\
        "base":{"form":"linear","groups":"g","variances":[1.0]}}""";
    Object tree = ManifestJson.tree(("{\"kernel\": " + kernel + "}").getBytes(UTF_8));
    assertThat(written(ManifestJson.value(tree, Kernels.class).kernel())).isEqualTo(kernel);
  }

  private static final class Counts {
    private static final int NONE = 0;
    private int some = NONE;
    private List<String> names = List.of();
  }

  @Test
  void fieldsOfObjectsAreWritten() {
    Counts counts = new Counts();
    counts.some = 3;
    counts.names = List.of("a");
    assertThat(written(counts)).isEqualTo("{\"some\":3,\"names\":[\"a\"]}");
  }
}
