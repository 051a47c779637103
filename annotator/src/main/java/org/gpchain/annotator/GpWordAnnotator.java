package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.constants.OperationType;
import java.io.IOException;
import java.net.URL;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.uima.UimaContext;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.component.JCasAnnotator_ImplBase;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.descriptor.LanguageCapability;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.DoubleArray;
import org.apache.uima.jcas.cas.StringArray;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.dkpro.core.api.resources.ResourceUtils;
import org.gpchain.core.model.WordLocations;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.annotator.cas.TokenReader;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.type.WordState;

/**
 * Writes what a word resource ({@code gpchain words learn}) says of each token: its hidden state
 * with the probability, the clusters of its word, and the marks of lexicons, as {@link WordState}.
 *
 * <p>Without {@link #PARAM_WORDS_LOCATION} the resource is {@code
 * org/gpchain/words/words-<language>.words} on the class path. Engines that use the same resource
 * share it, with each other and with models that refer to it.
 */
@Component(OperationType.ANNOTATOR)
@ResourceMetaData(
    name = "GPChain Word Annotator",
    description = "Writes the hidden state of each token and the clusters of its word.")
@LanguageCapability("x-unspecified")
@TypeCapability(
    inputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
    },
    outputs = "org.gpchain.type.WordState")
public class GpWordAnnotator extends JCasAnnotator_ImplBase {
  /** Use this language instead of the document language to find the resource. */
  public static final String PARAM_LANGUAGE = ComponentParameters.PARAM_LANGUAGE;

  @ConfigurationParameter(name = PARAM_LANGUAGE, mandatory = false)
  private String language;

  /**
   * Load the word resource from this location instead of finding it by the language: a file, a
   * {@code file:} URL or a {@code classpath:} location.
   */
  public static final String PARAM_WORDS_LOCATION = AnnotatorParameters.PARAM_WORDS_LOCATION;

  @ConfigurationParameter(name = PARAM_WORDS_LOCATION, mandatory = false)
  private String wordsLocation;

  /**
   * States of a token that are less probable are not written; those below 0.03 never are, since
   * models do not see them either.
   */
  public static final String PARAM_MIN_PROBABILITY = AnnotatorParameters.PARAM_MIN_PROBABILITY;

  @ConfigurationParameter(name = PARAM_MIN_PROBABILITY, mandatory = true, defaultValue = "0")
  private double minProbability;

  /**
   * Remove what this component wrote into a document before, from a resource of the same name. By
   * default annotations are added to those that are there.
   */
  public static final String PARAM_REPLACE_EXISTING = AnnotatorParameters.PARAM_REPLACE_EXISTING;

  @ConfigurationParameter(name = PARAM_REPLACE_EXISTING, mandatory = true, defaultValue = "false")
  private boolean replaceExisting;

  private final Map<String, WordResource> resources = new HashMap<>();
  private final Workspace workspace = new Workspace();
  private final Set<String> warned = new HashSet<>();

  @Override
  public void initialize(UimaContext context) throws ResourceInitializationException {
    AnnotatorParameters.clearOptional(this);
    super.initialize(context);
    AnnotatorParameters.checkProbability(minProbability);
    resources.clear();
  }

  @Override
  public synchronized void process(JCas document) throws AnalysisEngineProcessException {
    List<TokenizedSentence> sentences = CasSentences.tokenized(document);
    if (sentences.isEmpty()) {
      return;
    }
    if (document.getTypeSystem().getType(WordState._TypeName) == null) {
      throw new UnusableCasException(
          String.format(
              "the type system of the document has no type '%s': make the CAS with the types of"
                  + " gpchain-typesystem",
              WordState._TypeName));
    }
    String wanted = language == null ? document.getDocumentLanguage() : language;
    WordResource words = words(wanted == null ? Languages.UNSPECIFIED : wanted);
    Languages.warning(wanted, "a word resource", words.language())
        .filter(warned::add)
        .ifPresent(getLogger()::warn);
    if (replaceExisting) {
      document.select(WordState.class).asList().stream()
          .filter(state -> Objects.equals(state.getResource(), words.name()))
          .forEach(Annotation::removeFromIndexes);
    }
    write(document, words, sentences);
  }

  private void write(JCas document, WordResource words, List<TokenizedSentence> sentences)
      throws UnusableCasException {
    TokenReader reader = TokenReader.of(List.of(TokenSequence.WORD), List.of(), "");
    List<TokenSequence> sequences =
        reader.read(document, sentences.stream().map(TokenizedSentence::tokens).toList());
    List<String> columns =
        words.columns().stream().filter(column -> !column.equals(WordResource.STATE)).toList();
    // One array serves all tokens.
    StringArray names = array(document, columns.stream());
    for (int s = 0; s < sequences.size(); s++) {
      TokenSequence sentence = words.addTo(sequences.get(s), workspace);
      List<Token> tokens = sentences.get(s).tokens();
      for (int t = 0; t < tokens.size(); t++) {
        Token token = tokens.get(t);
        WordState state = new WordState(document, token.getBegin(), token.getEnd());
        if (words.states() != null) {
          writeStates(document, sentence.cells(WordResource.STATE).get(t), state);
        }
        int place = t;
        state.setColumns(names);
        state.setValues(
            array(document, columns.stream().map(column -> sentence.column(column).get(place))));
        state.setResource(words.name());
        state.addToIndexes();
      }
    }
  }

  private void writeStates(JCas document, List<WeightedValue> cell, WordState state) {
    List<WeightedValue> probable =
        cell.stream()
            .filter(value -> value.weight() >= minProbability)
            .sorted(Comparator.comparingDouble(value -> -value.weight()))
            .toList();
    if (!probable.isEmpty()) {
      state.setState(probable.get(0).value());
      state.setProbability(probable.get(0).weight());
    }
    state.setStates(array(document, probable.stream().map(WeightedValue::value)));
    state.setProbabilities(
        DoubleArray.create(
            document, probable.stream().mapToDouble(WeightedValue::weight).toArray()));
  }

  private static StringArray array(JCas document, Stream<String> values) {
    return StringArray.create(document, values.toArray(String[]::new));
  }

  /**
   * The word resource at a location.
   *
   * @param location a file, a {@code file:} URL or a {@code classpath:} location
   * @throws IOException if there is none; the message says so
   */
  static URL locate(String location, ClassLoader loader) throws IOException {
    try {
      URL url = ResourceUtils.resolveLocation(location, loader, null);
      url.openStream().close();
      return url;
    } catch (IOException | IllegalStateException e) {
      throw new IOException(
          String.format(
              "there is no word resource at %s; the parameter %s takes a file, a file: URL or a"
                  + " classpath: location",
              location, PARAM_WORDS_LOCATION));
    }
  }

  private WordResource words(String wanted) throws UnusableCasException {
    // However many languages the documents have: a resource that was given is one.
    String key = wordsLocation == null ? wanted : "";
    WordResource known = resources.get(key);
    if (known == null) {
      URL location = location(wanted);
      try {
        known = WordLocations.read(location);
      } catch (IOException e) {
        throw new UnusableCasException(
            "cannot read the word resource " + location + ": " + e.getMessage(), e);
      }
      resources.put(key, known);
    }
    return known;
  }

  private URL location(String wanted) throws UnusableCasException {
    if (wordsLocation != null) {
      try {
        return locate(wordsLocation, ModelsOnClassPath.loader());
      } catch (IOException e) {
        throw new UnusableCasException(e.getMessage(), e);
      }
    }
    return ModelsOnClassPath.wordsOfLanguage("words", wanted)
        .orElseThrow(
            () ->
                new UnusableCasException(
                    String.format(
                        "there is no word resource for the language '%s' on the class path (looked"
                            + " for %swords-%s%s); add one to the class path, or give a file in the"
                            + " parameter %s",
                        wanted,
                        WordLocations.FOLDER,
                        wanted,
                        WordLocations.SUFFIX,
                        PARAM_WORDS_LOCATION)));
  }
}
