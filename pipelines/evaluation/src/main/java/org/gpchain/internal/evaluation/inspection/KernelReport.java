package org.gpchain.internal.evaluation.inspection;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.internal.evaluation.TextTable;
import org.gpchain.internal.evaluation.inspection.ModelDescription.TemplateLine;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * The result of kernel learning: the prior variance of the weights of each template line.
 *
 * @param lines template lines of the model, the largest variance first
 * @param dropped template lines that were removed from the model, because none of their features
 *     has a nonzero weight
 */
public record KernelReport(List<TemplateLine> lines, List<String> dropped) {
  /** Maximum number of lines in the text. */
  private static final int SHOWN = 5;

  /**
   * Returns the report of a model.
   *
   * @param templates templates that the model was trained with
   */
  public static KernelReport of(Model model, TemplateSet templates) {
    List<String> dropped = new ArrayList<>(templates.lines());
    dropped.removeAll(model.vocabulary().templates().lines());
    return new KernelReport(TemplateLine.of(model), List.copyOf(dropped));
  }

  /** Returns the largest variances as human-readable text that does not depend on the locale. */
  public String text() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  template line", "variance", "features"));
    for (TemplateLine line : lines.subList(0, Math.min(SHOWN, lines.size()))) {
      rows.add(line.row("  " + line.line()));
    }

    String scope = "all " + lines.size();
    if (lines.size() > SHOWN) {
      scope = "the " + SHOWN + " largest of " + lines.size();
    }
    String heading = "Which features matter (prior variance of each template line, %s):%n";
    return format(heading, scope) + TextTable.aligned(rows, 1) + droppedText();
  }

  private String droppedText() {
    if (dropped.isEmpty()) {
      return "";
    }
    String names = String.join(", ", dropped);
    if (dropped.size() > SHOWN) {
      names = dropped.size() + " lines";
    }
    return format("  left out, without weight: %s%n", names);
  }

  /** Writes all lines as a tab-separated table, atomically. */
  public void write(Path file) throws IOException {
    AtomicFile.write(file, table());
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
