package org.gpchain.training.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.TokenSequence;

/** The default feature templates of the known tasks. */
public final class DefaultTemplates {
  private static final List<String> TASKS = List.of("chunk", "np", "ne", "pos");

  private DefaultTemplates() {}

  /** The tasks that have default templates. */
  public static List<String> tasks() {
    return TASKS;
  }

  /**
   * The templates of a task.
   *
   * @param task one of {@link #tasks}
   * @param columns names of the corpus's columns without the label
   * @throws IllegalArgumentException if there are none for the task, or if they need a column that
   *     the corpus does not have
   */
  public static TemplateSet of(String task, List<String> columns) {
    if (!TASKS.contains(task)) {
      throw new IllegalArgumentException(
          "there are no default templates for the task '"
              + task
              + "', only for "
              + TASKS
              + "; choose one of these, or give your own templates");
    }
    TemplateSet templates =
        TemplateSet.parse(text(task), List.of(TokenSequence.WORD, TokenSequence.POS));
    List<String> missing = new ArrayList<>(templates.requiredColumns());
    missing.removeAll(columns);
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "the default templates for the task '"
              + task
              + "' need the columns "
              + templates.requiredColumns()
              + ", the corpus has "
              + columns
              + "; add what is missing, or give your own templates");
    }
    return templates;
  }

  /** Noun phrases have the template of chunks, of which they are one kind. */
  private static String text(String task) {
    String file = task.equals("np") ? "chunk" : task;
    String name = "/org/gpchain/training/templates/" + file + ".template";
    try (InputStream in = DefaultTemplates.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
