package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.core.text.TokenSequence;

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
  private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{N}_-]{0,99}");
  private static final Pattern TYPE = Pattern.compile("\\p{L}[\\p{L}\\p{N}_.]{0,999}");
  private static final Pattern FEATURE = Pattern.compile("(\\p{L}[\\p{L}\\p{N}_]{0,999})?");
  private static final Pattern TEXT = Pattern.compile("([^=]*)=([^/]*)(?:/(.+))?");

  public AnnotationColumn {
    if (!NAME.matcher(name).matches()
        || !TYPE.matcher(type).matches()
        || !FEATURE.matcher(feature).matches()) {
      throw malformed(name + "=" + type + (feature.isEmpty() ? "" : "/" + feature));
    }
    if (List.of(TokenSequence.WORD, TokenSequence.POS, "label").contains(name)
        || DerivedColumn.isDerived(name)) {
      throw new IllegalArgumentException(
          "a column of annotations cannot be called '"
              + name
              + "', which names another column; give it another name");
    }
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "a column of annotations is NAME=TYPE or NAME=TYPE/FEATURE, such as"
            + " drug=my.project.Drug/code; NAME has letters, digits, _ and -, a letter first: was '"
            + text
            + "'");
  }

  /**
   * Reads {@code NAME=TYPE} or {@code NAME=TYPE/FEATURE}.
   *
   * @throws IllegalArgumentException if it is neither, or the name is that of another kind of
   *     column
   */
  public static AnnotationColumn parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw malformed(text);
    }
    return new AnnotationColumn(
        parts.group(1), parts.group(2), parts.group(3) == null ? "" : parts.group(3));
  }

  /**
   * Reads columns, in their order.
   *
   * @param taken names that they must not have
   * @throws IllegalArgumentException if one cannot be read, or its name is taken
   */
  public static List<AnnotationColumn> parse(List<String> texts, Collection<String> taken) {
    List<AnnotationColumn> columns = new ArrayList<>();
    for (String text : texts) {
      AnnotationColumn column = parse(text);
      if (taken.contains(column.name) || names(columns).contains(column.name)) {
        throw new IllegalArgumentException(
            "there is another column '" + column.name + "'; give " + text + " another name");
      }
      columns.add(column);
    }
    return columns;
  }

  /**
   * Checks that features are made of all columns.
   *
   * @throws IllegalArgumentException if a template has no cell of one
   */
  public static void checkUsed(List<AnnotationColumn> columns, TemplateSet templates) {
    for (AnnotationColumn column : columns) {
      if (!templates.requiredColumns().contains(column.name)) {
        throw new IllegalArgumentException(
            "no template has a cell of the column %s: add one, such as U:%%x[0,%s], or leave the column out"
                .formatted(column, column.name));
      }
    }
  }

  public static List<String> names(List<AnnotationColumn> columns) {
    return columns.stream().map(AnnotationColumn::name).toList();
  }

  /**
   * The columns of a model, some of them read from other annotations.
   *
   * @param others what to read for some of their names
   * @throws IllegalArgumentException if the model has no column of such a name
   */
  public static List<AnnotationColumn> replaced(
      List<AnnotationColumn> columns, List<AnnotationColumn> others) {
    List<AnnotationColumn> replaced = new ArrayList<>(columns);
    for (AnnotationColumn other : others) {
      int index = names(columns).indexOf(other.name);
      if (index < 0) {
        throw new IllegalArgumentException(
            "the model reads no column '%s' from annotations; it reads %s"
                .formatted(other.name, columns.isEmpty() ? "none" : columns));
      }
      replaced.set(index, other);
    }
    return replaced;
  }

  /** As it is parsed. */
  @Override
  public String toString() {
    return name + "=" + type + (feature.isEmpty() ? "" : "/" + feature);
  }
}
