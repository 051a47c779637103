package org.gpchain.pipelines.annotate;

import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.predict.DecodingOptions;

/**
 * What to annotate.
 *
 * @param models at least one: model files or, where there is no such file, names of models on the
 *     class path, such as {@code chunker-en}; all of them annotate the same documents
 * @param words where word resources are that models may refer to, besides those beside the models
 *     and on the class path
 * @param input where the documents are, as their format has it
 * @param format how they are read
 * @param segmenter finds sentences and tokens where there are none
 * @param decoding how segments are decoded, by the posterior mean
 */
public record AnnotateOptions(
    List<Path> models,
    List<URL> words,
    Path input,
    InputFormat format,
    Segmenter segmenter,
    DecodingOptions decoding) {
  /** From how many label sequences alternatives are taken, if nothing else is said. */
  public static final int DEFAULT_N_BEST = 5;

  /** Decoding for F1, with alternatives. */
  public static final DecodingOptions DEFAULT_DECODING =
      DecodingOptions.DEFAULT.withNBest(DEFAULT_N_BEST);

  /** Copies the models. */
  public AnnotateOptions {
    models = List.copyOf(models);
    words = List.copyOf(words);
    if (models.isEmpty()) {
      throw new IllegalArgumentException("at least one model is needed");
    }
  }

  /** Raw English text, annotated by one model. */
  public static AnnotateOptions ofText(Path model, Path input) {
    return new AnnotateOptions(
        List.of(model), List.of(), input, InputFormat.TEXT, Segmenter.DEFAULT, DEFAULT_DECODING);
  }
}
