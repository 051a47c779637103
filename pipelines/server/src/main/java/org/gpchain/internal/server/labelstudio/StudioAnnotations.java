package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.annotations.TeamSentences;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.labelstudio.AnnotationFiles.Removed;
import org.gpchain.internal.server.labelstudio.StudioProject.StudioLayer;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.training.data.Annotated;

/**
 * Stores and deletes the annotations of Label Studio's projects, and starts trainings with them.
 * Thread-safe.
 *
 * @param models receives trained models
 * @param reader finds sentences and tokens in texts
 * @param files stores the annotations
 * @param shown places of suggestions, which are deleted together with their tasks
 * @param annotated {@link Annotated#SEGMENTS} if annotators may leave out segments
 */
record StudioAnnotations(
    ServedModels models,
    SentenceReader reader,
    AnnotationFiles files,
    ShownPlaces shown,
    Annotated annotated) {
  /** Maximum number of annotations of a project. */
  private static final int MAX_ANNOTATIONS = 10_000;

  /**
   * Handles an event of Label Studio.
   *
   * @return whether the kind of the event is known
   * @throws Refusal if the event has no usable project or annotation, or if the server has no room
   *     for it. Usable annotations of the event have been stored nevertheless.
   */
  boolean handle(JsonNode event) throws Refusal, IOException {
    switch (ClientRequest.text(event, "action", "the request")) {
      case "ANNOTATION_CREATED", "ANNOTATION_UPDATED", "ANNOTATIONS_CREATED" -> putAll(event);
      case "ANNOTATION_DELETED", "ANNOTATIONS_DELETED" -> {
        String member = event.has("annotation") ? "annotation" : "annotations";
        Ids ids = Ids.of(event.path(member), "an annotation");
        String project = StudioProject.id(event.path("project").path("id"));
        Removed removed = files.removeAnnotations(project, ids.valid());
        shown.removeTasks(project, removed.tasks());
        learnAgain(event, removed.models());
        ids.check();
      }
      case "TASKS_DELETED" -> {
        Ids ids = Ids.of(event.path("tasks"), "a task");
        String project = StudioProject.id(event.path("project").path("id"));
        shown.removeTasks(project, ids.valid());
        learnAgain(event, files.removeTasks(project, ids.valid()).models());
        ids.check();
      }
      case "PROJECT_DELETED" -> removeProject(StudioProject.id(event.path("project").path("id")));
      case "START_TRAINING" -> {
        StudioProject project = project(event);
        if (!hasAnnotations(project)) {
          throw Refusal.unusable(
              "no annotations of this project have arrived; the server uses annotations that are submitted or"
                  + " updated after the model was connected");
        }
        learn(project);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static StudioProject project(JsonNode event) throws Refusal {
    JsonNode project = event.path("project");
    return StudioProject.of(
        project.path("id"), ClientRequest.text(project, "label_config", "the event's 'project'"));
  }

  /** Returns the elements of an array, or a single object as an array. */
  private static JsonNode each(JsonNode oneOrMany) {
    if (oneOrMany.isArray()) {
      return oneOrMany;
    }
    return JsonNodeFactory.instance.arrayNode().add(oneOrMany);
  }

  private static Optional<Long> id(JsonNode object) {
    JsonNode id = object.path("id");
    if (!id.isIntegralNumber() || !id.canConvertToLong()) {
      return Optional.empty();
    }
    return Optional.of(id.asLong());
  }

  private static long id(JsonNode object, String name) throws Refusal {
    return id(object).orElseThrow(() -> Refusal.badRequest(name + " has no number 'id'"));
  }

  /**
   * The identifiers of objects that were deleted in Label Studio.
   *
   * @param valid the identifiers
   * @param hasInvalid whether there are objects without a valid identifier
   * @param name name of an object in error messages
   */
  private record Ids(Set<Long> valid, boolean hasInvalid, String name) {
    static Ids of(JsonNode oneOrMany, String name) {
      Set<Long> valid = new HashSet<>();
      JsonNode objects = each(oneOrMany);
      boolean hasInvalid = false;
      for (JsonNode object : objects) {
        Optional<Long> id = id(object);
        id.ifPresent(valid::add);
        hasInvalid |= id.isEmpty();
      }
      return new Ids(valid, hasInvalid, name);
    }

    void check() throws Refusal {
      if (hasInvalid) {
        throw Refusal.badRequest(name + " has no number 'id'");
      }
    }
  }

  /** Stores the annotations of an event and starts trainings. */
  private void putAll(JsonNode event) throws Refusal, IOException {
    StudioProject project = project(event);
    JsonNode annotations = each(event.path("annotation"));
    JsonNode tasks = each(event.path("task"));
    if (annotations.size() != tasks.size()) {
      throw Refusal.badRequest("the request must have a 'task' for each 'annotation'");
    }

    Map<ModelKey, Integer> counts = new LinkedHashMap<>();
    for (StudioLayer layer : project.layers()) {
      counts.put(layer.key(), files.count(layer.key()));
    }
    Refusal first = null;
    int stored = 0;
    for (int a = 0; a < tasks.size(); a++) {
      WorkCheck.run();
      try {
        put(project, annotations.get(a), tasks.get(a), counts);
        stored++;
      } catch (Refusal e) {
        if (first == null) {
          first = e;
        }
      }
    }

    if (stored > 0) {
      learn(project);
    }
    if (first != null) {
      throw first;
    }
  }

  /**
   * Stores an annotation. If the annotator has skipped the task, removes it.
   *
   * @param counts number of stored annotations of each model, which is updated
   */
  private void put(
      StudioProject project, JsonNode annotation, JsonNode task, Map<ModelKey, Integer> counts)
      throws Refusal, IOException {
    long id = id(annotation, "the annotation");
    if (annotation.path("was_cancelled").asBoolean()) {
      files.removeAnnotations(project.id(), Set.of(id));
      return;
    }

    boolean hasText = false;
    for (StudioLayer layer : project.layers()) {
      Optional<String> text = layer.text().in(task);
      if (text.isPresent()) {
        put(layer, annotation, task, text.get(), counts);
        hasText = true;
      }
    }
    if (!hasText) {
      throw Refusal.badRequest(
          "the data of task %s has no string '%s'"
              .formatted(
                  task.path("id").asText("without 'id'"), project.layers().get(0).text().field()));
    }
  }

  private void put(
      StudioLayer layer,
      JsonNode annotation,
      JsonNode task,
      String text,
      Map<ModelKey, Integer> counts)
      throws Refusal, IOException {
    ModelKey key = layer.key();
    List<UserAnnotation> regions = new Regions(layer.text(), text).read(annotation.path("result"));
    long id = id(annotation, "the annotation");
    long taskId = id(task, "the task");
    boolean isNew = !files.contains(key, taskId, id);
    boolean isFull = isNew && counts.get(key) >= MAX_ANNOTATIONS;
    if (!models.queue().hasRoomFor(key) || isFull) {
      throw Refusal.busy(
          "the maximum number of models, or of annotations of the project, is reached");
    }

    files.put(key, id, new AnnotationFiles.Task(taskId, text, regions));
    if (isNew) {
      counts.merge(key, 1, Integer::sum);
    }
  }

  private boolean hasAnnotations(StudioProject project) throws IOException {
    for (StudioLayer layer : project.layers()) {
      if (files.count(layer.key()) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Starts trainings with the stored annotations of a project, if it has any. */
  void learn(StudioProject project) throws Refusal, IOException {
    Refusal refusal = null;
    for (StudioLayer layer : project.layers()) {
      if (files.count(layer.key()) > 0) {
        ShippedModel base = base(layer);
        try {
          models.queue().offer(layer.key(), () -> sentences(layer.key(), base), base);
        } catch (RejectedExecutionException e) {
          refusal = Refusal.busy("the annotation is stored, but " + e.getMessage());
        }
      }
    }
    if (refusal != null) {
      throw refusal;
    }
  }

  private ShippedModel base(StudioLayer layer) {
    return ShippedModel.chooseBase(
        models.shipped(), null, StudioProject.NO_LAYER, layer.text().layerLabels());
  }

  /**
   * Learns models again after annotations were deleted. A model without annotations is removed.
   *
   * @param changed {@linkplain ModelKey#id ids} of the models that had deleted annotations
   */
  private void learnAgain(JsonNode event, Set<String> changed) throws Refusal, IOException {
    JsonNode id = event.path("project").path("id");
    Set<ModelKey> outdated = new HashSet<>();
    for (ModelKey key : models.queue().keys()) {
      if (StudioProject.isKeyOf(key, StudioProject.id(id)) && isChanged(key, changed)) {
        outdated.add(key);
      }
    }

    StudioProject project;
    try {
      project = project(event);
    } catch (Refusal e) {
      // Without a valid configuration, the models cannot be learned again.
      forget(outdated);
      throw e;
    }
    for (StudioLayer layer : project.layers()) {
      ModelKey key = layer.key();
      if (!isChanged(key, changed)) {
        continue;
      }
      if (files.count(key) > 0) {
        ShippedModel base = base(layer);
        models.queue().replace(key, () -> sentences(key, base), base);
        outdated.remove(key);
      } else {
        outdated.add(key);
      }
    }
    // These are models without annotations, or with a control that the project no longer has.
    forget(outdated);
  }

  /** Returns whether a model had deleted annotations, or may have seen deleted texts. */
  private boolean isChanged(ModelKey key, Set<String> changed) {
    return changed.contains(key.id()) || models.queue().hasVoicesFor(key);
  }

  private void forget(Set<ModelKey> keys) throws IOException {
    for (ModelKey key : keys) {
      models.queue().forget(key);
    }
  }

  /** Removes all annotations, places and models of a project. */
  private void removeProject(String project) throws IOException {
    files.removeProject(project);
    shown.forget(files.projectFolder(project));
    Set<ModelKey> keys = models.queue().keys();
    keys.removeIf(key -> !StudioProject.isKeyOf(key, project));
    forget(keys);
  }

  /** Returns the sentences of the annotated tasks, merged by majority if they have several. */
  private List<LabeledSequence> sentences(ModelKey key, ShippedModel base) throws IOException {
    Map<Long, Integer> documents = new HashMap<>();
    List<List<LabeledSequence>> annotations = new ArrayList<>();
    try {
      for (AnnotationFiles.Task task : files.read(key)) {
        int document = documents.computeIfAbsent(task.task(), id -> documents.size());
        List<Passage> passages = reader.read(task.text());
        if (base != null) {
          passages = base.read(task.text(), passages);
        }

        Gold gold = new Gold(task.given(), Anchoring.SEGMENTS, annotated);
        boolean isDone = annotated != Annotated.SEGMENTS;
        List<LabeledSequence> sentences = new ArrayList<>();
        for (LabeledSequence sentence : gold.trainingSentences(passages, isDone)) {
          sentences.add(sentence.inDocument(document));
        }
        annotations.add(sentences);
      }
    } catch (DocumentException e) {
      throw new IOException(e);
    }
    return TeamSentences.majority(annotations);
  }
}
