package org.gpchain.internal.evaluation.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.gpchain.core.text.Span;

/**
 * What gold segments were taken for. Each gold segment is counted once, in the row of its type: in
 * the column of the type that was predicted between the same borders, or else in the column that
 * says how it was met. The predicted segments that are not between the borders of a gold one are
 * counted in the columns of their types. So a type's row adds up to its gold segments, and its
 * column to the predicted ones.
 */
final class Confusion {
  private static final Comparator<Line> ORDER =
      Comparator.comparing(Line::match).thenComparing(Line::type);

  private final Map<Cell, Integer> counts = new HashMap<>();

  /** The rows that have a count: the gold types in alphabetical order, then the others. */
  final SortedSet<Line> rows = new TreeSet<>(ORDER);

  /** The columns that have a count: the predicted types in alphabetical order, then the others. */
  final SortedSet<Line> columns = new TreeSet<>(ORDER);

  /** How a segment is met on the other side, the best first. */
  enum Match {
    /** By a segment with the same borders. */
    BORDERS,
    /** By one that overlaps and has the same type. */
    TYPE,
    /** By one that overlaps. */
    OVERLAP,
    /** Not at all. */
    NONE;

    /** What is wrong then, in words. */
    String words(String none) {
      return switch (this) {
        case BORDERS -> "wrong type";
        case TYPE -> "wrong borders";
        case OVERLAP -> "wrong borders and type";
        case NONE -> none;
      };
    }
  }

  /**
   * A row or a column.
   *
   * @param match BORDERS for those of a type
   * @param type empty for others
   */
  record Line(Match match, String type) {
    private static Line of(Span span) {
      return new Line(Match.BORDERS, span.type());
    }

    /** How a segment is met by the others. */
    static Line across(Span span, List<Span> others) {
      Line best = new Line(Match.NONE, "");
      for (Span other : others) {
        if (other.start() == span.start() && other.end() == span.end()) {
          return of(other);
        }
        if (other.overlaps(span) && best.match() != Match.TYPE) {
          best = new Line(other.type().equals(span.type()) ? Match.TYPE : Match.OVERLAP, "");
        }
      }
      return best;
    }
  }

  private record Cell(Line row, Line column) {}

  /** Adds the segments of one sentence; those of one side do not overlap. */
  void add(List<Span> gold, List<Span> predicted) {
    gold.forEach(span -> add(Line.of(span), Line.across(span, predicted)));
    for (Span span : predicted) {
      Line row = Line.across(span, gold);
      if (row.match() != Match.BORDERS) {
        add(row, Line.of(span));
      }
    }
  }

  private void add(Line row, Line column) {
    rows.add(row);
    columns.add(column);
    counts.merge(new Cell(row, column), 1, Integer::sum);
  }

  int count(Line row, Line column) {
    return counts.getOrDefault(new Cell(row, column), 0);
  }
}
