package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.gpchain.core.model.ModelCase.assertCorrupt;
import static org.gpchain.core.model.ModelFile.array;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.ArrayOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests malicious model files: invalid content with right checksums, and ZIP bombs. */
public class HostileModelTest {
  private static final byte[] FILE = ModelCase.write(ModelCase.plugIn(3, TagScheme.IOB2));
  private static final int MEGABYTE = 1 << 20;

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void sizeOfManifestsIsLimited(int more) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry(ArrayOutput.MANIFEST));
      zip.write(new byte[ArrayInput.LARGEST_MANIFEST + more]);
    }
    assertThatExceptionOfType(ModelFormatException.Corrupt.class)
        .isThrownBy(() -> ModelCase.read(bytes.toByteArray(), Contents.DECODING))
        .satisfies(
            e ->
                assertThat(e.getMessage().contains("its manifest has more than 4 MB"))
                    .isEqualTo(more > 0));
  }

  @ParameterizedTest
  @CsvSource({
    "weights, NaN",
    "weights, Infinity",
    "weights, 3e38",
    "pairwise-mean, NaN",
    "pairwise-mean, -Infinity",
    "pairwise-mean, 1e300",
    "pairwise-variance, -1",
    "pairwise-variance, NaN",
    "group-variance, NaN",
    "group-variance, -1",
    "group-variance, 1e300"
  })
  void numbersOutOfRangeAreRejected(String name, double value) throws IOException {
    ModelFile file = ModelFile.of(FILE);
    if (array(file.manifest(), name).path("type").asText().equals("FLOAT32")) {
      file.withArray(name, numbers -> numbers.putFloat(0, (float) value));
    } else {
      file.withArray(name, numbers -> numbers.putDouble(0, value));
    }
    assertCorrupt(file.bytes(), Contents.EVERYTHING);
  }

  @Test
  void messageNamesTheNumber() throws IOException {
    ModelFile file =
        ModelFile.of(FILE).withArray("weights", numbers -> numbers.putFloat(8, Float.NaN));
    assertCorrupt(
        file.bytes(),
        Contents.DECODING,
        "number 2 of the array arrays/weights must be between -1.0E30 and 1.0E30, is NaN");
  }

  /** Returns changes to names that contain control characters or are too long. */
  static Stream<Arguments> outOfRange() {
    String name = "x".repeat(5000);
    Stream<String> hidden = Stream.of("B-\n", "B-\u001b[31m", "B-\u202ex", "B-\u0000");
    return Stream.concat(
        hidden.map(
            label ->
                of(
                    manifest -> ((ArrayNode) manifest.get("labels")).set(1, label),
                    "one of the labels must have no control characters")),
        Stream.of(
            of(manifest -> manifest.put("task", name), "task"),
            of(manifest -> ((ArrayNode) manifest.get("labels")).set(1, name), "labels"),
            of(manifest -> manifest.withArray("requiredColumns").add(name), "requiredCol")));
  }

  private static Arguments of(Consumer<ObjectNode> change, String message) {
    return Arguments.of(change, message);
  }

  @ParameterizedTest
  @MethodSource
  void outOfRange(Consumer<ObjectNode> change, String message) throws IOException {
    byte[] file = ModelFile.of(FILE).withManifest(change).bytes();
    for (Contents contents : Contents.values()) {
      assertCorrupt(file, contents, message);
    }
  }

  /** Unknown arrays are not read, because they could have any size. */
  @ParameterizedTest
  @EnumSource
  void unknownArraysAreRejected(Contents contents) throws IOException {
    ModelFile file = ModelFile.of(FILE);
    file.entries().put("arrays/other", new byte[40 * MEGABYTE]);
    byte[] bomb = file.withManifest(manifest -> addArray(manifest, "other", 40 * MEGABYTE)).bytes();
    assertThat(bomb.length).isLessThan(MEGABYTE);
    assertCheap(bomb, contents, "no model has an array 'arrays/other'");
  }

  private static void addArray(ObjectNode manifest, String name, int length) {
    manifest
        .withArray("arrays")
        .addObject()
        .put("name", "arrays/" + name)
        .put("type", "INT8")
        .put("length", length)
        .put("sha256", "00");
  }

  /** The array consists of zeros, which are compressed well. */
  @Test
  void stronglyCompressedTextIsRejected() throws IOException {
    byte[] bomb =
        ModelFile.of(FILE)
            .withArray("symbol-text", new byte[80 * MEGABYTE])
            .withManifest(manifest -> array(manifest, "symbol-text").put("length", 80 * MEGABYTE))
            .bytes();
    assertThat(bomb.length).isLessThan(MEGABYTE);
    assertCorrupt(bomb, Contents.DECODING, "symbol-text", "compressed more than models are");
  }

  /** The compression of weights is not limited, but each weight must belong to a feature. */
  @Test
  void weightsWithoutFeaturesAreRejected() throws IOException {
    int features = 2 * MEGABYTE;
    ModelFile file =
        ModelFile.of(FILE)
            .withArray("weights", new byte[4 * 5 * features])
            .withManifest(
                manifest -> {
                  manifest.withObject("/shape").put("featureCount", features);
                  array(manifest, "weights").put("length", 5 * features);
                });
    assertCheap(file.bytes(), Contents.DECODING, "arrays/weights is for " + features + " features");
  }

  /** Returns invalid manifests. Jackson mistakes some of them for UTF-32. */
  static Stream<Arguments> manifests() throws IOException {
    String json =
        new String(ModelFile.of(FILE).entries().get("manifest.json"), StandardCharsets.UTF_8);
    return Stream.of(
        Arguments.of("\0\0{\"rest of it", ""),
        Arguments.of("\0{\0\"rest of it", ""),
        Arguments.of("{\0\0\0\0\0\0trest of it", ""),
        Arguments.of(json.replaceFirst("\"labels\" ?: ?\\[", many("{},")), "oken count"),
        Arguments.of(json.replaceFirst("\"labels\" ?: ?\\[", many("[],")), "oken count"),
        Arguments.of(json.replaceFirst("\"labels\" ?: ?\\[", many("0,")), "oken count"),
        Arguments.of("{\"a\":".repeat(100_000), "nesting depth"),
        Arguments.of(" ".repeat(35 * MEGABYTE), "manifest has more than 4 MB"));
  }

  private static String many(String part) {
    return "\"labels\":[" + part.repeat(400_000);
  }

  @ParameterizedTest
  @MethodSource
  void manifests(String manifest, String message) throws IOException {
    ModelFile file = ModelFile.of(FILE);
    file.entries().put("manifest.json", manifest.getBytes(StandardCharsets.UTF_8));
    assertCheap(file.bytes(), Contents.DECODING, message);
  }

  @Test
  void whitespaceInTheRunIsIgnored() throws IOException {
    byte[] file = ModelCase.write(ModelCase.plugIn(3, TagScheme.IOB2));
    for (int spaces : new int[] {10, 20 * MEGABYTE}) {
      ModelFile padded = ModelFile.of(file);
      String run = new String(padded.entries().get("run.json"), StandardCharsets.UTF_8);
      padded.entries().put("run.json", (" ".repeat(spaces) + run).getBytes(StandardCharsets.UTF_8));
      Model read = ModelCase.read(padded.bytes(), Contents.EVERYTHING);
      assertThat(read.run()).isEqualTo(spaces == 10 ? ModelCase.RUN : null);
      assertThat(read.labels()).isEqualTo(ModelCase.readAll(file).labels());
    }
  }

  @Test
  void stronglyCompressedWordResourceIsRejected() throws IOException {
    ModelFile file =
        ModelFile.of(WordResourceFileTest.bytes(WordResourceFileTest.resource()))
            .withArray("words-known", new byte[80 * MEGABYTE])
            .withManifest(manifest -> array(manifest, "words-known").put("length", 80 * MEGABYTE));
    byte[] bomb = file.bytes();
    assertThatExceptionOfType(ModelFormatException.Corrupt.class)
        .isThrownBy(() -> WordResourceFile.read(new ByteArrayInputStream(bomb)))
        .withMessageContaining("words-known")
        .withMessageContaining("compressed more");
  }

  /** Checks that a file is rejected without allocating much memory. */
  public static void assertCheap(byte[] file, Contents contents, String... messages) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertCorrupt(file, contents, messages);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(32L * MEGABYTE);
  }
}
