package org.gpchain.internal.documents.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.TestModel;
import org.gpchain.internal.documents.TestOptions;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.input.DocumentNames;
import org.gpchain.internal.formats.input.Inputs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DocumentScanTest {
  @TempDir private Path directory;
  private Path input;
  private Path model;
  private final List<String> seen = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    model = TestModel.write("ne", directory.resolve("ne.gpchain"));
    input = Files.createDirectory(directory.resolve("in"));
    Files.writeString(input.resolve("a.txt"), "Dana left. Ada stayed.");
    Files.writeString(input.resolve("b.txt"), "x\0y");
    Files.writeString(input.resolve("c.txt"), "Ostrey");
  }

  private DocumentScan scan() throws IOException {
    return DocumentScan.open(
        TestOptions.batch(TestOptions.ofText(model), Set.of(OutputFormat.CONLL), 2, input));
  }

  private BatchResult read(DocumentScan scan) throws IOException {
    return scan.read(
        new DocumentScan.Visitor<String>() {
          @Override
          public String read(String text, List<Passage> sentences) {
            return text.length() + " " + sentences.size();
          }

          @Override
          public void add(long number, String id, String read) {
            seen.add(number + " " + id + " " + read);
          }
        },
        seen::add,
        BatchProgress.NONE);
  }

  @Test
  void readsDocumentsTwice() throws IOException {
    DocumentScan scan = scan();
    assertThat(scan.isRepeatable()).isTrue();
    assertThat(scan.areFiles()).isTrue();

    BatchResult result = read(scan);
    assertThat(seen).hasSize(3).startsWith("0 a 22 2").endsWith("2 c 6 1");
    assertThat(seen.get(1)).startsWith(input.resolve("b.txt") + ": line 1: this is not text");
    assertThat(result.totals().documents()).isEqualTo(2);
    assertThat(result.totals().failed()).isEqualTo(1);
    assertThat(result.totals().sentences()).isEqualTo(3);

    seen.clear();
    scan.fetch(
        new TreeSet<>(Set.of(1L, 2L)),
        (number, document) ->
            seen.add(number + " " + new String(document.content().read(), StandardCharsets.UTF_8)));

    assertThat(seen).containsExactly("1 x\0y", "2 Ostrey");
    seen.clear();
    scan.fetch(new TreeSet<>(), (number, document) -> seen.add("none"));
    assertThat(seen).isEmpty();
  }

  @Test
  void annotatesSelectedDocuments() throws IOException {
    DocumentScan scan = scan();
    read(scan);
    seen.clear();
    scan.annotated(
        new TreeSet<>(Set.of(2L)),
        (number, result) ->
            seen.add(number + " " + result.copy().text() + " " + result.copy().segments().size()));
    assertThat(seen).containsExactly("2 Ostrey 1");
    assertThatThrownBy(() -> scan.annotated(new TreeSet<>(Set.of(1L)), (number, result) -> {}))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(input.resolve("b.txt") + ":1: this is not text");
  }

  @Test
  void detectsChangedDocuments() throws IOException {
    DocumentScan scan = scan();
    read(scan);
    Files.writeString(input.resolve("c.txt"), "Somewhere else");
    seen.clear();
    scan.fetch(new TreeSet<>(Set.of(0L)), (number, document) -> seen.add(document.name()));
    assertThat(seen).as("as far as they have not").containsExactly("a");
    assertThatThrownBy(() -> scan.fetch(new TreeSet<>(Set.of(2L)), (number, document) -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the documents were changed while they were read");
    Files.delete(input.resolve("c.txt"));
    assertThatThrownBy(() -> scan.fetch(new TreeSet<>(Set.of(2L)), (number, document) -> {}))
        .hasMessageContaining("the documents were changed while they were read");
  }

  /** Otherwise, the second read would block. */
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void refusesToReadStandardInputTwice() {
    List<Path> once = List.of(InputFiles.STANDARD_STREAM);
    List<Path> twice = List.of(InputFiles.STANDARD_STREAM, input, InputFiles.STANDARD_STREAM);
    for (List<List<Path>> named : List.of(List.of(twice, List.<Path>of()), List.of(once, once))) {
      DocumentNames names = InputFormat.text().names();
      assertThatThrownBy(() -> new Inputs(named.get(0), named.get(1), null, names))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(
              "standard input is specified twice, but can only be read once; specify it");
    }
  }

  @Test
  void knowsWhichInputsCanBeReadTwice() throws IOException {
    AnnotateOptions annotate = TestOptions.ofText(model);
    BatchOptions listed =
        new BatchOptions(
            annotate,
            List.of(),
            List.of(InputFiles.STANDARD_STREAM),
            null,
            Set.of(OutputFormat.CONLL),
            1,
            0,
            false);

    assertThat(DocumentScan.open(listed).isRepeatable()).isFalse();
    BatchOptions read =
        new BatchOptions(
            annotate,
            List.of(input),
            List.of(),
            any -> null,
            Set.of(OutputFormat.CONLL),
            1,
            0,
            false);

    assertThat(DocumentScan.open(read).isRepeatable()).isTrue();
    assertThat(DocumentScan.open(read).areFiles()).isFalse();
  }
}
