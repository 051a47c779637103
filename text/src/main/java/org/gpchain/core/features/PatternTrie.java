package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The cell patterns of all templates of a vocabulary. Templates that differ only by a shift, such
 * as {@code %x[-1,0]/%x[0,0]} and {@code %x[0,0]/%x[1,0]}, share a pattern, so that the cells at a
 * position are looked up once for all of them. The patterns of single cells come first, one for
 * each column in order, and parents come before their children. Immutable.
 */
final class PatternTrie {
  private final TemplateLayout layout;
  final List<CellPattern> patterns = new ArrayList<>();

  /** The pattern of each template. */
  final List<TemplatePattern> templatePatterns = new ArrayList<>();

  /**
   * A template as a shifted pattern.
   *
   * @param order indices of the template's cells, in the order in which the pattern has them
   * @param path for each cell of {@code order}, the number of the pattern that ends with that cell
   * @param pattern number of the pattern of all cells
   * @param shift tokens from the current token to the first cell of the pattern
   * @param index index of the template among the templates of the pattern
   */
  record TemplatePattern(int[] order, int[] path, int pattern, int shift, int index) {}

  /** Creates the patterns of the vocabulary's templates and adds its features to them. */
  PatternTrie(Vocabulary vocabulary) {
    this.layout = vocabulary.layout;
    for (int c = 0; c < layout.columns.size(); c++) {
      patterns.add(new CellPattern(CellPattern.NONE, c, 0));
    }
    for (int k = 0; k < layout.templateCount(); k++) {
      templatePatterns.add(templatePattern(layout.cellColumns[k], layout.cellOffsets[k]));
    }

    List<int[]> tuples = vocabulary.tuples();
    for (int k = 0; k < layout.templateCount(); k++) {
      int group = layout.groupOf[k];
      int firstFeature = vocabulary.groupStart(group);
      int count = vocabulary.groupStart(group + 1) - firstFeature;
      addFeatures(k, tuples.get(group), firstFeature, count);
    }
    patterns.forEach(CellPattern::freeze);
  }

  /** Returns the pattern of a template with the given cells, and creates it if it is new. */
  private TemplatePattern templatePattern(int[] columns, int[] offsets) {
    if (columns.length == 0) {
      int constant = constantPattern();
      int index = patterns.get(constant).addTemplate();
      return new TemplatePattern(new int[0], new int[0], constant, 0, index);
    }

    Comparator<Integer> byOffset = Comparator.comparingInt(i -> offsets[i]);
    Comparator<Integer> byOffsetAndColumn = byOffset.thenComparing(i -> columns[i]);
    int[] order =
        IntStream.range(0, columns.length)
            .boxed()
            .sorted(byOffsetAndColumn)
            .mapToInt(Integer::intValue)
            .toArray();

    int shift = offsets[order[0]];
    int[] path = new int[order.length];
    path[0] = columns[order[0]];
    for (int i = 1; i < order.length; i++) {
      path[i] = pattern(path[i - 1], columns[order[i]], offsets[order[i]] - shift);
    }
    int whole = path[order.length - 1];
    return new TemplatePattern(order, path, whole, shift, patterns.get(whole).addTemplate());
  }

  /** Returns the number of the pattern without cells, which has one tuple. */
  private int constantPattern() {
    int number = pattern(CellPattern.NONE, CellPattern.NONE, 0);
    patterns.get(number).add(0);
    return number;
  }

  /** Returns the number of a pattern, which is added if it is new. */
  private int pattern(int parent, int column, int offset) {
    for (int p = 0; p < patterns.size(); p++) {
      if (patterns.get(p).consistsOf(parent, column, offset)) {
        return p;
      }
    }
    patterns.add(new CellPattern(parent, column, offset));
    return patterns.size() - 1;
  }

  /**
   * Adds the features of a template to its pattern.
   *
   * @param tuples symbols of the features of the template's group, {@code [features × cells]}
   * @param firstFeature number of the group's first feature
   * @param count number of the group's features
   */
  private void addFeatures(int template, int[] tuples, int firstFeature, int count) {
    TemplatePattern templatePattern = templatePatterns.get(template);
    CellPattern whole = patterns.get(templatePattern.pattern());
    int[] order = templatePattern.order();
    int[] path = templatePattern.path();
    int[] columns = layout.cellColumns[template];
    int arity = columns.length;

    for (int f = 0; f < count; f++) {
      int tuple = 0;
      for (int i = 0; i < arity; i++) {
        int column = columns[order[i]];
        int cell = patterns.get(column).add(tuples[f * arity + order[i]]);
        if (i == 0) {
          tuple = cell;
        } else {
          tuple = patterns.get(path[i]).add(tuple, cell);
        }
      }
      whole.setFeature(tuple, templatePattern.index(), firstFeature + f);
    }
  }
}
