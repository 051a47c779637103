package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.internal.documents.TestModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code gpchain annotate}. */
class AnnotateCommandTest extends CommandTest {
  private static final String TEXT = "The ferry reached Ostrey.";

  private Path text;
  private Path names;
  private Path output;

  @BeforeEach
  void writeText() throws IOException {
    text = file("ferry.txt", TEXT);
    names = TestModel.write("ne", path("ne.gpchain"));
    output = path("out");
  }

  private CommandLineRun annotate(Object... more) {
    return run(text, output, more);
  }

  private CommandLineRun run(Object input, Object target, Object... more) {
    return gpchain("annotate --model {} --input {} --output {}", names, input, target, more);
  }

  /** Runs the command with a text on standard input. */
  private CommandLineRun piped(String input, Object... more) {
    InputStream systemIn = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    try {
      return run("-", "-", more);
    } finally {
      System.setIn(systemIn);
    }
  }

  @Test
  void writesHtmlAndXmiByDefault() {
    CommandLineRun run = annotate().succeeds();
    assertThat(output)
        .isDirectoryContaining(file -> file.endsWith("ferry.html"))
        .isDirectoryContaining(file -> file.endsWith("ferry.xmi"));
    assertThat(run.out())
        .startsWith("1 document, 1 sentence, 1 segment.\n")
        .contains("Wrote " + output + " in ", "index.html")
        .hasLineCount(2);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void writesTheRequestedFormats() {
    assertThat(annotate("--to json --to conll").exitCode()).isZero();
    assertThat(output.toFile().list())
        .containsExactlyInAnyOrder(
            "ferry.json", "ferry.conll", "summary.json", "index.html", "run.journal");
  }

  @Test
  void aDanglingLinkIsNoOutput() throws IOException {
    Files.createSymbolicLink(output, path("nowhere"));
    for (Path folder : List.of(output, output.resolve("below"))) {
      assertThat(run(text, folder).fails(1).err())
          .hasLineCount(1)
          .contains(output + ": this is a broken link; check the path");
    }
  }

  @Test
  void theSameCommandResumesAndOtherSettingsNeedOverwrite() {
    annotate("--to json");
    assertThat(annotate("--to json").succeeds().out())
        .contains("an earlier run finished 1, and this run finished 0")
        .doesNotContain("tokens per second");
    assertThat(annotate("--to json --n-best 1").fails(1).err())
        .hasLineCount(1)
        .contains("other settings (decoding: n-best 5, beta 1.0, now n-best 1, beta 1.0)")
        .contains("start over with --overwrite");
    assertThat(annotate("--to json --n-best 1 --overwrite").exitCode()).isZero();
  }

  @Test
  void severalModelsAnnotateInOnePass() throws IOException {
    Path chunks = TestModel.write("chunk", path("chunk.gpchain"));
    annotate("--model", chunks, "--to conll").succeeds();
    List<String> cells =
        List.of(Files.readAllLines(output.resolve("ferry.conll")).get(3).split("\t", -1));
    // word, part of speech, name and its probability, chunk and its probability
    assertThat(cells).hasSize(6).startsWith("Ostrey", "PROPN", "B-LOC").contains("B-NP");
    assertThat(annotate("--model", names).err()).contains("another model with the name 'ne'");
  }

  /** Runs a command line after expansion by bash. {@code $D} is the directory of the test. */
  private CommandLineRun typed(String line) throws IOException {
    Process bash =
        new ProcessBuilder("bash", "-c", "D=$0; printf '%s\n' " + line, directory.toString())
            .start();
    byte[] words = bash.getInputStream().readAllBytes();
    return CommandLineRun.of(new String(words, StandardCharsets.UTF_8).lines().toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-i $D/*.txt                            | 3",
        "--input=$D/ferry.txt $D/b.txt          | 2",
        "-i $D/ferry.txt -q -i $D/b.txt         | 2",
        "-i $D/ferry.txt,$D/b.txt               | 2",
        "-i $D/a,b.txt                          | 1",
        "-i $D/'*.txt'                          | 3",
        "-i $D/a,b.txt $D/ferry.txt --threads 1 | 2",
      })
  void severalValuesFollowAnOption(String inputs, int documents) throws IOException {
    assumeTrue(CompletionTest.hasBash());

    Path chunks = TestModel.write("chunk", path("chunk.gpchain"));
    Files.copy(chunks, path("a,b.gpchain"));
    file("b.txt", TEXT);
    file("a,b.txt", TEXT);

    for (String models :
        List.of("$D/ne.gpchain $D/a,b.gpchain", "$D/ne.gpchain,$D/chunk.gpchain")) {
      typed("annotate " + inputs + " -o $D/out --overwrite --to conll json -m " + models)
          .succeeds();
      try (Stream<Path> written = Files.list(output)) {
        assertThat(written.map(Path::toString))
            .filteredOn(name -> name.matches(".*(ferry|b)\\.(conll|json)"))
            .hasSize(2 * documents);
      }
    }
  }

  @Test
  void readsStandardInputAndWritesStandardOutput() {
    CommandLineRun run = piped(TEXT, "--to conll").succeeds();
    assertThat(run.out().lines().toList().get(3)).startsWith("Ostrey\tB-LOC\t");
    assertThat(run.out().lines()).hasSize(6);
    assertThat(run.err()).isEqualTo("1 document, 1 sentence, 1 segment.\n");
    assertThat(piped(TEXT, "--to conll --quiet").err()).isEmpty();
    // The XMI output can be read again.
    String xmi = piped(TEXT, "--to xmi").out();
    assertThat(piped(xmi, "--format xmi --to conll").succeeds().out()).isEqualTo(run.out());
  }

  @Test
  void standardOutputNeedsOneFormat() {
    assertThat(piped(TEXT).err())
        .contains("--output - writes a single format; specify it with --to");
  }

  @Test
  void printsNotesUnlessQuiet() throws IOException {
    Files.writeString(text, "\n");
    annotate("--quiet").isSilent();
    assertThat(annotate("--to html,json --overwrite").err())
        .contains("gpchain: note: documents without sentences: 1");
  }

  @Test
  void printsFailuresEvenIfQuiet() throws IOException {
    Path texts = Files.createDirectory(path("texts"));
    for (String name : List.of("a.txt", "b.txt")) {
      Files.write(texts.resolve(name), new byte[] {'c', 'a', 'f', (byte) 0xe9});
    }
    Path errors = output.resolve("errors.jsonl");
    assertThat(run(texts, output, "--quiet").fails(1).err())
        .isEqualTo("gpchain: 2 of 2 documents failed; " + errors + " says why\n");
  }

  @Test
  void missingFilesAreNamed() throws IOException {
    Files.delete(text);
    annotate().fails(1, text + ": there is no such file");
    Path missing = path("missing.gpchain");
    CommandLineRun run =
        gpchain("annotate --model {} --input {} --output {}", missing, names, output);
    assertThat(run.fails(1, missing + ": there is no such file").err())
        .isEqualTo(gpchain("evaluate --model {} --test {}", missing, names).fails(1).err());
  }

  @Test
  void otherEncodingsThanUtf8NeedTheEncodingOption() throws IOException {
    Files.writeString(text, "\nThe café reached Ostrey.", StandardCharsets.ISO_8859_1);
    annotate().fails(1, text + ":2: this is not UTF-8: the byte 0xe9 at offset 8 ", "--encoding");
    CommandLineRun run = run(text, "-", "--to conll --encoding ISO-8859-1");
    assertThat(run.succeeds().out()).contains("café\t");

    Files.writeString(text, "\na DET\ncafé NOUN\n", StandardCharsets.ISO_8859_1);
    run = run(text, "-", "--to conll --columns word,pos --encoding ISO-8859-1");
    assertThat(run.succeeds().out()).contains("café\t");

    run(text, "-", "--to conll --format jsoncas --encoding latin1").fails(2, "--encoding needs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--n-best 0; --n-best must be at least 1, was 0",
        "--to pdf; one of [xmi, bincas, jsoncas, conll, conllu, json, jsonl, brat, webanno, html]"
            + " but was 'pdf'",
        "--max-error 2; --max-error must be above 0 and below 1",
        "--confidence 0.9; --max-error"
      })
  void wrongUseIsExplained(String options, String message) {
    annotate(options).fails(2, message);
  }
}
