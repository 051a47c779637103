package org.gpchain.spark;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.promise.Promise;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.Engines;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.documents.Segmenter;

/** Options for models and other engines, with the same meaning as in {@code gpchain annotate}. */
final class EngineOptions {
  static final String TYPE_SYSTEM = "--type-system";

  private static final String MODEL = "--model";
  private static final String WORDS = "--words";
  private static final String PIPELINE = "--pipeline";
  private static final String SEGMENTER = "--segmenter";
  private static final String SEGMENTER_PARAM = "--segmenter-param";

  /** Options whose values are files that all machines need. */
  private static final Set<String> FILES = Set.of(MODEL, WORDS, TYPE_SYSTEM, PIPELINE);

  /** All options of the engines. All of them take a value. */
  static final List<String> ALL =
      List.of(
          MODEL,
          WORDS,
          TYPE_SYSTEM,
          PIPELINE,
          SEGMENTER,
          SEGMENTER_PARAM,
          "--n-best",
          "--beta",
          "--max-error",
          "--min-recall",
          "--confidence");

  private EngineOptions() {}

  /**
   * Checks options without opening their files.
   *
   * @throws IllegalArgumentException if options are missing or invalid
   */
  static void check(List<String> options) {
    Arguments arguments = new Arguments(ALL, Set.of(), options);
    arguments.require(MODEL);
    segmenter(arguments);
    decoding(arguments);
  }

  private static Segmenter segmenter(Arguments arguments) {
    return Segmenter.named(arguments.value(SEGMENTER), arguments.values(SEGMENTER_PARAM));
  }

  private static DecodingOptions decoding(Arguments arguments) {
    int nBest = arguments.number("--n-best", Integer::valueOf, AnnotateOptions.DEFAULT_N_BEST);
    double beta = arguments.number("--beta", Double::valueOf, 1.0);
    DecodingOptions options = DecodingOptions.DEFAULT.withNBest(nBest).withBeta(beta);

    double maxError = arguments.share("--max-error");
    double minRecall = arguments.share("--min-recall");
    double confidence = arguments.share("--confidence");
    if (confidence != 0 && maxError == 0 && minRecall == 0) {
      throw new IllegalArgumentException("--confidence needs --max-error or --min-recall");
    }
    if (minRecall != 0 && arguments.has("--beta")) {
      throw new IllegalArgumentException(
          "--beta has no effect with --min-recall; remove one of them");
    }

    return Promise.of(maxError, minRecall, confidence).map(options::withPromise).orElse(options);
  }

  /**
   * Returns options that are valid on all machines. The files that options name are added to the
   * shipped files and replaced by their ids.
   */
  static List<String> shipped(List<String> options, ShippedFiles files, Configuration hadoop)
      throws IOException {
    Arguments arguments = new Arguments(ALL, Set.of(), options);
    List<String> namesAndValues = new ArrayList<>(arguments.only(ALL));
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      if (FILES.contains(namesAndValues.get(i))) {
        namesAndValues.set(i + 1, files.add(namesAndValues.get(i + 1), hadoop));
      }
    }
    return namesAndValues;
  }

  /**
   * Returns the options of the engines on a machine.
   *
   * @param options the result of {@link #shipped}
   */
  static AnnotateOptions of(List<String> options, DocumentFormat format, ShippedFiles files)
      throws IOException {
    Arguments arguments = new Arguments(ALL, Set.of(), options);
    List<Path> models = arguments.values(MODEL).stream().map(files::find).toList();
    List<URL> words = new ArrayList<>();
    for (String file : arguments.values(WORDS)) {
      words.add(files.find(file).toUri().toURL());
    }

    String typeSystem = arguments.value(TYPE_SYSTEM);
    Path typeSystemFile = typeSystem == null ? null : files.find(typeSystem);
    InputFormat input = format.input(typeSystemFile);
    String pipeline = arguments.value(PIPELINE);
    Engines engines = pipeline == null ? Engines.NONE : Engines.read(files.find(pipeline));

    return AnnotateOptions.builder(models, input)
        .words(words)
        .segmenter(segmenter(arguments))
        .engines(engines)
        .decoding(decoding(arguments))
        .build();
  }
}
