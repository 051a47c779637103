package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Endpoint;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.TrainingQueue;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.training.data.Annotated;

/**
 * A machine learning backend for Label Studio. {@code /setup} checks a labeling configuration,
 * {@code /predict} labels the texts of tasks, {@code /webhook} receives annotations, stores or
 * deletes them and starts trainings, and {@code /health} says why requests were refused. All
 * annotators of a project share one model. Thread-safe.
 */
public final class LabelStudioBackend {
  /** Maximum number of tasks in a request. */
  private static final int MAX_TASKS = 10_000;

  private final TrainingQueue queue;
  private final RefusalReport report;
  private final StudioPredictor predictor;
  private final StudioAnnotations annotations;

  /**
   * Creates a backend.
   *
   * @param models learned models, and shipped models that make suggestions until one is learned.
   *     Shipped models that read annotations are not used, because texts have none.
   * @param reader finds sentences and tokens in texts
   * @param files stores the annotations, and the places of suggestions
   * @param annotated {@link Annotated#SEGMENTS} if annotators may leave out segments
   */
  public LabelStudioBackend(
      ServedModels models, SentenceReader reader, AnnotationFiles files, Annotated annotated) {
    List<ShippedModel> usable =
        models.shipped().stream()
            .filter(model -> model.suggester().model().features().annotationColumns().isEmpty())
            .toList();
    ServedModels served = new ServedModels(models.store(), models.queue(), usable, models.names());
    queue = models.queue();
    report = new RefusalReport(files.log());
    ShownPlaces shown = new ShownPlaces(files, ShownPlaces.MAX_FILES);
    predictor = new StudioPredictor(served, reader, shown, annotated, report);
    annotations = new StudioAnnotations(served, reader, files, shown, annotated);
  }

  /** Answers a request, and reports the reason if it is refused. */
  private Answer reported(String path, ClientRequest request, Endpoint.Action action)
      throws Refusal, IOException {
    try {
      return action.answer(request);
    } catch (Refusal e) {
      report.add(path, e.getMessage());
      throw e;
    }
  }

  /**
   * Answers {@code /setup} with the version of the project's model.
   *
   * @throws Refusal if the labeling configuration cannot be used
   */
  public Answer setup(ClientRequest request) throws Refusal, IOException {
    return reported("/setup", request, this::setupUnreported);
  }

  private Answer setupUnreported(ClientRequest request) throws Refusal, IOException {
    JsonNode tree = request.json();
    StudioProject project =
        StudioProject.of(tree.path("project"), ClientRequest.text(tree, "schema", "the request"));
    if (project.ignored() > 0) {
      report.add(
          "/setup", project.ignored() + " <Labels> are not for a <Text>, and are thus ignored");
    }

    boolean isKnown =
        project.layers().stream().allMatch(layer -> queue.states().containsKey(layer.key()));
    if (!isKnown) {
      // The server may have been stopped before it had learned from all stored annotations.
      try {
        annotations.learn(project);
      } catch (Refusal noRoom) {
        // The earlier model stays, and the next annotation of the project starts a training.
      }
    }
    return Answer.json(Map.of("model_version", predictor.version(project)));
  }

  /**
   * Answers {@code /predict} with suggestions for the texts of tasks. Tasks without a text, or
   * whose text cannot be used, get no suggestions and do not affect the other tasks.
   *
   * @throws Refusal if the labeling configuration cannot be used, or if there are texts, but none
   *     of them can be used
   */
  public Answer predict(ClientRequest request) throws Refusal, IOException {
    JsonNode tree;
    StudioProject project;
    try {
      tree = request.json();
      project = projectToPredict(tree);
    } catch (Refusal e) {
      report.add("/predict", e.getMessage());
      throw e;
    }
    return predictor.predict(project, tree.path("tasks"), tree.at("/params/context"), request);
  }

  private static StudioProject projectToPredict(JsonNode tree) throws Refusal {
    JsonNode tasks = tree.path("tasks");
    if (!tasks.isArray()) {
      throw Refusal.badRequest("the request has no array 'tasks'");
    }
    if (tasks.size() > MAX_TASKS) {
      throw Refusal.tooLarge("a request may have at most " + MAX_TASKS + " tasks");
    }
    return StudioProject.of(
        tree.path("project"), ClientRequest.text(tree, "label_config", "the request"));
  }

  /**
   * Answers {@code /webhook}: stores or deletes annotations and starts trainings.
   *
   * @throws Refusal if the event has no usable project or annotation, or if the server has no room
   *     for it
   */
  public Answer webhook(ClientRequest request) throws Refusal, IOException {
    return reported("/webhook", request, this::webhookUnreported);
  }

  private Answer webhookUnreported(ClientRequest request) throws Refusal, IOException {
    if (annotations.handle(request.json())) {
      return Answer.json(201, Map.of("status", "ok"));
    }
    return Answer.json(Map.of("status", "Unknown event"));
  }

  /** Answers {@code /health}: the server is running, and why it could not serve requests. */
  public Answer health() {
    return report.health();
  }
}
