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
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.formats.cas.Components;

/**
 * An engine that finds the sentences and tokens of documents without them. UIMA is loaded when the
 * description of the engine is created.
 *
 * @param engine class of the engine
 * @param parameters values of the engine's parameters by name, as a user writes them
 * @param settings description of the engine and its parameters
 */
public record Segmenter(
    Class<? extends AnalysisComponent> engine,
    Map<String, List<String>> parameters,
    String settings) {
  private static final String ENGLISH_CODE = "en";
  private static final String RULES = "rules of the JDK";

  /** Adds the sentences and tokens in the document's language. The time is linear in the length. */
  public static final class ByLanguage extends SegmenterBase {
    /** Tokenization of a model's training corpus, such as {@code clitics=SPLIT}. */
    public static final String PARAM_TOKEN_PROFILE = "tokenProfile";

    @ConfigurationParameter(name = PARAM_TOKEN_PROFILE, mandatory = false)
    private String tokenProfile;

    private TextSegmenter segmenter;

    /** Language of the segmenter; null before the first document. */
    private String segmenterLanguage;

    /** Creates an engine; called by UIMA. */
    public ByLanguage() {}

    @Override
    public void process(JCas document) throws AnalysisEngineProcessException {
      String language =
          Objects.requireNonNullElse(getLanguage(document), CAS.DEFAULT_LANGUAGE_NAME);
      if (!language.equals(segmenterLanguage)) {
        segmenter = TextSegmenter.of(language, profile());
        segmenterLanguage = language;
      }

      int before = segmenter.cuts();
      super.process(document);
      int cuts = segmenter.cuts() - before;
      if (cuts > 0) {
        getLogger().warn(TextSegmenter.warning(cuts) + " in " + CasSentences.nameOf(document));
      }
    }

    private TokenProfile profile() {
      if (tokenProfile == null) {
        return TokenProfile.UNKNOWN;
      }
      return TokenProfile.parse(tokenProfile);
    }

    @Override
    protected void process(JCas document, String text, int begin) {
      for (Span span : segmenter.sentences(text)) {
        WorkCheck.run();
        Sentence sentence =
            createSentence(document, begin + span.getStart(), begin + span.getEnd());
        if (sentence == null) {
          continue;
        }
        int start = sentence.getBegin();
        for (Span token : segmenter.tokens(sentence.getCoveredText())) {
          createToken(document, start + token.getStart(), start + token.getEnd());
        }
      }
    }
  }

  /**
   * Finds tokens by rules, and sentences with the OpenNLP model of the language or, if there is
   * none, the rules of the JDK.
   */
  public static final Segmenter DEFAULT = new Segmenter(ByLanguage.class, Map.of(), "default");

  /** Applies the rules and the model for English to documents in any language. */
  public static final Segmenter ENGLISH =
      new Segmenter(
          ByLanguage.class, Map.of(SegmenterBase.PARAM_LANGUAGE, List.of(ENGLISH_CODE)), "english");

  /**
   * Returns the segmenter with a name.
   *
   * @param name a class, {@code english}, or null for the default
   * @param parameters parameters of the class, each as {@code NAME=VALUE}
   * @throws IllegalArgumentException if there is no such segmenter; the message is for the user
   */
  public static Segmenter named(String name, List<String> parameters) {
    if (name == null || name.equals(ENGLISH.settings())) {
      if (!parameters.isEmpty()) {
        throw new IllegalArgumentException("--segmenter-param needs --segmenter CLASS");
      }
      return name == null ? DEFAULT : ENGLISH;
    }

    Class<? extends AnalysisComponent> engine =
        Components.find(name, AnalysisComponent.class, "analysis component");
    Map<String, List<String>> values = Components.parameters("--segmenter-param", parameters);
    Segmenter segmenter = new Segmenter(engine, values, name + " " + values);
    // Fails if the engine cannot be used.
    segmenter.description();
    return segmenter;
  }

  /**
   * Returns this segmenter for models with a token profile. Other engines are returned unchanged:
   * models divide the tokens that they find.
   */
  public Segmenter withProfile(TokenProfile profile) {
    if (!keepsParagraphs() || profile.equals(TokenProfile.UNKNOWN)) {
      return this;
    }
    Map<String, List<String>> withProfile = new HashMap<>(parameters);
    withProfile.put(ByLanguage.PARAM_TOKEN_PROFILE, List.of(profile.toString()));
    return new Segmenter(engine, withProfile, settings);
  }

  /** Returns a description of the segmenter for documents in a language. */
  String name(String language) {
    if (hasRulesOnly(language)) {
      return RULES;
    }
    if (keepsParagraphs()) {
      return "OpenNLP's sentence model and rules for tokens";
    }
    String name = engine.getName();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Returns a note for the user if there is no sentence model for a language. */
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

  /** Returns whether there is no sentence model for a language. */
  private boolean hasRulesOnly(String language) {
    return settings.equals(DEFAULT.settings) && !TextSegmenter.hasModel(language);
  }

  /** Returns whether sentences never cross a paragraph break. */
  boolean keepsParagraphs() {
    return engine == ByLanguage.class;
  }

  /**
   * Returns the description of the engine with its parameters.
   *
   * @throws IllegalArgumentException if the engine cannot be used or a parameter is invalid
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

  /** Loads UIMA, its types and the English models, so that the first document need not wait. */
  void prepare() {
    InputFormat.newDocument();
    if (keepsParagraphs()) {
      TextSegmenter.of(ENGLISH_CODE);
    }
  }
}
