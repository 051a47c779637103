package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.core.text.RecentWords;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WordColumns;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;

/**
 * Knowledge of words from raw text and lists, and the columns that a sentence gets from it: the
 * cluster of each word ({@link #CLUSTER} and the number of clusters), its hidden state ({@link
 * #STATE}, a weighted column), for each lexicon a column of its name, and for each kind of names a
 * weighted one. Immutable; shared between threads.
 *
 * @param numbers of its words; null if there are neither clusters nor states
 * @param clusters for each column of clusters the cluster of each word, {@code [words]}; not
 *     modified
 * @param states hidden states of the words and classes; null for none
 * @param lexicons by the name of their column
 * @param names kinds of names; null for none
 */
public record WordResource(
    String name,
    String language,
    WordNumbers numbers,
    SortedMap<String, int[]> clusters,
    WordStates states,
    SortedMap<String, Lexicon> lexicons,
    NameKinds names,
    WordOrigin origin) {
  /** The column of hidden states. */
  public static final String STATE = "state";

  /** The columns of clusters are called so, and by their number of clusters. */
  public static final String CLUSTER = "cluster";

  /** States that are less probable are left out: they would be many, and say little. */
  private static final double LEAST_PROBABLE = 0.03;

  public WordResource {
    clusters = Collections.unmodifiableSortedMap(new TreeMap<>(clusters));
    lexicons = Collections.unmodifiableSortedMap(new TreeMap<>(lexicons));
    if (numbers == null && (states != null || !clusters.isEmpty())) {
      throw new IllegalArgumentException("clusters and states need the numbers of their words");
    }
    for (int[] clusterOf : clusters.values()) {
      Checks.length("clusters", clusterOf.length, numbers.wordCount(), "[words]");
      for (int cluster : clusterOf) {
        Checks.atLeast("a cluster", cluster, 0);
      }
    }
    if (states != null && states.wordCount() != numbers.size()) {
      throw new IllegalArgumentException(
          "the states know " + states.wordCount() + " words, the numbers " + numbers.size());
    }
  }

  /** The columns that it gives. */
  public List<String> columns() {
    Set<String> columns = new LinkedHashSet<>(clusters.keySet());
    if (states != null) {
      columns.add(STATE);
    }
    columns.addAll(lexicons.keySet());
    columns.addAll(nameColumns());
    return List.copyOf(columns);
  }

  /** The columns of kinds of names; empty if there are none. */
  public List<String> nameColumns() {
    return names == null ? List.of() : names.columns();
  }

  /** The column with the most clusters; null if there is none. */
  public String finestClusters() {
    return clusters.entrySet().stream()
        .max(Comparator.comparingInt(entry -> Arrays.stream(entry.getValue()).max().orElse(0)))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  /**
   * The commonest words of each value of a column of clusters or states.
   *
   * @param count of each value, at most
   * @return by the number of the value; empty if the column is another one
   */
  public List<List<String>> commonest(String column, int count) {
    if (column.equals(STATE) && states != null) {
      return states.commonest(numbers.words(), count);
    }
    int[] clusterOf = clusters.getOrDefault(column, new int[0]);
    List<List<String>> words = new ArrayList<>();
    // Words are numbered by falling frequency, clusters by their commonest words.
    for (int word = 0; word < clusterOf.length; word++) {
      while (words.size() <= clusterOf[word]) {
        words.add(new ArrayList<>());
      }
      if (words.get(clusterOf[word]).size() < count) {
        words.get(clusterOf[word]).add(numbers.words().get(word));
      }
    }
    return words;
  }

  public boolean hasWordColumns() {
    return numbers != null;
  }

  /** As much of it as gives these columns. */
  public WordResource only(Collection<String> columns) {
    SortedMap<String, int[]> keptClusters = new TreeMap<>(clusters);
    keptClusters.keySet().retainAll(columns);
    SortedMap<String, Lexicon> keptLexicons = new TreeMap<>(lexicons);
    keptLexicons.keySet().retainAll(columns);
    WordStates keptStates = columns.contains(STATE) ? states : null;
    boolean words = keptStates != null || !keptClusters.isEmpty();
    return new WordResource(
        name,
        language,
        words ? numbers : null,
        keptClusters,
        keptStates,
        keptLexicons,
        Collections.disjoint(nameColumns(), columns) ? null : names,
        origin);
  }

  public WordResource with(String column, Lexicon lexicon) {
    SortedMap<String, Lexicon> more = new TreeMap<>(lexicons);
    more.put(column, lexicon);
    return new WordResource(name, language, numbers, clusters, states, more, names, origin);
  }

  /** This resource with the lexicons and kinds of names of another one, which win. */
  public WordResource and(WordResource other) {
    SortedMap<String, Lexicon> all = new TreeMap<>(lexicons);
    all.putAll(other.lexicons);
    return new WordResource(
        name,
        language,
        numbers,
        clusters,
        states,
        all,
        other.names == null ? names : other.names,
        origin.and(other.origin));
  }

  /** The columns that are needed besides those of a resource, which may be null. */
  public static List<String> withoutThoseOf(WordResource words, List<String> columns) {
    List<String> given = words == null ? List.of() : words.columns();
    return columns.stream().filter(column -> !given.contains(column)).toList();
  }

  /** A sentence with the columns that it lacks; those that it has stay as they are. */
  public TokenSequence addTo(TokenSequence sentence, Workspace workspace) {
    return lookUp(sentence, workspace).written();
  }

  /** The same, but the cells of these columns are made only when they are asked for. */
  public TokenSequence lookUp(TokenSequence sentence, Workspace workspace) {
    if (sentence.wordColumns() != null) {
      return sentence.wordColumns().source() == this
          ? sentence
          : lookUp(sentence.written(), workspace);
    }
    List<String> words = sentence.column(TokenSequence.WORD);
    RecentWords<Known> recent = workspace.scratch(RecentlyKnown.class, RecentlyKnown::new).words;
    Known[] known = new Known[words.size()];
    for (int t = 0; t < known.length; t++) {
      known[t] = recent.of(words.get(t), 0, this, this::known);
    }
    WordColumns.Coded probable =
        states == null || sentence.has(STATE)
            ? null
            : states.probable(
                Arrays.stream(known).mapToInt(Known::number).toArray(), LEAST_PROBABLE, workspace);
    List<String> marked = new ArrayList<>(nameColumns());
    marked.addAll(lexicons.keySet());
    return sentence.with(new FoundWords(this, columns(), known, marked, marks(known), probable));
  }

  private long[][] marks(Known[] words) {
    int place = nameColumns().size();
    long[][] marks = new long[2 * (place + lexicons.size()) / Long.SIZE + 1][words.length];
    if (names != null) {
      names.mark(words, marks[0]);
    }
    for (Lexicon lexicon : lexicons.values()) {
      int l = place - nameColumns().size();
      int[][] pieces = Arrays.stream(words).map(word -> word.pieces[l]).toArray(int[][]::new);
      lexicon.mark(pieces, marks[2 * place / Long.SIZE], 2 * place);
      place++;
    }
    return marks;
  }

  private Known known(String word) {
    return new Known(
        numbers == null ? 0 : numbers.of(word),
        names == null ? null : names.known(word),
        lexicons.values().stream().map(lexicon -> lexicon.numbers(word)).toArray(int[][]::new));
  }

  /**
   * What follows from a word.
   *
   * @param number of the word
   * @param names what it is among names; null if there are no kinds of them
   * @param pieces what it is for each lexicon
   */
  record Known(int number, NameKinds.Known names, int[][] pieces) {}

  /** The words that a thread has met. */
  private static final class RecentlyKnown {
    private final RecentWords<Known> words = new RecentWords<>(15);
  }
}
