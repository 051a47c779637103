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
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.data.Annotated;

/**
 * Label Studio's machine learning back end: {@code /setup} checks a labelling configuration, {@code
 * /predict} labels the texts of tasks, and {@code /webhook} takes annotations one by one, which are
 * kept, and learned from in the background. A project has one model of all its annotators. For any
 * number of threads.
 *
 * @param models learned models, and shipped ones that make suggestions before any is learned; those
 *     that read annotations do not
 * @param reader finds sentences and tokens in texts
 * @param files where annotations are kept
 * @param annotated {@link Annotated#SEGMENTS} if annotators do not annotate all of a text
 */
public record LabelStudioBackend(
    ServedModels models, SentenceReader reader, AnnotationFiles files, Annotated annotated) {
  private static final String LAYER = "label-studio";

  /** Tasks of a request, and annotations of a project: each takes time, however small it is. */
  private static final int MAX_TASKS = 10_000;

  private static final int HASH = 12;

  /** Leaves out shipped models that read annotations: texts have none. */
  public LabelStudioBackend {
    List<ShippedModel> usable =
        models.shipped().stream()
            .filter(model -> model.suggester().model().features().annotationColumns().isEmpty())
            .toList();
    models = new ServedModels(models.store(), models.queue(), usable);
  }

  /**
   * @param key of its model
   */
  private record Project(ModelKey key, LabelingConfig config) {
    /**
     * @param id what stands before a dot, if there is one: requests add when it was made
     */
    static Project of(JsonNode id, String config) throws Refusal {
      LabelingConfig labels = LabelingConfig.parse(config);
      String project = id.asText("").split("\\.", 2)[0];
      try {
        return new Project(
            new ModelKey(project, LAYER, labels.fromName(), "", Anchoring.SEGMENTS), labels);
      } catch (IllegalArgumentException e) {
        throw Refusal.badRequest(e.getMessage());
      }
    }
  }

  /**
   * A model that makes the suggestions.
   *
   * @param suggester null for none
   * @param shipped the model, if it was not trained on this project; null otherwise
   */
  private record Source(Suggester suggester, ShippedModel shipped) {
    /** Differs whenever suggestions may. */
    String version() {
      if (shipped != null) {
        return shipped.name();
      }
      return suggester == null
          ? "untrained"
          : "gpchain-" + suggester.model().provenance().dataHash().substring(0, HASH);
    }
  }

  private Source source(Project project) {
    Optional<Suggester> trained = models.store().find(project.key());
    if (trained.isPresent()) {
      return new Source(trained.get(), null);
    }
    return models.shipped().stream()
        .filter(model -> model.fits(null, "", "", project.config().labels()))
        .findFirst()
        .map(model -> new Source(model.suggester(), model))
        .orElse(new Source(null, null));
  }

  /**
   * Answers {@code /setup}.
   *
   * @throws Refusal if the labelling configuration cannot be used
   */
  public Answer setup(ClientRequest request) throws Refusal, IOException {
    JsonNode tree = request.json();
    Project project =
        Project.of(tree.path("project"), ClientRequest.text(tree, "schema", "the request"));
    if (!models.queue().states().containsKey(project.key())) {
      // The server may have been ended before it had learned from all that is kept.
      try {
        learn(project);
      } catch (Refusal noRoom) {
        // The project is served as it is, and learned from with its next annotation.
      }
    }
    return Answer.json(Map.of("model_version", source(project).version()));
  }

  /**
   * Answers {@code /predict}. A task without a text gets no suggestions, so that the others of its
   * batch get theirs.
   *
   * @throws Refusal if the labelling configuration or a task cannot be used, or if no task at all
   *     has a text
   */
  public Answer predict(ClientRequest request) throws Refusal, IOException {
    JsonNode tree = request.json();
    JsonNode tasks = tree.path("tasks");
    if (!tasks.isArray()) {
      throw Refusal.badRequest("the request has no array 'tasks'");
    }
    if (tasks.size() > MAX_TASKS) {
      throw Refusal.tooLarge("a request may have " + MAX_TASKS + " tasks");
    }
    Project project =
        Project.of(tree.path("project"), ClientRequest.text(tree, "label_config", "the request"));
    Source source = source(project);
    List<Map<String, Object>> results = new ArrayList<>();
    List<Refusal> withoutText = new ArrayList<>();
    for (JsonNode task : tasks) {
      request.checkWanted();
      String text;
      try {
        text = text(task, project.config());
      } catch (Refusal noText) {
        withoutText.add(noText);
        results.add(Map.of("result", List.of(), "score", 0, "model_version", source.version()));
        continue;
      }
      // What the annotator has in front of them, if they have asked.
      JsonNode context = tree.at("/params/context/result");
      List<Gold.Given> given = new Regions(project.config(), text).read(context);
      Gold gold = new Gold(given, Anchoring.SEGMENTS, annotated);
      List<Suggestion> suggestions =
          suggestions(project, source, text, gold, request::checkWanted).stream()
              .filter(one -> project.config().labels().contains(one.type()))
              .toList();
      results.add(
          Map.of(
              "result", new Regions(project.config(), text).write(suggestions),
              "score", suggestions.stream().mapToDouble(Suggestion::probability).min().orElse(0),
              "model_version", source.version()));
    }
    if (!withoutText.isEmpty() && withoutText.size() == tasks.size()) {
      throw withoutText.get(0);
    }
    return Answer.json(Map.of("results", results, "model_version", source.version()));
  }

  private static String text(JsonNode task, LabelingConfig config) throws Refusal {
    String place = "the data of task " + task.path("id").asText("without 'id'");
    return ClientRequest.readable(ClientRequest.text(task.path("data"), config.field(), place));
  }

  private List<Suggestion> suggestions(
      Project project, Source source, String text, Gold gold, Runnable check)
      throws Refusal, IOException {
    try {
      if (models.queue().hasVoicesFor(project.key())) {
        models.queue().see(project.key(), reader.read(text));
      }
      if (source.suggester() == null) {
        return List.of();
      }
      List<Passage> passages =
          source.shipped() == null
              ? source.suggester().read(text, reader.read(text))
              : source.shipped().read(text, null);
      List<String> types = source.suggester().types();
      return gold.beside(source.suggester().suggest(gold.kept(passages, types), check), types);
    } catch (DocumentException e) {
      throw Refusal.unusable("the text of a task: " + e.getMessage());
    }
  }

  /**
   * Answers {@code /webhook}. What is learned from is kept when the answer is sent.
   *
   * @throws Refusal if the event has no project or annotation that can be used, or there is no room
   */
  public Answer webhook(ClientRequest request) throws Refusal, IOException {
    JsonNode tree = request.json();
    switch (ClientRequest.text(tree, "action", "the request")) {
      case "ANNOTATION_CREATED", "ANNOTATION_UPDATED", "ANNOTATIONS_CREATED" -> {
        Project project = project(tree);
        JsonNode annotations = each(tree.path("annotation"));
        JsonNode tasks = each(tree.path("task"));
        if (annotations.size() != tasks.size()) {
          throw Refusal.badRequest("the request must have a 'task' for each 'annotation'");
        }
        int kept = files.count(project.key());
        for (int a = 0; a < tasks.size(); a++) {
          kept += put(project, annotations.get(a), tasks.get(a), kept) ? 1 : 0;
        }
        learn(project);
      }
      case "ANNOTATION_DELETED", "ANNOTATIONS_DELETED" -> {
        Project project = project(tree);
        for (JsonNode one :
            each(tree.path(tree.has("annotation") ? "annotation" : "annotations"))) {
          files.remove(project.key(), id(one, "an annotation"));
        }
        learn(project);
      }
      case "START_TRAINING" -> {
        Project project = project(tree);
        if (files.count(project.key()) == 0) {
          throw Refusal.unusable(
              "no annotations of this project have arrived; those count that are submitted or"
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

  private static JsonNode each(JsonNode oneOrMany) {
    return oneOrMany.isArray() ? oneOrMany : JsonNodeFactory.instance.arrayNode().add(oneOrMany);
  }

  private static long id(JsonNode object, String name) throws Refusal {
    if (!object.path("id").isIntegralNumber() || !object.path("id").canConvertToLong()) {
      throw Refusal.badRequest(name + " has no number 'id'");
    }
    return object.path("id").asLong();
  }

  /**
   * Keeps an annotation beside so many others, and says whether it is a new one. Of a task that
   * somebody has skipped, nothing is learned.
   */
  private boolean put(Project project, JsonNode annotation, JsonNode task, int others)
      throws Refusal, IOException {
    ModelKey key = project.key();
    long id = id(annotation, "the annotation");
    if (annotation.path("was_cancelled").asBoolean()) {
      files.remove(key, id);
      return false;
    }
    String text = text(task, project.config());
    List<Gold.Given> given = new Regions(project.config(), text).read(annotation.path("result"));
    boolean isNew = !files.contains(key, id);
    if (!models.queue().hasRoomFor(key) || (isNew && others >= MAX_TASKS)) {
      throw Refusal.busy("there are as many models, or annotations of the project, as may be");
    }
    files.put(key, id, new AnnotationFiles.Task(id(task, "the task"), text, given));
    return isNew;
  }

  /** Learns from what is kept, if there is anything; else an earlier model stays. */
  private void learn(Project project) throws Refusal, IOException {
    ModelKey key = project.key();
    if (files.count(key) == 0) {
      return;
    }
    ShippedModel base =
        ShippedModel.base(
            models.shipped(), null, new SegmentLayer("", ""), project.config().labels());
    try {
      models.queue().offer(key, () -> sentences(key, base), base);
    } catch (RejectedExecutionException e) {
      throw Refusal.busy("it is kept, but " + e.getMessage());
    }
  }

  /** The sentences of the tasks that were annotated, with the segments of most annotators. */
  private List<LabeledSequence> sentences(ModelKey key, ShippedModel base) throws IOException {
    Map<Long, Integer> documents = new HashMap<>();
    List<List<LabeledSequence>> annotations = new ArrayList<>();
    try {
      for (AnnotationFiles.Task task : files.read(key)) {
        int document = documents.computeIfAbsent(task.task(), id -> documents.size());
        List<Passage> words = reader.read(task.text());
        annotations.add(
            new Gold(task.given(), Anchoring.SEGMENTS, annotated)
                    .of(
                        base == null ? words : base.read(task.text(), words),
                        annotated != Annotated.SEGMENTS)
                    .stream()
                    .map(sentence -> sentence.inDocument(document))
                    .toList());
      }
    } catch (DocumentException e) {
      throw new IOException(e);
    }
    return TeamSentences.majority(annotations);
  }
}
