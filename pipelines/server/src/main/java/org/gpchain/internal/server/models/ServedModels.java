package org.gpchain.internal.server.models;

import java.util.List;
import org.gpchain.internal.server.suggestion.NameList;
import org.gpchain.internal.server.suggestion.ShippedModel;

/**
 * The models that the endpoints use.
 *
 * @param store learned models
 * @param queue trainings that run or wait
 * @param shipped models that the server does not train, in order of preference
 * @param names lists of names, which suggest labels that no model knows
 */
public record ServedModels(
    ModelStore store, TrainingQueue queue, List<ShippedModel> shipped, List<NameList> names) {
  /** Copies the lists. */
  public ServedModels {
    shipped = List.copyOf(shipped);
    names = List.copyOf(names);
  }

  /** Creates an object without lists of names. */
  public ServedModels(ModelStore store, TrainingQueue queue, List<ShippedModel> shipped) {
    this(store, queue, shipped, List.of());
  }
}
