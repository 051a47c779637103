package org.gpchain.internal.evaluation.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.evaluation.inspection.ModelDescription.TemplateLine;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelReportTest {
  private static final KernelReport TWO =
      new KernelReport(
          List.of(
              new TemplateLine("U:%x[0,word], U:%x[1,word]", 12.345, 70_000),
              new TemplateLine("U\tx", 1e-7, 3)),
          List.of());

  @TempDir private Path directory;

  @Test
  void printsAllLinesIfThereAreFew() {
    assertThat(TWO.text().lines())
        .containsExactly(
            "Which features matter (prior variance of each template line, all 2):",
            "  template line               variance  features",
            "  U:%x[0,word], U:%x[1,word]      12.3     70000",
            "  U x                         1.00e-07         3");
  }

  @Test
  void printsTheLargestLinesIfThereAreMany() {
    List<TemplateLine> lines = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      lines.add(new TemplateLine("U" + i, 6 - i, 1));
    }
    assertThat(new KernelReport(lines, List.of()).text())
        .contains("the 5 largest of 6):", "U4")
        .doesNotContain("U5");
    assertThat(new KernelReport(lines.subList(0, 5), List.of("U9")).text())
        .contains("all 5):", "U4", "left out, without weight: U9");
  }

  @Test
  void writesTheTableAndNoOtherFile() throws IOException {
    Path table = directory.resolve("variances.tsv");
    TWO.write(table);
    assertThat(table)
        .hasContent(
            "line\tvariance\tfeatures\n"
                + "U:%x[0,word], U:%x[1,word]\t12.345\t70000\n"
                + "U x\t1.0E-7\t3\n");
    assertThat(directory.toFile().list()).containsExactly("variances.tsv");
  }

  /**
   * One of the two words of a sentence determines the label; a line without features is dropped.
   */
  @Test
  void sortsTheLinesOfAModel() throws IOException {
    TemplateSet templates =
        TemplateSet.parse(
            "Unone:%x[0,rare]\nUnoise:%x[0,noise]\nU:%x[0,word]\nU:%x[1,word]\nB",
            List.of("word", "noise", "rare"));
    List<LabeledSequence> corpus = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      TokenSequence tokens =
          TokenSequence.ofWords(List.of("a", "b"))
              .with("noise", List.of("n" + i % 3, "n" + i % 2))
              .with("rare", List.of("r" + i, "s" + i));
      corpus.add(LabeledSequence.ofLabels(tokens, List.of("A", "B"), TagScheme.TOKEN));
    }
    TrainerSettings settings = TrainerSettings.DEFAULT.with(new Run(1, 1));
    Model model =
        Trainers.of(settings.with(settings.optimization().withPruning(0)))
            .train(TrainingData.of(corpus, Task.of("t", templates).withCutoff(2)), Progress.NONE);

    KernelReport report = KernelReport.of(model, templates);
    List<TemplateLine> lines = report.lines();

    assertThat(lines.stream().map(TemplateLine::line))
        .containsExactly("U:%x[0,word], U:%x[1,word]", "Unoise:%x[0,noise]");
    assertThat(lines.stream().map(TemplateLine::features)).containsExactly(3, 3);
    assertThat(lines.get(0).variance()).isGreaterThan(lines.get(1).variance());
    assertThat(lines.get(0).variance()).isEqualTo(model.prior().groupVariance()[1]);
    assertThat(report.dropped()).containsExactly("Unone:%x[0,rare]");
  }
}
