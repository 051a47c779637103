package org.gpchain.experiments.scvi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.experiments.ExperimentCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ScviCommandTest {
  private static final String SENTENCES =
      """
      The	DT
      ferry	NN
      left	VBD

      She	PRP
      saw	VBD
      the	DT
      storm	NN

      """;

  @TempDir private Path directory;
  private Path corpus;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeCorpus() throws IOException {
    corpus = Files.writeString(directory.resolve("train.txt"), SENTENCES.repeat(30));
  }

  private int scvi(String... more) {
    List<String> args = new ArrayList<>(List.of("scvi", "--train", corpus.toString()));
    args.addAll(List.of("--columns", "word,label", "--states", "3", "--passes", "2"));
    args.addAll(List.of("--batch", "5,20", "--forgetting", "0.6", "--em-passes", "2"));
    args.addAll(Arrays.asList(more));
    return new CommandLine(new ExperimentCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args.toArray(String[]::new));
  }

  /** A row for each method in each cell and one for EM, and two plots for each cell. */
  @Test
  void tableAndPlots() {
    Path plots = directory.resolve("plots");
    assertThat(scvi("--plots", plots.toString())).as(err::toString).isZero();
    assertThat(out.toString()).startsWith("54 sentences, ").contains("V-measure");
    assertThat(out.toString().lines().filter(line -> line.matches("(S|EM).*"))).hasSize(7);
    for (String batch : List.of("5", "20")) {
      String name = "batch-" + batch + "-forgetting-0.6";
      assertThat(plots.resolve(name + ".svg")).content().contains("SCVI_HDP");
      assertThat(plots.resolve(name + "-time.svg")).content().contains("SCVI_HDP");
    }
  }

  @Test
  void otherStartsAndSmallerCorpora() {
    assertThat(scvi("--start", "CLUSTERS", "--limit", "20")).as(err::toString).isZero();
    assertThat(out.toString()).startsWith("18 sentences, ");
  }
}
