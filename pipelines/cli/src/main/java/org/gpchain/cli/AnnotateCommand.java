package org.gpchain.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.gpchain.cli.console.ConsoleCommand;
import org.gpchain.cli.options.AnnotationOptions;
import org.gpchain.cli.options.BatchRunOptions;
import org.gpchain.cli.options.TargetOptions;
import org.gpchain.documents.batch.Batch;
import org.gpchain.documents.batch.BatchOutput;
import org.gpchain.documents.batch.BatchProgress;
import org.gpchain.documents.batch.BatchResult;
import org.gpchain.documents.batch.SetupException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain annotate}: from documents to annotated documents. */
@Command(
    name = "annotate",
    description = {
      "Annotates documents with models, and writes each segment with its probability.",
      "Documents keep what they have. Sentences and tokens are found in those without tokens, and"
          + " parts of speech, if a model uses them, for tokens without any."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain annotate --model ner-en --model chunker-en --input texts --output annotated",
      "  gpchain annotate --model ner-nb --format xmi --input export --output annotated",
      "  gpchain annotate --model ner-en --input night.tar.gz --output out --to jsonl --shard"
          + " 10000",
      "  … | gpchain annotate --model ner-en --input - --output - --to conll | …",
      "docs/annotate.md says more."
    })
final class AnnotateCommand extends ConsoleCommand {
  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE|NAME",
      description = {
        "The model: a file, or the name of a shipped one, such as chunker-en or ner-en. May be"
            + " repeated: all models annotate the same documents."
      })
  private List<Path> models;

  @Mixin private BatchRunOptions run;

  @Mixin private TargetOptions target;

  @Mixin private AnnotationOptions annotation;

  @Override
  public Integer call() throws IOException, SetupException {
    BatchOutput output = output();
    BatchResult result;
    // The bar comes first: models and UIMA take a second to load.
    try (BatchProgress progress = progress().documents()) {
      result =
          Batch.run(run.options(models, annotation.decoding(), target.formats()), output, progress);
    }
    print(result);
    return Failures.exitCode(result);
  }

  private BatchOutput output() {
    if (!target.isStandardOutput()) {
      return target.folder();
    }
    target.checkStandardOutput();
    return new BatchOutput.Stream(out(), error -> err().println("gpchain: " + error));
  }

  private void print(BatchResult result) {
    result.notes().forEach(note -> remarks().println("gpchain: note: " + note));
    // Where documents go to standard output, nothing else may.
    PrintWriter out = target.isStandardOutput() ? remarks() : summary();
    summarise(result, target.isStandardOutput() ? null : target.folder(), out);
    if (result.failed() > 0 && !target.isStandardOutput()) {
      // An error, and so told with --quiet too; on standard output each failure has had its line.
      err()
          .println(
              "gpchain: %s of %s documents failed; %s says why"
                  .formatted(
                      result.failed(),
                      result.documents() + result.failed(),
                      target.folder().path().resolve("errors.jsonl")));
    }
  }

  /**
   * Prints what a run did.
   *
   * @param folder that was written to; null for standard output
   */
  private static void summarise(BatchResult result, BatchOutput.Folder folder, PrintWriter out) {
    out.println(
        String.join(
                ", ",
                count(result.documents(), "document"),
                count(result.sentences(), "sentence"),
                count(result.segments(), "segment"))
            + (result.failed() > 0 ? "; " + result.failed() + " failed." : "."));
    if (result.before() > 0) {
      long now = result.documents() + result.failed() - result.before();
      out.println(
          "Of these, an earlier run had done %s, and this one did %s."
              .formatted(result.before(), now));
    }
    if (result.stopped()) {
      out.println("Stopped, since more documents failed than --max-failures allows.");
    }
    if (folder != null) {
      out.printf(
          Locale.ROOT,
          "Wrote %s in %.1f s (%,.0f tokens per second); %s%n",
          folder.path(),
          result.seconds(),
          result.tokensNow() / result.seconds(),
          result.stopped() ? "the same command goes on." : "index.html there has the figures.");
    }
  }

  private static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
