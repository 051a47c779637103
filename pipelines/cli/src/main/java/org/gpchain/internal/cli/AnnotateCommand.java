package org.gpchain.internal.cli;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.BatchRunOptions;
import org.gpchain.internal.cli.options.PromiseOption;
import org.gpchain.internal.cli.options.SegmentOptions;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.AnnotateOptions.Constraints;
import org.gpchain.internal.documents.batch.Batch;
import org.gpchain.internal.documents.batch.BatchOutput;
import org.gpchain.internal.documents.batch.BatchProgress;
import org.gpchain.internal.documents.batch.BatchResult;
import org.gpchain.internal.documents.batch.BatchResult.Totals;
import org.gpchain.internal.documents.output.OutputFormat;
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
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE|NAME",
      description = {
        "The model: a file, or the name of a shipped one, such as chunker-en or ner-en. Of several"
            + " all annotate the same documents."
      })
  private List<Path> models;

  @Mixin private BatchRunOptions run;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "DIR",
      description =
          "Where to write; created if missing. The same command continues where an earlier"
              + " run has ended. - is standard output, for one format.")
  private Path output;

  @Option(
      names = "--overwrite",
      description =
          "Start again, and replace files of earlier runs; otherwise they are never replaced.")
  private boolean overwrite;

  @Option(
      names = "--to",
      split = ",",
      paramLabel = "FORMATS",
      description = {
        "What to write, one or more of: ${COMPLETION-CANDIDATES}. Default: html and xmi.",
        "html: a page to read. xmi: for UIMA tools, with the type system. bincas: the same,"
            + " smaller, with its types. jsoncas: the same in JSON. json: for programs; jsonl: in short, one document per"
            + " line. conll: one token per line, with label and probability. conllu: CoNLL-U, with"
            + " labels in the last column. brat: two files for brat, an annotation tool. webanno:"
            + " WebAnno TSV for INCEpTION."
      })
  private Set<OutputFormat> formats = EnumSet.noneOf(OutputFormat.class);

  @Option(
      names = "--shard",
      description =
          "Write archives of N documents, one for each format (jsonl: a file of N lines), instead"
              + " of files for each document.")
  private Integer shard;

  @Option(
      names = "--n-best",
      description =
          "A segment and its alternatives, the most probable ones that overlap it, are so many; 1:"
              + " no alternatives.")
  private int best = AnnotateOptions.DEFAULT_N_BEST;

  @Option(
      names = "--keep",
      paramLabel = "TYPE",
      description = {
        "Annotations that are certain, such as those of people or rules: they stay as they are,"
            + " and everything else is predicted given them. TYPE or TYPE/FEATURE: segments whose"
            + " labels are values of the feature, that of the model's layer by default;"
            + " TYPE=LABEL: segments with this label.",
        "TYPE=O: there are no segments. 'TYPE=|': no segment crosses them. Repeat it for several;"
            + " of those that disagree the first counts."
      })
  private List<String> kept = new ArrayList<>();

  @Option(
      names = "--strict",
      description =
          "Refuse documents with annotations that cannot be kept. Default: leave these out, with"
              + " a warning.")
  private boolean strict;

  @Mixin private SegmentOptions segments;

  @Mixin private PromiseOption promise;

  @Override
  public Integer call() throws IOException {
    checkAtLeast("--n-best", best, 1);
    promise.check();
    BatchOutput target = target();
    BatchResult result;
    // The bar comes first: models and UIMA take a second to load.
    try (BatchProgress progress = progress().documents()) {
      result =
          Batch.run(
              run.options(
                  models,
                  segments.applyTo(DecodingOptions.DEFAULT.withNBest(best)),
                  new Constraints(kept, strict),
                  formats.isEmpty() ? OutputFormat.DEFAULT : formats,
                  promise.refuses()),
              target,
              progress);
    }
    print(result);
    for (var kept : result.promises().entrySet()) {
      promise.tell(kept.getValue(), kept.getKey());
    }
    return Failures.exitCode(result);
  }

  private boolean isStandardOutput() {
    return output.equals(InputFiles.STANDARD_STREAM);
  }

  private BatchOutput target() {
    if (!isStandardOutput()) {
      if (shard != null) {
        checkAtLeast("--shard", shard, 1);
      }
      return new BatchOutput.Folder(output, overwrite, shard == null ? 0 : shard);
    }
    if (formats.size() != 1) {
      throw wrongUse("--output - writes one format: name it with --to");
    }
    if (shard != null || overwrite) {
      throw wrongUse("--output - excludes --shard and --overwrite");
    }
    return new BatchOutput.Stream(out(), error -> err().println("gpchain: " + error));
  }

  private void print(BatchResult result) {
    result.notes().forEach(this::note);
    // Where documents go to standard output, nothing else may.
    PrintWriter out = isStandardOutput() ? remarks() : summary();
    Totals totals = result.totals();
    String failed = totals.failed() > 0 ? "; " + totals.failed() + " failed." : ".";
    out.println(
        String.join(
                ", ",
                plural(totals.documents(), "document"),
                plural(totals.sentences(), "sentence"),
                plural(totals.segments(), "segment"))
            + failed);

    long before = result.thisRun().before();
    if (before > 0) {
      long now = totals.documents() + totals.failed() - before;
      out.println(
          "Of these, an earlier run had done %s, and this one did %s.".formatted(before, now));
    }

    if (result.stopped() && !promise.isRefused(result.promises().values())) {
      out.println("Stopped, since more documents failed than --max-failures allows.");
    }
    if (isStandardOutput()) {
      return;
    }

    double seconds = result.thisRun().seconds();
    double speed = result.thisRun().tokens() / seconds;
    out.printf(
        Locale.ROOT,
        "Wrote %s in %.1f s%s; %s%n",
        output,
        seconds,
        speed > 0 ? format(" (%,.0f tokens per second)", speed) : "",
        result.stopped() ? "the same command goes on." : "index.html there has the figures.");
    if (totals.failed() > 0) {
      // An error, and so told with --quiet too; on standard output each failure has had its line.
      err()
          .printf(
              "gpchain: %s of %s documents failed; %s says why%n",
              totals.failed(),
              totals.documents() + totals.failed(),
              output.resolve("errors.jsonl"));
    }
  }
}
