package org.gpchain.core.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.NameKinds;
import org.gpchain.core.words.NameKinds.SpellingWeights;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.words.WordStates;
import org.gpchain.internal.core.file.ArrayBytes;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.ManifestChecks;
import org.gpchain.internal.core.math.Checks;

/** Writes word resources as arrays and an entry of the manifest, and reads them. */
final class WordArrays {
  private static final String PREFIX = ArrayBytes.PREFIX + "words-";
  private static final String WORDS = PREFIX + "known";
  private static final String CLASSES = PREFIX + "classes";
  private static final String CLUSTERS = PREFIX + "clusters-";
  private static final String LEXICON = PREFIX + "lexicon-";
  private static final String START = PREFIX + "state-start";
  private static final String TRANSITIONS = PREFIX + "state-transitions";
  private static final String COUNTS = PREFIX + "state-counts";
  private static final String STATES = PREFIX + "state-numbers";
  private static final String EMISSIONS = PREFIX + "state-emissions";
  private static final String NAME_HASHES = PREFIX + "name-hashes";
  private static final String NAME_MARKS = PREFIX + "name-marks";
  private static final String NAME_WEIGHTS = PREFIX + "name-weights";
  private static final String NAME_SCALES = PREFIX + "name-scales";
  private static final String NAME_BIASES = PREFIX + "name-biases";
  private static final String ENDS = "-ends";

  private WordArrays() {}

  /**
   * The entry of a word resource in the manifest.
   *
   * @param name name of the resource
   * @param language language of the words
   * @param clusters names of the columns of word clusters
   * @param states number of hidden states; 0 for none
   * @param lexicons whether each lexicon ignores case, by the name of the lexicon
   * @param nameKinds kinds of names; null for none
   * @param origin origin and license of the resource
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Entry(
      String name,
      String language,
      List<String> clusters,
      int states,
      Map<String, Boolean> lexicons,
      List<String> nameKinds,
      WordOrigin origin) {}

  /**
   * Checks the parts of an entry.
   *
   * @throws IllegalArgumentException if a part is missing, or a name or number is out of range
   */
  static void check(Entry entry) {
    ManifestChecks.plain(
        "name of a word resource", ManifestChecks.needed("words.name", entry.name()));
    ManifestChecks.plain(
        "language of a word resource", ManifestChecks.needed("words.language", entry.language()));
    ManifestChecks.each("words.clusters", entry.clusters(), ManifestChecks.LONGEST_NAME);

    Map<String, Boolean> lexicons = ManifestChecks.needed("words.lexicons", entry.lexicons());
    for (Map.Entry<String, Boolean> lexicon : lexicons.entrySet()) {
      ManifestChecks.plain("name of a lexicon", lexicon.getKey());
      ManifestChecks.needed("case of the lexicon " + lexicon.getKey(), lexicon.getValue());
    }

    if (entry.nameKinds() != null) {
      ManifestChecks.each("words.nameKinds", entry.nameKinds(), ManifestChecks.LONGEST_NAME);
    }

    WordOrigin origin = ManifestChecks.needed("words.origin", entry.origin());
    ManifestChecks.needed("words.origin.licence", origin.licence());
    ManifestChecks.needed("words.origin.attribution", origin.attribution());
    Checks.atLeast("number of states", entry.states(), 0);
  }

  /** Adds the arrays of a word resource, and returns its entry for the manifest. */
  static Entry add(WordResource resource, ArrayOutput arrays) {
    WordNumbers numbers = resource.numbers();
    if (numbers != null) {
      arrays.addTexts(WORDS + ENDS, WORDS, numbers.words());
      arrays.addTexts(CLASSES + ENDS, CLASSES, numbers.classes());
    }

    for (Map.Entry<String, int[]> clusters : resource.clusters().entrySet()) {
      arrays.add(CLUSTERS + clusters.getKey(), clusters.getValue());
    }
    addStates(resource.states(), arrays);
    SortedMap<String, Boolean> lexicons = addLexicons(resource.lexicons(), arrays);
    addNames(resource.names(), arrays);

    int stateCount = resource.states() == null ? 0 : resource.states().stateCount();
    List<String> nameKinds = resource.names() == null ? null : resource.names().kinds();
    return new Entry(
        resource.name(),
        resource.language(),
        List.copyOf(resource.clusters().keySet()),
        stateCount,
        lexicons,
        nameKinds,
        resource.origin());
  }

  private static void addStates(WordStates states, ArrayOutput arrays) {
    if (states != null) {
      arrays.add(START, states.start());
      arrays.add(TRANSITIONS, states.transitions());
      arrays.add(COUNTS, counts(states.rowStart()));
      arrays.add(STATES, states.states());
      arrays.add(EMISSIONS, states.emissions());
    }
  }

  /** Adds lexicons, and returns whether each of them ignores case. */
  private static SortedMap<String, Boolean> addLexicons(
      Map<String, Lexicon> lexicons, ArrayOutput arrays) {
    SortedMap<String, Boolean> foldCase = new TreeMap<>();
    for (Map.Entry<String, Lexicon> entry : lexicons.entrySet()) {
      String name = LEXICON + entry.getKey();
      Lexicon lexicon = entry.getValue();
      arrays.addTexts(name + ENDS, name, lexicon.entries());
      foldCase.put(entry.getKey(), lexicon.foldCase());
    }
    return foldCase;
  }

  private static void addNames(NameKinds names, ArrayOutput arrays) {
    if (names != null) {
      arrays.add(NAME_HASHES, names.hashes());
      arrays.add(NAME_MARKS, names.marks());
      arrays.add(NAME_WEIGHTS, names.spelling().weights());
      arrays.add(NAME_SCALES, names.spelling().scales());
      arrays.add(NAME_BIASES, names.spelling().biases());
    }
  }

  /**
   * Returns the number of states of each word, minus one. A word has between 1 and 256 states, so
   * that the result fits into a byte.
   *
   * @param rowStart index of the first state of each word, and the number of all states
   */
  private static byte[] counts(int[] rowStart) {
    byte[] counts = new byte[rowStart.length - 1];
    for (int w = 0; w < counts.length; w++) {
      counts[w] = (byte) (rowStart[w + 1] - rowStart[w] - 1);
    }
    return counts;
  }

  /** Reads the arrays of a word resource in the order in which {@link #add} writes them. */
  static WordResource read(Entry entry, ArrayInput arrays) throws IOException {
    WordNumbers numbers = numbers(arrays);

    SortedMap<String, int[]> clusters = new TreeMap<>();
    for (String column : entry.clusters()) {
      clusters.put(column, arrays.ints(CLUSTERS + column, ArrayInput.ANY));
    }

    WordStates states = entry.states() == 0 ? null : states(entry.states(), arrays);

    SortedMap<String, Lexicon> lexicons = new TreeMap<>();
    for (Map.Entry<String, Boolean> lexicon : entry.lexicons().entrySet()) {
      String name = LEXICON + lexicon.getKey();
      List<String> phrases = arrays.texts(name + ENDS, name);
      lexicons.put(lexicon.getKey(), new Lexicon(phrases, lexicon.getValue()));
    }

    NameKinds names = entry.nameKinds() == null ? null : names(entry.nameKinds(), arrays);
    return new WordResource(
        entry.name(), entry.language(), numbers, clusters, states, lexicons, names, entry.origin());
  }

  /** Reads the numbers of the words; null if the next array is another one. */
  private static WordNumbers numbers(ArrayInput arrays) throws IOException {
    if (!arrays.isNext(WORDS + ENDS)) {
      return null;
    }
    List<String> words = arrays.texts(WORDS + ENDS, WORDS);
    List<String> classes = arrays.texts(CLASSES + ENDS, CLASSES);
    return new WordNumbers(words, classes);
  }

  private static NameKinds names(List<String> kinds, ArrayInput arrays) throws IOException {
    int[] hashes = arrays.ints(NAME_HASHES, ArrayInput.ANY);
    int[] marks = arrays.ints(NAME_MARKS, ArrayInput.ANY);
    byte[] weights = arrays.bytes(NAME_WEIGHTS);
    float[] scales = arrays.floats(NAME_SCALES, kinds.size(), true);
    float[] biases = arrays.floats(NAME_BIASES, kinds.size(), true);
    return new NameKinds(kinds, hashes, marks, new SpellingWeights(weights, scales, biases));
  }

  /**
   * Reads hidden states of words.
   *
   * @param k number of states
   */
  private static WordStates states(long k, ArrayInput arrays) throws IOException {
    double[] start = arrays.doubles(START, k);
    double[] transitions = arrays.doubles(TRANSITIONS, k * k);

    byte[] counts = arrays.bytes(COUNTS);
    int[] rowStart = new int[counts.length + 1];
    for (int w = 0; w < counts.length; w++) {
      rowStart[w + 1] = rowStart[w] + (counts[w] & 0xFF) + 1;
    }

    byte[] states = arrays.bytes(STATES);
    float[] emissions = arrays.floats(EMISSIONS, states.length, false);
    return new WordStates(start, transitions, rowStart, states, emissions);
  }
}
