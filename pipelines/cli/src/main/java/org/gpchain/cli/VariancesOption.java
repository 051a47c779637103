package org.gpchain.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.gpchain.cli.options.MixedOptions;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.InputException;
import org.gpchain.evaluation.inspection.KernelReport;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.TrainerSettings.KernelLearning;
import picocli.CommandLine.Option;

/** The option to write all variances that kernel learning found. */
final class VariancesOption extends MixedOptions {
  @Option(
      names = "--variances",
      paramLabel = "FILE",
      description = {
        "Also write the learned prior variances of all template lines, the largest first: a bar"
            + " chart if the name ends in .svg, a table if it ends in .tsv. Needs kernel learning."
      })
  private Path file;

  /**
   * Checks, before anything is read, that variances will be learned and that the file can be
   * written.
   */
  void check(LearnerOptions learner) throws IOException {
    if (file == null) {
      return;
    }
    if (!KernelReport.canBeWrittenTo(file)) {
      throw wrongUse("the file of --variances must end in .svg or .tsv, was " + file);
    }
    String off = learner.kernelLearningOff();
    if (off != null) {
      throw wrongUse("--variances shows what kernel learning finds, which " + off + " turns off");
    }
    ModelFiles.checkTarget(file);
  }

  /** Checks, before anything is learned, that there are enough sentences. */
  void check(TrainerSettings settings, Corpus train) throws InputException {
    int sentences = train.sentences().size();
    KernelLearning learning = settings.prior().learning();
    if (file != null && !learning.isDone(sentences)) {
      throw train.problemAt(
          0,
          0,
          "kernel learning needs at least %s sentences, there are %s, so there are no learned"
                  .formatted(learning.folds(), sentences)
              + " variances to write",
          "give a larger file, or leave out --variances");
    }
  }

  /** Prints what was learned, and writes it if requested. */
  void report(Model model, TemplateSet templates, PrintWriter out) throws IOException {
    KernelReport report = KernelReport.of(model, templates);
    out.print(report.text());
    if (file != null) {
      report.write(file);
      out.println("All of them: " + file);
    }
  }
}
