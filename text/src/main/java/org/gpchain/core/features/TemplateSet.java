package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.core.math.Checks;

/**
 * The feature templates of a file in the syntax of CRF++. Lines that begin with {@code U} are
 * feature templates, a {@code B} line turns on label transitions, and {@code #} begins a comment
 * line. Columns can be given by number, as in CRF++, or by name. Columns that are derived from the
 * word have only names.
 *
 * @param unigrams the feature templates in the order of the file, at least one
 * @param transitions whether label transitions have scores
 */
public record TemplateSet(List<FeatureTemplate> unigrams, boolean transitions) {
  /** Maximum length of a template line (characters). */
  public static final int LONGEST_LINE = 10_000;

  /** Copies the list and checks that it is not empty. */
  public TemplateSet {
    unigrams = List.copyOf(unigrams);
    if (unigrams.isEmpty()) {
      throw new IllegalArgumentException("a template set needs at least one U line");
    }
  }

  /**
   * Parses a template file.
   *
   * @param text contents of the file
   * @param columns names of the corpus's columns without the label; their numbers are 0, 1, …
   * @throws TemplateException if a line is not valid, or there is no U line
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

      checkPlain(line, number);
      if (line.startsWith("U")) {
        unigrams.add(FeatureTemplate.parse(line, number, columns));
      } else if (line.startsWith("B")) {
        checkTransitions(line, number);
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

  /** Checks that a line is not too long and can be displayed and stored safely. */
  private static void checkPlain(String line, int number) {
    try {
      Checks.plain("a template line", line, LONGEST_LINE);
    } catch (IllegalArgumentException e) {
      throw new TemplateException(
          number, e.getMessage(), "shorten the line, or remove characters that are not visible");
    }
  }

  private static void checkTransitions(String line, int number) {
    if (line.contains("%")) {
      throw new TemplateException(
          number,
          "transitions that depend on the tokens are not supported: '" + line + "'",
          "write a plain B line, and the token features as U lines");
    }
  }

  /** Returns the columns that a sentence must have, in order of first use. */
  public List<String> requiredColumns() {
    return unigrams.stream()
        .flatMap(template -> template.cells().stream())
        .map(cell -> DerivedColumn.sourceOf(cell.column()))
        .distinct()
        .toList();
  }

  /** Returns the lines of a template file that {@link #parse} reads as this set. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (FeatureTemplate template : unigrams) {
      lines.add(template.source());
    }
    if (transitions) {
      lines.add("B");
    }
    return lines;
  }

  /**
   * Thrown if a template file is not valid. The message names the line and the problem, and says
   * how to fix it.
   */
  public static final class TemplateException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int line;

    TemplateException(int line, String problem, String fix) {
      super("line " + line + ": " + problem + "; " + fix);
      this.line = line;
    }

    /** Returns the number of the line in the template file, from 1. */
    public int line() {
      return line;
    }
  }
}
