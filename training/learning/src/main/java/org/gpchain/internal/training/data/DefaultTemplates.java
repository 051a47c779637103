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

/** Default feature templates, and the lines that templates get for additional columns. */
public final class DefaultTemplates {
  private static final List<String> TASKS = List.of("chunk", "np", "ne", "pos");

  /** End of a macro that reads the part-of-speech column. */
  private static final String POS_CELL = "," + TokenSequence.POS + "]";

  private DefaultTemplates() {}

  /** Returns the names of the tasks that have default templates. */
  public static List<String> tasks() {
    return TASKS;
  }

  /**
   * Returns the default templates of a task.
   *
   * @param columns names of the corpus's columns without the label
   * @throws IllegalArgumentException if the task has no default templates, or if the templates need
   *     a column that the corpus does not have
   */
  public static TemplateSet of(String task, List<String> columns) {
    if (!TASKS.contains(task)) {
      throw new IllegalArgumentException(
          format(
              "there are no default templates for the task '%s', only for %s; choose"
                  + " one of these, or specify your own templates",
              task, TASKS));
    }
    TemplateSet templates = parse(text(task));
    if (!columns.containsAll(templates.requiredColumns())) {
      throw new IllegalArgumentException(
          format(
              "the default templates for the task '%s' need the columns %s, the"
                  + " corpus has %s; add the missing columns, or specify your own"
                  + " templates",
              task, templates.requiredColumns(), columns));
    }
    return templates;
  }

  /**
   * Returns the default templates of a task, with additional lines for the columns of a word
   * resource. If the corpus has no parts of speech, but the resource has states or clusters, the
   * lines that need parts of speech are left out, because states and clusters carry much of the
   * same information.
   *
   * @param columns names of the corpus's columns without the label
   * @param words the word resource; null for none
   * @throws IllegalArgumentException as {@link #of(String, List)} does
   */
  public static TemplateSet of(String task, List<String> columns, WordResource words) {
    if (words == null) {
      return of(task, columns);
    }

    List<String> lines = new ArrayList<>();
    if (columns.contains(TokenSequence.POS) || !words.hasWordColumns()) {
      lines.addAll(of(task, columns).lines());
    } else {
      lines.addAll(linesWithoutPos(task));
    }
    for (String column : words.columns()) {
      lines.addAll(linesOf(column, words));
    }

    List<String> known = new ArrayList<>(List.of(TokenSequence.WORD, TokenSequence.POS));
    known.addAll(words.columns());
    return TemplateSet.parse(String.join("\n", lines), known);
  }

  /** Returns the lines of a task's default templates that do not read parts of speech. */
  private static List<String> linesWithoutPos(String task) {
    List<String> lines = new ArrayList<>();
    for (String line : parse(text(task)).lines()) {
      if (!line.contains(POS_CELL)) {
        lines.add(line);
      }
    }
    return lines;
  }

  /**
   * Returns the lines for a column of a word resource: the cells around the token and, for
   * clusters, pairs of adjacent cells. The finest clusters have no pairs, because each pair is
   * rare. Name lists and kinds of names also have the token's cell combined with its shape. Pairs
   * and triples of states did not improve results on development data and are expensive, since each
   * token has several states (experiments/docs/words.md).
   */
  private static List<String> linesOf(String column, WordResource words) {
    List<String> lines = new ArrayList<>();
    if (words.lexicons().containsKey(column) || words.nameColumns().contains(column)) {
      addNames(column, lines);
      return lines;
    }

    boolean isFinest = words.clusters().size() > 1 && column.equals(words.finestClusters());
    addCells(column, isFinest ? 1 : 2, lines);
    if (words.clusters().containsKey(column) && !isFinest) {
      addPairs(column, lines);
    }
    return lines;
  }

  /** Adds the lines for a column of names: cells, pairs, and the token's cell with its shape. */
  private static void addNames(String column, List<String> lines) {
    addCells(column, 1, lines);
    addPairs(column, lines);
    lines.add("U:" + column + ",shape:" + cell(column, 0) + "/" + cell("shape", 0));
  }

  /** Adds a line for each cell of a column that is at most {@code reach} tokens away. */
  private static void addCells(String column, int reach, List<String> lines) {
    for (int offset = -reach; offset <= reach; offset++) {
      lines.add("U:" + column + offset + ":" + cell(column, offset));
    }
  }

  /** Adds lines for the pairs of the token's cell and each adjacent cell. */
  private static void addPairs(String column, List<String> lines) {
    lines.add("U:" + column + "-1,0:" + cell(column, -1) + "/" + cell(column, 0));
    lines.add("U:" + column + "0,1:" + cell(column, 0) + "/" + cell(column, 1));
  }

  /**
   * Returns templates with additional lines for the columns of annotations that they do not read.
   * These lines are the same as those for name lists.
   *
   * @param columns names of the corpus's columns without the label
   * @throws IllegalArgumentException if the corpus lacks a column of annotations
   */
  public static TemplateSet with(
      TemplateSet templates, List<String> columns, List<AnnotationColumn> annotations) {
    List<String> names = AnnotationColumn.names(annotations);
    if (!columns.containsAll(names)) {
      throw new IllegalArgumentException(
          format(
              "the corpus has the columns %s, not all of %s; specify the columns"
                  + " (--columns), or use documents that have them as annotations",
              columns, names));
    }

    List<String> known = new ArrayList<>(templates.requiredColumns());
    List<String> lines = new ArrayList<>(templates.lines());
    for (String column : names) {
      if (!known.contains(column)) {
        addNames(column, lines);
      }
    }
    known.addAll(names);
    return TemplateSet.parse(String.join("\n", lines), known);
  }

  /** Returns templates with additional lines for the columns of {@link DocumentWindow}. */
  public static TemplateSet inDocument(TemplateSet templates) {
    List<String> lines = new ArrayList<>(templates.lines());
    addNames(DocumentWindow.TYPES, lines);
    lines.add("U:" + DocumentWindow.CASES + ":" + cell(DocumentWindow.CASES, 0));

    List<String> known = new ArrayList<>(templates.requiredColumns());
    known.addAll(DocumentWindow.COLUMNS);
    return TemplateSet.parse(String.join("\n", lines), known);
  }

  /** Returns templates with additional lines for the labels that a base model assigns. */
  public static TemplateSet overBase(TemplateSet templates) {
    List<String> lines = new ArrayList<>(templates.lines());
    addNames(BasePass.COLUMN, lines);

    List<String> known = new ArrayList<>(templates.requiredColumns());
    known.add(BasePass.COLUMN);
    return TemplateSet.parse(String.join("\n", lines), known);
  }

  /** Returns the macro that reads a column at an offset from the token. */
  private static String cell(String column, int offset) {
    return "%x[" + offset + "," + column + "]";
  }

  private static TemplateSet parse(String text) {
    return TemplateSet.parse(text, List.of(TokenSequence.WORD, TokenSequence.POS));
  }

  /** Returns the template file of a task. Noun phrases are chunks and share their file. */
  private static String text(String task) {
    String file = task.equals("np") ? "chunk" : task;
    String name = "/org/gpchain/internal/training/templates/" + file + ".template";
    return Uncheck.get(() -> IOUtils.toString(DefaultTemplates.class.getResource(name), UTF_8));
  }
}
