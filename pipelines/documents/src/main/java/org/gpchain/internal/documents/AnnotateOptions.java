package org.gpchain.internal.documents;

import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.features.AnnotationColumn;

/**
 * What annotates documents, and how they are read.
 *
 * @param models at least one: model files or, where there is no such file, names of models on the
 *     class path, such as {@code chunker-en}; all of them annotate the same documents
 * @param words where word resources are that models may refer to, besides those beside the models
 *     and on the class path
 * @param format how they are read
 * @param segmenter finds sentences and tokens where there are none
 * @param engines of others, before and after the models
 * @param decoding how segments are decoded, by the posterior mean
 * @param columns what columns of models are read from, where these are not the annotations that the
 *     models name
 * @param kept annotations that what is predicted must fit, as {@link
 *     org.gpchain.annotator.AnnotatorParameters#PARAM_CONSTRAINT_TYPES} has them
 * @param strict whether documents with annotations that cannot be kept are refused
 */
public record AnnotateOptions(
    List<Path> models,
    List<URL> words,
    InputFormat format,
    Segmenter segmenter,
    Engines engines,
    DecodingOptions decoding,
    List<AnnotationColumn> columns,
    List<String> kept,
    boolean strict) {
  /** From how many label sequences alternatives are taken, if nothing else is said. */
  public static final int DEFAULT_N_BEST = 5;

  /** Decoding for F1, with alternatives. */
  public static final DecodingOptions DEFAULT_DECODING =
      DecodingOptions.DEFAULT.withNBest(DEFAULT_N_BEST);

  public AnnotateOptions {
    models = List.copyOf(models);
    words = List.copyOf(words);
    columns = List.copyOf(columns);
    kept = List.copyOf(kept);
    if (models.isEmpty()) {
      throw new IllegalArgumentException("at least one model is needed");
    }
  }

  /** Whether documents may have annotations when the models see them. */
  boolean mayHaveAnnotations() {
    boolean plain = format instanceof RawText || format instanceof ColumnInput;
    return !plain || !engines.before().isEmpty();
  }

  public AnnotateOptions withFormat(InputFormat other) {
    return new AnnotateOptions(
        models, words, other, segmenter, engines, decoding, columns, kept, strict);
  }

  /** One model, with the usual decoding, and nothing else. */
  public static AnnotateOptions of(Path model, InputFormat format, Segmenter segmenter) {
    return new AnnotateOptions(
        List.of(model),
        List.of(),
        format,
        segmenter,
        Engines.NONE,
        DEFAULT_DECODING,
        List.of(),
        List.of(),
        false);
  }
}
