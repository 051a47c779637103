package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Checks;

/**
 * A column that is read from annotations of a document. The first token of an annotation has the
 * value {@code B} and its other tokens have {@code I}, followed by the value of a feature if there
 * is one, as in {@code B-drug}. Tokens without an annotation have {@code O}. If annotations
 * overlap, the longest is used.
 *
 * @param name name of the column: letters, digits, _ and -, beginning with a letter
 * @param type full name of the annotation type
 * @param feature name of the feature whose value is used; empty if none is
 */
public record AnnotationColumn(String name, String type, String feature) {
  private static final Pattern TEXT =
      Pattern.compile(
          "(\\p{L}[\\p{L}\\p{N}_-]*)=(\\p{L}[\\p{L}\\p{N}_.]*)(?:/(\\p{L}[\\p{L}\\p{N}_]*))?");

  /** Maximum length of a column's text form (characters). */
  private static final int LONGEST = 1000;

  /** Names that other columns always have. */
  private static final List<String> RESERVED_NAMES =
      List.of(TokenSequence.WORD, TokenSequence.POS, "label");

  /** Checks that the parts can be parsed again, and that the name is not reserved. */
  public AnnotationColumn {
    matcher(text(name, type, feature));
    if (RESERVED_NAMES.contains(name) || DerivedColumn.isDerived(name)) {
      throw taken(name);
    }
  }

  private static String text(String name, String type, String feature) {
    String text = name + "=" + type;
    if (!feature.isEmpty()) {
      text += "/" + feature;
    }
    return text;
  }

  private static Matcher matcher(String text) {
    Matcher parts = TEXT.matcher(Checks.plain("a column of annotations", text, LONGEST));
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          ("a column of annotations is NAME=TYPE or NAME=TYPE/FEATURE, such as"
                  + " drug=my.project.Drug/code; NAME has letters, digits, _ and -, a letter first:"
                  + " was '%s'")
              .formatted(text));
    }
    return parts;
  }

  private static IllegalArgumentException taken(String name) {
    return new IllegalArgumentException(
        "there is another column '" + name + "'; give the column of annotations another name");
  }

  /**
   * Parses columns.
   *
   * @param texts the columns, each {@code NAME=TYPE} or {@code NAME=TYPE/FEATURE}
   * @param taken names of other columns, which these must not have
   * @throws IllegalArgumentException if a text cannot be parsed, or a name is taken
   */
  public static List<AnnotationColumn> parse(List<String> texts, Collection<String> taken) {
    List<AnnotationColumn> columns = new ArrayList<>();
    for (String text : texts) {
      Matcher parts = matcher(text);
      String feature = parts.group(3) == null ? "" : parts.group(3);
      AnnotationColumn column = new AnnotationColumn(parts.group(1), parts.group(2), feature);
      if (taken.contains(column.name) || names(columns).contains(column.name)) {
        throw taken(column.name);
      }
      columns.add(column);
    }
    return columns;
  }

  /** Returns the names of columns. */
  public static List<String> names(List<AnnotationColumn> columns) {
    return columns.stream().map(AnnotationColumn::name).toList();
  }

  /**
   * Returns the columns of a model with some of them read from other annotations.
   *
   * @param columns columns of the model
   * @param replacements columns that replace the model's columns of the same names
   * @throws IllegalArgumentException if the model has no column with the name of a replacement
   */
  public static List<AnnotationColumn> replaced(
      List<AnnotationColumn> columns, List<AnnotationColumn> replacements) {
    Map<String, AnnotationColumn> byName = new LinkedHashMap<>();
    for (AnnotationColumn column : columns) {
      byName.put(column.name, column);
    }

    for (AnnotationColumn replacement : replacements) {
      if (byName.replace(replacement.name, replacement) == null) {
        String existing = columns.isEmpty() ? "nor any other" : "only " + columns;
        throw new IllegalArgumentException(
            "no column '%s' is read from annotations, %s".formatted(replacement.name, existing));
      }
    }
    return List.copyOf(byName.values());
  }

  /** Returns the text form, which {@link #parse} reads. */
  @Override
  public String toString() {
    return text(name, type, feature);
  }
}
