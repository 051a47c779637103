package org.gpchain.internal.cli.options;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.features.AnnotationColumn;
import picocli.CommandLine.Option;

/** An option that says which annotations a model reads, if they are not those that it names. */
public final class AnnotationColumnOption extends CommandPart {
  static final String NAME = "--column";

  @Option(
      names = NAME,
      paramLabel = "NAME=TYPE[/FEATURE]",
      description =
          "In documents: reads the model's column NAME from annotations of this type, given by its"
              + " full name. Default: those that the model was trained on (train --column).")
  private List<String> columns = new ArrayList<>();

  public List<AnnotationColumn> columns() {
    return orWrongUse(() -> AnnotationColumn.parse(columns, List.of()));
  }
}
