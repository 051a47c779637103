package org.gpchain.internal.evaluation.report;

import static org.gpchain.core.text.Numbers.count;
import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;

import org.gpchain.internal.documents.page.Html;

/** A table in HTML, which scrolls if it is too wide, and how words look in the page. */
final class Table {
  private final StringBuilder out = new StringBuilder();

  /**
   * @param heads of the columns, HTML
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
   * @param head HTML
   * @param cells a whole number, a share as a Double, a cell of {@link #cell}, or other HTML
   */
  void row(String head, Object... cells) {
    out.append("<tr><th scope=\"row\">" + head + "</th>");
    for (Object cell : cells) {
      String html =
          cell instanceof Double share
              ? percent(share, 2)
              : cell instanceof Number number ? count(number.longValue()) : cell.toString();
      out.append(html.startsWith("<td") ? html : "<td>" + html + "</td>");
    }
    out.append("</tr>\n");
  }

  /** A cell of a class whose style depends on a share. */
  static String cell(String style, double share, String html) {
    return format("<td class=\"%s\" style=\"--share:%.4f\">%s</td>", style, share, html);
  }

  /** A share with a bar of its length. */
  static String bar(double share) {
    return cell("bar", share, percent(share, 2));
  }

  /** Text of the corpus or of the model, whose direction is its own. */
  static String foreign(String text) {
    return "<bdi>" + Html.escape(text) + "</bdi>";
  }

  @Override
  public String toString() {
    return out + "</tbody>\n</table></div>\n";
  }
}
