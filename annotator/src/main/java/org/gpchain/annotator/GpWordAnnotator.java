package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.constants.OperationType;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
 * Writes the features that a word resource ({@code gpchain words learn}) has for each token as
 * {@link WordState}: the probabilities of its hidden states, the clusters of its word, and the
 * labels of lexicons.
 *
 * <p>Without {@link #PARAM_WORDS_LOCATION}, the resource is {@code
 * org/gpchain/words/words-<language>.words} on the class path. Engines that use the same resource
 * share it with each other and with models that refer to it.
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
   * Minimum probability of a hidden state that is written. States below 0.03 are never written,
   * since models ignore them, too.
   */
  public static final String PARAM_MIN_PROBABILITY = AnnotatorParameters.PARAM_MIN_PROBABILITY;

  @ConfigurationParameter(name = PARAM_MIN_PROBABILITY, mandatory = true, defaultValue = "0")
  private double minProbability;

  /**
   * Remove annotations that this component has already written into the document with a resource of
   * the same name. By default, existing annotations are kept.
   */
  public static final String PARAM_REPLACE_EXISTING = AnnotatorParameters.PARAM_REPLACE_EXISTING;

  @ConfigurationParameter(name = PARAM_REPLACE_EXISTING, mandatory = true, defaultValue = "false")
  private boolean replaceExisting;

  /** Word resources by language; a resource that the user specified has an empty key. */
  private final Map<String, WordResource> resources = new HashMap<>();

  private final Workspace workspace = new Workspace();

  /** Warnings that were logged and are not repeated. */
  private final Set<String> loggedWarnings = new HashSet<>();

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
              "the type system of the document has no type '%s'; create the CAS with"
                  + " the types of gpchain-typesystem",
              WordState._TypeName));
    }

    String requested = language == null ? document.getDocumentLanguage() : language;
    WordResource words = words(requested == null ? Languages.UNSPECIFIED : requested);
    Languages.warning(requested, "a word resource", words.language())
        .filter(loggedWarnings::add)
        .ifPresent(getLogger()::warn);

    if (replaceExisting) {
      removeEarlier(document, words);
    }
    write(document, words, sentences);
  }

  private static void removeEarlier(JCas document, WordResource words) {
    for (WordState state : document.select(WordState.class).asList()) {
      if (Objects.equals(state.getResource(), words.name())) {
        state.removeFromIndexes();
      }
    }
  }

  private void write(JCas document, WordResource words, List<TokenizedSentence> sentences)
      throws UnusableCasException {
    TokenReader reader = TokenReader.of(List.of(TokenSequence.WORD), List.of(), "");
    List<List<Token>> tokens = sentences.stream().map(TokenizedSentence::tokens).toList();
    List<TokenSequence> sequences = reader.read(document, tokens);

    List<String> columns = new ArrayList<>(words.columns());
    columns.removeIf(WordResource.STATE::equals);
    // All tokens share one array.
    StringArray columnNames = array(document, columns);

    for (int s = 0; s < sequences.size(); s++) {
      TokenSequence sentence = words.addTo(sequences.get(s), workspace);
      for (int t = 0; t < tokens.get(s).size(); t++) {
        WordState state = new WordState(document);
        state.setToken(tokens.get(s).get(t));
        if (words.states() != null) {
          writeStates(document, sentence.cells(WordResource.STATE).get(t), state);
        }
        state.setColumns(columnNames);
        state.setValues(array(document, cells(sentence, columns, t)));
        state.setResource(words.name());
        state.addToIndexes();
      }
    }
  }

  private static List<String> cells(TokenSequence sentence, List<String> columns, int token) {
    List<String> cells = new ArrayList<>(columns.size());
    for (String column : columns) {
      cells.add(sentence.column(column).get(token));
    }
    return cells;
  }

  private void writeStates(JCas document, List<WeightedValue> cell, WordState state) {
    List<WeightedValue> probable = new ArrayList<>(cell);
    probable.removeIf(value -> value.weight() < minProbability);
    probable.sort(Comparator.comparingDouble(value -> -value.weight()));

    if (!probable.isEmpty()) {
      state.setState(probable.get(0).value());
      state.setProbability(probable.get(0).weight());
    }
    double[] probabilities = probable.stream().mapToDouble(WeightedValue::weight).toArray();
    state.setStates(array(document, probable.stream().map(WeightedValue::value).toList()));
    state.setProbabilities(DoubleArray.create(document, probabilities));
  }

  private static StringArray array(JCas document, List<String> values) {
    return StringArray.create(document, values.toArray(String[]::new));
  }

  /**
   * Returns the URL of a word resource.
   *
   * @param location a file, a {@code file:} URL or a {@code classpath:} location
   * @throws IOException if there is no file at the location; the message says so
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

  private WordResource words(String requested) throws UnusableCasException {
    // A resource that the user specified serves the documents of all languages.
    String key = wordsLocation == null ? requested : "";
    WordResource known = resources.get(key);
    if (known != null) {
      return known;
    }

    URL location = location(requested);
    try {
      WordResource words = WordLocations.read(location);
      resources.put(key, words);
      return words;
    } catch (IOException e) {
      throw new UnusableCasException(
          "cannot read the word resource " + location + ": " + e.getMessage(), e);
    }
  }

  private URL location(String requested) throws UnusableCasException {
    if (wordsLocation != null) {
      try {
        return locate(wordsLocation, ModelsOnClassPath.loader());
      } catch (IOException e) {
        throw new UnusableCasException(e.getMessage(), e);
      }
    }

    Optional<URL> location = ModelsOnClassPath.wordsOfLanguage("words", requested);
    if (location.isPresent()) {
      return location.get();
    }
    throw new UnusableCasException(
        String.format(
            "there is no word resource for the language '%s' on the class path"
                + " (looked for %swords-%s%s); add one to the class path, or specify a"
                + " file with the parameter %s",
            requested,
            WordLocations.FOLDER,
            requested,
            WordLocations.SUFFIX,
            PARAM_WORDS_LOCATION));
  }
}
