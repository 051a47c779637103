package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.model.ModelCase.assertCorrupt;
import static org.gpchain.core.model.ModelFile.array;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that damaged model files are rejected with a message, and never read as another model. The
 * same applies to intact files with a wrong manifest.
 */
public class DamagedModelTest {
  private static final byte[] FILE =
      calibrated(ModelCase.plugIn(3, TagScheme.IOB2).with((TrainingRun) null));

  /** Offset of the end of the arrays. After it, the ZIP format repeats its table of contents. */
  private static final int DIRECTORY = centralDirectory(FILE);

  /** Returns the file of a model with a calibration, so that none of its arrays is empty. */
  public static byte[] calibrated(Model model) {
    return ModelCase.write(model.with(ModelKinds.withEvidence(), model.provenance()));
  }

  private static int centralDirectory(byte[] file) {
    byte[] mark = {'P', 'K', 1, 2};
    for (int i = 0; i < file.length - 4; i++) {
      if (Arrays.equals(file, i, i + 4, mark, 0, 4)) {
        return i;
      }
    }
    throw new AssertionError("no central directory");
  }

  @ParameterizedTest
  @EnumSource
  void truncatedFilesAreRejected(Contents contents) {
    assertThat(DIRECTORY).isGreaterThan(3000);
    for (int length = 0; length < DIRECTORY; length += 97) {
      assertCorrupt(Arrays.copyOf(FILE, length), contents);
    }
    for (int length = DIRECTORY - 60; length < DIRECTORY; length++) {
      assertCorrupt(Arrays.copyOf(FILE, length), contents);
    }
  }

  @Test
  void filesTruncatedBehindTheArraysAreComplete() {
    for (int length = DIRECTORY; length < FILE.length; length += 31) {
      assertThat(ModelCase.write(ModelCase.readAll(Arrays.copyOf(FILE, length)))).isEqualTo(FILE);
    }
  }

  /**
   * Only flipped bits without a meaning, such as bits of time stamps and padding, are not detected.
   * Most of them are in headers, which are about a fifth of this small file.
   */
  @Test
  void flippedBitsAreDetected() {
    Draws draws = new Draws(1);
    int detected = 0;
    int tried = 0;
    for (int i = 0; i < DIRECTORY; i += draws.between(1, 3)) {
      byte[] file = FILE.clone();
      file[i] ^= (byte) (1 << draws.index(8));
      tried++;
      if (isDetected(file)) {
        detected++;
      }
    }
    assertThat(detected).isGreaterThan(tried * 4 / 5);
  }

  @Test
  void overwrittenBytesAreDetectedOrHarmless() {
    for (int seed = 0; seed < 300; seed++) {
      Draws draws = new Draws(seed);
      byte[] file = FILE.clone();
      int from = draws.index(DIRECTORY - 50);
      for (int i = from; i < from + draws.between(2, 40); i++) {
        file[i] = (byte) draws.index(256);
      }
      isDetected(file);
    }
  }

  /** Returns whether reading a file fails. Checks that the model is unchanged if it does not. */
  private static boolean isDetected(byte[] file) {
    Throwable failure = catchThrowable(() -> ModelCase.read(file, Contents.EVERYTHING));
    if (failure == null) {
      assertThat(ModelCase.write(ModelCase.readAll(file))).isEqualTo(FILE);
    } else {
      assertThat(failure).isInstanceOf(ModelFormatException.class);
    }
    return failure != null;
  }

  @ParameterizedTest
  @EnumSource
  void otherFilesAreRejected(Contents contents) throws IOException {
    assertCorrupt(new byte[0], contents);
    assertCorrupt(new byte[1000], contents);
    assertCorrupt("U00:%x[0,0]\nB\n".getBytes(StandardCharsets.UTF_8), contents);

    ModelFile zip = ModelFile.of(new byte[0]);
    assertCorrupt(zip.bytes(), contents);

    zip.entries().put("word/document.xml", new byte[0]);
    assertCorrupt(zip.bytes(), contents);

    zip.entries().clear();
    for (String manifest :
        new String[] {
          "",
          "{",
          "null",
          "[]",
          "7",
          "\"gpchain-model\"",
          "{}",
          "<xml/>",
          "{\"format\":\"other\",\"formatVersion\":1}",
          "{\"format\":\"gpchain-model\",\"formatVersion\":1}"
        }) {
      zip.entries().put("manifest.json", manifest.getBytes(StandardCharsets.UTF_8));
      assertCorrupt(zip.bytes(), contents);
    }
  }

  @Test
  void manifestMustBeTheFirstEntry() throws IOException {
    ModelFile file = ModelFile.of(FILE);
    byte[] manifest = file.entries().remove("manifest.json");
    file.entries().put("manifest.json", manifest);
    assertCorrupt(file.bytes(), Contents.EVERYTHING);
  }

  private static byte[] with(Consumer<ObjectNode> change) throws IOException {
    return ModelFile.of(FILE).withManifest(change).bytes();
  }

  private static void assertDamaged(byte[] file) {
    assertCorrupt(file, Contents.EVERYTHING);
  }

  @Test
  void recompressedFileIsIntact() throws IOException {
    byte[] again = ModelFile.of(FILE).withManifest(manifest -> {}).bytes();
    assertThat(ModelCase.write(ModelCase.readAll(again))).isEqualTo(FILE);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 2, 12, Integer.MAX_VALUE})
  void messageNamesAnotherVersion(int version) throws IOException {
    // The manifest of another version may be incompatible.
    byte[] file =
        with(
            manifest -> {
              manifest.put("formatVersion", version).put("somethingNew", true);
              manifest.remove("arrays");
            });
    assertFails(
        ModelFormatException.OtherVersion.class,
        () -> ModelCase.read(file, Contents.DECODING),
        "the model file has format version " + version,
        "this GPChain only reads version 1",
        "train it again");
  }

  static Stream<Consumer<ObjectNode>> contradictions() {
    return Stream.of(
        manifest -> manifest.put("format", "other"),
        manifest -> manifest.putNull("labels"),
        manifest -> manifest.putArray("labels"),
        manifest -> manifest.putArray("labels").add("O").add("O").add("A").add("B").add("C"),
        manifest -> manifest.putArray("labels").add("O"),
        manifest -> manifest.put("scheme", "BILOU"),
        manifest -> manifest.putNull("scheme"),
        manifest -> manifest.remove("transitionVariance"),
        manifest -> manifest.put("transitionVariance", -1),
        manifest -> manifest.remove("tokenProfile"),
        manifest -> manifest.remove("scaling"),
        manifest -> manifest.remove("threshold"),
        manifest -> manifest.put("threshold", 1),
        manifest -> manifest.remove("softColumns"),
        manifest -> manifest.remove("annotationColumns"),
        manifest -> manifest.putNull("task"),
        manifest -> manifest.putNull("language"),
        manifest -> manifest.putNull("provenance"),
        manifest -> manifest.putNull("shape"),
        manifest -> manifest.putNull("arrays"),
        manifest -> manifest.putArray("arrays"),
        manifest -> manifest.withArray("arrays").remove(0),
        manifest -> manifest.putNull("templates"),
        manifest -> manifest.putArray("templates").add("U:%x[0,9]"),
        manifest -> manifest.putArray("templates").add("U:%x[0,0]"),
        manifest -> manifest.putArray("templates").add("B"),
        manifest -> manifest.putNull("requiredColumns"),
        manifest -> manifest.put("unknown", 1),
        manifest -> array(manifest, "weights").put("sha256", "00"),
        manifest -> array(manifest, "weights").putNull("sha256"),
        manifest -> array(manifest, "weights").putNull("type"),
        manifest -> array(manifest, "weights").put("type", "FLOAT16"),
        manifest -> array(manifest, "weights").put("type", "FLOAT64"),
        manifest -> array(manifest, "pairwise-mean").put("type", "FLOAT32"),
        manifest -> array(manifest, "weights").put("name", "arrays/other"));
  }

  @ParameterizedTest
  @MethodSource("contradictions")
  void wrongManifestsAreRejected(Consumer<ObjectNode> change) throws IOException {
    assertDamaged(with(change));
  }

  static Stream<String> arrays() throws IOException {
    Stream.Builder<String> names = Stream.builder();
    ModelFile.of(FILE)
        .manifest()
        .withArray("arrays")
        .forEach(array -> names.add(array.path("name").asText().substring("arrays/".length())));
    return names.build();
  }

  @Test
  void wrongLengthsAreRejected() throws IOException {
    assertLengthsAreChecked(FILE);
  }

  /** Checks that a file is rejected if its manifest has a wrong length for any array. */
  public static void assertLengthsAreChecked(byte[] file) throws IOException {
    for (var array : ModelFile.of(file).manifest().withArray("arrays")) {
      int length = array.path("length").asInt();
      for (long claimed :
          new long[] {
            length - 1, length + 1, 0, -1, 1 << 28, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 40
          }) {
        assertDamaged(claiming(file, array.path("name").asText(), new LongNode(claimed)));
      }
      assertDamaged(claiming(file, array.path("name").asText(), new TextNode("many")));
    }
  }

  private static byte[] claiming(byte[] file, String name, JsonNode length) throws IOException {
    String shortName = name.substring("arrays/".length());
    return ModelFile.of(file)
        .withManifest(manifest -> array(manifest, shortName).set("length", length))
        .bytes();
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void missingAndEmptyArraysAreRejected(String name) throws IOException {
    ModelFile missing = ModelFile.of(FILE);
    missing.entries().remove("arrays/" + name);
    assertDamaged(missing.bytes());
    assertDamaged(ModelFile.of(FILE).withArray(name, new byte[0]).bytes());
    byte[] content = ModelFile.of(FILE).entries().get("arrays/" + name).clone();
    content[content.length / 2] ^= 1;
    ModelFile changed = ModelFile.of(FILE);
    changed.entries().put("arrays/" + name, content);
    assertDamaged(changed.bytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"labelCount", "featureCount", "groupCount"})
  void wrongShapesAreRejected(String size) throws IOException {
    int value = ModelFile.of(FILE).manifest().path("shape").path(size).asInt();
    for (int claimed :
        new int[] {value - 1, value + 1, 0, -1, 1 << 28, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertDamaged(with(manifest -> manifest.withObject("/shape").put(size, claimed)));
    }
  }

  /**
   * A wrong length must not lead to a large allocation, even if it is consistent with the shape.
   */
  @Test
  void wrongLengthsDoNotAllocateMemory() throws IOException {
    int claimed = 1 << 22;
    byte[] file =
        with(
            manifest -> {
              manifest.withObject("/shape").put("featureCount", claimed);
              array(manifest, "weights").put("length", 5 * claimed);
            });
    byte[] inconsistent =
        with(manifest -> array(manifest, "symbol-text").put("length", 64 * claimed));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertDamaged(file);
    assertDamaged(inconsistent);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4L * claimed);
  }

  /** The checksums are right, but the numbers do not make a model. */
  @Test
  void invalidNumbersAreRejected() throws IOException {
    corruptArray("symbol-ends", new byte[] {-1, -1, -1, -1});
    corruptArray("features-of-group-0", new byte[] {-1, -1, -1, -1});
    corruptArray("features-of-group-1", new byte[] {0, 0, 0, 127});
    corruptArray("group-variance", new byte[8]);
  }

  private static void corruptArray(String name, byte[] beginning) throws IOException {
    assertDamaged(ModelFile.of(FILE).withArray(name, bytes -> bytes.put(beginning)).bytes());
  }

  @ParameterizedTest
  @CsvSource({
    "ud, NOUN VERB PUNCT X NOUN",
    "ud, ADJ",
    "ud, NOUN AUX+PART AUX+PART+VERB",
    "ptb, NN VBD DT CD",
    "ptb, NNP IN JJ VBZ HYPH",
    "other, NN VBD",
    "other, NOUN VERB XPOS",
    "other, N V",
    "other, NOUN +",
    "other, NOUN AUX+"
  })
  void tagsetIsRecognizedByItsTags(String name, String tags) {
    assertThat(Tagset.of(List.of(tags.split(" "))).name()).isEqualTo(name);
  }

  @Test
  void tagsAreSortedAndDistinct() {
    assertThat(Tagset.of(List.of("VERB", "ADJ", "VERB")).tags()).containsExactly("ADJ", "VERB");
  }
}
