package org.gpchain.documents.soak;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.annotator.GpChunker;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.annotator.GpSequenceTagger;
import org.gpchain.annotator.GpWordAnnotator;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.predict.Outcome;

/** One thread's engine, document and workspace. */
final class SoakWorker {
  private final SharedTaggers taggers;
  private final AnalysisEngine engine;
  private final JCas document;
  private final Map<String, Workspace> workspaces = new HashMap<>();

  SoakWorker(SharedTaggers taggers) throws UIMAException {
    this.taggers = taggers;
    this.document = JCasFactory.createJCas();
    this.engine =
        AnalysisEngineFactory.createEngine(
            createEngineDescription(
                // With the probabilities of tags, which models read that learned from them.
                createEngineDescription(
                    GpSequenceTagger.class,
                    GpSequenceTagger.PARAM_TYPE,
                    POS._TypeName,
                    GpSequenceTagger.PARAM_FEATURE,
                    "PosValue",
                    GpSequenceTagger.PARAM_WRITE_TOKEN_MARGINALS,
                    true),
                createEngineDescription(
                    GpChunker.class,
                    GpChunker.PARAM_MAX_SENTENCE_LENGTH,
                    100,
                    GpChunker.PARAM_N_BEST,
                    3,
                    GpChunker.PARAM_WRITE_UNCERTAINTY,
                    true),
                createEngineDescription(GpNamedEntityRecognizer.class),
                createEngineDescription(
                    GpWordAnnotator.class, GpWordAnnotator.PARAM_LANGUAGE, "en")));
  }

  /**
   * All that is said of a document.
   *
   * @param annotations by the engine
   * @param outcomes of the shared taggers
   */
  record Result(String annotations, List<Outcome> outcomes) {}

  Result process(SoakDocument text) throws UIMAException {
    text.fill(document);
    engine.process(document);
    StringBuilder annotations = new StringBuilder();
    for (Annotation annotation : document.getAnnotationIndex()) {
      annotations.append(annotation).append('\n');
    }
    document.reset();
    return new Result(annotations.toString(), taggers.tag(text, workspaces));
  }
}
