package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;

/**
 * The features of a model, numbered 0 … D-1, group by group. Frozen: it never grows, and unknown
 * tuples are not features. Immutable and shared between threads.
 */
public final class Vocabulary {
  private final TemplateSet templates;
  final TemplateLayout layout;
  private final SymbolTable symbols;
  private final FeatureGroup[] groups;
  private final int[] groupStart;

  /** Built on first use: not every vocabulary of a training run encodes sentences. */
  private PatternTrie patterns;

  Vocabulary(TemplateSet templates, SymbolTable symbols, FeatureGroup[] groups) {
    this.templates = templates;
    this.layout = new TemplateLayout(templates);
    this.symbols = symbols;
    this.groups = groups;
    this.groupStart = new int[groups.length + 1];
    for (int g = 0; g < groups.length; g++) {
      groupStart[g + 1] = groupStart[g] + groups[g].size();
    }
  }

  /**
   * Restores a stored vocabulary.
   *
   * @param tuples for each group the symbol numbers of its features, {@code [features × cells]}
   * @throws IllegalArgumentException if the parts do not fit each other
   */
  public static Vocabulary of(TemplateSet templates, List<String> symbols, List<int[]> tuples) {
    TemplateLayout layout = new TemplateLayout(templates);
    Checks.length("tuples", tuples.size(), layout.groupCount(), "[groups]");
    SymbolTable table = new SymbolTable();
    symbols.forEach(table::add);
    Checks.length("distinct symbols", table.symbols().size(), symbols.size(), "[symbols]");
    FeatureGroup[] groups = new FeatureGroup[tuples.size()];
    for (int g = 0; g < groups.length; g++) {
      for (int symbol : tuples.get(g)) {
        Checks.index("symbol", symbol, symbols.size());
      }
      groups[g] = FeatureGroup.ofTuples(layout.groupArity[g], tuples.get(g));
      Checks.length(
          "distinct features of group " + g,
          groups[g].size() * groups[g].arity,
          tuples.get(g).length,
          "[features × cells]");
    }
    return new Vocabulary(templates, table, groups);
  }

  public TemplateSet templates() {
    return templates;
  }

  /** Number of features D. */
  public int featureCount() {
    return groupStart[groups.length];
  }

  /** Number of feature groups G: template lines, those of one skeleton counted once. */
  public int groupCount() {
    return groups.length;
  }

  /** First feature of a group; of the group count: D. */
  public int groupStart(int group) {
    return groupStart[group];
  }

  /**
   * The template lines that make the features of a group: one, or those of one skeleton, in the
   * order of the file, with columns by name.
   */
  public List<String> groupLines(int group) {
    return groupTemplates(group).stream().map(FeatureTemplate::source).toList();
  }

  /** The templates of {@link #groupLines}. */
  public List<FeatureTemplate> groupTemplates(int group) {
    List<FeatureTemplate> lines = templates.unigrams();
    return IntStream.range(0, lines.size())
        .filter(k -> layout.groupOf[k] == group)
        .mapToObj(lines::get)
        .toList();
  }

  /** The cell of a group whose features are single cells; empty if it has others. */
  public Optional<FeatureTemplate.Cell> singleCell(int group) {
    List<FeatureTemplate> lines = groupTemplates(group);
    return lines.size() == 1 && lines.get(0).cells().size() == 1
        ? Optional.of(lines.get(0).cells().get(0))
        : Optional.empty();
  }

  /** The values of the features of a group, one for each feature, if these are single cells. */
  public List<String> singleCellValues(int group) {
    checkSingleCell(group);
    return Arrays.stream(groups[group].tuples()).mapToObj(symbols::symbol).toList();
  }

  private void checkSingleCell(int group) {
    if (singleCell(group).isEmpty()) {
      throw new IllegalArgumentException(
          "the features of this group are not the values of one cell: " + groupLines(group));
    }
  }

  /**
   * This vocabulary with more features of one group, after those that it has. The features of later
   * groups have larger numbers then.
   *
   * @param group one whose features are single cells
   * @param values of the cell; those that are features already are left out
   */
  public Vocabulary extended(int group, List<String> values) {
    checkSingleCell(group);
    SymbolTable table = new SymbolTable();
    symbols.symbols().forEach(table::add);
    FeatureGroup[] extended = groups.clone();
    extended[group] = FeatureGroup.ofTuples(1, groups[group].tuples());
    for (String value : values) {
      extended[group].add(new int[] {table.add(value)});
    }
    return new Vocabulary(templates, table, extended);
  }

  /** The group of each feature, {@code [D]}; a new array. */
  public int[] groupOfFeature() {
    int[] groupOf = new int[featureCount()];
    for (int g = 0; g < groups.length; g++) {
      Arrays.fill(groupOf, groupStart[g], groupStart[g + 1], g);
    }
    return groupOf;
  }

  public List<String> symbols() {
    return symbols.symbols();
  }

  /** The symbol numbers of each group's features, as {@link #of} takes them; new arrays. */
  public List<int[]> tuples() {
    return Arrays.stream(groups).map(FeatureGroup::tuples).toList();
  }

  /**
   * This vocabulary without some features. Template lines of which no feature is left, and symbols
   * that no feature needs, are left out too.
   *
   * @param kept {@code [D]}, which features stay, in their order; one at least; not modified
   */
  public Vocabulary retain(boolean[] kept) {
    Checks.length("kept", kept.length, featureCount(), "[D]");
    List<FeatureGroup> retained = new ArrayList<>();
    SymbolTable needed = new SymbolTable();
    boolean[] used = new boolean[groups.length];
    for (int g = 0; g < groups.length; g++) {
      int first = groupStart[g];
      int[] features =
          IntStream.range(0, groups[g].size()).filter(local -> kept[first + local]).toArray();
      used[g] = features.length > 0;
      if (used[g]) {
        retained.add(groups[g].retain(features, symbol -> needed.add(symbols.symbol(symbol))));
      }
    }
    List<FeatureTemplate> lines = templates.unigrams();
    List<FeatureTemplate> usedLines =
        IntStream.range(0, lines.size())
            .filter(k -> used[layout.groupOf[k]])
            .mapToObj(lines::get)
            .toList();
    return new Vocabulary(
        new TemplateSet(usedLines, templates.transitions()),
        needed,
        retained.toArray(FeatureGroup[]::new));
  }

  /** The features by patterns of cells; all encoders of this vocabulary share them. */
  synchronized PatternTrie patterns() {
    if (patterns == null) {
      patterns = new PatternTrie(this);
    }
    return patterns;
  }

  int findSymbol(String symbol) {
    return symbols.find(symbol);
  }

  /**
   * Numbers the distinct cell values of a corpus. One table serves all columns: open addressing,
   * linear probing, with the hash beside the number, so that most look-ups of unknown values touch
   * one cache line.
   */
  static final class SymbolTable {
    private static final long FREE = -1;

    /** Hash in the upper half, number in the lower one. */
    private long[] slots = new long[64];

    private final List<String> symbols = new ArrayList<>();

    SymbolTable() {
      Arrays.fill(slots, FREE);
    }

    /** The number of a symbol, or -1. */
    int find(String symbol) {
      return (int) slots[slot(symbol, symbol.hashCode())];
    }

    /** The number of a symbol, which is given the next free number if it is new. */
    int add(String symbol) {
      int hash = symbol.hashCode();
      int slot = slot(symbol, hash);
      if (slots[slot] == FREE) {
        if (2 * symbols.size() >= slots.length) {
          grow();
          slot = slot(symbol, hash);
        }
        slots[slot] = (long) hash << Integer.SIZE | symbols.size();
        symbols.add(symbol);
      }
      return (int) slots[slot];
    }

    private int slot(String symbol, int hash) {
      int slot = first(hash);
      while (slots[slot] != FREE
          && !((int) (slots[slot] >>> Integer.SIZE) == hash
              && symbols.get((int) slots[slot]).equals(symbol))) {
        slot = (slot + 1) & (slots.length - 1);
      }
      return slot;
    }

    /** Multiplicative hashing; the high bits are the well-mixed ones. */
    private int first(int hash) {
      return (hash * 0x9E3779B9) >>> (Integer.numberOfLeadingZeros(slots.length) + 1);
    }

    private void grow() {
      long[] old = slots;
      slots = new long[2 * old.length];
      Arrays.fill(slots, FREE);
      for (long entry : old) {
        if (entry != FREE) {
          int slot = first((int) (entry >>> Integer.SIZE));
          while (slots[slot] != FREE) {
            slot = (slot + 1) & (slots.length - 1);
          }
          slots[slot] = entry;
        }
      }
    }

    String symbol(int number) {
      return symbols.get(number);
    }

    List<String> symbols() {
      return List.copyOf(symbols);
    }
  }
}
