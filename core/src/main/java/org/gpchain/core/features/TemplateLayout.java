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
  final List<String> columns;

  /** The largest distance of a cell from its token. */
  final int reach;

  /** The group of each template, by its number among the unigrams. */
  final int[] groupOf;

  /** The column number and the offset of each template's cells. */
  final int[][] cellColumns;

  final int[][] cellOffsets;

  /** Number of cells of the templates of each group. */
  final int[] groupArity;

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

  int templateCount() {
    return groupOf.length;
  }

  int groupCount() {
    return groupArity.length;
  }
}
