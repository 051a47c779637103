package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A feature template, such as {@code U05:%x[-1,word]/%x[0,word]}: literal text around cells of the
 * table of tokens and columns. In CRF++ it is called a unigram template.
 *
 * @param literals the text before, between and after the cells, one more than there are cells
 * @param cells the cells in order; none for a constant (bias) feature
 */
public record FeatureTemplate(List<String> literals, List<Cell> cells) {
  private static final Pattern MACRO = Pattern.compile("%([^\\[]?)(\\[[^\\]]*\\])?");
  private static final Pattern CELL =
      Pattern.compile("\\[\\s*([+-]?\\d{1,4})\\s*,\\s*([^\\]\\s]+)\\s*\\]");

  /**
   * A cell relative to the current token.
   *
   * @param offset number of tokens to the right of the current token; negative to the left
   * @param column name of the column
   */
  public record Cell(int offset, String column) {}

  /** Copies the lists and checks their lengths. */
  public FeatureTemplate {
    literals = List.copyOf(literals);
    cells = List.copyOf(cells);
    if (literals.size() != cells.size() + 1) {
      throw new IllegalArgumentException("a template has one literal more than it has cells");
    }
  }

  /**
   * Parses a template line.
   *
   * @param source the line
   * @param line number of the line for error messages, from 1
   * @param columns names of the corpus's columns; a template can use their numbers 0, 1, … instead
   * @throws TemplateSet.TemplateException if the line is not valid
   */
  static FeatureTemplate parse(String source, int line, List<String> columns) {
    List<String> literals = new ArrayList<>();
    List<Cell> cells = new ArrayList<>();
    Matcher macro = MACRO.matcher(source);
    int end = 0;
    while (macro.find()) {
      literals.add(source.substring(end, macro.start()));
      cells.add(cell(macro, line, columns));
      end = macro.end();
    }
    literals.add(source.substring(end));
    return new FeatureTemplate(literals, cells);
  }

  private static Cell cell(Matcher macro, int line, List<String> columns) {
    String brackets = macro.group(2) == null ? "" : macro.group(2);
    Matcher cell = CELL.matcher(brackets);
    if (!macro.group(1).equals("x") || !cell.matches()) {
      throw new TemplateSet.TemplateException(
          line,
          "cannot read the macro '" + macro.group() + "'",
          "write %x[row,column], for example %x[-1,0] or %x[0,word]");
    }

    int offset = Integer.parseInt(cell.group(1));
    String column = cell.group(2);
    boolean isNumber = column.chars().allMatch(Character::isDigit);
    if (!columns.contains(column) && isNumber) {
      return new Cell(offset, columnOfNumber(column, macro.group(), line, columns));
    }
    if (!columns.contains(column) && !DerivedColumn.isDerived(column)) {
      throw new TemplateSet.TemplateException(
          line,
          "there is no column '" + column + "' in '" + macro.group() + "'",
          "the corpus has " + columns + ", and derived ones are " + DerivedColumn.names());
    }
    return new Cell(offset, column);
  }

  private static String columnOfNumber(
      String digits, String macro, int line, List<String> columns) {
    // More than four digits could overflow.
    int number = digits.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    if (number >= columns.size()) {
      throw new TemplateSet.TemplateException(
          line,
          "there is no column " + digits + " in '" + macro + "'",
          "the corpus has the columns 0 to " + (columns.size() - 1) + ": " + columns);
    }
    return columns.get(number);
  }

  /**
   * Returns the literal text of the template without its cells. In CRF++, templates with the same
   * skeleton produce the same feature strings; here they share their features and their group.
   */
  String skeleton() {
    return String.join("%", literals);
  }

  /** Returns the template line with columns by name, which {@link TemplateSet#parse} can read. */
  public String source() {
    StringBuilder out = new StringBuilder(literals.get(0));
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      out.append("%x[").append(cell.offset()).append(',').append(cell.column()).append(']');
      out.append(literals.get(i + 1));
    }
    return out.toString();
  }
}
