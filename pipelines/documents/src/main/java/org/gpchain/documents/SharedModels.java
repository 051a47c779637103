package org.gpchain.documents;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.uima.UIMAException;
import org.gpchain.corpora.InputException;
import org.gpchain.documents.InputFormat.Needs;
import org.gpchain.documents.output.Layer;
import org.gpchain.documents.output.ModelCard;
import org.gpchain.documents.output.OutputFormat;

/** What the annotators of a run have in common. */
public final class SharedModels implements AutoCloseable {
  private final AnnotateOptions options;
  private final TextModels models;
  private final List<Layer> layers;
  private final boolean reads;
  private final LongText longText;

  private SharedModels(AnnotateOptions options, TextModels models, int threads, boolean reads) {
    this.options = options;
    this.models = models;
    this.reads = reads;
    this.layers = layers(models);
    this.longText = new LongText(models, options.segmenter(), layers, threads);
  }

  /**
   * Reads models.
   *
   * @param options what to annotate, and how
   * @param threads that a long text may take
   * @throws InputException if a model cannot be used, at all or for such documents
   */
  public static SharedModels load(AnnotateOptions options, int threads) throws IOException {
    return load(options, threads, false);
  }

  /**
   * Reads models for annotators that annotate nothing: they read the sentences of documents as the
   * first model needs them ({@link AnnotatedResult#sentences}).
   *
   * @param options what would be annotated, and how
   * @throws InputException if a model cannot be used, at all or for such documents
   */
  public static SharedModels forReading(AnnotateOptions options) throws IOException {
    return load(options, 1, true);
  }

  private static SharedModels load(AnnotateOptions options, int threads, boolean reads)
      throws IOException {
    TextModels models = TextModels.load(options.models(), options.words(), options.decoding());
    if (options.format().isRawText()) {
      models.checkRawText(options.segmenter());
    }
    return new SharedModels(options, models, threads, reads);
  }

  private static List<Layer> layers(TextModels models) {
    return models.models().stream()
        .map(
            model ->
                new Layer(
                    model.name(),
                    model.layer().typeName(),
                    ModelCard.of(model.location().file(), model.model())))
        .toList();
  }

  /**
   * An annotator for one thread.
   *
   * @param formats in which documents are going to be written
   * @throws InputException if documents cannot be read as the options have it
   */
  public DocumentAnnotator annotator(Set<OutputFormat> formats) throws IOException {
    return new DocumentAnnotator(this, formats);
  }

  /** The models, as they stand in what is written. */
  public List<Layer> layers() {
    return layers;
  }

  /** Whether all documents are raw text. */
  public boolean readsRawText() {
    return options.format().isRawText();
  }

  /** What finds sentences and tokens, in words. */
  public String segmenterName() {
    return options.segmenter().name();
  }

  /** What finds parts of speech, in words. */
  public String taggerName() throws IOException {
    return models.tagger().title();
  }

  DocumentParser parser() throws IOException {
    return options.format().parser(new Needs(models.columns(), models.language()));
  }

  TextPipeline pipeline() throws UIMAException {
    return new TextPipeline(models, options.segmenter(), options.engines(), reads);
  }

  /** Whether pieces of a text have the sentences of the whole, and may be annotated one by one. */
  boolean keepsParagraphs() {
    return !reads
        && options.format().isRawText()
        && options.segmenter().keepsParagraphs()
        && options.engines().isEmpty();
  }

  LongText longText() {
    return longText;
  }

  @Override
  public void close() {
    longText.close();
  }
}
