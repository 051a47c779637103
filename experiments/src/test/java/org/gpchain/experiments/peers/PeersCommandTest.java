package org.gpchain.experiments.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.experiments.ExperimentRun;
import org.gpchain.internal.cli.CommandLineRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeersCommandTest {
  /** Sentences with colons and backslashes, which are special characters in CRFsuite's files. */
  private static final String SENTENCES =
      """
      The DT B-NP
      ferry:1 NN I-NP
      left VBD B-VP

      She PRP B-NP
      stayed VBD B-VP
      in\\out RB O

      """;

  @TempDir private Path directory;
  private ExperimentRun bench;

  @BeforeEach
  void writeData() throws IOException {
    bench = ExperimentRun.ofChunks(directory, "peers").with("--heap 256m");
    bench.write("train.txt", SENTENCES.repeat(6));
    bench.write("test.txt", SENTENCES + "in IN B-PP\n");
    bench.write("template", "U0:%x[0,0]\nU1:%x[0,0]/%x[0,1]\nB\n");
  }

  @Test
  void comparesAllPeers() {
    Path file = directory.resolve("rows.jsonl");
    CommandLineRun run = bench.succeed("--iterations", "mallet=7", "--rows", file);
    List<JsonNode> rows = ExperimentRun.read(file);
    List<String> names = new ArrayList<>();

    for (JsonNode row : rows) {
      names.add(row.get("peer").asText() + " " + row.get("decoding").asText());
      assertThat(row.get("settings").asText()).contains("--iterations {mallet=7}");
      // Everything is correct except the last token, whose label is not in the training corpus.
      assertThat(row.get("tokenError").asDouble()).as(names.toString()).isEqualTo(1.0 / 7);
      assertThat(row.get("f1").asDouble()).isIn(2 * 4 / 10.0, 2 * 4 / 9.0);
      boolean openNlp = row.get("peer").asText().equals("opennlp");
      assertThat(row.get("nll").asText().equals("NaN")).isEqualTo(openNlp);
      assertThat(row.get("ece").asText().equals("NaN")).isEqualTo(openNlp);
      assertThat(openNlp ? 0.1 : row.get("nll").asDouble()).isBetween(1e-6, 1.0);
      assertThat(row.get("trainSeconds").asDouble()).isPositive();
      assertThat(row.get("tagSeconds").asDouble()).isNotNegative();
      assertThat(row.get("tuneSeconds").asDouble()).isZero();
      assertThat(row.get("modelBytes").asLong()).isPositive();
      assertThat(row.get("peakKilobytes").asLong()).isGreaterThan(10_000);
    }
    assertThat(String.join(", ", names))
        .isEqualTo(
            "gpchain viterbi, gpchain segments, crfsuite viterbi, mallet viterbi, opennlp viterbi");
    assertThat(rows.get(0).get("againstGpchain").isNull()).isTrue();
    assertThat(rows.get(2).at("/againstGpchain/low").asDouble()).isNotPositive();
    assertThat(rows.get(2).get("penalty").asDouble()).isEqualTo(1);
    assertThat(run.out().lines()).hasSize(6);
    assertThat(run.out()).contains(" tie +0.00 (", " c2 1 ", " L2Cost 0.1 ");
    assertThat(bench.succeed("--iterations", "mallet=7", "--rows", file))
        .isEqualTo(new CommandLineRun(0, run.out(), ""));
  }

  @Test
  void tuningOnFoldsIsDeterministic() {
    List<JsonNode> first = bench.rows("--tune", "--peer", "crfsuite");
    assertThat(first.get(0).get("tuneSeconds").asDouble()).as("gpchain").isZero();
    assertThat(first.get(2).get("tuneSeconds").asDouble()).isPositive();
    assertThat(first.get(2).get("penalty").asDouble()).isEqualTo(0.03);
    assertThat(figures(bench.rows("--tune", "--peer", "crfsuite"))).isEqualTo(figures(first));
  }

  /** Removes figures that depend on the machine. GPChain's model file contains training times. */
  private static List<JsonNode> figures(List<JsonNode> rows) {
    List<String> machineDependent =
        List.of("tuneSeconds", "trainSeconds", "tagSeconds", "peakKilobytes", "modelBytes");
    rows.forEach(row -> ((ObjectNode) row).remove(machineDependent));
    return rows;
  }

  @Test
  void openNlpUsesItsNameFinderForNames() throws IOException {
    String names =
        "Ada NNP B-PER\nThorne NNP I-PER\nleft VBD O\nTarrin NNP B-LOC\n\n"
            + "Bo NNP B-PER\nstayed VBD O\n\n";
    bench.write("train.txt", names.repeat(20));
    Path test = bench.write("test.txt", names);
    Path file = directory.resolve("rows.jsonl");
    CommandLineRun run =
        bench.succeed("--task", "ne", "--peer", "opennlp", "--tune", "--dev", test, "--rows", file);
    JsonNode finder = ExperimentRun.read(file).get(2);
    assertThat(finder.get("peer").asText()).isEqualTo("opennlp");
    assertThat(finder.get("f1").asDouble()).isEqualTo(1);
    assertThat(finder.get("penalty").asDouble()).isEqualTo(0.03);
    assertThat(run.out()).contains("with tuning s").contains("L2Cost 0.03 (tuned)");
  }

  /** OpenNLP fails without features. The other peers still have rows. */
  @Test
  void rowOfAFailedPeerHasTheCause() {
    Path file = directory.resolve("rows.jsonl");
    CommandLineRun run =
        bench.succeed("--cutoff", "1000", "--peer", "opennlp,crfsuite", "--rows", file);
    assertThat(run.out().lines())
        .hasSize(5)
        .anyMatch(row -> row.startsWith("crfsuite  viterbi "))
        .last()
        .asString()
        .matches("opennlp  failed: .*InsufficientTrainingDataException: .*");
    assertThat(run.err()).contains("gpchain: note: opennlp failed with exit code 1:\n");
    assertThat(ExperimentRun.read(file)).as("tried again the next time").hasSize(3);
  }

  /** With an invalid heap size, all processes fail. */
  @Test
  void exitCodeIsOneIfAllPeersFail() throws IOException {
    CommandLineRun run =
        bench.run("--heap", "none", "--peer", "stanford", "--stanford", bench.write("no.jar", ""));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("gpchain failed with exit code 1", "stanford failed with exit code 1")
        .contains("-Xmxnone");
    assertThat(run.out().lines().skip(1))
        .containsExactly("gpchain  failed: exit code 1", "stanford  failed: exit code 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | --iterations | mallet=0 | --iterations of mallet must be at least 1",
        "2 | --dev        | test.txt | --dev needs --tune",
        "2 | --peer       | yamcha   | yamcha",
        "2 | --peer       | stanford | the peer stanford needs --stanford JAR",
        "2 | --threads    | 2        | each peer has one thread",
        "1 | --stanford   | none.jar | none.jar: there is no such file"
      })
  void rejectsWrongOptions(int code, String option, String value, String message) {
    bench.fails(code, message, option, value);
  }

  @Test
  void rejectsCorporaThatPeersDoNotSupport() throws IOException {
    bench.isWrongUse(
        "opennlp supports only chunk, np and ne", "--task", "pos", "--peer", "opennlp");
    bench.write("train.txt", SENTENCES);
    bench.fails(1, "--tune needs at least 5 sentences", "--tune");
    bench.write("train.txt", "The B-NP\nferry I-NP\n");
    bench.write("test.txt", "The B-NP\nferry I-NP\n");
    bench.write("template", "U0:%x[0,0]\nB\n");
    bench.fails(1, "opennlp's chunker needs the column pos", "--columns", "word,label");
  }

  /** Generates the page from very small corpora. */
  @Test
  void hundredWritesAPage() throws IOException {
    Path corpus = Files.createDirectory(directory.resolve("conll2000"));
    Files.writeString(corpus.resolve("train.txt"), SENTENCES.repeat(6));
    Files.writeString(corpus.resolve("test.txt"), SENTENCES);
    Path page = directory.resolve("page.md");
    ExperimentRun hundred =
        ExperimentRun.of(
            directory,
            "hundred --corpus conll2000 --sizes 5,6 --peer crfsuite --heap 256m --commit abc",
            "--data %1$s --page %1$s/page.md --rows %1$s/hundred.jsonl".formatted(directory));
    CommandLineRun run = hundred.succeed();

    assertThat(Files.readString(page)).isEqualTo(run.out());
    assertThat(run.out())
        .contains("| conll2000: English news, chunks | 5 | **100.0**, ", "commit abc")
        .containsPattern("\\| 6 \\| \\*\\*100.0\\*\\*, [0-9., ]+ \\| \\*\\*100.0\\*\\*=, ");
    assertThat(run.err()).contains("Stanford's CRF is left out");

    Path rows = directory.resolve("hundred.jsonl");

    assertThat(ExperimentRun.read(rows)).hasSize(6);

    ExperimentRun later =
        ExperimentRun.of(
            directory,
            "hundred",
            "--data %1$s --page %1$s/page.md --rows %1$s/hundred.jsonl".formatted(directory));
    assertThat(later.succeed("--page-only").out()).isEqualTo(run.out());
    String another = Files.readAllLines(rows).get(5).replace("crfsuite", "stanford");
    Files.writeString(rows, Files.readString(rows) + another + "\n");
    assertThat(later.succeed("--page-only").err()).doesNotContain("Stanford's CRF is left out");
    assertThat(Files.readString(page)).contains("hundred --data DIR --stanford JAR\n");
    hundred.fails(1, "there are 12 sentences, but --sizes has 100", "--sizes", "100");
    hundred.isWrongUse("norne-nb", "--corpus", "genia");
  }
}
