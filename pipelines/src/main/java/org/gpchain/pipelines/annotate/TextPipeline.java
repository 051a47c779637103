package org.gpchain.pipelines.annotate;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Paragraph;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.opennlp.OpenNlpSegmenter;
import org.gpchain.annotator.GpSegmentAnnotator;
import org.gpchain.core.predict.Promise;

/** Annotates raw text: paragraphs, sentences and tokens, parts of speech if needed, segments. */
final class TextPipeline implements AutoCloseable {
  private static final String SENTENCES = "classpath:/opennlp-en-ud-ewt-sentence-1.3-2.5.4.bin";
  private static final String TOKENS = "classpath:/opennlp-en-ud-ewt-tokens-1.3-2.5.4.bin";
  private static final String NEW_LINE = "(?>\\r\\n|\\n|\\r)";

  /** One or more blank lines. */
  private static final Pattern PARAGRAPH_BREAK =
      Pattern.compile(NEW_LINE + "[ \\t]*" + NEW_LINE + "\\s*");

  private final String language;
  private final List<AnalysisEngine> engines = new ArrayList<>();
  private final JCas document;

  TextPipeline(TextModel model) throws UIMAException {
    language = model.language();
    document = JCasFactory.createJCas();
    add(
        OpenNlpSegmenter.class,
        OpenNlpSegmenter.PARAM_SEGMENTATION_MODEL_LOCATION,
        SENTENCES,
        OpenNlpSegmenter.PARAM_TOKENIZATION_MODEL_LOCATION,
        TOKENS);
    if (model.tagger() != null) {
      engines.add(AnalysisEngineFactory.createEngine(model.tagger().description()));
    }
    add(
        model.annotator(),
        GpSegmentAnnotator.PARAM_MODEL_LOCATION,
        model.location().url().toString(),
        GpSegmentAnnotator.PARAM_BETA,
        (float) model.decoding().beta(),
        GpSegmentAnnotator.PARAM_MAX_ERROR,
        (float) share(model, Promise.Kind.MAX_ERROR),
        GpSegmentAnnotator.PARAM_MIN_RECALL,
        (float) share(model, Promise.Kind.MIN_RECALL),
        GpSegmentAnnotator.PARAM_CONFIDENCE,
        (float) model.decoding().promised().map(Promise::confidence).orElse(0.0).doubleValue());
  }

  /** The share that is promised; 0 if nothing of the kind is. */
  private static double share(TextModel model, Promise.Kind kind) {
    return model
        .decoding()
        .promised()
        .filter(promise -> promise.kind() == kind)
        .map(Promise::share)
        .orElse(0.0);
  }

  private void add(Class<? extends AnalysisComponent> component, Object... parameters)
      throws ResourceInitializationException {
    engines.add(AnalysisEngineFactory.createEngine(component, parameters));
  }

  /**
   * Annotates a text.
   *
   * @return the document, which is valid until the next text
   */
  JCas annotate(RawText source, String text) throws AnalysisEngineProcessException {
    document.reset();
    document.setDocumentText(text);
    DocumentMetaData metadata = DocumentMetaData.create(document);
    metadata.setDocumentId(source.name());
    metadata.setDocumentTitle(source.file().getFileName().toString());
    metadata.setDocumentUri(source.file().toUri().toString());
    document.setDocumentLanguage(language);
    markParagraphs(text);
    for (AnalysisEngine engine : engines) {
      engine.process(document);
    }
    return document;
  }

  /** The segmenter lets no sentence cross a paragraph: a heading ends without a full stop. */
  private void markParagraphs(String text) {
    Matcher gap = PARAGRAPH_BREAK.matcher(text);
    int begin = 0;
    while (gap.find()) {
      markParagraph(begin, gap.start());
      begin = gap.end();
    }
    markParagraph(begin, text.length());
  }

  private void markParagraph(int begin, int end) {
    if (begin < end) {
      new Paragraph(document, begin, end).addToIndexes();
    }
  }

  @Override
  public void close() {
    engines.forEach(AnalysisEngine::destroy);
  }
}
