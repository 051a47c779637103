package org.gpchain.pipelines.corpus;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.features.TemplateException;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.training.learn.DefaultTemplates;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** An option that says which features are learned. */
public final class TemplateOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--template",
      paramLabel = "FILE",
      description =
          "Feature templates in the syntax of CRF++, columns by number or name. Default: those of"
              + " the task.")
  private Path file;

  /**
   * Checks that there are templates for a task.
   *
   * @throws ParameterException if neither the task nor the user has any
   */
  public void check(String task) {
    if (file == null && !DefaultTemplates.tasks().contains(task)) {
      throw new ParameterException(
          spec.commandLine(),
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
    if (file == null) {
      try {
        return DefaultTemplates.of(task, train.columns());
      } catch (IllegalArgumentException e) {
        throw new InputException(train.file(), train.lines().get(0), e.getMessage(), e);
      }
    }
    String text = Utf8Lines.text(file);
    try {
      return TemplateSet.parse(text, train.columns());
    } catch (TemplateException e) {
      String prefix = "line " + e.line() + ": ";
      throw new InputException(file, e.line(), e.getMessage().substring(prefix.length()), e);
    }
  }
}
