package org.gpchain.server;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.gpchain.server.ServeOptions.NamedModel;
import org.gpchain.server.http.Answer;
import org.gpchain.server.http.Endpoint;
import org.gpchain.server.http.HttpFrontEnd;
import org.gpchain.server.http.Metrics;
import org.gpchain.server.inception.ExternalRecommender;
import org.gpchain.server.models.ModelStore;
import org.gpchain.server.models.ShippedModel;
import org.gpchain.server.models.TrainingQueue;
import org.gpchain.server.models.TrainingQueue.Phase;
import org.gpchain.server.rest.ModelList;
import org.gpchain.server.rest.TagEndpoint;
import org.gpchain.server.rest.XmiEndpoint;

/** A server for annotation tools, programs and people. It answers until it is closed. */
public final class AnnotationServer implements Closeable {
  /** Trained models that stay in memory. */
  private static final int LOADED = 32;

  private final ModelStore store;
  private final TrainingQueue queue;
  private final HttpFrontEnd frontEnd;

  private AnnotationServer(ModelStore store, TrainingQueue queue, HttpFrontEnd frontEnd) {
    this.store = store;
    this.queue = queue;
    this.frontEnd = frontEnd;
  }

  /**
   * Starts a server.
   *
   * @param options how it runs
   * @param log takes a line for each request and each training; never a text of documents
   * @throws IOException if models cannot be read, or the address or the store is taken
   */
  public static AnnotationServer start(ServeOptions options, Consumer<String> log)
      throws IOException {
    List<ShippedModel> shipped = new ArrayList<>();
    for (NamedModel model : options.models()) {
      shipped.add(ShippedModel.load(model.fileOrName(), model.language(), options.segmenter()));
    }
    ModelStore store = ModelStore.open(options.store(), options.maxModels(), LOADED, log);
    TrainingQueue queue = new TrainingQueue(store, log);
    try {
      Metrics metrics = metrics(store, queue);
      List<Endpoint> endpoints = endpoints(options, store, queue, shipped, metrics);
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
      Metrics metrics) {
    var recommender = new ExternalRecommender(store, queue, shipped, options.annotated());
    var models = new ModelList(shipped, store, queue);
    return List.of(
        Endpoint.post("/predict", recommender::predict),
        Endpoint.post("/train", recommender::train),
        Endpoint.post("/v1/tag", new TagEndpoint(shipped, store, options.segmenter())::tag),
        Endpoint.post("/v1/xmi", XmiEndpoint::write),
        Endpoint.get("/v1/models", request -> models.list()),
        Endpoint.file("/", "text/html", ModelList.class, "page.html"),
        Endpoint.file("/page.css", "text/css", ModelList.class, "page.css"),
        Endpoint.file("/page.js", "text/javascript", ModelList.class, "page.js"),
        Endpoint.file("/openapi.json", "application/json", ModelList.class, "openapi.json"),
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
    Runtime runtime = Runtime.getRuntime();
    metrics.gauge(
        "gpchain_memory_used_bytes",
        "Java heap in use.",
        () -> runtime.totalMemory() - (double) runtime.freeMemory());
    metrics.gauge("gpchain_memory_max_bytes", "Java heap at most.", runtime::maxMemory);
    return metrics;
  }

  /** Where it listens. */
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
