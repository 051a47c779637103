package org.gpchain.experiments.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PeersCommandTest {
  /** Colons and backslashes stand for something in CRFsuite's own files. */
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
  private Path train;
  private Path test;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeData() throws IOException {
    train = Files.writeString(directory.resolve("train.txt"), SENTENCES.repeat(6));
    test = Files.writeString(directory.resolve("test.txt"), SENTENCES + "in IN B-PP\n");
    Files.writeString(directory.resolve("template"), "U0:%x[0,0]\nU1:%x[0,0]/%x[0,1]\nB\n");
  }

  private int peers(String... more) {
    List<String> args = new ArrayList<>(List.of("--task", "chunk", "--heap", "256m"));
    args.addAll(List.of("--template", directory.resolve("template").toString()));
    args.addAll(List.of("--train", train.toString(), "--test", test.toString()));
    args.addAll(Arrays.asList(more));
    return new CommandLine(new PeersCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .setOverwrittenOptionsAllowed(true)
        .execute(args.toArray(String[]::new));
  }

  private JsonNode report(String... more) throws IOException {
    Path json = directory.resolve("peers.json");
    List<String> args = new ArrayList<>(List.of("--json", json.toString()));
    args.addAll(Arrays.asList(more));
    int code = peers(args.toArray(String[]::new));
    assertThat(code).as(err.toString()).isZero();
    return new ObjectMapper().readTree(json.toFile());
  }

  @Test
  void comparesAllPeers() throws IOException {
    JsonNode report = report("--iterations", "mallet=7");

    assertThat(report.at("/settings/iterations").toString())
        .isEqualTo("{\"crfsuite\":500,\"gpchain\":100,\"mallet\":7,\"opennlp\":200}");

    List<String> rows = new ArrayList<>();
    for (JsonNode result : report.get("results")) {
      rows.add(result.get("peer").asText() + " " + result.get("decoding").asText());
      // All is known but the last token, whose label no training sentence has.
      assertThat(result.get("tokenError").asDouble()).as(rows.toString()).isEqualTo(1.0 / 7);
      assertThat(result.get("f1").asDouble()).isIn(2 * 4 / 10.0, 2 * 4 / 9.0);
      boolean openNlp = result.get("peer").asText().equals("opennlp");
      assertThat(result.get("nll").isNull()).isEqualTo(openNlp);
      assertThat(result.get("ece").isNull()).isEqualTo(openNlp);
      assertThat(openNlp ? 0.1 : result.get("nll").asDouble()).isBetween(1e-6, 1.0);
      assertThat(result.get("trainSeconds").asDouble()).isPositive();
      assertThat(result.get("tagSeconds").asDouble()).isNotNegative();
      assertThat(result.get("tuneSeconds").asDouble()).isZero();
      assertThat(result.get("modelBytes").asLong()).isPositive();
      assertThat(result.get("peakKilobytes").asLong()).isGreaterThan(10_000);
    }
    assertThat(rows)
        .containsExactly(
            "gpchain viterbi",
            "gpchain segments",
            "crfsuite viterbi",
            "mallet viterbi",
            "opennlp viterbi");
    assertThat(report.at("/results/0/againstGpchain").isNull()).isTrue();
    assertThat(report.at("/results/2/againstGpchain/tie").asBoolean()).isTrue();
    assertThat(report.at("/results/2/penalty").asDouble()).isEqualTo(1);
    assertThat(out.toString().lines()).hasSize(6);
    assertThat(out.toString()).contains(" tie +0.00 (", " c2 1 ", " L2Cost 0.1 ");
    assertThat(report.get("failures")).isEmpty();
  }

  @Test
  void tunesOnFoldsTheSameWayEachTime() throws IOException {
    String[] tuned = {"--tune", "--peer", "crfsuite"};
    JsonNode first = report(tuned);
    assertThat(first.at("/results/0/tuneSeconds").asDouble()).as("gpchain").isZero();
    assertThat(first.at("/results/2/tuneSeconds").asDouble()).isPositive();
    assertThat(first.at("/results/2/penalty").asDouble()).isEqualTo(0.03);
    assertThat(out.toString()).contains("with tuning s").contains("c2 0.03 (tuned)");
    assertThat(figures(report(tuned))).isEqualTo(figures(first));
  }

  /**
   * A report without what the machine decides; GPChain's file has the seconds of training in it.
   */
  private static JsonNode figures(JsonNode report) {
    for (JsonNode result : report.get("results")) {
      ((ObjectNode) result)
          .remove(
              List.of("tuneSeconds", "trainSeconds", "tagSeconds", "peakKilobytes", "modelBytes"));
    }
    return report;
  }

  @Test
  void namesAreFoundByTheNameFinder() throws IOException {
    String names =
        """
        Ada NNP B-PER
        Thorne NNP I-PER
        left VBD O
        Tarrin NNP B-LOC

        Bo NNP B-PER
        stayed VBD O

        """;
    Files.writeString(train, names.repeat(20));
    Files.writeString(test, names);
    JsonNode report = report("--task", "ne", "--peer", "opennlp", "--tune", "--dev", "" + test);

    assertThat(report.at("/results/2/peer").asText()).isEqualTo("opennlp");
    assertThat(report.at("/results/2/f1").asDouble()).isEqualTo(1);
    assertThat(report.at("/results/2/penalty").asDouble()).isEqualTo(0.03);
  }

  /** OpenNLP refuses to learn without features, which leaves the others their table. */
  @Test
  void aPeerThatFailsHasARowThatSaysWhy() throws IOException {
    JsonNode report = report("--cutoff", "1000", "--peer", "opennlp,crfsuite");
    assertThat(out.toString().lines())
        .hasSize(5)
        .anyMatch(row -> row.startsWith("crfsuite  viterbi "))
        .last()
        .asString()
        .matches("opennlp  failed: .*InsufficientTrainingDataException: .*");
    assertThat(err.toString()).contains("gpchain: note: opennlp failed with exit code 1:\n");
    assertThat(report.get("results")).hasSize(3);
    assertThat(report.at("/failures/0/peer").asText()).isEqualTo("opennlp");
    assertThat(report.at("/failures/0/reason").asText()).contains("Insufficient");
  }

  @Test
  void ifAllFailTheExitCodeSaysSo() {
    assertThat(peers("--heap", "none", "--peer", "crfsuite")).isEqualTo(1);
    assertThat(err.toString())
        .contains("gpchain failed with exit code 1", "crfsuite failed with exit code 1")
        .contains("-Xmxnone");
    assertThat(out.toString().lines().skip(1))
        .containsExactly("gpchain  failed: exit code 1", "crfsuite  failed: exit code 1");
  }

  private void assertFailure(int code, int expected, String... parts) {
    assertThat(code).isEqualTo(expected);
    assertThat(err.toString()).contains(parts);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void refusesWhatItCannotUse() throws IOException {
    assertFailure(peers("--resamples", "10"), 2, "resamples must be at least 1000, was 10");
    assertFailure(
        peers("--iterations", "mallet=0"), 2, "--iterations of mallet must be at least 1");
    assertFailure(peers("--dev", test.toString()), 2, "--dev goes with --tune");
    assertFailure(peers("--peer", "yamcha"), 2, "yamcha");
    assertFailure(peers("--task", "pos", "--peer", "opennlp"), 2, "opennlp knows chunk, np and ne");
    assertFailure(peers("--json", directory.toString()), 1, "this is a directory");
    Files.writeString(train, SENTENCES);
    assertFailure(peers("--tune"), 1, "train.txt:1", "--tune needs at least 5 sentences");
  }

  @Test
  void theChunkerNeedsPartsOfSpeech() throws IOException {
    Files.writeString(train, "The B-NP\nferry I-NP\n");
    Files.writeString(directory.resolve("template"), "U0:%x[0,0]\nB\n");
    assertFailure(peers("--columns", "word,label"), 1, "opennlp's chunker needs the column pos");
  }
}
