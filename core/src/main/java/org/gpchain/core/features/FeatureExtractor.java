package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.TokenSequence;

/**
 * Walks over the cells that a template set asks for. Cells outside the sentence have the values of
 * CRF++: {@code _B-1}, {@code _B-2}, … before it, {@code _B+1}, … after it.
 */
final class FeatureExtractor {
  private static final int ABSENT = -1;

  private final List<String> columns;
  private final int reach;

  /** For each template: its group, and the column number and offset of each cell. */
  private final int[] groupOf;

  private final int[][] cellColumns;
  private final int[][] cellOffsets;
  private final int[] groupArity;

  /** Receives the features of one token. */
  @FunctionalInterface
  interface Sink {
    /**
     * @param symbols the cells' symbols; none absent; valid during the call only
     */
    void accept(int token, int group, int[] symbols);
  }

  FeatureExtractor(TemplateSet templates) {
    List<String> found = new ArrayList<>();
    Map<String, Integer> groups = new LinkedHashMap<>();
    List<Integer> arities = new ArrayList<>();
    int templateCount = templates.unigrams().size();
    groupOf = new int[templateCount];
    cellColumns = new int[templateCount][];
    cellOffsets = new int[templateCount][];
    int farthest = 0;
    for (int k = 0; k < templateCount; k++) {
      FeatureTemplate template = templates.unigrams().get(k);
      int arity = template.cells().size();
      Integer known = groups.putIfAbsent(template.skeleton(), groups.size());
      groupOf[k] = known == null ? groups.size() - 1 : known;
      if (known == null) {
        arities.add(arity);
      }
      cellColumns[k] = new int[arity];
      cellOffsets[k] = new int[arity];
      for (int i = 0; i < arity; i++) {
        FeatureTemplate.Cell cell = template.cells().get(i);
        if (!found.contains(cell.column())) {
          found.add(cell.column());
        }
        cellColumns[k][i] = found.indexOf(cell.column());
        cellOffsets[k][i] = cell.offset();
        farthest = Math.max(farthest, Math.abs(cell.offset()));
      }
    }
    columns = List.copyOf(found);
    reach = farthest;
    groupArity = arities.stream().mapToInt(Integer::intValue).toArray();
  }

  int groupCount() {
    return groupArity.length;
  }

  /** The group of a template, by its number among the unigrams. */
  int groupOf(int template) {
    return groupOf[template];
  }

  int arity(int group) {
    return groupArity[group];
  }

  /** Scratch space: the symbols of a sentence with its borders, and one tuple for each arity. */
  private static final class Cells {
    private int[] symbols = {};
    private int[][] tuples = {};
  }

  /**
   * Hands all features of a sentence to the sink, token by token, template by template. A feature
   * one of whose cells has no value or no symbol is left out.
   *
   * @param lookup gives a symbol's number, negative if it has none
   */
  void extract(
      TokenSequence sentence, ToIntFunction<String> lookup, Workspace workspace, Sink sink) {
    Cells scratch = workspace.scratch(Cells.class, Cells::new);
    int length = sentence.length();
    int width = length + 2 * reach;
    int[] symbols = Workspace.ensure(scratch.symbols, columns.size() * width);
    scratch.symbols = symbols;
    fill(sentence, lookup, symbols, width);
    int[][] tuples = tuples(scratch);
    for (int t = 0; t < length; t++) {
      for (int k = 0; k < groupOf.length; k++) {
        int[] cols = cellColumns[k];
        int[] offsets = cellOffsets[k];
        int[] tuple = tuples[cols.length];
        boolean present = true;
        for (int i = 0; i < cols.length; i++) {
          tuple[i] = symbols[cols[i] * width + reach + t + offsets[i]];
          present &= tuple[i] >= 0;
        }
        if (present) {
          sink.accept(t, groupOf[k], tuple);
        }
      }
    }
  }

  private int[][] tuples(Cells scratch) {
    int longest = 0;
    for (int arity : groupArity) {
      longest = Math.max(longest, arity);
    }
    if (scratch.tuples.length <= longest) {
      scratch.tuples = new int[longest + 1][];
      for (int arity = 0; arity <= longest; arity++) {
        scratch.tuples[arity] = new int[arity];
      }
    }
    return scratch.tuples;
  }

  private void fill(
      TokenSequence sentence, ToIntFunction<String> lookup, int[] symbols, int width) {
    int length = sentence.length();
    for (int d = 1; d <= reach; d++) {
      int before = lookup.applyAsInt("_B-" + d);
      int after = lookup.applyAsInt("_B+" + d);
      for (int c = 0; c < columns.size(); c++) {
        symbols[c * width + reach - d] = before;
        symbols[c * width + reach + length - 1 + d] = after;
      }
    }
    for (int c = 0; c < columns.size(); c++) {
      String column = columns.get(c);
      boolean derived = DerivedColumn.isDerived(column) && !sentence.has(column);
      List<String> values = sentence.column(derived ? TokenSequence.WORD : column);
      int base = c * width + reach;
      for (int t = 0; t < length; t++) {
        String value = values.get(t);
        if (derived) {
          value = DerivedColumn.value(column, value);
        }
        symbols[base + t] = value == null ? ABSENT : lookup.applyAsInt(value);
      }
    }
  }
}
