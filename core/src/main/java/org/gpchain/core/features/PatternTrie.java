package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The patterns of all templates of a vocabulary. Templates that differ by a shift alone, such as
 * {@code %x[-1,0]/%x[0,0]} and {@code %x[0,0]/%x[1,0]}, have one pattern: what stands at a position
 * is looked up once, whatever the number of templates that see it. Single columns come first, in
 * their order; parents come before their children. Not modified once it is made.
 */
final class PatternTrie {
  private final TemplateLayout layout;
  final List<CellPattern> patterns = new ArrayList<>();

  /** For each template, the place of its features. */
  final List<Place> places = new ArrayList<>();

  /**
   * The place where the features of a template are found.
   *
   * @param order of the template's cells in the pattern, as indices of cells
   * @param path for each cell of {@code order}, the pattern that ends with it
   * @param pattern number of the whole pattern
   * @param shift from the token to the first cell of the pattern
   * @param index of the template among those of the pattern
   */
  record Place(int[] order, int[] path, int pattern, int shift, int index) {}

  PatternTrie(Vocabulary vocabulary) {
    this.layout = vocabulary.layout;
    for (int c = 0; c < layout.columns.size(); c++) {
      patterns.add(new CellPattern(CellPattern.NONE, c, 0));
    }
    for (int k = 0; k < layout.templateCount(); k++) {
      places.add(place(layout.cellColumns[k], layout.cellOffsets[k]));
    }
    List<int[]> tuples = vocabulary.tuples();
    for (int k = 0; k < layout.templateCount(); k++) {
      int group = layout.groupOf[k];
      addFeatures(
          k,
          tuples.get(group),
          vocabulary.groupStart(group),
          vocabulary.groupStart(group + 1) - vocabulary.groupStart(group));
    }
    patterns.forEach(CellPattern::freeze);
  }

  private Place place(int[] columns, int[] offsets) {
    int[] order =
        IntStream.range(0, columns.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(i -> offsets[i]).thenComparing(i -> columns[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    int shift = order.length == 0 ? 0 : offsets[order[0]];
    int[] path = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      int column = columns[order[i]];
      path[i] = i == 0 ? column : pattern(path[i - 1], column, offsets[order[i]] - shift);
    }
    int whole = order.length == 0 ? constantPattern() : path[order.length - 1];
    return new Place(order, path, whole, shift, patterns.get(whole).addTemplate());
  }

  /** The pattern without cells, which has one tuple. */
  private int constantPattern() {
    int number = pattern(CellPattern.NONE, CellPattern.NONE, 0);
    patterns.get(number).add(0);
    return number;
  }

  private int pattern(int parent, int column, int offset) {
    for (int p = 0; p < patterns.size(); p++) {
      if (patterns.get(p).is(parent, column, offset)) {
        return p;
      }
    }
    patterns.add(new CellPattern(parent, column, offset));
    return patterns.size() - 1;
  }

  /**
   * @param tuples symbols of the features of the template's group, {@code [features × cells]}
   */
  private void addFeatures(int template, int[] tuples, int firstFeature, int count) {
    Place place = places.get(template);
    CellPattern whole = patterns.get(place.pattern());
    int[] columns = layout.cellColumns[template];
    int arity = columns.length;
    for (int f = 0; f < count; f++) {
      int tuple = 0;
      for (int i = 0; i < arity; i++) {
        int column = columns[place.order()[i]];
        int cell = patterns.get(column).add(tuples[f * arity + place.order()[i]]);
        tuple = i == 0 ? cell : patterns.get(place.path()[i]).add(tuple, cell);
      }
      whole.setFeature(tuple, place.index(), firstFeature + f);
    }
  }
}
