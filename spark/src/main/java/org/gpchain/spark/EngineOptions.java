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

/** Options for what annotates, as {@code gpchain annotate} has them. */
final class EngineOptions {
  static final String TYPE_SYSTEM = "--type-system";

  private static final String MODEL = "--model";
  private static final String WORDS = "--words";
  private static final String PIPELINE = "--pipeline";
  private static final String SEGMENTER = "--segmenter";
  private static final String SEGMENTER_PARAM = "--segmenter-param";

  /** The options whose values are files that all machines need. */
  private static final Set<String> FILES = Set.of(MODEL, WORDS, TYPE_SYSTEM, PIPELINE);

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

  /** Checks options, as far as that can be done without their files. */
  static void check(List<String> arguments) {
    Arguments given = new Arguments(ALL, Set.of(), arguments);
    given.require(MODEL);
    segmenter(given);
    decoding(given);
  }

  private static Segmenter segmenter(Arguments given) {
    return Segmenter.named(given.one(SEGMENTER), given.all(SEGMENTER_PARAM));
  }

  private static DecodingOptions decoding(Arguments given) {
    DecodingOptions options =
        DecodingOptions.DEFAULT
            .withNBest(given.number("--n-best", Integer::valueOf, AnnotateOptions.DEFAULT_N_BEST))
            .withBeta(given.number("--beta", Double::valueOf, 1.0));
    double maxError = given.share("--max-error");
    double minRecall = given.share("--min-recall");
    double confidence = given.share("--confidence");
    if (confidence != 0 && maxError == 0 && minRecall == 0) {
      throw new IllegalArgumentException("--confidence needs --max-error or --min-recall");
    }
    if (minRecall != 0 && given.has("--beta")) {
      throw new IllegalArgumentException(
          "--beta has no effect with --min-recall; leave one of them out");
    }
    return Promise.of(maxError, minRecall, confidence).map(options::withPromise).orElse(options);
  }

  /** Arguments for all machines; the files among them are added to those that are shipped. */
  static List<String> shipped(List<String> arguments, ShippedFiles files, Configuration hadoop)
      throws IOException {
    List<String> shipped = new ArrayList<>(new Arguments(ALL, Set.of(), arguments).given(ALL));
    for (int i = 0; i < shipped.size(); i += 2) {
      if (FILES.contains(shipped.get(i))) {
        shipped.set(i + 1, files.add(shipped.get(i + 1), hadoop));
      }
    }
    return shipped;
  }

  /**
   * Returns the options of the engines on a machine.
   *
   * @param arguments as {@link #shipped} gave them, with the ids of the files
   */
  static AnnotateOptions of(List<String> arguments, DocumentFormat format, ShippedFiles files)
      throws IOException {
    Arguments given = new Arguments(ALL, Set.of(), arguments);
    List<URL> words = new ArrayList<>();
    for (String file : given.all(WORDS)) {
      words.add(files.find(file).toUri().toURL());
    }
    String types = given.one(TYPE_SYSTEM);
    String pipeline = given.one(PIPELINE);
    List<Path> models = given.all(MODEL).stream().map(files::find).toList();
    InputFormat input = format.input(types == null ? null : files.find(types));
    return AnnotateOptions.builder(models, input)
        .words(words)
        .segmenter(segmenter(given))
        .engines(pipeline == null ? Engines.NONE : Engines.read(files.find(pipeline)))
        .decoding(decoding(given))
        .build();
  }
}
