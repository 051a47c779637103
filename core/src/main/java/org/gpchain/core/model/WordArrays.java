package org.gpchain.core.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.NameKinds;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.words.WordStates;
import org.gpchain.internal.core.file.ArrayBytes;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.ManifestChecks;
import org.gpchain.internal.core.math.Checks;

/** A word resource as arrays and an entry of the manifest. */
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
   * @param states number of hidden states; 0 for none
   * @param lexicons names of the lexicons, and whether upper and lower case are the same in each
   * @param nameKinds kinds of names; null for none
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

  /** Checks that nothing of an entry is missing, and its names. */
  static void check(Entry entry) {
    ManifestChecks.plain(
        "name of a word resource", ManifestChecks.needed("words.name", entry.name()));
    ManifestChecks.plain(
        "language of a word resource", ManifestChecks.needed("words.language", entry.language()));
    ManifestChecks.each("words.clusters", entry.clusters(), ManifestChecks.LONGEST_NAME);
    ManifestChecks.needed("words.lexicons", entry.lexicons())
        .forEach(
            (name, foldCase) -> {
              ManifestChecks.plain("name of a lexicon", name);
              ManifestChecks.needed("case of the lexicon " + name, foldCase);
            });
    if (entry.nameKinds() != null) {
      ManifestChecks.each("words.nameKinds", entry.nameKinds(), ManifestChecks.LONGEST_NAME);
    }
    WordOrigin origin = ManifestChecks.needed("words.origin", entry.origin());
    ManifestChecks.needed("words.origin.licence", origin.licence());
    ManifestChecks.needed("words.origin.attribution", origin.attribution());
    Checks.atLeast("number of states", entry.states(), 0);
  }

  static Entry add(WordResource resource, ArrayOutput arrays) {
    if (resource.numbers() != null) {
      arrays.addTexts(WORDS + ENDS, WORDS, resource.numbers().words());
      arrays.addTexts(CLASSES + ENDS, CLASSES, resource.numbers().classes());
    }
    resource.clusters().forEach((column, clusters) -> arrays.add(CLUSTERS + column, clusters));
    WordStates states = resource.states();
    if (states != null) {
      arrays.add(START, states.start());
      arrays.add(TRANSITIONS, states.transitions());
      arrays.add(COUNTS, counts(states.rowStart()));
      arrays.add(STATES, states.states());
      arrays.add(EMISSIONS, states.emissions());
    }
    SortedMap<String, Boolean> lexicons = new TreeMap<>();
    resource
        .lexicons()
        .forEach(
            (column, lexicon) -> {
              arrays.addTexts(LEXICON + column + ENDS, LEXICON + column, lexicon.entries());
              lexicons.put(column, lexicon.foldCase());
            });
    NameKinds names = resource.names();
    if (names != null) {
      arrays.add(NAME_HASHES, names.hashes());
      arrays.add(NAME_MARKS, names.marks());
      arrays.add(NAME_WEIGHTS, names.weights());
      arrays.add(NAME_SCALES, names.scales());
      arrays.add(NAME_BIASES, names.biases());
    }
    return new Entry(
        resource.name(),
        resource.language(),
        List.copyOf(resource.clusters().keySet()),
        states == null ? 0 : states.stateCount(),
        lexicons,
        names == null ? null : names.kinds(),
        resource.origin());
  }

  /** A word has at most 256 states: their number less one fits into a byte, if it has any. */
  private static byte[] counts(int[] rowStart) {
    byte[] counts = new byte[rowStart.length - 1];
    for (int w = 0; w < counts.length; w++) {
      counts[w] = (byte) (rowStart[w + 1] - rowStart[w] - 1);
    }
    return counts;
  }

  static WordResource read(Entry entry, ArrayInput arrays) throws IOException {
    WordNumbers numbers =
        arrays.isNext(WORDS + ENDS)
            ? new WordNumbers(
                arrays.texts(WORDS + ENDS, WORDS), arrays.texts(CLASSES + ENDS, CLASSES))
            : null;
    SortedMap<String, int[]> clusters = new TreeMap<>();
    for (String column : entry.clusters()) {
      clusters.put(column, arrays.ints(CLUSTERS + column, ArrayInput.ANY));
    }
    WordStates states = entry.states() == 0 ? null : states(entry.states(), arrays);
    SortedMap<String, Lexicon> lexicons = new TreeMap<>();
    for (Map.Entry<String, Boolean> lexicon : entry.lexicons().entrySet()) {
      String name = LEXICON + lexicon.getKey();
      lexicons.put(
          lexicon.getKey(), new Lexicon(arrays.texts(name + ENDS, name), lexicon.getValue()));
    }
    return new WordResource(
        entry.name(),
        entry.language(),
        numbers,
        clusters,
        states,
        lexicons,
        entry.nameKinds() == null ? null : names(entry.nameKinds(), arrays),
        entry.origin());
  }

  private static NameKinds names(List<String> kinds, ArrayInput arrays) throws IOException {
    return new NameKinds(
        kinds,
        arrays.ints(NAME_HASHES, ArrayInput.ANY),
        arrays.ints(NAME_MARKS, ArrayInput.ANY),
        arrays.bytes(NAME_WEIGHTS),
        arrays.floats(NAME_SCALES, kinds.size(), true),
        arrays.floats(NAME_BIASES, kinds.size(), true));
  }

  private static WordStates states(long k, ArrayInput arrays) throws IOException {
    double[] start = arrays.doubles(START, k);
    double[] transitions = arrays.doubles(TRANSITIONS, k * k);
    byte[] counts = arrays.bytes(COUNTS);
    int[] rowStart = new int[counts.length + 1];
    for (int w = 0; w < counts.length; w++) {
      rowStart[w + 1] = rowStart[w] + (counts[w] & 0xFF) + 1;
    }
    byte[] states = arrays.bytes(STATES);
    return new WordStates(
        start, transitions, rowStart, states, arrays.floats(EMISSIONS, states.length, false));
  }
}
