package org.gpchain.internal.cli.options;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.features.AnnotationColumn;
import picocli.CommandLine.Option;

/** The option {@code --column} for using a model, which replaces the annotation types it names. */
public final class AnnotationColumnOption extends CommandPart {
  static final String NAME = "--column";

  @Option(
      names = NAME,
      paramLabel = "NAME=TYPE[/FEATURE]",
      description =
          "For UIMA documents: read the model's column NAME from annotations of this type (full"
              + " name). Default: the types that the model was trained with (train --column).")
  private List<String> columns = new ArrayList<>();

  /** Returns the columns that are read from annotations. */
  public List<AnnotationColumn> columns() {
    return orWrongUse(() -> AnnotationColumn.parse(columns, List.of()));
  }
}
