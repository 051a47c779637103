package org.gpchain.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import opennlp.tools.util.Span;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.api.segmentation.SegmenterBase;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.corpora.TextSegmenter;
import org.gpchain.corpora.cas.DeclaredParameters;

/**
 * What finds the sentences and tokens of documents that have none.
 *
 * @param settings the engine and its parameters, in words
 */
public record Segmenter(AnalysisEngineDescription description, String settings) {
  private static final String ENGLISH_CODE = "en";
  private static final String RULES = "rules of the JDK";

  /** Adds the sentences and tokens of the document's language, in linear time. */
  public static final class ByLanguage extends SegmenterBase {
    private TextSegmenter segmenter;

    /** The language that the segmenter is for; null before the first document. */
    private String segmented;

    public ByLanguage() {}

    @Override
    public void process(JCas document) throws AnalysisEngineProcessException {
      String language =
          Objects.requireNonNullElse(getLanguage(document), CAS.DEFAULT_LANGUAGE_NAME);
      if (!language.equals(segmented)) {
        segmenter = TextSegmenter.of(language);
        segmented = language;
      }
      int before = segmenter.cuts();
      super.process(document);
      int cuts = segmenter.cuts() - before;
      if (cuts > 0) {
        getLogger().warn(TextSegmenter.warning(cuts) + " in " + CasSentences.nameOf(document));
      }
    }

    @Override
    protected void process(JCas document, String text, int begin) {
      for (Span span : segmenter.sentences(text)) {
        Sentence sentence =
            createSentence(document, begin + span.getStart(), begin + span.getEnd());
        if (sentence != null) {
          for (Span token : segmenter.tokens(sentence.getCoveredText())) {
            createToken(
                document,
                sentence.getBegin() + token.getStart(),
                sentence.getBegin() + token.getEnd());
          }
        }
      }
    }
  }

  /** OpenNLP's models for English, and rules of the JDK for other languages. */
  public static final Segmenter DEFAULT = new Segmenter(description(ByLanguage.class), "default");

  /** OpenNLP's models for English, whatever the language of a document is. */
  public static final Segmenter ENGLISH =
      new Segmenter(
          description(ByLanguage.class, SegmenterBase.PARAM_LANGUAGE, ENGLISH_CODE), "english");

  /**
   * The segmenter that a user names.
   *
   * @param name a class, {@code english}, or null for the default
   * @param parameters of the class, each as {@code NAME=VALUE}
   * @throws IllegalArgumentException if there is none, with a message for the user
   */
  public static Segmenter named(String name, List<String> parameters) {
    boolean ours = name == null || name.equals(ENGLISH.settings());
    if (ours && !parameters.isEmpty()) {
      throw new IllegalArgumentException("--segmenter-param needs --segmenter CLASS");
    }
    if (ours) {
      return name == null ? DEFAULT : ENGLISH;
    }
    AnalysisEngineDescription engine =
        description(Components.find(name, AnalysisComponent.class, "analysis component"));
    Map<String, List<String>> given = Components.parameters("--segmenter-param", parameters);
    try {
      new DeclaredParameters(engine).set(given);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + "; fix --segmenter-param", e);
    }
    return new Segmenter(engine, name + " " + given);
  }

  /** What it is for documents of a language, in words. */
  String name(String language) {
    if (hasRulesOnly(language)) {
      return RULES;
    }
    String engine = description.getAnnotatorImplementationName();
    return keepsParagraphs()
        ? "OpenNLP's models for English"
        : engine.substring(engine.lastIndexOf('.') + 1);
  }

  /** What the user should know of it, if documents of a language have no tokens. */
  public Optional<String> note(String language) {
    return hasRulesOnly(language)
        ? Optional.of("no sentence and token model for " + language + ": segmented by " + RULES)
        : Optional.empty();
  }

  private boolean hasRulesOnly(String language) {
    return settings.equals(DEFAULT.settings) && !TextSegmenter.hasModel(language);
  }

  /** Whether no sentence crosses the end of a paragraph. */
  boolean keepsParagraphs() {
    return description.getAnnotatorImplementationName().equals(ByLanguage.class.getName());
  }

  private static AnalysisEngineDescription description(
      Class<? extends AnalysisComponent> engine, Object... parameters) {
    try {
      return AnalysisEngineFactory.createEngineDescription(engine, parameters);
    } catch (ResourceInitializationException e) {
      throw new IllegalArgumentException(
          engine.getName() + " cannot be used: " + e.getMessage(), e);
    }
  }
}
