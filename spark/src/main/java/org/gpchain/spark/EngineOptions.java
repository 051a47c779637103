package org.gpchain.spark;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.Promise;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.documents.Engines;
import org.gpchain.documents.Segmenter;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Options for what annotates, as {@code gpchain annotate} has them. */
final class EngineOptions {
  static final String TYPE_SYSTEM = "--type-system";

  private static final String MODEL = "--model";
  private static final String WORDS = "--words";
  private static final String PIPELINE = "--pipeline";

  /** The options whose values are files that all machines need. */
  private static final Set<String> FILES = Set.of(MODEL, WORDS, TYPE_SYSTEM, PIPELINE);

  @Option(names = MODEL, required = true)
  private List<String> models;

  @Option(names = WORDS)
  private List<String> words = List.of();

  @Option(names = TYPE_SYSTEM)
  private String types;

  @Option(names = PIPELINE)
  private String pipeline;

  @Option(names = "--segmenter")
  private String segmenter;

  @Option(names = "--segmenter-param")
  private List<String> segmenterParameters = List.of();

  @Option(names = "--n-best")
  private int best = AnnotateOptions.DEFAULT_N_BEST;

  @Option(names = "--beta")
  private double beta = 1;

  @Option(names = "--max-error")
  private double maxError;

  @Option(names = "--min-recall")
  private double minRecall;

  @Option(names = "--confidence")
  private double confidence;

  /**
   * Sets the options of an object from arguments.
   *
   * @throws IllegalArgumentException if they are wrong
   */
  static ParseResult parse(Object options, List<String> arguments) {
    try {
      return new CommandLine(options)
          .setCaseInsensitiveEnumValuesAllowed(true)
          .parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Checks options as far as that can be done without their files; tells if there are types. */
  static boolean check(List<String> arguments) {
    EngineOptions options = new EngineOptions();
    parse(options, arguments);
    options.segmenter();
    options.decoding();
    return options.types != null;
  }

  private Segmenter segmenter() {
    return Segmenter.named(segmenter, segmenterParameters);
  }

  private DecodingOptions decoding() {
    if (confidence != 0 && maxError == 0 && minRecall == 0) {
      throw new IllegalArgumentException("--confidence needs --max-error or --min-recall");
    }
    return DecodingOptions.DEFAULT
        .withNBest(best)
        .withBeta(beta)
        .withPromise(Promise.of(maxError, minRecall, confidence).orElse(null));
  }

  /** Arguments for all machines; the files among them are added to those that are shipped. */
  static List<String> shipped(List<String> arguments, ShippedFiles files, Configuration hadoop)
      throws IOException {
    List<String> shipped = new ArrayList<>();
    for (OptionSpec option : parse(new EngineOptions(), arguments).matchedOptionsSet()) {
      for (String value : option.originalStringValues()) {
        shipped.add(option.longestName());
        shipped.add(FILES.contains(option.longestName()) ? files.add(value, hadoop) : value);
      }
    }
    return shipped;
  }

  /**
   * @param arguments as {@link #shipped} gave them, with the ids of the files
   */
  static AnnotateOptions of(List<String> arguments, DocumentFormat format, ShippedFiles files)
      throws IOException {
    EngineOptions given = new EngineOptions();
    parse(given, arguments);
    List<URL> words = new ArrayList<>();
    for (String file : given.words) {
      words.add(files.find(file).toUri().toURL());
    }
    return new AnnotateOptions(
        given.models.stream().map(files::find).toList(),
        words,
        format.input(given.types == null ? null : files.find(given.types)),
        given.segmenter(),
        given.pipeline == null ? Engines.NONE : Engines.read(files.find(given.pipeline)),
        given.decoding(),
        List.of(),
        List.of(),
        false);
  }
}
