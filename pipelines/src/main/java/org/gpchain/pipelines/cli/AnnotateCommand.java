package org.gpchain.pipelines.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.pipelines.annotate.AnnotateOptions;
import org.gpchain.pipelines.annotate.AnnotateResult;
import org.gpchain.pipelines.annotate.AnnotateRun;
import org.gpchain.pipelines.annotate.OutputFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gpchain annotate}: from raw text to annotated documents. */
@Command(
    name = "annotate",
    sortOptions = false,
    description = {
      "Annotates raw English text with a model, and writes each segment with its probability.",
      "Sentences, tokens and, if the model uses them, parts of speech (Universal Dependencies) are"
          + " found by OpenNLP's models."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain annotate --model ner-en --input texts --output annotated",
      "  gpchain annotate --model chunk.gpchain --input texts --output annotated --to html --to"
          + " json"
    })
public final class AnnotateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  boolean help;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE|NAME",
      description = {
        "The model: a file, or the name of a shipped one, such as chunker-en or ner-en."
      })
  private Path model;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "FILE|DIR",
      description = "A text file in UTF-8, or a directory: all .txt files in it and below.")
  private Path input;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "Where to write; created if missing. Existing files are replaced.")
  private Path output;

  @Option(
      names = "--to",
      split = ",",
      paramLabel = "FORMAT",
      description = {
        "What to write, one or more of: ${COMPLETION-CANDIDATES}.",
        "html: a page to look at. xmi: for UIMA tools, with the type system. json: for programs."
            + " conll: one token per line, with label and probability.",
        "Default: html and xmi."
      })
  private Set<OutputFormat> formats = EnumSet.noneOf(OutputFormat.class);

  @Mixin private BetaOption beta;

  @Mixin private PromiseOption promise;

  @Override
  public Integer call() throws IOException {
    AnnotateResult result =
        AnnotateRun.run(
            new AnnotateOptions(
                model,
                input,
                output,
                formats.isEmpty() ? AnnotateOptions.DEFAULT_FORMATS : formats,
                promise.addTo(DecodingOptions.DEFAULT.withBeta(beta.value()))));
    PrintWriter err = spec.commandLine().getErr();
    result.notes().forEach(note -> err.println("gpchain: note: " + note));
    err.flush();
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        count(result.documents(), "document")
            + ", "
            + count(result.sentences(), "sentence")
            + ", "
            + count(result.segments(), "segment")
            + ".");
    result.files().forEach(file -> out.println("Wrote " + file));
    out.flush();
    return 0;
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
