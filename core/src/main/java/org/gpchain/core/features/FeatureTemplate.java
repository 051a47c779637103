package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One unigram template line, such as {@code U05:%x[-1,word]/%x[0,word]}: literal text around cells
 * of the token table.
 *
 * @param literals the text before, between and after the cells, one more than there are cells
 * @param cells the cells, in order; none for a constant (bias) feature
 */
public record FeatureTemplate(List<String> literals, List<Cell> cells) {
  private static final Pattern MACRO = Pattern.compile("%([^\\[]?)(\\[[^\\]]*\\])?");
  private static final Pattern CELL =
      Pattern.compile("\\[\\s*([+-]?\\d{1,4})\\s*,\\s*([^\\]\\s]+)\\s*\\]");

  /**
   * A cell relative to the current token.
   *
   * @param offset tokens to the right (negative: to the left)
   */
  public record Cell(int offset, String column) {}

  public FeatureTemplate {
    literals = List.copyOf(literals);
    cells = List.copyOf(cells);
    if (literals.size() != cells.size() + 1) {
      throw new IllegalArgumentException("a template has one literal more than it has cells");
    }
  }

  /**
   * @param columns names of the corpus's columns, which the numbers 0, 1, … stand for
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
    Matcher cell = CELL.matcher(macro.group(2) == null ? "" : macro.group(2));
    if (!macro.group(1).equals("x") || !cell.matches()) {
      throw new TemplateSet.TemplateException(
          line,
          "cannot read the macro '" + macro.group() + "'",
          "write %x[row,column], for example %x[-1,0] or %x[0,word]");
    }
    String column = cell.group(2);
    if (columns.contains(column)) {
      return new Cell(Integer.parseInt(cell.group(1)), column);
    }
    if (column.chars().allMatch(Character::isDigit)) {
      int number = column.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(column);
      if (number >= columns.size()) {
        throw new TemplateSet.TemplateException(
            line,
            "there is no column " + column + " in '" + macro.group() + "'",
            "the corpus has the columns 0 to " + (columns.size() - 1) + ": " + columns);
      }
      column = columns.get(number);
    } else if (!DerivedColumn.isDerived(column)) {
      throw new TemplateSet.TemplateException(
          line,
          "there is no column '" + column + "' in '" + macro.group() + "'",
          "the corpus has " + columns + ", and derived ones are " + DerivedColumn.names());
    }
    return new Cell(Integer.parseInt(cell.group(1)), column);
  }

  /**
   * The template without its cells. Templates with the same skeleton write the same feature strings
   * in CRF++, and so share their features and their group here.
   */
  String skeleton() {
    return String.join("%", literals);
  }

  /** The line, with columns by name: what {@link TemplateSet#parse} reads back. */
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
