package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;

/**
 * The features of a model, numbered from 0 to D − 1, group by group. Cell values that do not occur
 * in it have no features. Immutable; shared between threads.
 */
public final class Vocabulary {
  private final TemplateSet templates;
  final TemplateLayout layout;
  private final SymbolTable symbols;
  private final FeatureGroup[] groups;

  /** The first feature of each group, {@code [G+1]}. */
  private final int[] groupStart;

  /** The cell patterns, created when the first encoder needs them. */
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
   * @param symbols distinct cell values, whose indices are their numbers
   * @param tuples for each group, the symbol numbers of its features, {@code [features × cells]}
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

  /** Returns the templates of the features. */
  public TemplateSet templates() {
    return templates;
  }

  /** Returns the number of features D. */
  public int featureCount() {
    return groupStart[groups.length];
  }

  /**
   * Returns the number of feature groups G. Template lines with the same literal text form one
   * group.
   */
  public int groupCount() {
    return groups.length;
  }

  /** Returns the first feature of a group. For the number of groups G, returns D. */
  public int groupStart(int group) {
    return groupStart[group];
  }

  /**
   * Returns the template lines of a group, in the order of the template file and with columns by
   * name. A group has several lines if they have the same literal text.
   */
  public List<String> groupLines(int group) {
    return groupTemplates(group).stream().map(FeatureTemplate::source).toList();
  }

  /** Returns the templates of a group, in the order of the template file. */
  public List<FeatureTemplate> groupTemplates(int group) {
    List<FeatureTemplate> lines = templates.unigrams();
    return IntStream.range(0, lines.size())
        .filter(k -> layout.groupOf[k] == group)
        .mapToObj(lines::get)
        .toList();
  }

  /** Returns the cell of a group that has one template of one cell; empty for other groups. */
  public Optional<FeatureTemplate.Cell> singleCell(int group) {
    List<FeatureTemplate> lines = groupTemplates(group);
    if (lines.size() == 1 && lines.get(0).cells().size() == 1) {
      return Optional.of(lines.get(0).cells().get(0));
    }
    return Optional.empty();
  }

  /**
   * Returns the cell value of each feature of a group.
   *
   * @throws IllegalArgumentException if {@link #singleCell} is empty for the group
   */
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
   * Returns this vocabulary with more features in one group. They follow the existing features of
   * the group, so that the features of later groups get larger numbers.
   *
   * @param group a group of single cells, see {@link #singleCell}
   * @param values cell values of the new features; existing ones are ignored
   * @throws IllegalArgumentException if {@link #singleCell} is empty for the group
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

  /** Returns the group of each feature, {@code [D]}, in a new array. */
  public int[] groupOfFeature() {
    int[] groupOf = new int[featureCount()];
    for (int g = 0; g < groups.length; g++) {
      Arrays.fill(groupOf, groupStart[g], groupStart[g + 1], g);
    }
    return groupOf;
  }

  /**
   * Returns the group of each feature and, after them, of each dense column. Each block of dense
   * columns is a group.
   *
   * @param denseCount number of dense columns
   * @param blockCount number B of blocks; column c belongs to block c mod B
   * @return {@code [D + denseCount]}; a new array
   */
  public int[] groupOfFeature(int denseCount, int blockCount) {
    int[] groupOf = Arrays.copyOf(groupOfFeature(), featureCount() + denseCount);
    for (int c = 0; c < denseCount; c++) {
      groupOf[featureCount() + c] = groupCount() + c % blockCount;
    }
    return groupOf;
  }

  /** Returns the distinct cell values of all features, in the order of their numbers. */
  public List<String> symbols() {
    return symbols.symbols();
  }

  /**
   * Returns the symbol numbers of each group's features, {@code [features × cells]}, in new arrays.
   */
  public List<int[]> tuples() {
    return Arrays.stream(groups).map(FeatureGroup::tuples).toList();
  }

  /**
   * Returns this vocabulary without some of its features. Template lines that have no features
   * left, and symbols that no feature needs, are dropped, too.
   *
   * @param kept whether each feature is kept, {@code [D]}, at least one; not modified
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
        retained.add(groups[g].retain(features, number -> needed.add(symbols.symbol(number))));
      }
    }

    List<FeatureTemplate> lines = templates.unigrams();
    List<FeatureTemplate> usedLines =
        IntStream.range(0, lines.size())
            .filter(k -> used[layout.groupOf[k]])
            .mapToObj(lines::get)
            .toList();
    TemplateSet usedTemplates = new TemplateSet(usedLines, templates.transitions());
    return new Vocabulary(usedTemplates, needed, retained.toArray(FeatureGroup[]::new));
  }

  /** Returns the features by cell patterns, which all encoders of this vocabulary share. */
  synchronized PatternTrie patterns() {
    if (patterns == null) {
      patterns = new PatternTrie(this);
    }
    return patterns;
  }

  /** Returns the number of a symbol, or -1 if no feature has it. */
  int findSymbol(String symbol) {
    return symbols.find(symbol);
  }

  /**
   * A hash table that numbers the distinct cell values of all columns. It uses open addressing with
   * linear probing. A slot holds both the hash and the number, so that looking up an unknown value
   * usually touches only one cache line.
   */
  static final class SymbolTable {
    private static final long FREE = -1;

    /** Slots with the hash in the upper half and the number in the lower half. */
    private long[] slots = new long[64];

    private final List<String> symbols = new ArrayList<>();

    SymbolTable() {
      Arrays.fill(slots, FREE);
    }

    /** Returns the number of a symbol, or -1 if it is unknown. */
    int find(String symbol) {
      return (int) slots[slot(symbol, symbol.hashCode())];
    }

    /** Returns the number of a symbol. A new symbol gets the next free number. */
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

    /** Returns the slot that holds a symbol, or the free slot where it belongs. */
    private int slot(String symbol, int hash) {
      int slot = firstSlot(hash);
      while (slots[slot] != FREE && !holds(slot, symbol, hash)) {
        slot = (slot + 1) & (slots.length - 1);
      }
      return slot;
    }

    private boolean holds(int slot, String symbol, int hash) {
      return (int) (slots[slot] >>> Integer.SIZE) == hash
          && symbols.get((int) slots[slot]).equals(symbol);
    }

    /** Returns the first slot to probe. Multiplicative hashing mixes the high bits best. */
    private int firstSlot(int hash) {
      return (hash * 0x9E3779B9) >>> (Integer.numberOfLeadingZeros(slots.length) + 1);
    }

    private void grow() {
      long[] old = slots;
      slots = new long[2 * old.length];
      Arrays.fill(slots, FREE);
      for (long entry : old) {
        if (entry != FREE) {
          int slot = firstSlot((int) (entry >>> Integer.SIZE));
          while (slots[slot] != FREE) {
            slot = (slot + 1) & (slots.length - 1);
          }
          slots[slot] = entry;
        }
      }
    }

    /** Returns the symbol with a number. */
    String symbol(int number) {
      return symbols.get(number);
    }

    /** Returns all symbols in the order of their numbers. */
    List<String> symbols() {
      return List.copyOf(symbols);
    }
  }
}
