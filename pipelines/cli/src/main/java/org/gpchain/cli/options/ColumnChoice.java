package org.gpchain.cli.options;

import java.util.List;
import java.util.function.Function;
import org.gpchain.corpora.ColumnFormat;

/**
 * The user's description of the columns of a file.
 *
 * @param format one of columns; null for the usual one of the task
 * @param columns names separated by commas; null for those of the format
 */
record ColumnChoice(Format format, String columns) {
  /**
   * The format of the file.
   *
   * @param task decides where the format does not
   * @param ofColumns makes a format of names of columns
   * @throws IllegalArgumentException if the choice contradicts itself, with a message for the user
   */
  ColumnFormat of(String task, Function<List<String>, ColumnFormat> ofColumns) {
    if (columns != null) {
      return ofNames(ofColumns);
    }
    if (format == null) {
      return ColumnFormat.usual(task);
    }
    return switch (format) {
      case CONLL2000 -> ColumnFormat.conll2000();
      case CONLL2002 -> ColumnFormat.conll2002();
      case CONLL2003 -> ColumnFormat.conll2003(task);
      case COLUMN ->
          throw new IllegalArgumentException(
              "--format column needs --columns, such as word,pos,label");
      case TEXT, XMI, JSONCAS -> throw new IllegalStateException(format + " has no columns");
    };
  }

  /**
   * The format of a file whose labels are not read.
   *
   * @param task decides where the format does not
   * @param needed the columns that are to be read
   * @throws IllegalArgumentException if the choice contradicts itself, with a message for the user
   */
  ColumnFormat ofTokens(String task, List<String> needed) {
    ColumnFormat chosen = of(task, ColumnFormat::ofTokenColumns);
    return columns == null ? chosen.unlabelled(needed) : chosen;
  }

  private ColumnFormat ofNames(Function<List<String>, ColumnFormat> ofColumns) {
    if (format != null && format != Format.COLUMN) {
      throw new IllegalArgumentException("--columns needs --format column, not " + format);
    }
    try {
      return ofColumns.apply(List.of(columns.split(",", -1)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--columns: " + e.getMessage(), e);
    }
  }
}
