package org.gpchain.pipelines.annotate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.GpSegmentAnnotator;
import org.gpchain.core.predict.Promise;

/** Annotates documents with all models, once they have what the models need. */
final class TextPipeline implements AutoCloseable {
  private final Preparation preparation;
  private final List<AnalysisEngine> before = new ArrayList<>();
  private final List<AnalysisEngine> engines = new ArrayList<>();
  private final List<AnalysisEngine> after = new ArrayList<>();

  /**
   * A pipeline.
   *
   * @param others that see documents before and after
   */
  TextPipeline(TextModels models, Segmenter segmenter, Engines others) throws UIMAException {
    preparation = new Preparation(segmenter, models);
    for (AnalysisEngineDescription engine : others.before()) {
      before.add(AnalysisEngineFactory.createEngine(engine));
    }
    for (TextModel model : models.models()) {
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
   * Annotates a document.
   *
   * @return what it was given besides
   * @throws org.gpchain.annotator.cas.UnusableCasException if it cannot be annotated
   */
  Prepared annotate(JCas document) throws IOException, UIMAException {
    for (AnalysisEngine engine : before) {
      engine.process(document);
    }
    Prepared prepared = preparation.prepare(document);
    for (AnalysisEngine engine : engines) {
      engine.process(document);
    }
    preparation.takeBack();
    for (AnalysisEngine engine : after) {
      engine.process(document);
    }
    return prepared;
  }

  @Override
  public void close() {
    preparation.close();
    before.forEach(AnalysisEngine::destroy);
    engines.forEach(AnalysisEngine::destroy);
    after.forEach(AnalysisEngine::destroy);
  }
}
