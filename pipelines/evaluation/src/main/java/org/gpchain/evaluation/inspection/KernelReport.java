package org.gpchain.evaluation.inspection;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.evaluation.TextTable;
import org.gpchain.evaluation.inspection.ModelDescription.TemplateLine;
import org.gpchain.training.io.AtomicFile;

/**
 * The result of kernel learning: the prior variance of the weights of each template line.
 *
 * @param lines those of the model, the largest variance first
 * @param dropped template lines that the model has left out, since none of their features has a
 *     weight
 */
public record KernelReport(List<TemplateLine> lines, List<String> dropped) {
  private static final int SHOWN = 5;
  private static final String SVG = ".svg";

  /**
   * The learned variances of a model.
   *
   * @param model what was learned
   * @param templates that it was learned with
   */
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
      rows.add(
          List.of(
              "  " + line.line(),
              format("%.3g", line.variance()),
              Integer.toString(line.features())));
    }
    return format(
        "Which features matter (prior variance of each template line, %s):%n%s%s",
        lines.size() > SHOWN
            ? "the " + SHOWN + " largest of " + lines.size()
            : "all " + lines.size(),
        TextTable.aligned(rows, 1),
        dropped.isEmpty()
            ? ""
            : format("  left out, without weight: %s%n", String.join(", ", dropped)));
  }

  /** Whether the name of a file says what to write. */
  public static boolean canBeWrittenTo(Path file) {
    return hasEnding(file, SVG) || hasEnding(file, ".tsv");
  }

  /**
   * Writes all lines, atomically.
   *
   * @param file a bar chart if its name ends in {@code .svg}, otherwise a table
   */
  public void write(Path file) throws IOException {
    String text = hasEnding(file, SVG) ? new VarianceChart(lines).toSvg() : table();
    AtomicFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean hasEnding(Path file, String ending) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(ending);
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
}
