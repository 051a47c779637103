package org.gpchain.experiments.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.gpchain.internal.evaluation.TextTable;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;

/** Rows as tables for people, the same in every locale. */
public final class Tables {
  /** Stands where there is no figure. */
  public static final String NONE = "-";

  private Tables() {}

  /**
   * A column.
   *
   * @param cell its text in a row; null for no figure
   */
  public record Column<R>(String head, Function<R, ?> cell) {
    /** A column of numbers. */
    public static <R> Column<R> of(String head, int decimals, ToDoubleFunction<R> figure) {
      return new Column<>(head, row -> number(figure.applyAsDouble(row), decimals));
    }

    private String text(R row) {
      Object value = cell.apply(row);
      return value == null ? NONE : value.toString();
    }
  }

  /** A table of aligned columns. */
  public static <R> String of(List<R> rows, int names, List<Column<R>> columns) {
    return TextTable.aligned(cells(rows, columns), names);
  }

  /** A table in Markdown. */
  public static <R> String markdown(List<R> rows, List<Column<R>> columns) {
    List<List<String>> cells = cells(rows, columns);
    cells.add(1, columns.stream().map(column -> "---").toList());
    return cells.stream()
        .map(row -> "| " + String.join(" | ", row) + " |\n")
        .collect(Collectors.joining());
  }

  private static <R> List<List<String>> cells(List<R> rows, List<Column<R>> columns) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(columns.stream().map(Column::head).toList());
    rows.forEach(row -> cells.add(columns.stream().map(column -> column.text(row)).toList()));
    return cells;
  }

  /** Such as {@code tie +0.07 (-0.09 to +0.22)}, in percentage points; null for no difference. */
  public static String text(Difference one) {
    return one == null
        ? null
        : format("%s%+.2f", one.isTie() ? "tie " : "", 100 * one.value())
            + format(" (%+.2f to %+.2f)", 100 * one.low(), 100 * one.high());
  }

  /** A number in the same way in every locale; {@link #NONE} for NaN. */
  public static String number(double value, int decimals) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** {@link String#format} in the same way in every locale. */
  public static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
