package org.gpchain.pipelines.annotate;

import java.util.List;
import java.util.Map;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.resource.ResourceInitializationException;
import org.gpchain.pipelines.corpus.cas.DeclaredParameters;

/**
 * What finds the sentences and tokens of documents that have none.
 *
 * @param name of it, for people
 * @param description of the engine
 * @param anyLanguage whether it may be used whatever the language of a document is; otherwise for
 *     English only
 */
public record Segmenter(String name, AnalysisEngineDescription description, boolean anyLanguage) {
  /** OpenNLP's models for English, for English. */
  public static final Segmenter DEFAULT = openNlp(false);

  /** OpenNLP's models for English, because the user says so. */
  public static final Segmenter ENGLISH = openNlp(true);

  /**
   * An engine of the user's choice.
   *
   * @param engine its class
   * @param parameters values of its parameters by name
   * @throws IllegalArgumentException if it cannot be described, or has no such parameters
   */
  public static Segmenter of(
      Class<? extends AnalysisComponent> engine, Map<String, List<String>> parameters) {
    AnalysisEngineDescription description = description(engine);
    try {
      new DeclaredParameters(description).set(parameters);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + "; fix --segmenter-param", e);
    }
    return new Segmenter(engine.getSimpleName(), description, true);
  }

  /** Whether no sentence crosses the end of a paragraph. */
  boolean keepsParagraphs() {
    return description.getAnnotatorImplementationName().equals(BoundedSegmenter.class.getName());
  }

  private static Segmenter openNlp(boolean anyLanguage) {
    return new Segmenter(
        "OpenNLP's models for English", description(BoundedSegmenter.class), anyLanguage);
  }

  private static AnalysisEngineDescription description(Class<? extends AnalysisComponent> engine) {
    try {
      return AnalysisEngineFactory.createEngineDescription(engine);
    } catch (ResourceInitializationException e) {
      throw new IllegalArgumentException(
          engine.getName() + " cannot be used: " + e.getMessage(), e);
    }
  }
}
