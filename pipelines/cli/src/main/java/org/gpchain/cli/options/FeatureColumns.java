package org.gpchain.cli.options;

import java.io.IOException;
import java.util.List;

/** Says which columns features need. */
@FunctionalInterface
public interface FeatureColumns {
  /**
   * The columns that are needed.
   *
   * @param available the columns that a corpus can have
   */
  List<String> requiredOf(List<String> available) throws IOException;
}
