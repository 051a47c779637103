package org.gpchain.pipelines.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gpchain.pipelines.annotate.AnnotateOptions;
import org.gpchain.pipelines.annotate.AnnotateResult;
import org.gpchain.pipelines.annotate.AnnotateRun;
import org.gpchain.pipelines.annotate.DocumentProgress;
import org.gpchain.pipelines.annotate.output.Output;
import org.gpchain.pipelines.annotate.output.OutputDirectory;
import org.gpchain.pipelines.annotate.output.OutputFormat;
import org.gpchain.pipelines.annotate.output.StandardOutput;
import org.gpchain.pipelines.cli.options.AnnotationOptions;
import org.gpchain.pipelines.cli.options.InputOptions;
import org.gpchain.pipelines.cli.options.SegmenterOptions;
import org.gpchain.pipelines.cli.options.SharedWordsOption;
import org.gpchain.pipelines.corpus.NamedFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gpchain annotate}: from documents to annotated documents. */
@Command(
    name = "annotate",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
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
      "  … | gpchain annotate --model ner-en --input - --output - --to conll | …",
      "docs/annotate.md says more."
    })
final class AnnotateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ParentCommand private Main main;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE|NAME",
      description = {
        "The model: a file, or the name of a shipped one, such as chunker-en or ner-en. May be"
            + " repeated: all models annotate the same documents."
      })
  private List<Path> models;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "FILE|DIR",
      description =
          "A document, or a directory: all documents of the format in it and below (for text: .txt"
              + " files); - is standard input.")
  private Path input;

  @Mixin private SharedWordsOption words;

  @Mixin private InputOptions documents;

  @Mixin private SegmenterOptions segmenter;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "Where to write; created if missing. - is standard output, for one format.")
  private Path output;

  @Option(
      names = "--overwrite",
      description = "Replace files of earlier runs; without it they are never replaced.")
  private boolean overwrite;

  @Option(
      names = "--to",
      split = ",",
      paramLabel = "FORMAT",
      converter = FormatConverter.class,
      description = {
        "What to write, one or more of: ${COMPLETION-CANDIDATES}.",
        "html: a page to look at. xmi: for UIMA tools, with the type system; bincas: the same in a"
            + " small binary file. json: for programs; jsonl: a document a line. conll: one token per"
            + " line, with label and probability. brat: for the annotation tool.",
        "Default: html and xmi."
      })
  private Set<OutputFormat> formats = EnumSet.noneOf(OutputFormat.class);

  @Mixin private AnnotationOptions annotation;

  @Override
  public Integer call() throws IOException {
    Output target = target();
    AnnotateResult result;
    // The bar comes first: models and UIMA take a second to load.
    try (DocumentProgress progress = main.progress().documents()) {
      result = AnnotateRun.run(options(), target, progress);
    }
    print(result);
    return 0;
  }

  private AnnotateOptions options() throws IOException {
    return new AnnotateOptions(
        models,
        words.locations(),
        input,
        documents.format(),
        segmenter.segmenter(),
        annotation.decoding());
  }

  private Output target() {
    if (!output.equals(NamedFile.STANDARD_STREAM)) {
      return new OutputDirectory(
          output, formats.isEmpty() ? OutputFormat.DEFAULT : formats, overwrite);
    }
    if (formats.size() != 1) {
      throw new ParameterException(
          spec.commandLine(), "--output - writes one format: name it with --to");
    }
    return new StandardOutput(spec.commandLine().getOut(), formats.iterator().next());
  }

  private void print(AnnotateResult result) {
    PrintWriter err = main.remarks();
    result.notes().forEach(note -> err.println("gpchain: note: " + note));
    err.flush();
    // Where documents go to standard output, nothing else may.
    PrintWriter out = output.equals(NamedFile.STANDARD_STREAM) ? err : main.summary();
    out.println(
        count(result.documents(), "document")
            + ", "
            + count(result.sentences(), "sentence")
            + ", "
            + count(result.segments(), "segment")
            + ".");
    result.files().forEach(file -> out.println("Wrote " + file));
    out.flush();
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** Formats by their names on the command line. */
  static final class FormatConverter implements ITypeConverter<OutputFormat> {
    @Override
    public OutputFormat convert(String name) {
      return LowerCaseNames.of(OutputFormat.values(), name);
    }
  }
}
