package org.gpchain.internal.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import opennlp.tools.util.Span;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.api.segmentation.SegmenterBase;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.formats.cas.Components;

/**
 * What finds the sentences and tokens of documents that have none. UIMA is not loaded before a
 * description is asked for.
 *
 * @param engine an analysis component
 * @param parameters of the engine, by name, as a user writes them
 * @param settings the engine and its parameters, in words
 */
public record Segmenter(
    Class<? extends AnalysisComponent> engine,
    Map<String, List<String>> parameters,
    String settings) {
  private static final String ENGLISH_CODE = "en";
  private static final String RULES = "rules of the JDK";

  /** Adds the sentences and tokens of the document's language, in linear time. */
  public static final class ByLanguage extends SegmenterBase {
    /** The conventions by which words are divided into tokens, as {@code clitics=SPLIT}. */
    public static final String PARAM_TOKEN_PROFILE = "tokenProfile";

    @ConfigurationParameter(name = PARAM_TOKEN_PROFILE, mandatory = false)
    private String tokenProfile;

    private TextSegmenter segmenter;

    /** The language that the segmenter is for; null before the first document. */
    private String segmented;

    public ByLanguage() {}

    @Override
    public void process(JCas document) throws AnalysisEngineProcessException {
      String language =
          Objects.requireNonNullElse(getLanguage(document), CAS.DEFAULT_LANGUAGE_NAME);
      if (!language.equals(segmented)) {
        segmenter = TextSegmenter.of(language, profile());
        segmented = language;
      }
      int before = segmenter.cuts();
      super.process(document);
      int cuts = segmenter.cuts() - before;
      if (cuts > 0) {
        getLogger().warn(TextSegmenter.warning(cuts) + " in " + CasSentences.nameOf(document));
      }
    }

    private TokenProfile profile() {
      return tokenProfile == null ? TokenProfile.UNKNOWN : TokenProfile.parse(tokenProfile);
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

  /** Rules for tokens; OpenNLP's model for sentences, or rules of the JDK without a model. */
  public static final Segmenter DEFAULT = new Segmenter(ByLanguage.class, Map.of(), "default");

  /** The rules and the model of English for documents in any language. */
  public static final Segmenter ENGLISH =
      new Segmenter(
          ByLanguage.class, Map.of(SegmenterBase.PARAM_LANGUAGE, List.of(ENGLISH_CODE)), "english");

  /**
   * The segmenter that a user names.
   *
   * @param name a class, {@code english}, or null for the default
   * @param parameters of the class, each as {@code NAME=VALUE}
   * @throws IllegalArgumentException if there is none, with a message for the user
   */
  public static Segmenter named(String name, List<String> parameters) {
    if (name == null || name.equals(ENGLISH.settings())) {
      if (!parameters.isEmpty()) {
        throw new IllegalArgumentException("--segmenter-param needs --segmenter CLASS");
      }
      return name == null ? DEFAULT : ENGLISH;
    }
    Map<String, List<String>> given = Components.parameters("--segmenter-param", parameters);
    Segmenter segmenter =
        new Segmenter(
            Components.find(name, AnalysisComponent.class, "analysis component"),
            given,
            name + " " + given);
    segmenter.description();
    return segmenter;
  }

  /**
   * Returns this segmenter for models of a token profile. Segmenters of others stay as they are;
   * models divide their tokens.
   */
  public Segmenter withProfile(TokenProfile profile) {
    if (!keepsParagraphs() || profile.equals(TokenProfile.UNKNOWN)) {
      return this;
    }
    Map<String, List<String>> withProfile = new HashMap<>(parameters);
    withProfile.put(ByLanguage.PARAM_TOKEN_PROFILE, List.of(profile.toString()));
    return new Segmenter(engine, withProfile, settings);
  }

  /** What it is for documents of a language, in words. */
  String name(String language) {
    if (hasRulesOnly(language)) {
      return RULES;
    }
    String name = engine.getName();
    return keepsParagraphs()
        ? "OpenNLP's sentence model and rules for tokens"
        : name.substring(name.lastIndexOf('.') + 1);
  }

  /** Returns what the user should know if documents of a language have no tokens. */
  public Optional<String> note(String language) {
    if (!hasRulesOnly(language)) {
      return Optional.empty();
    }
    String cure =
        TextSegmenter.modelArtifact(language)
            .map(artifact -> "; add " + artifact + " to the class path")
            .orElse("");
    return Optional.of(
        "no sentence model for " + language + ": sentences are found by " + RULES + cure);
  }

  private boolean hasRulesOnly(String language) {
    return settings.equals(DEFAULT.settings) && !TextSegmenter.hasModel(language);
  }

  /** Whether no sentence crosses the end of a paragraph. */
  boolean keepsParagraphs() {
    return engine == ByLanguage.class;
  }

  /**
   * The engine with its parameters.
   *
   * @throws IllegalArgumentException if it cannot be used, or a parameter does not fit it
   */
  public AnalysisEngineDescription description() {
    AnalysisEngineDescription description;
    try {
      description = AnalysisEngineFactory.createEngineDescription(engine);
    } catch (ResourceInitializationException e) {
      throw new IllegalArgumentException(
          engine.getName() + " cannot be used: " + e.getMessage(), e);
    }
    try {
      Components.set(description, parameters);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + "; fix --segmenter-param", e);
    }
    return description;
  }

  /** Loads what the first document would wait for: UIMA, its types and the segmenter's models. */
  void prepare() {
    InputFormat.newDocument();
    if (keepsParagraphs()) {
      TextSegmenter.of(ENGLISH_CODE);
    }
  }
}
