package org.gpchain.experiments.lab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.gpchain.internal.evaluation.TextTable;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;

/** Text tables of rows, the same in every locale. */
public final class Tables {
  /** Cell without a figure. */
  public static final String NONE = "-";

  private Tables() {}

  /**
   * A column.
   *
   * @param head the heading
   * @param cell returns the value in a row, or null for none
   */
  public record Column<R>(String head, Function<R, ?> cell) {
    /** Returns a column of numbers. */
    public static <R> Column<R> of(String head, int decimals, ToDoubleFunction<R> figure) {
      return new Column<>(head, row -> number(figure.applyAsDouble(row), decimals));
    }

    /** Returns a column of numbers in percent. */
    public static <R> Column<R> percent(String head, int decimals, ToDoubleFunction<R> share) {
      return of(head, decimals, row -> 100 * share.applyAsDouble(row));
    }

    /** Returns a column of differences in percentage points with their intervals. */
    public static <R> Column<R> difference(String head, Function<R, Difference> difference) {
      return new Column<>(head, row -> Tables.text(difference.apply(row)));
    }

    private String text(R row) {
      Object value = cell.apply(row);
      if (value == null) {
        return NONE;
      }
      return value.toString();
    }
  }

  /**
   * Returns a table of aligned columns.
   *
   * @param names number of columns at the left that are names, aligned to the left
   */
  public static <R> String of(List<R> rows, int names, List<Column<R>> columns) {
    return TextTable.aligned(cells(rows, columns), names);
  }

  /** Returns a table in Markdown. */
  public static <R> String markdown(List<R> rows, List<Column<R>> columns) {
    List<List<String>> cells = cells(rows, columns);
    cells.add(1, Collections.nCopies(columns.size(), "---"));

    StringBuilder table = new StringBuilder();
    for (List<String> row : cells) {
      table.append("| ").append(String.join(" | ", row)).append(" |\n");
    }
    return table.toString();
  }

  private static <R> List<List<String>> cells(List<R> rows, List<Column<R>> columns) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(columns.stream().map(Column::head).toList());
    for (R row : rows) {
      cells.add(columns.stream().map(column -> column.text(row)).toList());
    }
    return cells;
  }

  /**
   * Returns a difference in percentage points, such as {@code tie +0.07 (-0.09 to +0.22)}, or null
   * for no difference.
   */
  public static String text(Difference difference) {
    if (difference == null) {
      return null;
    }
    return format(
        "%s%+.2f (%+.2f to %+.2f)",
        tie(difference), 100 * difference.value(), 100 * difference.low(), 100 * difference.high());
  }

  /** Returns the mark of a tie and a blank, or an empty text for other differences. */
  public static String tie(Difference difference) {
    return difference.isTie() ? "tie " : "";
  }

  /** Returns a number in the root locale, or {@link #NONE} for NaN. */
  public static String number(double value, int decimals) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** Formats values like {@link String#format} in the root locale. */
  public static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
