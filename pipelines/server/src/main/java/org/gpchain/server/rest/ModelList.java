package org.gpchain.server.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.server.http.Answer;
import org.gpchain.server.models.ModelKey;
import org.gpchain.server.models.ModelStore;
import org.gpchain.server.models.ShippedModel;
import org.gpchain.server.models.Suggester;
import org.gpchain.server.models.TrainingQueue;

/** Answers {@code GET /v1/models}: what models there are, and what became of trainings. */
public final class ModelList {
  private final List<ShippedModel> shipped;
  private final ModelStore store;
  private final TrainingQueue queue;

  /** A list of these models. */
  public ModelList(List<ShippedModel> shipped, ModelStore store, TrainingQueue queue) {
    this.shipped = shipped;
    this.store = store;
    this.queue = queue;
  }

  private record All(List<Shipped> shipped, List<Trained> trained) {}

  private record Shipped(
      String name, String language, String task, String layer, List<String> types) {
    static Shipped of(ShippedModel model) {
      Suggester suggester = model.suggester();
      return new Shipped(
          model.name(),
          model.language(),
          suggester.model().task().name(),
          model.layer(),
          suggester.types());
    }
  }

  /** A model or a training; what is known of the training since the server started, or null. */
  private record Trained(
      String name,
      String project,
      String layer,
      String feature,
      String user,
      String unit,
      boolean ready,
      TrainingQueue.State training) {}

  /** Answers a request. */
  public Answer list() {
    Map<ModelKey, TrainingQueue.State> states = queue.states();
    Map<String, ModelKey> keys = new TreeMap<>(store.keys());
    states.keySet().forEach(key -> keys.putIfAbsent(key.id(), key));
    List<Trained> trained = new ArrayList<>();
    keys.forEach(
        (id, key) ->
            trained.add(
                new Trained(
                    id,
                    key.project(),
                    key.layer(),
                    key.feature(),
                    key.user(),
                    key.unit().toString(),
                    store.key(id).isPresent(),
                    states.get(key))));
    return Answer.json(new All(shipped.stream().map(Shipped::of).toList(), trained));
  }
}
