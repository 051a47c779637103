package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The templates of a set as numbers: the column and offset of each cell, and the group of each
 * template. Its arrays are shared and must not be modified.
 */
final class TemplateLayout {
  /** The columns that the templates use, in order of first use; their indices are their numbers. */
  final List<String> columns;

  /** The largest distance of a cell from its token. */
  final int reach;

  /** The group of each template. */
  final int[] groupOf;

  /** The column numbers of each template's cells. */
  final int[][] cellColumns;

  /** The offsets of each template's cells. */
  final int[][] cellOffsets;

  /** Number of cells of the templates of each group. */
  final int[] groupArity;

  /** Numbers the columns and groups of a set of templates in order of first use. */
  TemplateLayout(TemplateSet templates) {
    int templateCount = templates.unigrams().size();
    groupOf = new int[templateCount];
    cellColumns = new int[templateCount][];
    cellOffsets = new int[templateCount][];

    List<String> usedColumns = new ArrayList<>();
    Map<String, Integer> groups = new HashMap<>();
    List<Integer> arities = new ArrayList<>();
    int farthest = 0;
    for (int k = 0; k < templateCount; k++) {
      FeatureTemplate template = templates.unigrams().get(k);
      int arity = template.cells().size();
      if (!groups.containsKey(template.skeleton())) {
        groups.put(template.skeleton(), groups.size());
        arities.add(arity);
      }
      groupOf[k] = groups.get(template.skeleton());

      cellColumns[k] = new int[arity];
      cellOffsets[k] = new int[arity];
      for (int i = 0; i < arity; i++) {
        FeatureTemplate.Cell cell = template.cells().get(i);
        if (!usedColumns.contains(cell.column())) {
          usedColumns.add(cell.column());
        }
        cellColumns[k][i] = usedColumns.indexOf(cell.column());
        cellOffsets[k][i] = cell.offset();
        farthest = Math.max(farthest, Math.abs(cell.offset()));
      }
    }

    columns = List.copyOf(usedColumns);
    reach = farthest;
    groupArity = arities.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns the number of templates. */
  int templateCount() {
    return groupOf.length;
  }

  /** Returns the number of groups. */
  int groupCount() {
    return groupArity.length;
  }
}
