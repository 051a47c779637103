package org.gpchain.internal.server;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.annotations.TeamSentences;
import org.gpchain.internal.server.http.Access;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.Endpoint;
import org.gpchain.internal.server.http.HttpFrontEnd;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpLimits;
import org.gpchain.internal.server.http.Metrics;
import org.gpchain.internal.server.inception.ExternalRecommender;
import org.gpchain.internal.server.labelstudio.AnnotationFiles;
import org.gpchain.internal.server.labelstudio.LabelStudioBackend;
import org.gpchain.internal.server.models.ColdStart;
import org.gpchain.internal.server.models.ModelStore;
import org.gpchain.internal.server.models.TrainingQueue;
import org.gpchain.internal.server.models.TrainingQueue.Phase;
import org.gpchain.internal.server.rest.TagEndpoint;
import org.gpchain.internal.server.rest.XmiEndpoint;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.training.data.Annotated;

/** A server for annotation tools, programs and people. It answers until it is closed. */
public final class AnnotationServer implements Closeable {
  /** Models, types and trainings that wait, each: what is kept must leave room for work. */
  private static final long MAX_KEPT_BYTES = Runtime.getRuntime().maxMemory() / 8;

  /**
   * @param address where it listens; port 0 for any
   * @param access who may ask
   * @param models that make suggestions before any is trained, the preferred ones first
   * @param voices a file of those that label sentences which nobody has annotated; null for none
   * @param segmenter finds sentences and tokens in plain text
   * @param store where trained models are kept
   * @param annotated what of the documents that models learn from is annotated
   * @param alternatives whether annotation tools get other suggestions for the same text, too
   * @param shared whether there is one model of all users of a project and layer
   * @param maxModels number of models that are kept at most
   * @param training until a training is given up
   * @param limits of what clients may ask
   */
  public record ServeOptions(
      InetSocketAddress address,
      Access access,
      List<NamedModel> models,
      Path voices,
      Segmenter segmenter,
      Path store,
      Annotated annotated,
      boolean alternatives,
      boolean shared,
      int maxModels,
      Duration training,
      HttpLimits limits) {
    public ServeOptions {
      models = List.copyOf(models);
      Checks.atLeast("max-models", maxModels, 1);
    }
  }

  /**
   * @param language null for the one that the model says
   * @param fileOrName a file, or the name of a model on the class path
   */
  public record NamedModel(String language, Path fileOrName) {}

  private final ModelStore store;
  private final TrainingQueue queue;
  private final HttpFrontEnd frontEnd;

  private AnnotationServer(ModelStore store, TrainingQueue queue, HttpFrontEnd frontEnd) {
    this.store = store;
    this.queue = queue;
    this.frontEnd = frontEnd;
  }

  /**
   * @param log takes a line for each request and each training; never a text of documents
   * @throws IOException if models cannot be read, or the address or the store is taken
   */
  public static AnnotationServer start(ServeOptions options, Consumer<String> log)
      throws IOException {
    List<ShippedModel> shipped = new ArrayList<>();
    for (NamedModel model : options.models()) {
      shipped.add(ShippedModel.load(model.fileOrName(), model.language(), options.segmenter()));
    }
    shipped.stream()
        .flatMap(model -> options.segmenter().note(model.language()).stream())
        .distinct()
        .forEach(note -> log.accept("gpchain: note: " + note));
    ColdStart coldStart =
        options.voices() == null ? null : ColdStart.read(options.voices(), MAX_KEPT_BYTES);
    ModelStore store =
        ModelStore.open(options.store(), options.maxModels(), MAX_KEPT_BYTES, shipped, log);
    TrainingQueue queue =
        new TrainingQueue(store, coldStart, MAX_KEPT_BYTES, options.training(), log);
    try {
      Metrics metrics = metrics(store, queue);
      List<Endpoint> endpoints = endpoints(options, store, queue, shipped, metrics, log);
      HttpFrontEnd frontEnd =
          new HttpFrontEnd(
              options.address(), options.limits(), options.access(), endpoints, metrics, log);
      return new AnnotationServer(store, queue, frontEnd);
    } catch (IOException | RuntimeException e) {
      queue.close();
      store.close();
      throw e;
    }
  }

  private static List<Endpoint> endpoints(
      ServeOptions options,
      ModelStore store,
      TrainingQueue queue,
      List<ShippedModel> shipped,
      Metrics metrics,
      Consumer<String> log) {
    var recommender =
        new ExternalRecommender(
            store,
            queue,
            shipped,
            options.shared() ? new TeamSentences(options.store(), log) : null,
            options.annotated(),
            options.alternatives(),
            MAX_KEPT_BYTES);
    metrics.gauge(
        "gpchain_types_bytes", "Type systems that are kept, estimated.", recommender::keptBytes);
    SentenceReader reader = SentenceReader.of(options.segmenter());
    var tags = new TagEndpoint(shipped, store, queue, reader);
    var labelStudio =
        new LabelStudioBackend(
            store,
            queue,
            shipped,
            reader,
            new AnnotationFiles(options.store().resolve("label-studio"), log),
            options.annotated());
    return List.of(
        Endpoint.post("/label-studio/setup", labelStudio::setup),
        Endpoint.post("/label-studio/predict", labelStudio::predict),
        Endpoint.post("/label-studio/webhook", labelStudio::webhook),
        new Endpoint(
            "/label-studio/health", "GET", true, request -> Answer.json(Map.of("status", "UP"))),
        Endpoint.post("/predict", recommender::predict),
        Endpoint.post("/train", recommender::train),
        Endpoint.post("/v1/tag", tags::tag),
        Endpoint.post("/v1/xmi", XmiEndpoint::write),
        Endpoint.get("/v1/models", request -> tags.models()),
        Endpoint.get("/v1/models/{id}", tags::model),
        Endpoint.file("/", "text/html", TagEndpoint.class, "page.html"),
        Endpoint.file("/page.css", "text/css", TagEndpoint.class, "page.css"),
        Endpoint.file("/page.js", "text/javascript", TagEndpoint.class, "page.js"),
        Endpoint.file("/openapi.json", "application/json", TagEndpoint.class, "openapi.json"),
        Endpoint.get(
            "/metrics", request -> Answer.text("text/plain; version=0.0.4", metrics.text())),
        new Endpoint("/health", "GET", true, request -> Answer.json(Map.of("status", "ok"))));
  }

  private static Metrics metrics(ModelStore store, TrainingQueue queue) {
    Metrics metrics = new Metrics();
    metrics.gauge("gpchain_models", "Trained models in the store.", () -> store.keys().size());
    metrics.gauge(
        "gpchain_trainings_running", "Models being trained.", () -> queue.count(Phase.RUNNING));
    metrics.gauge(
        "gpchain_trainings_waiting",
        "Models that wait for that.",
        () -> queue.count(Phase.WAITING));
    metrics.counter(
        "gpchain_trainings_done_total", "Models that were trained.", () -> queue.count(Phase.DONE));
    metrics.counter(
        "gpchain_trainings_failed_total",
        "Models that could not be trained.",
        () -> queue.count(Phase.FAILED));
    metrics.gauge(
        "gpchain_trainings_waiting_bytes",
        "What waits for training, estimated.",
        queue::waitingBytes);
    metrics.gauge(
        "gpchain_models_bytes", "Trained models in memory, estimated.", store::loadedBytes);
    Runtime runtime = Runtime.getRuntime();
    metrics.gauge(
        "gpchain_memory_used_bytes",
        "Java heap in use.",
        () -> runtime.totalMemory() - (double) runtime.freeMemory());
    metrics.gauge("gpchain_memory_max_bytes", "Java heap at most.", runtime::maxMemory);
    return metrics;
  }

  public InetSocketAddress address() {
    return frontEnd.address();
  }

  /**
   * Stops: requests that are under way have a few seconds to end, the training that is under way is
   * abandoned, and files are left whole.
   */
  @Override
  public void close() throws IOException {
    // First, or a training could end while requests are waited for.
    queue.close();
    frontEnd.close();
    store.close();
  }
}
