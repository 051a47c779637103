package org.gpchain.evaluation.inspection;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.lang3.Strings;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.evaluation.TextTable;
import org.gpchain.evaluation.inspection.ModelDescription.TemplateLine;
import org.gpchain.training.io.AtomicFile;

/**
 * The result of kernel learning: the prior variance of the weights of each template line.
 *
 * @param dropped template lines that the model has left out, since none of their features has a
 *     weight
 */
public record KernelReport(List<TemplateLine> lines, List<String> dropped) {
  private static final int SHOWN = 5;
  private static final String SVG = ".svg";

  // Of the chart, in pixels.
  private static final int ROW = 20;
  private static final int TOP = 44;
  private static final int BAR_WIDTH = 420;

  /** Maximum width of a character of the labels. */
  private static final double CHARACTER = 7.3;

  /** The learned variances of a model, and the templates that it was learned with. */
  public static KernelReport of(Model model, TemplateSet templates) {
    List<String> dropped = new ArrayList<>(templates.lines());
    dropped.removeAll(model.vocabulary().templates().lines());
    return new KernelReport(TemplateLine.of(model), List.copyOf(dropped));
  }

  /** The largest variances as text for people, the same in every locale. */
  public String text() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  template line", "variance", "features"));
    for (TemplateLine line : lines.subList(0, Math.min(SHOWN, lines.size()))) {
      rows.add(line.row("  " + line.line()));
    }
    return format(
        "Which features matter (prior variance of each template line, %s):%n%s%s",
        lines.size() > SHOWN
            ? "the " + SHOWN + " largest of " + lines.size()
            : "all " + lines.size(),
        TextTable.aligned(rows, 1),
        dropped.isEmpty()
            ? ""
            : format(
                "  left out, without weight: %s%n",
                dropped.size() > SHOWN ? dropped.size() + " lines" : String.join(", ", dropped)));
  }

  /** Whether the name of a file says what to write. */
  public static boolean canBeWrittenTo(Path file) {
    return Strings.CI.endsWithAny(file.toString(), SVG, ".tsv");
  }

  /**
   * Writes all lines, atomically.
   *
   * @param file a bar chart if its name ends in {@code .svg}, otherwise a table
   */
  public void write(Path file) throws IOException {
    AtomicFile.write(file, Strings.CI.endsWith(file.toString(), SVG) ? chart() : table());
  }

  private String table() {
    StringBuilder out = new StringBuilder("line\tvariance\tfeatures\n");
    for (TemplateLine line : lines) {
      // The text between the cells of a template line may contain TABs.
      String name = line.line().replace('\t', ' ');
      out.append(name + "\t" + line.variance() + "\t" + line.features() + "\n");
    }
    return out.toString();
  }

  /**
   * A bar chart of prior variances as SVG: a bar for each template line, on a logarithmic axis, its
   * name on the left and its value on the right.
   */
  private String chart() {
    double[] powers = lines.stream().mapToDouble(line -> Math.log10(line.variance())).toArray();
    int lowest = (int) Math.ceil(Arrays.stream(powers).min().orElseThrow()) - 1;
    int highest = (int) Math.floor(Arrays.stream(powers).max().orElseThrow()) + 1;
    int longest = lines.stream().mapToInt(line -> line.line().length()).max().orElseThrow();
    int left = 24 + (int) Math.ceil(CHARACTER * longest);
    double range = highest - lowest;
    int bottom = TOP + ROW * lines.size();
    StringBuilder out =
        new StringBuilder(
            format(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><svg"
                    + " xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\""
                    + " viewBox=\"0 0 %1$d %2$d\" font-family=\"monospace\" font-size=\"12\"><rect"
                    + " width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>",
                left + BAR_WIDTH + 70, bottom + 44));
    out.append(text(left, 24, "start", "Prior variance of each template line"));
    // No more than about eight labels, however wide the range is.
    for (int power = lowest; power <= highest; power += 1 + (highest - lowest) / 8) {
      int x = left + (int) Math.round(BAR_WIDTH * (power - lowest) / range);
      String line = "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#d8d8d8\"/>";
      out.append(format(line, x, x, TOP, bottom))
          .append(text(x, bottom + 18, "middle", "1e" + power));
    }
    String bar = "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#3b6ea5\"/>";
    for (int i = 0; i < powers.length; i++) {
      int y = TOP + ROW * i;
      int width = (int) Math.round(BAR_WIDTH * (powers[i] - lowest) / range);
      out.append(text(left - 8, y + 14, "end", lines.get(i).line()))
          .append(format(bar, left, y + 3, width, ROW - 6))
          .append(text(left + width + 6, y + 14, "start", format("%.3g", lines.get(i).variance())));
    }
    return out + "</svg>";
  }

  private static String text(int x, int y, String anchor, String text) {
    // A template line may hold characters that XML does not allow.
    String allowed = text.replaceAll("[\\x00-\\x1f\\ufffe\\uffff]", " ");
    return format(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" xml:space=\"preserve\">%s</text>",
        x, y, anchor, allowed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
  }
}
