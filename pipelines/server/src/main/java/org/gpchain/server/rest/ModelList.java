package org.gpchain.server.rest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.server.http.Answer;
import org.gpchain.server.http.Request;
import org.gpchain.server.models.ModelKey;
import org.gpchain.server.models.ModelStore;
import org.gpchain.server.models.ShippedModel;
import org.gpchain.server.models.ShippedModels;
import org.gpchain.server.models.TrainingQueue;

/** Answers {@code GET /v1/models}: what models there are, and what became of trainings. */
public final class ModelList {
  private final ShippedModels shipped;
  private final ModelStore store;
  private final TrainingQueue queue;

  /** A list of these models. */
  public ModelList(ShippedModels shipped, ModelStore store, TrainingQueue queue) {
    this.shipped = shipped;
    this.store = store;
    this.queue = queue;
  }

  /** Answers a request. */
  public Answer list(Request request) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("shipped", shipped.models().stream().map(ModelList::described).toList());
    all.put("trained", trained());
    return Answer.json(all);
  }

  private static Map<String, Object> described(ShippedModel model) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", model.name());
    described.put("language", model.language());
    described.put("task", model.suggester().model().task());
    described.put("layer", model.layer());
    described.put("types", model.suggester().types());
    return described;
  }

  private List<Map<String, Object>> trained() {
    Map<ModelKey, TrainingQueue.State> states = queue.states();
    Map<String, ModelKey> keys = new TreeMap<>(store.keys());
    states.keySet().forEach(key -> keys.putIfAbsent(key.id(), key));
    List<Map<String, Object>> all = new ArrayList<>();
    keys.forEach(
        (id, key) -> {
          Map<String, Object> described = new LinkedHashMap<>();
          described.put("name", id);
          described.put("project", key.project());
          described.put("layer", key.layer());
          described.put("feature", key.feature());
          described.put("user", key.user());
          described.put("unit", key.unit().toString());
          described.put("ready", store.key(id).isPresent());
          described.put("training", state(states.get(key)));
          all.add(described);
        });
    return all;
  }

  /** What is known since the server started; null for nothing. */
  private static Map<String, Object> state(TrainingQueue.State state) {
    if (state == null) {
      return null;
    }
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("phase", state.phase().toString());
    described.put("sentences", state.sentences());
    described.put("seconds", state.seconds());
    described.put("problem", state.problem());
    return described;
  }
}
