package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
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
 * A word resource: information about words, learned from raw text and word lists, that adds columns
 * to sentences. The columns are
 *
 * <ul>
 *   <li>{@link #CLUSTER} followed by the number of clusters: the cluster of each word;
 *   <li>{@link #STATE}, a weighted column: the probable hidden states of each token;
 *   <li>the name of each lexicon: the tokens of its entries;
 *   <li>for each kind of names a weighted column, see {@link NameKinds}.
 * </ul>
 *
 * <p>Immutable; shared between threads.
 *
 * @param name name of the resource
 * @param language language of the words
 * @param numbers numbering of the words; null if there are neither clusters nor states
 * @param clusters for each cluster column, the cluster of each word, {@code [words]}; not modified
 * @param states hidden states of the words and word classes; null if there are none
 * @param lexicons lexicons by the names of their columns
 * @param names kinds of names; null if there are none
 * @param origin origin of the resource
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

  /** The prefix of the names of cluster columns; the number of clusters follows. */
  public static final String CLUSTER = "cluster";

  /**
   * Smallest probability of a state that becomes a value. Less probable states would be numerous
   * and carry little information.
   */
  private static final double LEAST_PROBABLE = 0.03;

  /** Number of bits that address the cache of words of each thread. */
  private static final int CACHE_BITS = 15;

  /** Copies the maps and checks that the parts fit each other. */
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
          "the states must be those of "
              + numbers.size()
              + " words and classes, were those of "
              + states.wordCount());
    }
  }

  /** Returns the names of the columns that this resource provides. */
  public List<String> columns() {
    Set<String> columns = new LinkedHashSet<>(clusters.keySet());
    if (states != null) {
      columns.add(STATE);
    }
    columns.addAll(lexicons.keySet());
    columns.addAll(nameColumns());
    return List.copyOf(columns);
  }

  /** Returns the names of the columns of kinds of names; empty if there are none. */
  public List<String> nameColumns() {
    if (names == null) {
      return List.of();
    }
    return names.columns();
  }

  /** Returns the name of the column with the most clusters; null if there are no clusters. */
  public String finestClusters() {
    String finest = null;
    int most = -1;
    for (Map.Entry<String, int[]> column : clusters.entrySet()) {
      int largestCluster = Arrays.stream(column.getValue()).max().orElse(0);
      if (largestCluster > most) {
        finest = column.getKey();
        most = largestCluster;
      }
    }
    return finest;
  }

  /**
   * Returns the most common words of each value of a cluster or state column.
   *
   * @param column name of the column
   * @param count maximum number of words for each value
   * @return words by the number of the value; empty if the column has neither clusters nor states
   */
  public List<List<String>> commonest(String column, int count) {
    if (column.equals(STATE) && states != null) {
      return states.commonest(numbers.words(), count);
    }

    int[] clusterOf = clusters.getOrDefault(column, new int[0]);
    List<List<String>> words = new ArrayList<>();
    // Words are numbered by descending frequency, so the first words of a cluster are the
    // commonest.
    for (int word = 0; word < clusterOf.length; word++) {
      int cluster = clusterOf[word];
      while (words.size() <= cluster) {
        words.add(new ArrayList<>());
      }
      if (words.get(cluster).size() < count) {
        words.get(cluster).add(numbers.words().get(word));
      }
    }
    return words;
  }

  /** Returns whether this resource has clusters or hidden states. */
  public boolean hasWordColumns() {
    return numbers != null;
  }

  /** Returns the part of this resource that the given columns need. */
  public WordResource only(Collection<String> columns) {
    SortedMap<String, int[]> keptClusters = new TreeMap<>(clusters);
    keptClusters.keySet().retainAll(columns);
    SortedMap<String, Lexicon> keptLexicons = new TreeMap<>(lexicons);
    keptLexicons.keySet().retainAll(columns);
    WordStates keptStates = columns.contains(STATE) ? states : null;
    boolean needsNumbers = keptStates != null || !keptClusters.isEmpty();
    WordNumbers keptNumbers = needsNumbers ? numbers : null;
    boolean needsNames = !Collections.disjoint(nameColumns(), columns);
    NameKinds keptNames = needsNames ? names : null;
    return new WordResource(
        name, language, keptNumbers, keptClusters, keptStates, keptLexicons, keptNames, origin);
  }

  /** Returns this resource with one more lexicon, or with a lexicon replaced. */
  public WordResource with(String column, Lexicon lexicon) {
    SortedMap<String, Lexicon> newLexicons = new TreeMap<>(lexicons);
    newLexicons.put(column, lexicon);
    return new WordResource(name, language, numbers, clusters, states, newLexicons, names, origin);
  }

  /**
   * Returns this resource with the lexicons and kinds of names of another resource added. Parts of
   * the other resource replace parts of this one with the same name.
   */
  public WordResource and(WordResource other) {
    SortedMap<String, Lexicon> allLexicons = new TreeMap<>(lexicons);
    allLexicons.putAll(other.lexicons);
    NameKinds newNames = other.names == null ? names : other.names;
    WordOrigin newOrigin = origin.and(other.origin);
    return new WordResource(
        name, language, numbers, clusters, states, allLexicons, newNames, newOrigin);
  }

  /**
   * Returns the columns that a resource does not provide.
   *
   * @param words the resource; null if there is none
   * @param columns names of the columns that are needed
   */
  public static List<String> withoutThoseOf(WordResource words, List<String> columns) {
    if (words == null) {
      return List.copyOf(columns);
    }
    List<String> provided = words.columns();
    return columns.stream().filter(column -> !provided.contains(column)).toList();
  }

  /**
   * Returns a sentence with the columns of this resource added. Columns that the sentence already
   * has are not changed.
   */
  public TokenSequence addTo(TokenSequence sentence, Workspace workspace) {
    return lookUp(sentence, workspace).written();
  }

  /** Does the same as {@link #addTo}, but creates the new cells only when they are read. */
  public TokenSequence lookUp(TokenSequence sentence, Workspace workspace) {
    WordColumns existing = sentence.wordColumns();
    if (existing != null && existing.source() == this) {
      return sentence;
    }
    if (existing != null) {
      return lookUp(sentence.written(), workspace);
    }

    List<String> texts = sentence.column(TokenSequence.WORD);
    RecentWords<WordProperties> recent = workspace.scratch(Cache.class, Cache::new).words;
    WordProperties[] words = new WordProperties[texts.size()];
    for (int t = 0; t < words.length; t++) {
      words[t] = recent.of(texts.get(t), 0, this, this::properties);
    }

    WordColumns.Coded probableStates = null;
    if (states != null && !sentence.has(STATE)) {
      int[] wordNumbers = Arrays.stream(words).mapToInt(WordProperties::number).toArray();
      probableStates = states.probable(wordNumbers, LEAST_PROBABLE, workspace);
    }
    List<String> marked = new ArrayList<>(nameColumns());
    marked.addAll(lexicons.keySet());
    return sentence.with(
        new ResourceColumns(this, columns(), words, marked, marks(words), probableStates));
  }

  /** Returns the marks of kinds of names and lexicons, see {@link ResourceColumns}. */
  private long[][] marks(WordProperties[] words) {
    int nameCount = nameColumns().size();
    int columnCount = nameCount + lexicons.size();
    long[][] marks = new long[2 * columnCount / Long.SIZE + 1][words.length];
    if (names != null) {
      names.mark(words, marks[0]);
    }

    int number = 0;
    int[][] pieces = new int[words.length][];
    for (Lexicon lexicon : lexicons.values()) {
      for (int t = 0; t < words.length; t++) {
        pieces[t] = words[t].pieces[number];
      }
      int bit = 2 * (nameCount + number);
      lexicon.mark(pieces, marks[bit / Long.SIZE], bit);
      number++;
    }
    return marks;
  }

  private WordProperties properties(String word) {
    int number = 0;
    if (numbers != null) {
      number = numbers.of(word);
    }
    NameKinds.NameProperties nameProperties = null;
    if (names != null) {
      nameProperties = names.properties(word);
    }
    int[][] pieces =
        lexicons.values().stream().map(lexicon -> lexicon.numbers(word)).toArray(int[][]::new);
    return new WordProperties(number, nameProperties, pieces);
  }

  /**
   * The properties of a word that do not depend on its sentence.
   *
   * @param number number of the word; 0 if the resource has no numbering
   * @param names properties for the kinds of names; null if the resource has none
   * @param pieces for each lexicon, the numbers of the word's pieces
   */
  record WordProperties(int number, NameKinds.NameProperties names, int[][] pieces) {}

  /** The words that a thread has looked up recently. */
  private static final class Cache {
    private final RecentWords<WordProperties> words = new RecentWords<>(CACHE_BITS);
  }
}
