package org.gpchain.documents;

import static org.gpchain.core.text.Numbers.format;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import java.util.List;
import java.util.Map;
import opennlp.tools.util.Span;
import org.apache.uima.UimaContext;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.api.segmentation.SegmenterBase;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.corpora.EnglishSegmenter;
import org.gpchain.corpora.cas.DeclaredParameters;

/**
 * What finds the sentences and tokens of documents that have none.
 *
 * @param anyLanguage whether it may be used whatever the language of a document is; otherwise for
 *     English only
 * @param settings the engine and its parameters, in words
 */
public record Segmenter(
    String name, AnalysisEngineDescription description, boolean anyLanguage, String settings) {
  private static final String ENGLISH_CODE = "en";

  /**
   * Adds the sentences and tokens that DKPro's OpenNlpSegmenter adds to English, in linear time.
   */
  public static final class English extends SegmenterBase {
    private EnglishSegmenter segmenter;

    public English() {}

    @Override
    public void initialize(UimaContext context) throws ResourceInitializationException {
      super.initialize(context);
      try {
        segmenter = new EnglishSegmenter();
      } catch (ExceptionInInitializerError e) {
        throw new ResourceInitializationException(e);
      }
    }

    @Override
    public void process(JCas document) throws AnalysisEngineProcessException {
      int before = segmenter.cuts();
      super.process(document);
      int cuts = segmenter.cuts() - before;
      if (cuts > 0) {
        getLogger().warn(EnglishSegmenter.warning(cuts) + " in " + CasSentences.nameOf(document));
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

  /** OpenNLP's models for English, for English. */
  public static final Segmenter DEFAULT = openNlp(false);

  /** OpenNLP's models for English, because the user says so. */
  public static final Segmenter ENGLISH = openNlp(true);

  /**
   * An engine of the user's choice.
   *
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
    return new Segmenter(
        engine.getSimpleName(), description, true, engine.getName() + " " + parameters);
  }

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
    return of(
        Components.find(name, AnalysisComponent.class, "analysis component"),
        Components.parameters("--segmenter-param", parameters));
  }

  boolean serves(String language) {
    return anyLanguage || language.equals(ENGLISH_CODE) || language.startsWith(ENGLISH_CODE + "-");
  }

  /** What to say of documents of a language for which there is none. */
  static String missing(String language) {
    return format(
        "there are no tokens, and GPChain can find those of English only, not of '%s'; give"
            + " documents with sentences and tokens (--format), name a segmenter (--segmenter"
            + " CLASS), or use the one for English all the same (--segmenter english)",
        language);
  }

  /** Whether no sentence crosses the end of a paragraph. */
  boolean keepsParagraphs() {
    return description.getAnnotatorImplementationName().equals(English.class.getName());
  }

  private static Segmenter openNlp(boolean anyLanguage) {
    return new Segmenter(
        "OpenNLP's models for English",
        description(English.class),
        anyLanguage,
        anyLanguage ? "english" : "default");
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
