package org.gpchain.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.words.WordResource;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.Utf8Lines;
import org.gpchain.training.data.DefaultTemplates;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** An option that says which features are learned. */
public final class TemplateOption extends MixedOptions {
  @Option(
      names = "--template",
      paramLabel = "FILE",
      description =
          "Feature templates in the syntax of CRF++, columns by number or name. Default: those of"
              + " the task.")
  private Path file;

  @Mixin private WordsOption words;

  /**
   * What gives sentences of a language more columns; null for nothing.
   *
   * @throws InputException if that is for another language
   */
  public WordResource words(String language) throws IOException {
    return words.resource(language);
  }

  /** A model that has learned with these words, as the user wants it to be kept. */
  public Model keep(Model model) {
    return words.keep(model);
  }

  /**
   * Checks that there are templates for a task.
   *
   * @throws ParameterException if neither the task nor the user has any
   */
  public void check(String task) {
    if (file == null && !DefaultTemplates.tasks().contains(task)) {
      throw wrongUse(
          "there are no default templates for the task '"
              + task
              + "': choose one of "
              + DefaultTemplates.tasks()
              + ", or give --template");
    }
  }

  /**
   * Reads the templates of a task that has passed {@link #check}.
   *
   * @param train the corpus whose columns they use
   * @throws InputException if it has not the columns, or the file cannot be read
   */
  public TemplateSet read(String task, Corpus train) throws IOException {
    try {
      return read(task, train.columns());
    } catch (IllegalArgumentException e) {
      throw new InputException(train.file(), train.places().get(0).line(), e.getMessage(), e);
    }
  }

  /**
   * The columns that the templates of a task use, which has passed {@link #check}.
   *
   * @param columns those that they may use
   * @throws InputException if they use another one, or the file cannot be read
   */
  public List<String> requiredColumns(String task, List<String> columns) throws IOException {
    return WordResource.withoutThoseOf(words.resource(), read(task, columns).requiredColumns());
  }

  /**
   * @throws IllegalArgumentException if the templates of the task use another column
   */
  private TemplateSet read(String task, List<String> columns) throws IOException {
    WordResource resource = words.resource();
    if (file == null) {
      return DefaultTemplates.of(task, columns, resource);
    }
    String text = Utf8Lines.text(file);
    List<String> known = new ArrayList<>(columns);
    if (resource != null) {
      known.addAll(resource.columns());
    }
    try {
      return TemplateSet.parse(text, known);
    } catch (TemplateSet.TemplateException e) {
      String prefix = "line " + e.line() + ": ";
      throw new InputException(file, e.line(), e.getMessage().substring(prefix.length()), e);
    }
  }
}
