package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The templates of a set in numbers: the column and the offset of each cell, and the group of each
 * template. Arrays are shared, not to be modified.
 */
final class TemplateLayout {
  private final List<String> columns;
  private final int reach;
  private final int[] groupOf;
  private final int[][] cellColumns;
  private final int[][] cellOffsets;
  private final int[] groupArity;

  TemplateLayout(TemplateSet templates) {
    List<String> found = new ArrayList<>();
    Map<String, Integer> groups = new HashMap<>();
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

  /** The columns that the cells refer to, by number. */
  List<String> columns() {
    return columns;
  }

  /** The largest distance of a cell from its token. */
  int reach() {
    return reach;
  }

  int templateCount() {
    return groupOf.length;
  }

  int groupCount() {
    return groupArity.length;
  }

  /** The group of a template, by its number among the unigrams. */
  int groupOf(int template) {
    return groupOf[template];
  }

  /** Number of cells of the templates of a group. */
  int arity(int group) {
    return groupArity[group];
  }

  /** The column numbers of a template's cells. */
  int[] cellColumns(int template) {
    return cellColumns[template];
  }

  /** The offsets of a template's cells. */
  int[] cellOffsets(int template) {
    return cellOffsets[template];
  }
}
