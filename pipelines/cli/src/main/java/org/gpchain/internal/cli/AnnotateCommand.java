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
import java.util.Map;
import java.util.Set;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.BatchRunOptions;
import org.gpchain.internal.cli.options.PromiseOption;
import org.gpchain.internal.cli.options.SegmentOptions;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.AnnotateOptions.Constraints;
import org.gpchain.internal.documents.batch.Batch;
import org.gpchain.internal.documents.batch.BatchOptions;
import org.gpchain.internal.documents.batch.BatchOutput;
import org.gpchain.internal.documents.batch.BatchProgress;
import org.gpchain.internal.documents.batch.BatchResult;
import org.gpchain.internal.documents.batch.BatchResult.Totals;
import org.gpchain.internal.documents.output.OutputFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code gpchain annotate}: annotates documents with models. */
@Command(
    name = "annotate",
    description = {
      "Annotates documents with models, and writes each segment with its probability.",
      "Existing annotations of documents are kept. If a document has no tokens, its sentences and"
          + " tokens are found first. If a model uses parts of speech, they are added to tokens"
          + " without them."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain annotate --model ner-en --model chunker-en --input texts --output annotated",
      "  gpchain annotate --model ner-nb --format xmi --input export --output annotated",
      "  gpchain annotate --model ner-en --input night.tar.gz --output out --to jsonl --shard"
          + " 10000",
      "  … | gpchain annotate --model ner-en --input - --output - --to conll | …",
      "docs/annotate.md has details."
    })
final class AnnotateCommand extends ConsoleCommand {
  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE|NAME",
      description = {
        "The model: a file, or the name of a shipped model, such as chunker-en or ner-en. Several"
            + " models annotate the same documents."
      })
  private List<Path> models;

  @Mixin private BatchRunOptions run;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "DIR",
      description =
          "Output directory, created if missing. Running the same command again continues an"
              + " interrupted run. - writes to standard output, in a single format.")
  private Path output;

  @Option(
      names = "--overwrite",
      description =
          "Start from scratch and replace the files of earlier runs. Without this option, no file"
              + " is replaced.")
  private boolean overwrite;

  @Option(
      names = "--to",
      split = ",",
      paramLabel = "FORMATS",
      description = {
        "Output formats, one or more of: ${COMPLETION-CANDIDATES}. Default: html and xmi.",
        "html: a page for reading. xmi: UIMA XMI with a type system, for UIMA tools. bincas: UIMA's"
            + " compressed binary format, which includes the types. jsoncas: UIMA JSON CAS. json:"
            + " all results as a JSON object. jsonl: a short JSON object per document, one per"
            + " line. conll: one token per line, with label and probability. conllu: CoNLL-U, with"
            + " labels in the last column. brat: the text and annotation files of brat. webanno:"
            + " WebAnno TSV for INCEpTION."
      })
  private Set<OutputFormat> formats = EnumSet.noneOf(OutputFormat.class);

  @Option(
      names = "--shard",
      description =
          "Write archives of N documents each, one per format (jsonl: files of N lines), instead of"
              + " files for each document.")
  private Integer shard;

  @Option(
      names = "--verify",
      description =
          "When an earlier run is continued, read the inputs that it finished again, and fail if a"
              + " content has changed. Without this option, only sizes and times are compared.")
  private boolean verify;

  @Option(
      names = "--n-best",
      description =
          "Maximum number of candidates for a segment: the segment itself and the most probable"
              + " alternatives that overlap it. 1: no alternatives.")
  private int best = AnnotateOptions.DEFAULT_N_BEST;

  @Option(
      names = "--keep",
      paramLabel = "TYPE",
      description = {
        "Keep existing annotations of this type, such as those of people or rules, and predict"
            + " everything else given these. TYPE or TYPE/FEATURE: each annotation is a segment"
            + " whose label is the value of the feature (default: the feature of the model's"
            + " output type). TYPE=LABEL: each annotation is a segment with this label.",
        "TYPE=O: there are no segments inside such annotations. 'TYPE=|': no segment crosses their"
            + " boundaries. Takes one or more values; if annotations conflict, the first value"
            + " takes precedence."
      })
  private List<String> kept = new ArrayList<>();

  @Option(
      names = "--strict",
      description =
          "Treat documents with annotations that --keep cannot use as failures. Default: such"
              + " annotations are ignored with a warning.")
  private boolean strict;

  @Mixin private SegmentOptions segments;

  @Mixin private PromiseOption promise;

  @Override
  public Integer call() throws IOException {
    checkAtLeast("--n-best", best, 1);
    promise.check();

    BatchOutput target = target();
    DecodingOptions decoding = segments.applyTo(DecodingOptions.DEFAULT.withNBest(best));
    Set<OutputFormat> outputFormats = formats.isEmpty() ? OutputFormat.DEFAULT : formats;
    BatchResult result;
    // The progress bar is shown before models and UIMA are loaded, which takes a second.
    try (BatchProgress progress = progress().documents()) {
      BatchOptions options =
          run.options(
              models, decoding, new Constraints(kept, strict), outputFormats, promise.refuses());
      result = Batch.run(options, target, progress);
    }

    print(result);
    for (Map.Entry<Path, PromiseCheck.Status> status : result.promises().entrySet()) {
      promise.report(status.getValue(), status.getKey());
    }
    return Failures.exitCode(result);
  }

  private boolean isStandardOutput() {
    return output.equals(InputFiles.STANDARD_STREAM);
  }

  private BatchOutput target() {
    if (isStandardOutput()) {
      if (formats.size() != 1) {
        throw wrongUse("--output - writes a single format; specify it with --to");
      }
      if (shard != null || overwrite || verify) {
        throw wrongUse("--output - cannot be combined with --shard, --overwrite and --verify");
      }
      return new BatchOutput.Stream(out(), error -> err().println("gpchain: " + error));
    }

    int documentsPerShard = 0;
    if (shard != null) {
      checkAtLeast("--shard", shard, 1);
      documentsPerShard = shard;
    }
    return new BatchOutput.Folder(output, overwrite, documentsPerShard, verify);
  }

  /** Prints a summary of the run. */
  private void print(BatchResult result) {
    result.notes().forEach(this::note);

    // If documents are written to standard output, the summary goes to standard error.
    PrintWriter out = isStandardOutput() ? remarks() : summary();
    Totals totals = result.totals();
    out.println(counts(totals));

    long before = result.thisRun().before();
    if (before > 0) {
      long now = totals.documents() + totals.failed() - before;
      out.println(
          "Of these, an earlier run finished %s, and this run finished %s.".formatted(before, now));
    }

    if (result.stopped() && !promise.isRefused(result.promises().values())) {
      out.println("Stopped, because more documents failed than --max-failures allows.");
    }
    if (isStandardOutput()) {
      return;
    }

    double seconds = result.thisRun().seconds();
    double tokensPerSecond = result.thisRun().tokens() / seconds;
    String speed = "";
    if (tokensPerSecond > 0) {
      speed = format(" (%,.0f tokens per second)", tokensPerSecond);
    }
    String advice =
        result.stopped() ? "repeat the command to continue." : "index.html there has the figures.";
    out.printf(Locale.ROOT, "Wrote %s in %.1f s%s; %s%n", output, seconds, speed, advice);

    if (totals.failed() > 0) {
      // Failures are errors, so they are printed even with --quiet.
      err()
          .printf(
              "gpchain: %s of %s documents failed; %s says why%n",
              totals.failed(),
              totals.documents() + totals.failed(),
              output.resolve("errors.jsonl"));
    }
  }

  private static String counts(Totals totals) {
    String documents = plural(totals.documents(), "document");
    String sentences = plural(totals.sentences(), "sentence");
    String segments = plural(totals.segments(), "segment");
    String counts = documents + ", " + sentences + ", " + segments;
    if (totals.failed() > 0) {
      return counts + "; " + totals.failed() + " failed.";
    }
    return counts + ".";
  }
}
