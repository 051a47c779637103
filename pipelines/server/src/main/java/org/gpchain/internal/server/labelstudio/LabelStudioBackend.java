package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.annotations.TeamSentences;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.suggestion.LayerLabels;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.data.Annotated;

/**
 * A machine learning backend for Label Studio. {@code /setup} checks a labeling configuration,
 * {@code /predict} labels the texts of tasks, and {@code /webhook} receives annotations, stores
 * them and starts trainings. All annotators of a project share one model. Thread-safe.
 *
 * @param models learned models, and shipped models that make suggestions until one is learned.
 *     Shipped models that read annotations are not used.
 * @param reader finds sentences and tokens in texts
 * @param files stores the annotations
 * @param annotated {@link Annotated#SEGMENTS} if annotators may leave out segments
 */
public record LabelStudioBackend(
    ServedModels models, SentenceReader reader, AnnotationFiles files, Annotated annotated) {
  private static final String LAYER = "label-studio";

  /** Maximum number of tasks in a request, and of annotations of a project. */
  private static final int MAX_TASKS = 10_000;

  /** Number of digits of the data hash in the version of a learned model. */
  /** Labeling configurations have no annotation types. */
  private static final SegmentLayer NO_LAYER = new SegmentLayer("", "");

  private static final int HASH_LENGTH = 12;

  /** Removes shipped models that read annotations, because texts have none. */
  public LabelStudioBackend {
    List<ShippedModel> usable =
        models.shipped().stream()
            .filter(model -> model.suggester().model().features().annotationColumns().isEmpty())
            .toList();
    models = new ServedModels(models.store(), models.queue(), usable);
  }

  /**
   * A project of Label Studio.
   *
   * @param key key of the project's model
   * @param config labeling configuration
   */
  private record Project(ModelKey key, LabelingConfig config) {
    /**
     * Returns the project of a request.
     *
     * @param id identifier of the project. Some requests append a dot and the time when the project
     *     was created; both are removed.
     */
    static Project of(JsonNode id, String config) throws Refusal {
      LabelingConfig labels = LabelingConfig.parse(config);
      String project = id.asText("").split("\\.", 2)[0];
      try {
        ModelKey key = new ModelKey(project, LAYER, labels.fromName(), "", Anchoring.SEGMENTS);
        return new Project(key, labels);
      } catch (IllegalArgumentException e) {
        throw Refusal.badRequest(e.getMessage());
      }
    }
  }

  /**
   * The model that makes the suggestions of a request.
   *
   * @param suggester suggester of the model; null if there is no model
   * @param shipped the model if it was not trained on this project; otherwise null
   */
  private record Source(Suggester suggester, ShippedModel shipped) {
    /** Returns a version that differs between models. Label Studio compares it with older ones. */
    String version() {
      if (shipped != null) {
        return shipped.name();
      }
      if (suggester == null) {
        return "untrained";
      }
      String hash = suggester.model().provenance().dataHash();
      return "gpchain-" + hash.substring(0, HASH_LENGTH);
    }
  }

  /**
   * Returns the learned model of a project or, if there is none, a shipped model for its labels.
   */
  private Source source(Project project) {
    Optional<Suggester> learned = models.store().find(project.key());
    if (learned.isPresent()) {
      return new Source(learned.get(), null);
    }
    for (ShippedModel model : models.shipped()) {
      if (model.fits(null, NO_LAYER, LayerLabels.ofTags(project.config().labels()))) {
        return new Source(model.suggester(), model);
      }
    }
    return new Source(null, null);
  }

  /**
   * Answers {@code /setup} with the version of the project's model.
   *
   * @throws Refusal if the labeling configuration cannot be used
   */
  public Answer setup(ClientRequest request) throws Refusal, IOException {
    JsonNode tree = request.json();
    Project project =
        Project.of(tree.path("project"), ClientRequest.text(tree, "schema", "the request"));
    if (!models.queue().states().containsKey(project.key())) {
      // The server may have been stopped before it had learned from all stored annotations.
      try {
        learn(project);
      } catch (Refusal noRoom) {
        // The earlier model stays, and the next annotation of the project starts a training.
      }
    }
    return Answer.json(Map.of("model_version", source(project).version()));
  }

  /**
   * Answers {@code /predict} with suggestions for the texts of tasks. Tasks without a text, or
   * whose text the model's encoder cannot encode, get no suggestions and do not affect the other
   * tasks.
   *
   * @throws Refusal if the labeling configuration or a task cannot be used, or if no task has a
   *     text that can be encoded
   */
  public Answer predict(ClientRequest request) throws Refusal, IOException {
    JsonNode tree = request.json();
    JsonNode tasks = tree.path("tasks");
    if (!tasks.isArray()) {
      throw Refusal.badRequest("the request has no array 'tasks'");
    }
    if (tasks.size() > MAX_TASKS) {
      throw Refusal.tooLarge("a request may have at most " + MAX_TASKS + " tasks");
    }

    Project project =
        Project.of(tree.path("project"), ClientRequest.text(tree, "label_config", "the request"));
    Source source = source(project);
    // The regions that the annotator has already marked, if the request is interactive.
    JsonNode context = tree.at("/params/context/result");
    List<Map<String, Object>> results = new ArrayList<>();
    List<Refusal> failures = new ArrayList<>();
    for (JsonNode task : tasks) {
      request.checkWanted();
      String text;
      try {
        text = text(task, project.config());
      } catch (Refusal noText) {
        failures.add(noText);
        results.add(result(List.of(), 0, source));
        continue;
      }

      Regions regions = new Regions(project.config(), text);
      Gold gold = new Gold(regions.read(context), Anchoring.SEGMENTS, annotated);
      List<Suggestion> suggestions;
      try {
        suggestions =
            suggestions(project, source, text, gold, request::checkWanted).stream()
                .filter(suggestion -> project.config().labels().contains(suggestion.type()))
                .toList();
      } catch (EncoderException e) {
        failures.add(Refusal.unusable(e.getMessage()));
        results.add(result(List.of(), 0, source));
        continue;
      }
      double score = suggestions.stream().mapToDouble(Suggestion::probability).min().orElse(0);
      results.add(result(regions.write(suggestions), score, source));
    }

    if (!failures.isEmpty() && failures.size() == tasks.size()) {
      throw failures.get(0);
    }
    return Answer.json(Map.of("results", results, "model_version", source.version()));
  }

  /**
   * Returns the result of a task.
   *
   * @param score minimum probability of a suggestion, by which Label Studio sorts the tasks
   */
  private static Map<String, Object> result(
      List<Map<String, Object>> regions, Number score, Source source) {
    return Map.of("result", regions, "score", score, "model_version", source.version());
  }

  /** Returns the text of a task. */
  private static String text(JsonNode task, LabelingConfig config) throws Refusal {
    String place = "the data of task " + task.path("id").asText("without 'id'");
    return ClientRequest.readable(ClientRequest.text(task.path("data"), config.field(), place));
  }

  /** Returns the suggestions of a model for a text. */
  private List<Suggestion> suggestions(
      Project project, Source source, String text, Gold gold, Runnable check)
      throws Refusal, IOException {
    try {
      if (models.queue().hasVoicesFor(project.key())) {
        models.queue().addUnlabeled(project.key(), reader.read(text));
      }
      if (source.suggester() == null) {
        return List.of();
      }

      List<Passage> passages;
      if (source.shipped() == null) {
        passages = source.suggester().read(text, reader.read(text));
      } else {
        passages = source.shipped().read(text, null);
      }
      LayerLabels labels = LayerLabels.ofTags(project.config().labels());
      return source.suggester().suggest(gold, passages, check, labels);
    } catch (DocumentException e) {
      throw Refusal.unusable("the text of a task: " + e.getMessage());
    }
  }

  /**
   * Answers {@code /webhook}: stores or removes annotations and starts a training.
   *
   * @throws Refusal if the event has no usable project or annotation, or if the server has no room
   *     for it
   */
  public Answer webhook(ClientRequest request) throws Refusal, IOException {
    JsonNode tree = request.json();
    switch (ClientRequest.text(tree, "action", "the request")) {
      case "ANNOTATION_CREATED", "ANNOTATION_UPDATED", "ANNOTATIONS_CREATED" -> {
        Project project = project(tree);
        putAll(project, tree);
        learn(project);
      }
      case "ANNOTATION_DELETED", "ANNOTATIONS_DELETED" -> {
        Project project = project(tree);
        String member = tree.has("annotation") ? "annotation" : "annotations";
        for (JsonNode annotation : each(tree.path(member))) {
          files.remove(project.key(), id(annotation, "an annotation"));
        }
        learn(project);
      }
      case "START_TRAINING" -> {
        Project project = project(tree);
        if (files.count(project.key()) == 0) {
          throw Refusal.unusable(
              "no annotations of this project have arrived; the server uses annotations that are submitted or"
                  + " updated after the model was connected");
        }
        learn(project);
      }
      default -> {
        return Answer.json(Map.of("status", "Unknown event"));
      }
    }
    return Answer.json(201, Map.of("status", "ok"));
  }

  private static Project project(JsonNode event) throws Refusal {
    JsonNode project = event.path("project");
    return Project.of(
        project.path("id"), ClientRequest.text(project, "label_config", "the event's 'project'"));
  }

  /** Returns the elements of an array, or a single object as an array. */
  private static JsonNode each(JsonNode oneOrMany) {
    if (oneOrMany.isArray()) {
      return oneOrMany;
    }
    return JsonNodeFactory.instance.arrayNode().add(oneOrMany);
  }

  private static long id(JsonNode object, String name) throws Refusal {
    if (!object.path("id").isIntegralNumber() || !object.path("id").canConvertToLong()) {
      throw Refusal.badRequest(name + " has no number 'id'");
    }
    return object.path("id").asLong();
  }

  /** Stores the annotations of an event. */
  private void putAll(Project project, JsonNode tree) throws Refusal, IOException {
    JsonNode annotations = each(tree.path("annotation"));
    JsonNode tasks = each(tree.path("task"));
    if (annotations.size() != tasks.size()) {
      throw Refusal.badRequest("the request must have a 'task' for each 'annotation'");
    }
    int stored = files.count(project.key());
    for (int a = 0; a < tasks.size(); a++) {
      if (put(project, annotations.get(a), tasks.get(a), stored)) {
        stored++;
      }
    }
  }

  /**
   * Stores an annotation. If the annotator has skipped the task, removes it.
   *
   * @param stored number of stored annotations of the project
   * @return whether a new annotation was stored
   */
  private boolean put(Project project, JsonNode annotation, JsonNode task, int stored)
      throws Refusal, IOException {
    ModelKey key = project.key();
    long id = id(annotation, "the annotation");
    if (annotation.path("was_cancelled").asBoolean()) {
      files.remove(key, id);
      return false;
    }

    String text = text(task, project.config());
    List<Gold.UserAnnotation> regions =
        new Regions(project.config(), text).read(annotation.path("result"));
    boolean isNew = !files.contains(key, id);
    if (!models.queue().hasRoomFor(key) || (isNew && stored >= MAX_TASKS)) {
      throw Refusal.busy(
          "the maximum number of models, or of annotations of the project, is reached");
    }
    files.put(key, id, new AnnotationFiles.Task(id(task, "the task"), text, regions));
    return isNew;
  }

  /** Starts a training with the stored annotations. Without any, an earlier model stays. */
  private void learn(Project project) throws Refusal, IOException {
    ModelKey key = project.key();
    if (files.count(key) == 0) {
      return;
    }

    ShippedModel base =
        ShippedModel.chooseBase(
            models.shipped(), null, NO_LAYER, LayerLabels.ofTags(project.config().labels()));
    try {
      models.queue().offer(key, () -> sentences(key, base), base);
    } catch (RejectedExecutionException e) {
      throw Refusal.busy("the annotation is stored, but " + e.getMessage());
    }
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
