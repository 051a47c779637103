package org.gpchain.internal.documents.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.promise.Promise;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.AnnotateOptions.Constraints;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.documents.TestOptions;
import org.gpchain.internal.documents.batch.sink.OutputLayout;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.cas.DocumentSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests settings of runs and checks of their targets without annotating. */
class DocumentsTest {
  @TempDir private Path directory;
  private Path input;
  private Path output;
  private DocumentSource.Opener reader;
  private List<Path> lists = List.of();

  @BeforeEach
  void write() throws IOException {
    input = Files.createDirectory(directory.resolve("in"));
    output = directory.resolve("out");
    Files.writeString(input.resolve("a.txt"), "a");
    Files.writeString(input.resolve("b.txt"), "b");
  }

  private Documents documents(OutputFormat... formats) throws IOException {
    return Documents.open(options(TestOptions.ofText(Path.of("m")), 1, 0, formats), null);
  }

  private BatchOptions options(
      AnnotateOptions annotate, int threads, long failures, OutputFormat... formats) {
    List<Path> inputs = lists.isEmpty() ? List.of(input) : List.of();
    return new BatchOptions(
        annotate, inputs, lists, reader, Set.of(formats), threads, failures, false);
  }

  private static void assertRefused(Check check, String why) {
    assertThatThrownBy(check::run).isInstanceOf(InputException.class).hasMessageContaining(why);
  }

  private interface Check {
    void run() throws IOException;
  }

  private void checkTargets(boolean overwrite, int shard, OutputFormat... formats)
      throws IOException {
    documents(formats).checkTargets(new OutputLayout(output, Set.of(formats), shard), overwrite);
  }

  @Test
  void doesNotReplaceExistingFiles() throws IOException {
    Files.createDirectory(output);
    checkTargets(false, 0, OutputFormat.JSON, OutputFormat.BRAT);
    for (String name : List.of("errors.jsonl", "summary.json", "index.html", "b.json", "b.ann")) {
      Path file = Files.writeString(output.resolve(name), "");
      assertRefused(
          () -> checkTargets(false, 0, OutputFormat.JSON, OutputFormat.BRAT),
          file + ": this file already exists; choose another directory");
      checkTargets(true, 0, OutputFormat.JSON, OutputFormat.BRAT);
      if (name.startsWith("b.")) {
        checkTargets(false, 2, OutputFormat.JSON, OutputFormat.BRAT);
      }
      Files.delete(file);
    }

    Files.writeString(output.resolve("part-000000.json.zip"), "");
    checkTargets(false, 0, OutputFormat.JSON);
    assertRefused(() -> checkTargets(false, 2, OutputFormat.JSON), "part-000000.json.zip: this");
  }

  @Test
  void requiresAnEmptyFolderIfTargetsAreUnknown() throws IOException {
    Files.createDirectory(output);
    reader = any -> null;
    assertRefused(() -> checkTargets(false, 0, OutputFormat.JSON), "this directory is not empty");
    checkTargets(true, 0, OutputFormat.JSON);
    checkTargets(false, 3, OutputFormat.JSON);
    reader = null;
    lists = List.of(InputFiles.STANDARD_STREAM);
    assertRefused(() -> checkTargets(false, 0, OutputFormat.JSON), "this directory is not empty");
  }

  @Test
  void neverReplacesAnInput() throws IOException {
    Files.createDirectory(output);
    Files.createLink(output.resolve("b.json"), input.resolve("b.txt"));
    assertRefused(
        () -> checkTargets(true, 0, OutputFormat.JSON),
        input.resolve("b.txt") + ": this file would be replaced by its annotations");
  }

  private void checkStream(OutputFormat... formats) throws IOException {
    documents(formats).checkStream();
  }

  @Test
  void checksWhatStandardOutputCanHold() throws IOException {
    checkStream(OutputFormat.CONLL);
    for (OutputFormat format : List.of(OutputFormat.BRAT, OutputFormat.BINCAS)) {
      assertRefused(() -> checkStream(format), "cannot be used for the format " + format);
    }
    assertRefused(
        () -> checkStream(OutputFormat.JSON, OutputFormat.CONLL), "be used for the format");
    assertRefused(
        () -> checkStream(OutputFormat.XMI),
        input.resolve("b.txt") + ": standard output can only be used for one document");

    Files.delete(input.resolve("b.txt"));
    checkStream(OutputFormat.XMI);
    input = input.resolve("a.txt");
    checkStream(OutputFormat.XMI);
    reader = any -> null;
    checkStream(OutputFormat.XMI);

    assertRefused(() -> checkStream(OutputFormat.BINCAS), "cannot be used for the format bincas");
  }

  private static String crc(Path file) throws IOException {
    CRC32C checksum = new CRC32C();
    checksum.update(Files.readAllBytes(file));
    return Long.toHexString(checksum.getValue());
  }

  @Test
  void settingsDescribeWhatAffectsTheOutput() throws IOException {
    Path model = Files.writeString(directory.resolve("m.gpchain"), "a model");
    Path words = Files.writeString(directory.resolve("w.words"), "words");
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("models", "m.gpchain " + crc(model));
    expected.put("words", "");
    expected.put("format", InputFormat.text().description());
    expected.put("segmenter", Segmenter.DEFAULT.settings());
    expected.put("decoding", "n-best 5, beta 1.0");
    expected.put("pipeline", "");
    expected.put("to", "[xmi, json]");
    expected.put("shard", "7");
    AnnotateOptions plain = TestOptions.ofText(model);
    assertThat(settings(plain)).containsExactlyEntriesOf(expected);

    DecodingOptions promising =
        DecodingOptions.DEFAULT.withBeta(2).withPromise(Promise.maxError(0.25));
    expected.put("models", "m.gpchain " + crc(model) + ", m.gpchain " + crc(model));
    expected.put("words", crc(words) + ", " + crc(words));
    expected.put(
        "decoding",
        "n-best 1, beta 2.0, "
            + Promise.maxError(0.25).kind()
            + " 0.25 at "
            + Promise.maxError(0.25).confidence());
    for (boolean strict : new boolean[] {false, true}) {
      AnnotateOptions all =
          AnnotateOptions.builder(List.of(model, model), InputFormat.text())
              .words(List.of(words.toUri().toURL(), words.toUri().toURL()))
              .decoding(promising)
              .constraints(new Constraints(List.of("T", "U"), strict))
              .build();
      expected.put("kept", strict ? "[T, U], strict" : "[T, U]");
      assertThat(settings(all)).containsExactlyInAnyOrderEntriesOf(expected);
    }
  }

  private Map<String, String> settings(AnnotateOptions annotate) throws IOException {
    return options(annotate, 1, 0, OutputFormat.XMI, OutputFormat.JSON).settings(annotate, 7);
  }

  @Test
  void checksOptions() {
    AnnotateOptions annotate = TestOptions.ofText(input);
    assertThatThrownBy(() -> options(annotate, 0, 0, OutputFormat.XMI))
        .hasMessage("threads must be at least 1, was 0");
    assertThatThrownBy(() -> options(annotate, 1, -1, OutputFormat.XMI))
        .hasMessage("maxFailures must not be negative, was -1");
    assertThatThrownBy(() -> options(annotate, 1, 0)).hasMessage("there must be a format");
    assertThatThrownBy(() -> TestOptions.batch(annotate, Set.of(OutputFormat.XMI), 1))
        .hasMessage("there must be an input or a list of inputs");
    assertThatThrownBy(() -> new BatchOutput.Folder(output, false, -1))
        .hasMessage("shard must not be negative, was -1");
    assertThat(TestOptions.batch(annotate, Set.of(OutputFormat.XMI), 3, input))
        .returns(3, BatchOptions::threads)
        .returns(Long.MAX_VALUE, BatchOptions::maxFailures);
  }
}
