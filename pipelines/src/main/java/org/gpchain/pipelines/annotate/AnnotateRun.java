package org.gpchain.pipelines.annotate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.uima.UIMAException;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.pipelines.annotate.InputFormat.Needs;
import org.gpchain.pipelines.annotate.output.AnnotatedDocument;
import org.gpchain.pipelines.annotate.output.Layer;
import org.gpchain.pipelines.annotate.output.ModelCard;
import org.gpchain.pipelines.annotate.output.Output;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.cas.DocumentSource;
import org.gpchain.pipelines.corpus.cas.FileSource;
import org.gpchain.pipelines.corpus.cas.OurTypes;

/** Annotates documents with models, all in one pass, and writes them. */
public final class AnnotateRun {
  private final AnnotateOptions options;
  private final Output output;
  private final DocumentProgress progress;
  private final List<String> notes = new ArrayList<>();
  private int documents;
  private int sentences;
  private int segments;

  private AnnotateRun(AnnotateOptions options, Output output, DocumentProgress progress) {
    this.options = options;
    this.output = output;
    this.progress = progress;
  }

  /**
   * Annotates all documents of the input.
   *
   * @param output where they are written
   * @param progress is told how many are done; not closed
   * @return what was written
   * @throws InputException if a model or a document cannot be used; what was written before stays
   */
  public static AnnotateResult run(
      AnnotateOptions options, Output output, DocumentProgress progress) throws IOException {
    return new AnnotateRun(options, output, progress).annotate();
  }

  private AnnotateResult annotate() throws IOException {
    TextModels models = TextModels.load(options.models(), options.words(), options.decoding());
    boolean isText = options.format() == InputFormat.TEXT;
    if (isText) {
      models.checkOneLanguage();
    }
    Needs needs = new Needs(models.columns(), models.language());
    List<Layer> layers = layers(models);
    boolean mayBeCut = isText && options.segmenter().keepsParagraphs() && !output.writesDocuments();
    try (DocumentSource source = options.format().open(options.input(), needs);
        TextPipeline pipeline = new TextPipeline(models, options.segmenter());
        LongText longText = mayBeCut ? new LongText(models, options.segmenter(), layers) : null) {
      output.check(source.files());
      annotate(source, layers, pipeline, longText);
      if (!isText) {
        notes.addAll(pipeline.notes());
      }
    } catch (UIMAException e) {
      // Whatever the user can fix is an InputException by now.
      throw new IllegalStateException(e);
    }
    return new AnnotateResult(output.files(), documents, sentences, segments, notes);
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
   * @param longText annotates long texts; null if documents must stay whole
   */
  private void annotate(
      DocumentSource source, List<Layer> layers, TextPipeline pipeline, LongText longText)
      throws IOException, UIMAException {
    OptionalInt all =
        source.files().isEmpty() ? OptionalInt.empty() : OptionalInt.of(source.files().size());
    progress.onDocument(0, all);
    while (source.hasNext()) {
      JCas document = OurTypes.in(source.next());
      AnnotatedDocument copy;
      try {
        copy =
            longText != null && source instanceof FileSource files && LongText.isLong(document)
                ? longText.annotate(files.named(), document.getDocumentText())
                : annotated(source.name(), document, layers, pipeline);
      } catch (UnusableCasException e) {
        throw source.problem(e);
      }
      output.write(source.place(), document, copy);
      documents++;
      sentences += copy.sentences().size();
      segments += copy.segmentCount(layers.size());
      if (copy.sentences().isEmpty()) {
        notes.add(source.place() + ": there are no sentences in this text");
      }
      progress.onDocument(documents, all);
    }
  }

  private static AnnotatedDocument annotated(
      String name, JCas document, List<Layer> layers, TextPipeline pipeline)
      throws IOException, UIMAException {
    pipeline.annotate(document);
    return AnnotatedDocument.of(name, document, layers);
  }
}
