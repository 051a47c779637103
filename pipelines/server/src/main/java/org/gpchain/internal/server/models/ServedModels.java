package org.gpchain.internal.server.models;

import java.util.List;
import org.gpchain.internal.server.suggestion.ShippedModel;

/**
 * The models that endpoints answer with.
 *
 * @param store models that were learned
 * @param queue trainings that run or wait
 * @param shipped models that the server did not train, the preferred ones first
 */
public record ServedModels(ModelStore store, TrainingQueue queue, List<ShippedModel> shipped) {
  /** Copies the list of shipped models. */
  public ServedModels {
    shipped = List.copyOf(shipped);
  }
}
