package org.gpchain.internal.evaluation.report;

import static org.gpchain.core.text.Numbers.count;
import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;

import org.gpchain.internal.documents.page.Html;

/** An HTML table that scrolls if it is too wide. Also renders text and cells of the page. */
final class Table {
  private final StringBuilder out = new StringBuilder();

  /**
   * Creates a table without rows.
   *
   * @param caption caption of the table, plain text
   * @param heads headings of the columns, HTML
   */
  Table(String caption, Object... heads) {
    String name = Html.escape(caption);
    out.append("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" + name + "\">\n")
        .append("<table>\n<caption>" + name + "</caption>\n<thead><tr>");
    for (Object head : heads) {
      out.append("<th scope=\"col\">" + head + "</th>");
    }
    out.append("</tr></thead>\n<tbody>\n");
  }

  /**
   * Adds a row.
   *
   * @param head heading of the row, HTML
   * @param cells for each column, an integer, a share as a {@code Double}, or HTML, such as the
   *     result of {@link #cell}
   */
  void row(String head, Object... cells) {
    out.append("<tr><th scope=\"row\">" + head + "</th>");
    for (Object cell : cells) {
      String html = html(cell);
      if (html.startsWith("<td")) {
        out.append(html);
      } else {
        out.append("<td>" + html + "</td>");
      }
    }
    out.append("</tr>\n");
  }

  private static String html(Object cell) {
    if (cell instanceof Double share) {
      return percent(share, 2);
    }
    if (cell instanceof Number number) {
      return count(number.longValue());
    }
    return cell.toString();
  }

  /**
   * Returns a cell whose style depends on a share.
   *
   * @param style CSS class of the cell
   */
  static String cell(String style, double share, String html) {
    return format("<td class=\"%s\" style=\"--share:%.4f\">%s</td>", style, share, html);
  }

  /** Returns a cell with a share and a bar of proportional length. */
  static String bar(double share) {
    return cell("bar", share, percent(share, 2));
  }

  /** Escapes text of a corpus or a model and isolates its writing direction. */
  static String foreign(String text) {
    return "<bdi>" + Html.escape(text) + "</bdi>";
  }

  @Override
  public String toString() {
    return out + "</tbody>\n</table></div>\n";
  }
}
