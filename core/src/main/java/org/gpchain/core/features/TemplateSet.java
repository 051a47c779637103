package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.List;

/**
 * A template file in the syntax of CRF++: {@code U…} lines are features, a {@code B} line asks for
 * label transitions, {@code #} begins a comment line. Columns are given by number, as in CRF++, or
 * by name, which also reaches the columns derived from the word.
 *
 * @param unigrams the feature templates, in the order of the file
 */
public record TemplateSet(List<FeatureTemplate> unigrams, boolean transitions) {
  public TemplateSet {
    unigrams = List.copyOf(unigrams);
    if (unigrams.isEmpty()) {
      throw new IllegalArgumentException("a template set needs at least one U line");
    }
  }

  /**
   * Reads a template file.
   *
   * @param columns names of the corpus's columns without the label; 0, 1, … stand for them
   * @throws TemplateException with the line and how to fix it
   */
  public static TemplateSet parse(String text, List<String> columns) {
    List<FeatureTemplate> unigrams = new ArrayList<>();
    boolean transitions = false;
    int number = 0;
    for (String raw : text.split("\\R", -1)) {
      number++;
      String line = raw.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("U")) {
        unigrams.add(FeatureTemplate.parse(line, number, columns));
      } else if (line.startsWith("B")) {
        if (line.contains("%")) {
          throw new TemplateException(
              number,
              "transitions that depend on the tokens are not supported: '" + line + "'",
              "write a plain B line, and the token features as U lines");
        }
        transitions = true;
      } else {
        throw new TemplateException(
            number,
            "a template line begins with U, B or #, not with '" + line.charAt(0) + "'",
            "for example U00:%x[0,0], or B for transitions");
      }
    }
    if (unigrams.isEmpty()) {
      throw new TemplateException(number, "there is no U line", "add one, such as U00:%x[0,0]");
    }
    return new TemplateSet(unigrams, transitions);
  }

  /** The columns that a sentence must have, in order of first use. */
  public List<String> requiredColumns() {
    return unigrams.stream()
        .flatMap(template -> template.cells().stream())
        .map(cell -> DerivedColumn.sourceOf(cell.column()))
        .distinct()
        .toList();
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    unigrams.forEach(template -> lines.add(template.source()));
    if (transitions) {
      lines.add("B");
    }
    return lines;
  }

  /**
   * A feature template that cannot be understood. The message says which line it is and how to fix
   * it.
   */
  public static final class TemplateException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int line;

    TemplateException(int line, String problem, String cure) {
      super("line " + line + ": " + problem + "; " + cure);
      this.line = line;
    }

    /** The line of the template file, from 1. */
    public int line() {
      return line;
    }
  }
}
