package org.gpchain.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.GpSegmentAnnotator;
import org.gpchain.annotator.ModelInput;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.annotator.cas.TokenizedSentence;
import org.gpchain.core.predict.Promise;
import org.gpchain.core.text.TokenSequence;

/**
 * Annotates documents with all models, once they have what the models need; or reads what these
 * would see.
 */
final class TextPipeline implements AutoCloseable {
  private final Preparation preparation;
  private final List<AnalysisEngine> before = new ArrayList<>();
  private final List<AnalysisEngine> engines = new ArrayList<>();
  private final List<AnalysisEngine> after = new ArrayList<>();

  /** Reads what the first model needs; null where the models annotate. */
  private final ModelInput input;

  /**
   * What was made of a document.
   *
   * @param prepared what it was given besides annotations of the models
   * @param sentences as the first model reads them; empty where the models annotate
   */
  record Processed(Prepared prepared, List<ReadSentence> sentences) {}

  /**
   * A pipeline that annotates.
   *
   * @param others that see documents before and after
   */
  TextPipeline(TextModels models, Segmenter segmenter, Engines others) throws UIMAException {
    this(models, segmenter, others, false);
  }

  /**
   * A pipeline.
   *
   * @param others that see documents before and after
   * @param reads whether sentences are only read as the first model needs them, and not annotated
   */
  TextPipeline(TextModels models, Segmenter segmenter, Engines others, boolean reads)
      throws UIMAException {
    preparation = new Preparation(segmenter, models);
    input = reads ? ModelInput.of(models.models().get(0).model()) : null;
    for (AnalysisEngineDescription engine : others.before()) {
      before.add(AnalysisEngineFactory.createEngine(engine));
    }
    for (TextModel model : reads ? List.<TextModel>of() : models.models()) {
      engines.add(engine(model));
    }
    for (AnalysisEngineDescription engine : others.after()) {
      after.add(AnalysisEngineFactory.createEngine(engine));
    }
  }

  private static AnalysisEngine engine(TextModel model) throws UIMAException {
    return AnalysisEngineFactory.createEngine(
        model.annotator(),
        GpSegmentAnnotator.PARAM_MODEL_LOCATION,
        model.location().url().toString(),
        // What the same model wrote in an earlier run is not written twice.
        GpSegmentAnnotator.PARAM_REPLACE_EXISTING,
        true,
        GpSegmentAnnotator.PARAM_N_BEST,
        model.decoding().nBest(),
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

  /**
   * Annotates a document, or reads its sentences.
   *
   * @throws org.gpchain.annotator.cas.UnusableCasException if it cannot be annotated
   */
  Processed process(JCas document) throws IOException, UIMAException {
    for (AnalysisEngine engine : before) {
      engine.process(document);
    }
    Prepared prepared = preparation.prepare(document);
    for (AnalysisEngine engine : engines) {
      engine.process(document);
    }
    List<ReadSentence> sentences = input == null ? List.of() : read(document);
    preparation.takeBack();
    for (AnalysisEngine engine : after) {
      engine.process(document);
    }
    return new Processed(prepared, sentences);
  }

  private List<ReadSentence> read(JCas document) throws UIMAException {
    List<TokenizedSentence> sentences = CasSentences.tokenized(document);
    List<TokenSequence> sequences = input.read(document, sentences);
    List<ReadSentence> read = new ArrayList<>(sentences.size());
    for (int s = 0; s < sentences.size(); s++) {
      List<Token> tokens = sentences.get(s).tokens();
      read.add(
          new ReadSentence(
              tokens.get(0).getBegin(), tokens.get(tokens.size() - 1).getEnd(), sequences.get(s)));
    }
    return read;
  }

  @Override
  public void close() {
    preparation.close();
    before.forEach(AnalysisEngine::destroy);
    engines.forEach(AnalysisEngine::destroy);
    after.forEach(AnalysisEngine::destroy);
  }
}
