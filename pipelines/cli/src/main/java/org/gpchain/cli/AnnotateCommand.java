package org.gpchain.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.cli.console.ConsoleCommand;
import org.gpchain.cli.options.AnnotationOptions;
import org.gpchain.cli.options.RunOptions;
import org.gpchain.cli.options.SegmenterOptions;
import org.gpchain.cli.options.SharedWordsOption;
import org.gpchain.cli.options.SourceOptions;
import org.gpchain.cli.options.TargetOptions;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.documents.batch.Batch;
import org.gpchain.documents.batch.BatchOptions;
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
      "docs/annotate.md and docs/batch.md say more."
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

  @Mixin private SharedWordsOption words;

  @Mixin private SourceOptions source;

  @Mixin private SegmenterOptions segmenter;

  @Mixin private TargetOptions target;

  @Mixin private RunOptions run;

  @Mixin private AnnotationOptions annotation;

  @Override
  public Integer call() throws IOException, SetupException {
    BatchOutput output = output();
    BatchResult result;
    // The bar comes first: models and UIMA take a second to load.
    try (BatchProgress progress = progress().documents()) {
      result = Batch.run(options(), output, progress);
    }
    print(result);
    if (result.stopped() || (result.failed() > 0 && result.documents() > 0)) {
      return Failures.FAILURE;
    }
    return result.failed() > 0 ? Failures.WRONG_USE : 0;
  }

  private BatchOptions options() throws IOException, SetupException {
    return new BatchOptions(
        new AnnotateOptions(
            models,
            words.locations(),
            source.format(),
            segmenter.segmenter(),
            run.engines(),
            annotation.decoding()),
        source.inputs(),
        source.lists(),
        source.reader(),
        target.formats(),
        run.threads(),
        run.maxFailures());
  }

  private BatchOutput output() {
    if (!target.isStandardOutput()) {
      return target.folder();
    }
    target.checkStandardOutput();
    return new BatchOutput.Stream(out(), error -> err().println("gpchain: " + error));
  }

  private void print(BatchResult result) {
    PrintWriter err = remarks();
    result.notes().forEach(note -> err.println("gpchain: note: " + note));
    err.flush();
    // Where documents go to standard output, nothing else may.
    PrintWriter out = target.isStandardOutput() ? err : summary();
    new RunSummary(result).print(target.isStandardOutput() ? null : target.folder(), out);
    out.flush();
    if (result.failed() > 0 && !target.isStandardOutput()) {
      // An error, and so told with --quiet too; on standard output each failure has had its line.
      PrintWriter errors = err();
      errors.println(
          "gpchain: "
              + result.failed()
              + " of "
              + (result.documents() + result.failed())
              + " documents failed; "
              + target.folder().path().resolve("errors.jsonl")
              + " says why");
      errors.flush();
    }
  }
}
