package org.gpchain.internal.training.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.core.document.DocumentWindow;

/** The default feature templates of the known tasks. */
public final class DefaultTemplates {
  private static final List<String> TASKS = List.of("chunk", "np", "ne", "pos");

  private static final String POS_CELL = "," + TokenSequence.POS + "]";

  private DefaultTemplates() {}

  public static List<String> tasks() {
    return TASKS;
  }

  /**
   * @param columns names of the corpus's columns without the label
   * @throws IllegalArgumentException if there are none for the task, or if they need a column that
   *     the corpus does not have
   */
  public static TemplateSet of(String task, List<String> columns) {
    if (!TASKS.contains(task)) {
      throw new IllegalArgumentException(
          format(
              "there are no default templates for the task '%s', only for %s; choose one of these,"
                  + " or give your own templates",
              task, TASKS));
    }
    TemplateSet templates = parse(text(task));
    if (!columns.containsAll(templates.requiredColumns())) {
      throw new IllegalArgumentException(
          format(
              "the default templates for the task '%s' need the columns %s, the corpus has %s; add"
                  + " what is missing, or give your own templates",
              task, templates.requiredColumns(), columns));
    }
    return templates;
  }

  /**
   * The templates of a task, and lines for the columns of a word resource. If the corpus has no
   * parts of speech, the lines that need them are left out: states and clusters say much of the
   * same.
   *
   * @param words the resource; null for none
   * @throws IllegalArgumentException as {@link #of(String, List)} does
   */
  public static TemplateSet of(String task, List<String> columns, WordResource words) {
    if (words == null) {
      return of(task, columns);
    }
    List<String> own =
        columns.contains(TokenSequence.POS) || !words.hasWordColumns()
            ? of(task, columns).lines()
            : parse(text(task)).lines().stream().filter(line -> !line.contains(POS_CELL)).toList();
    List<String> lines = new ArrayList<>(own);
    words.columns().forEach(column -> lines.addAll(linesOf(column, words)));
    List<String> known = new ArrayList<>(List.of(TokenSequence.WORD, TokenSequence.POS));
    known.addAll(words.columns());
    return TemplateSet.parse(String.join("\n", lines), known);
  }

  /**
   * The cells around the token, and pairs of neighbours, but not of the finest clusters, whose
   * pairs are rare. Lists and kinds of names have the token with its shape, too. Pairs of states
   * and triples gained nothing on development data, and cost much, since each token has several
   * states (experiments/docs/words.md).
   */
  private static List<String> linesOf(String column, WordResource words) {
    List<String> lines = new ArrayList<>();
    if (words.lexicons().containsKey(column) || words.nameColumns().contains(column)) {
      addNames(column, lines);
      return lines;
    }
    boolean finest = words.clusters().size() > 1 && column.equals(words.finestClusters());
    addCells(column, finest ? 1 : 2, lines);
    if (words.clusters().containsKey(column) && !finest) {
      addPairs(column, lines);
    }
    return lines;
  }

  private static void addNames(String column, List<String> lines) {
    addCells(column, 1, lines);
    addPairs(column, lines);
    lines.add("U:" + column + ",shape:" + cell(column, 0) + "/" + cell("shape", 0));
  }

  private static void addCells(String column, int reach, List<String> lines) {
    for (int offset = -reach; offset <= reach; offset++) {
      lines.add("U:" + column + offset + ":" + cell(column, offset));
    }
  }

  private static void addPairs(String column, List<String> lines) {
    lines.add("U:" + column + "-1,0:" + cell(column, -1) + "/" + cell(column, 0));
    lines.add("U:" + column + "0,1:" + cell(column, 0) + "/" + cell(column, 1));
  }

  /**
   * Templates, and for columns of annotations that they have no cell of, the lines of lexicons.
   *
   * @param columns names of the corpus's columns without the label
   * @throws IllegalArgumentException if the corpus does not have a column of annotations
   */
  public static TemplateSet with(
      TemplateSet templates, List<String> columns, List<AnnotationColumn> annotations) {
    List<String> names = AnnotationColumn.names(annotations);
    if (!columns.containsAll(names)) {
      throw new IllegalArgumentException(
          format(
              "the corpus has the columns %s, not all of %s; say which they are (--columns), or"
                  + " give documents that have them as annotations",
              columns, names));
    }
    List<String> known = new ArrayList<>(templates.requiredColumns());
    List<String> lines = new ArrayList<>(templates.lines());
    names.stream()
        .filter(column -> !known.contains(column))
        .forEach(column -> addNames(column, lines));
    known.addAll(names);
    return TemplateSet.parse(String.join("\n", lines), known);
  }

  /** Templates, and the lines of the columns that {@link DocumentWindow} gives. */
  public static TemplateSet inDocument(TemplateSet templates) {
    List<String> lines = new ArrayList<>(templates.lines());
    addNames(DocumentWindow.TYPES, lines);
    lines.add("U:" + DocumentWindow.CASES + ":" + cell(DocumentWindow.CASES, 0));
    List<String> known = new ArrayList<>(templates.requiredColumns());
    known.addAll(DocumentWindow.COLUMNS);
    return TemplateSet.parse(String.join("\n", lines), known);
  }

  /** Templates, and the lines of the labels of a base. */
  public static TemplateSet overBase(TemplateSet templates) {
    List<String> lines = new ArrayList<>(templates.lines());
    addNames(BasePass.COLUMN, lines);
    List<String> known = new ArrayList<>(templates.requiredColumns());
    known.add(BasePass.COLUMN);
    return TemplateSet.parse(String.join("\n", lines), known);
  }

  private static String cell(String column, int offset) {
    return "%x[" + offset + "," + column + "]";
  }

  private static TemplateSet parse(String text) {
    return TemplateSet.parse(text, List.of(TokenSequence.WORD, TokenSequence.POS));
  }

  /** Noun phrases have the template of chunks, of which they are one kind. */
  private static String text(String task) {
    String file = task.equals("np") ? "chunk" : task;
    String name = "/org/gpchain/internal/training/templates/" + file + ".template";
    return Uncheck.get(() -> IOUtils.toString(DefaultTemplates.class.getResource(name), UTF_8));
  }
}
