package org.gpchain.spark;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.gpchain.cli.options.AnnotationOptions;
import org.gpchain.cli.options.MixedOptions;
import org.gpchain.cli.options.SegmenterOptions;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.documents.Engines;
import org.gpchain.documents.PipelineFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options for what annotates, as {@code gpchain annotate} has them. */
final class EngineOptions extends MixedOptions {
  static final String TYPE_SYSTEM = "--type-system";

  private static final String MODEL = "--model";
  private static final String WORDS = "--words";
  private static final String PIPELINE = "--pipeline";

  /** The options whose values are files that all machines need. */
  private static final Set<String> FILES = Set.of(MODEL, WORDS, TYPE_SYSTEM, PIPELINE);

  @Option(
      names = MODEL,
      required = true,
      paramLabel = "FILE|NAME",
      description =
          "The model: a file, here or in a Hadoop file system, which is sent to all machines; one"
              + " that --files has sent; or the name of a model on the class path, such as ner-en."
              + " May be repeated: all models annotate the same documents.")
  private List<String> models = new ArrayList<>();

  @Option(
      names = WORDS,
      paramLabel = "FILE",
      description = "The word resource that a model refers to; sent to all machines, like a model.")
  private List<String> words = new ArrayList<>();

  @Option(
      names = TYPE_SYSTEM,
      paramLabel = "FILE",
      description = {
        "Description of the types of UIMA documents; sent to all machines, like a model.",
        "Default: TypeSystem.xml in the input folder, if it is there."
      })
  private String typeSystem;

  @Option(
      names = PIPELINE,
      paramLabel = "FILE",
      description =
          "Other UIMA engines before and after the models, as gpchain annotate has them; sent to"
              + " all machines, like a model. Their jars go into --jars.")
  private String pipeline;

  @Mixin private SegmenterOptions segmenter;

  @Mixin private AnnotationOptions annotation;

  /** A command of these options alone. */
  @Command
  private static final class Arguments {
    @Mixin private EngineOptions engine;
  }

  /**
   * Reads options.
   *
   * @throws CommandLine.ParameterException if one is missing or wrong
   */
  static EngineOptions parse(List<String> arguments) {
    Arguments parsed = new Arguments();
    new CommandLine(parsed).parseArgs(arguments.toArray(String[]::new));
    return parsed.engine;
  }

  /** Those of these options that were given as arguments: names and values, in turn. */
  List<String> arguments() {
    ParseResult given = commandLine().getParseResult();
    List<String> arguments = new ArrayList<>();
    for (OptionSpec ours : new CommandLine(new Arguments()).getCommandSpec().options()) {
      OptionSpec option = given.matchedOption(ours.longestName());
      if (option != null) {
        for (String value : option.originalStringValues()) {
          arguments.add(ours.longestName());
          arguments.add(value);
        }
      }
    }
    return arguments;
  }

  /**
   * Arguments for all machines.
   *
   * @param arguments names and values, in turn
   * @param files is given the files among them
   * @param hadoop says where file systems are
   */
  static List<String> shipped(List<String> arguments, ShippedFiles files, Configuration hadoop)
      throws IOException {
    List<String> shipped = new ArrayList<>(arguments);
    for (int i = 0; i < shipped.size(); i += 2) {
      if (FILES.contains(shipped.get(i))) {
        shipped.set(i + 1, files.add(shipped.get(i + 1), hadoop));
      }
    }
    return shipped;
  }

  /**
   * What annotates.
   *
   * @param format of the documents
   * @param folder with the files of this machine
   */
  AnnotateOptions options(DocumentFormat format, Path folder) throws IOException {
    List<URL> resources = new ArrayList<>();
    for (String file : words) {
      resources.add(ShippedFiles.find(file, folder).toUri().toURL());
    }
    return new AnnotateOptions(
        models.stream().map(model -> ShippedFiles.find(model, folder)).toList(),
        resources,
        format.input(typeSystem == null ? null : ShippedFiles.find(typeSystem, folder)),
        segmenter.segmenter(),
        pipeline == null ? Engines.NONE : PipelineFile.read(ShippedFiles.find(pipeline, folder)),
        annotation.decoding());
  }
}
