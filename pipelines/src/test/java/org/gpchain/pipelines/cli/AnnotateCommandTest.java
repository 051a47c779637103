package org.gpchain.pipelines.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.pipelines.annotate.AnnotateOptions;
import org.gpchain.pipelines.annotate.AnnotateRun;
import org.gpchain.pipelines.annotate.TestModel;
import org.gpchain.pipelines.corpus.InputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AnnotateCommandTest {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path text;

  @BeforeEach
  void writeText() throws IOException {
    text = Files.writeString(directory.resolve("ferry.txt"), "The ferry reached Ostrey.");
  }

  private int execute(String... more) throws IOException {
    String[] args = new String[more.length + 6];
    args[0] = "--model";
    args[1] = TestModel.write("ne", directory.resolve("ne.gpchain")).toString();
    args[2] = "--input";
    args[3] = text.toString();
    args[4] = "--output";
    args[5] = directory.resolve("out").toString();
    System.arraycopy(more, 0, args, 6, more.length);
    return new CommandLine(new AnnotateCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void writesAPageAndXmiIfNothingElseIsSaid() throws IOException {
    assertThat(execute()).isZero();
    assertThat(directory.resolve("out"))
        .isDirectoryContaining(file -> file.endsWith("ferry.html"))
        .isDirectoryContaining(file -> file.endsWith("ferry.xmi"));
    assertThat(out.toString())
        .startsWith("1 document, 1 sentence, 1 segment.\n")
        .contains("Wrote " + directory.resolve("out/ferry.html"));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void writesTheFormatsAskedFor() throws IOException {
    assertThat(execute("--to", "json", "--to", "conll")).isZero();
    assertThat(directory.resolve("out").toFile().list())
        .containsExactlyInAnyOrder("ferry.json", "ferry.conll");
  }

  @Test
  void tellsNotes() throws IOException {
    Files.writeString(text, "\n");
    assertThat(execute("--to", "html,json")).isZero();
    assertThat(err.toString()).contains("gpchain: note: " + text + ": there are no sentences");
  }

  @Test
  void fails() throws IOException {
    Files.delete(text);
    assertThat(execute()).isNotZero();
    assertThat(err.toString()).contains(text + ": there is no such file");
  }

  @Test
  void refusesUnknownFormats() throws IOException {
    assertThat(execute("--to", "pdf")).isEqualTo(2);
    assertThat(err.toString()).containsIgnoringWhitespaces("xmi, conll, json, html");
  }

  @Test
  void throwsWhatTheCommandLineReports() {
    AnnotateOptions options =
        AnnotateOptions.of(
            directory.resolve("none"), directory.resolve("none"), directory.resolve("out"));
    assertThatThrownBy(() -> AnnotateRun.run(options)).isInstanceOf(InputException.class);
  }
}
