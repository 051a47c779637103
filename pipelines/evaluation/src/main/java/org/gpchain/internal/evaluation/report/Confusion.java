package org.gpchain.internal.evaluation.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.gpchain.core.text.Span;

/**
 * A confusion matrix of segments.
 *
 * <p>Each gold segment is counted once, in the row of its type. If a predicted segment has the same
 * borders, the column is its type; otherwise, the column is the kind of the best match. Each
 * predicted segment that does not have the borders of a gold segment is counted in the column of
 * its type and the row of its best match. Thus the row of a type sums to its gold segments, and the
 * column of a type sums to its predicted segments.
 */
final class Confusion {
  private static final Comparator<Category> ORDER =
      Comparator.comparing(Category::match).thenComparing(Category::type);

  private final Map<Cell, Integer> counts = new HashMap<>();

  /** Rows with counts: gold types in alphabetical order, then the kinds of matches. */
  final SortedSet<Category> rows = new TreeSet<>(ORDER);

  /** Columns with counts: predicted types in alphabetical order, then the kinds of matches. */
  final SortedSet<Category> columns = new TreeSet<>(ORDER);

  /** Kind of the best match of a gold segment among predicted ones or vice versa, best first. */
  enum Match {
    /** A segment with the same borders. */
    BORDERS,
    /** An overlapping segment of the same type. */
    TYPE,
    /** An overlapping segment of another type. */
    OVERLAP,
    /** No overlapping segment. */
    NONE;

    /**
     * Returns a description of the error.
     *
     * @param none description of an error without an overlapping segment
     */
    String describe(String none) {
      return switch (this) {
        case BORDERS -> "wrong type";
        case TYPE -> "wrong borders";
        case OVERLAP -> "wrong borders and type";
        case NONE -> none;
      };
    }
  }

  /**
   * The category of a row or a column: a type, or the kind of a match.
   *
   * @param match kind of the match; BORDERS if the category is a type
   * @param type the type; empty if the category is the kind of a match
   */
  record Category(Match match, String type) {
    private static Category of(Span span) {
      return new Category(Match.BORDERS, span.type());
    }

    /** Returns the category of the best match of a segment among other segments. */
    static Category ofBestMatch(Span span, List<Span> others) {
      Category best = new Category(Match.NONE, "");
      for (Span other : others) {
        if (other.start() == span.start() && other.end() == span.end()) {
          return of(other);
        }
        if (other.overlaps(span) && best.match() != Match.TYPE) {
          Match match = other.type().equals(span.type()) ? Match.TYPE : Match.OVERLAP;
          best = new Category(match, "");
        }
      }
      return best;
    }
  }

  private record Cell(Category row, Category column) {}

  /** Adds the segments of a sentence. Gold segments do not overlap, nor do predicted segments. */
  void add(List<Span> gold, List<Span> predicted) {
    for (Span span : gold) {
      add(Category.of(span), Category.ofBestMatch(span, predicted));
    }
    for (Span span : predicted) {
      Category row = Category.ofBestMatch(span, gold);
      if (row.match() != Match.BORDERS) {
        add(row, Category.of(span));
      }
    }
  }

  private void add(Category row, Category column) {
    rows.add(row);
    columns.add(column);
    counts.merge(new Cell(row, column), 1, Integer::sum);
  }

  /** Returns the number of segments in a cell. */
  int count(Category row, Category column) {
    return counts.getOrDefault(new Cell(row, column), 0);
  }
}
