package org.gpchain.internal.documents;

import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.features.AnnotationColumn;

/**
 * The models that annotate documents, and how documents are read.
 *
 * @param models model files or, where there is no such file, names of models on the class path,
 *     such as {@code chunker-en}. At least one. All of them annotate the same documents.
 * @param words locations of word resources that models may refer to, in addition to the folders of
 *     the models and the class path
 * @param format format of the documents
 * @param segmenter finds sentences and tokens in documents that have none
 * @param engines other engines that process documents before and after the models
 * @param decoding how segments are chosen from the posterior mean of the scores
 * @param columns annotations for columns of models. They replace the annotations that the models
 *     name.
 * @param constraints annotations that predictions must not contradict
 */
public record AnnotateOptions(
    List<Path> models,
    List<URL> words,
    InputFormat format,
    Segmenter segmenter,
    Engines engines,
    DecodingOptions decoding,
    List<AnnotationColumn> columns,
    Constraints constraints) {
  /** Default maximum number of a segment and its alternatives together. */
  public static final int DEFAULT_N_BEST = 5;

  /** Decoding for F1, with alternatives. */
  public static final DecodingOptions DEFAULT_DECODING =
      DecodingOptions.DEFAULT.withNBest(DEFAULT_N_BEST);

  /** Copies the lists and checks that there is a model. */
  public AnnotateOptions {
    models = List.copyOf(models);
    words = List.copyOf(words);
    columns = List.copyOf(columns);
    if (models.isEmpty()) {
      throw new IllegalArgumentException("at least one model is needed");
    }
  }

  /**
   * Annotations that predictions must not contradict.
   *
   * @param kept types of annotations, in the syntax of {@link
   *     org.gpchain.annotator.AnnotatorParameters#PARAM_CONSTRAINT_TYPES}; empty for none
   * @param strict whether to refuse documents with annotations that the models cannot keep
   */
  public record Constraints(List<String> kept, boolean strict) {
    /** No annotations. */
    public static final Constraints NONE = new Constraints(List.of(), false);

    /** Copies the list. */
    public Constraints {
      kept = List.copyOf(kept);
    }
  }

  /** Returns whether documents can have annotations before the models process them. */
  boolean mayHaveAnnotations() {
    boolean plain = format instanceof RawText || format instanceof ColumnInput;
    return !plain || !engines.before().isEmpty();
  }

  /** Returns options for one model, with default decoding and without engines or constraints. */
  public static AnnotateOptions of(Path model, InputFormat format, Segmenter segmenter) {
    return builder(List.of(model), format).segmenter(segmenter).build();
  }

  /**
   * Returns a builder of options for documents of a format. By default, the options have the
   * default segmenter and decoding, and no engines or constraints.
   */
  public static Builder builder(List<Path> models, InputFormat format) {
    return new Builder(models, format);
  }

  /** Builds options. */
  public static final class Builder {
    private final List<Path> models;
    private final InputFormat format;
    private List<URL> words = List.of();
    private Segmenter segmenter = Segmenter.DEFAULT;
    private Engines engines = Engines.NONE;
    private DecodingOptions decoding = DEFAULT_DECODING;
    private List<AnnotationColumn> columns = List.of();
    private Constraints constraints = Constraints.NONE;

    private Builder(List<Path> models, InputFormat format) {
      this.models = models;
      this.format = format;
    }

    /** Sets the locations of word resources. */
    public Builder words(List<URL> locations) {
      words = locations;
      return this;
    }

    /** Sets the segmenter of documents without sentences and tokens. */
    public Builder segmenter(Segmenter value) {
      segmenter = value;
      return this;
    }

    /** Sets the engines before and after the models. */
    public Builder engines(Engines value) {
      engines = value;
      return this;
    }

    /** Sets how segments are decoded. */
    public Builder decoding(DecodingOptions value) {
      decoding = value;
      return this;
    }

    /** Sets annotations for columns of models. */
    public Builder columns(List<AnnotationColumn> value) {
      columns = value;
      return this;
    }

    /** Sets annotations that predictions must not contradict. */
    public Builder constraints(Constraints value) {
      constraints = value;
      return this;
    }

    /**
     * Returns the options.
     *
     * @throws IllegalArgumentException if there is no model
     */
    public AnnotateOptions build() {
      return new AnnotateOptions(
          models, words, format, segmenter, engines, decoding, columns, constraints);
    }
  }
}
