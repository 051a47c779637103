package org.gpchain.internal.server.models;

import java.util.List;
import org.gpchain.internal.server.suggestion.ShippedModel;

/**
 * The models that the endpoints use.
 *
 * @param store learned models
 * @param queue trainings that run or wait
 * @param shipped models that the server does not train, in order of preference
 */
public record ServedModels(ModelStore store, TrainingQueue queue, List<ShippedModel> shipped) {
  /** Copies the list of shipped models. */
  public ServedModels {
    shipped = List.copyOf(shipped);
  }
}
