package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.gpchain.internal.annotator.cas.PredictionWriter;
import org.gpchain.type.TokenMarginals;

/** Engines for tests, and the annotations that they write. */
final class TestEngines {
  /** Parameters that enable all annotations of an annotator in addition to its layer. */
  static final Object[] EVERYTHING = {
    GpSegmentAnnotator.PARAM_N_BEST, 3,
    GpSegmentAnnotator.PARAM_WRITE_TOKEN_MARGINALS, true,
    GpSegmentAnnotator.PARAM_WRITE_UNCERTAINTY, true
  };

  /** Parameters that make parts of speech the layer of a {@link GpSequenceTagger}. */
  static final Object[] POS_LAYER = layer(POS._TypeName, "PosValue");

  private TestEngines() {}

  /** Returns the parameters that set the layer of a {@link GpSequenceTagger}. */
  static Object[] layer(String type, String feature) {
    return new Object[] {
      GpSequenceTagger.PARAM_TYPE, type, GpSequenceTagger.PARAM_FEATURE, feature
    };
  }

  /**
   * Returns an engine.
   *
   * @param model the location of its model
   * @param parameters alternating names and values, or arrays of them
   */
  static AnalysisEngine engine(
      Class<? extends AnalysisComponent> type, Object model, Object... parameters)
      throws ResourceInitializationException {
    Object[] location = {GpSegmentAnnotator.PARAM_MODEL_LOCATION, model.toString()};
    return createEngine(type, flat(new Object[] {location, parameters}).toArray());
  }

  /** Returns a parameter, or the elements of nested arrays of parameters in order. */
  private static Stream<Object> flat(Object parameter) {
    return parameter instanceof Object[] several && !(several instanceof String[])
        ? Arrays.stream(several).flatMap(TestEngines::flat)
        : Stream.of(parameter);
  }

  /** Annotates a document, and returns it. */
  static JCas annotate(AnalysisEngine engine, JCas document) throws UIMAException {
    engine.process(document);
    return document;
  }

  /** Annotates an English text, and returns its document. */
  static JCas annotate(AnalysisEngine engine, String text) throws UIMAException {
    return annotate(engine, TestDocuments.tokens("en", text));
  }

  /** Asserts that an engine fails on a document, with a message that contains all parts. */
  static void assertRefuses(AnalysisEngine engine, JCas document, String... parts) {
    assertThatThrownBy(() -> engine.process(document)).message().contains(parts);
  }

  /** Returns the probabilities of the labels of each token, in the order of the text. */
  static List<TokenMarginals> marginals(JCas document) {
    return select(document, TokenMarginals.class).stream()
        .sorted(Comparator.comparing(marginals -> marginals.getToken().getBegin()))
        .toList();
  }

  /**
   * Returns all annotations and the probabilities of labels with their features as text, without
   * their numbers.
   */
  static String annotations(JCas document) {
    StringBuilder text = new StringBuilder();
    document.getAnnotationIndex().forEach(annotation -> text.append(annotation).append('\n'));
    if (PredictionWriter.hasTypes(document)) {
      marginals(document).forEach(marginals -> text.append(marginals).append('\n'));
    }
    return text.toString().replaceAll("(?m):\\d+$", "");
  }

  /** Returns the chunks of a document, each as its tag and its text. */
  static List<String> chunks(JCas document) {
    return select(document, Chunk.class).stream()
        .map(chunk -> chunk.getChunkValue() + " " + chunk.getCoveredText())
        .toList();
  }
}
