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
 * A column made of the annotations of documents: {@code B} on the first token of each, {@code I} on
 * its others, followed by the value of a feature, as in {@code B-drug}; {@code O} on the tokens of
 * none. Of annotations that overlap, the longest is taken.
 *
 * @param name of the column: letters, digits, _ and -, a letter first
 * @param type full name of the annotation type
 * @param feature its feature with the value; empty for none
 */
public record AnnotationColumn(String name, String type, String feature) {
  private static final Pattern TEXT =
      Pattern.compile(
          "(\\p{L}[\\p{L}\\p{N}_-]*)=(\\p{L}[\\p{L}\\p{N}_.]*)(?:/(\\p{L}[\\p{L}\\p{N}_]*))?");

  private static final int LONGEST = 1000;

  private static final List<String> NAMES_OF_OTHERS =
      List.of(TokenSequence.WORD, TokenSequence.POS, "label");

  public AnnotationColumn {
    matcher(text(name, type, feature));
    if (NAMES_OF_OTHERS.contains(name) || DerivedColumn.isDerived(name)) {
      throw taken(name);
    }
  }

  private static String text(String name, String type, String feature) {
    return name + "=" + type + (feature.isEmpty() ? "" : "/" + feature);
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
   * Reads columns, each {@code NAME=TYPE} or {@code NAME=TYPE/FEATURE}, in their order.
   *
   * @param taken names that they must not have
   * @throws IllegalArgumentException if one cannot be read, or its name is taken
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

  public static List<String> names(List<AnnotationColumn> columns) {
    return columns.stream().map(AnnotationColumn::name).toList();
  }

  /**
   * Columns of models, each read from other annotations if its name is among the others.
   *
   * @throws IllegalArgumentException if there is no column for one of the others
   */
  public static List<AnnotationColumn> replaced(
      List<AnnotationColumn> columns, List<AnnotationColumn> others) {
    Map<String, AnnotationColumn> byName = new LinkedHashMap<>();
    columns.forEach(column -> byName.put(column.name, column));
    for (AnnotationColumn other : others) {
      if (byName.replace(other.name, other) == null) {
        throw new IllegalArgumentException(
            "no column '%s' is read from annotations, %s"
                .formatted(other.name, columns.isEmpty() ? "nor any other" : "only " + columns));
      }
    }
    return List.copyOf(byName.values());
  }

  /** As it is parsed. */
  @Override
  public String toString() {
    return text(name, type, feature);
  }
}
