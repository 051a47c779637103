package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;

/** Engines for tests, and the annotations that they write. */
final class TestEngines {
  /** All that annotators write beside the layer. */
  static final Object[] EVERYTHING = {
    GpSegmentAnnotator.PARAM_N_BEST, 3,
    GpSegmentAnnotator.PARAM_WRITE_TOKEN_MARGINALS, true,
    GpSegmentAnnotator.PARAM_WRITE_UNCERTAINTY, true
  };

  /** Parts of speech as the layer of a {@link GpSequenceTagger}. */
  static final Object[] POS_LAYER = layer(POS._TypeName, "PosValue");

  private TestEngines() {}

  /** A layer of a {@link GpSequenceTagger}. */
  static Object[] layer(String type, String feature) {
    return new Object[] {
      GpSequenceTagger.PARAM_TYPE, type, GpSequenceTagger.PARAM_FEATURE, feature
    };
  }

  /**
   * An engine with a model's location; parameters are names and values in turn, or arrays of them.
   */
  static AnalysisEngine engine(
      Class<? extends AnalysisComponent> type, Object model, Object... parameters)
      throws ResourceInitializationException {
    Object[] location = {GpSegmentAnnotator.PARAM_MODEL_LOCATION, model.toString()};
    return createEngine(type, flat(new Object[] {location, parameters}).toArray());
  }

  private static Stream<Object> flat(Object parameter) {
    return parameter instanceof Object[] several && !(several instanceof String[])
        ? Arrays.stream(several).flatMap(TestEngines::flat)
        : Stream.of(parameter);
  }

  static JCas annotate(AnalysisEngine engine, JCas document) throws UIMAException {
    engine.process(document);
    return document;
  }

  /** Annotates an English text. */
  static JCas annotate(AnalysisEngine engine, String text) throws UIMAException {
    return annotate(engine, TestDocuments.tokens("en", text));
  }

  /** The engine fails on the document, with a message that has all the parts. */
  static void assertRefuses(AnalysisEngine engine, JCas document, String... parts) {
    assertThatThrownBy(() -> engine.process(document)).message().contains(parts);
  }

  /** All annotations but for their numbers; what they hold is part of their text. */
  static String annotations(JCas document) {
    StringBuilder all = new StringBuilder();
    document.getAnnotationIndex().forEach(annotation -> all.append(annotation).append('\n'));
    return all.toString().replaceAll("(?m):\\d+$", "");
  }

  /** Tags and texts. */
  static List<String> chunks(JCas document) {
    return select(document, Chunk.class).stream()
        .map(chunk -> chunk.getChunkValue() + " " + chunk.getCoveredText())
        .toList();
  }
}
