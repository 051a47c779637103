package org.gpchain.internal.server;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.internal.server.ServeOptions.AnnotationOptions;
import org.gpchain.internal.server.ServeOptions.NamedModel;
import org.gpchain.internal.server.ServeOptions.Sources;
import org.gpchain.internal.server.ServeOptions.StoreOptions;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.annotations.TeamSentences;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.Endpoint;
import org.gpchain.internal.server.http.HttpFrontEnd;
import org.gpchain.internal.server.http.Metrics;
import org.gpchain.internal.server.inception.ExternalRecommender;
import org.gpchain.internal.server.inception.RecommenderOptions;
import org.gpchain.internal.server.labelstudio.AnnotationFiles;
import org.gpchain.internal.server.labelstudio.LabelStudioBackend;
import org.gpchain.internal.server.models.ColdStart;
import org.gpchain.internal.server.models.ModelStore;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.TrainingQueue;
import org.gpchain.internal.server.models.TrainingQueue.Phase;
import org.gpchain.internal.server.models.TrainingResources;
import org.gpchain.internal.server.rest.TagEndpoint;
import org.gpchain.internal.server.rest.XmiEndpoint;
import org.gpchain.internal.server.suggestion.NameList;
import org.gpchain.internal.server.suggestion.ShippedModel;

/** An HTTP server for annotation tools, programs and browsers. It runs until it is closed. */
public final class AnnotationServer implements Closeable {
  /**
   * Maximum memory of loaded models, of the vectors of recent sentences, of type systems and of
   * waiting trainings, each (bytes). The rest of the heap is for requests.
   */
  private static final long MAX_KEPT_BYTES = Runtime.getRuntime().maxMemory() / 8;

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
   * @param log receives a line for each request and each training, never text of documents
   * @throws IOException if a model cannot be read, or if the address or the store is in use
   */
  public static AnnotationServer start(ServeOptions options, Consumer<String> log)
      throws IOException {
    Encoders.cache().setBudget(MAX_KEPT_BYTES);
    List<ShippedModel> shipped = shipped(options.sources());
    Set<String> notes = new LinkedHashSet<>();
    for (ShippedModel model : shipped) {
      options.sources().segmenter().note(model.language()).ifPresent(notes::add);
    }
    for (String note : notes) {
      log.accept("gpchain: note: " + note);
    }

    Path voices = options.sources().voices();
    ColdStart coldStart = voices == null ? null : ColdStart.read(voices, MAX_KEPT_BYTES);
    StoreOptions kept = options.store();
    ModelStore store =
        ModelStore.open(kept.folder(), kept.maxModels(), MAX_KEPT_BYTES, shipped, log);
    TrainingResources resources = new TrainingResources(coldStart, kept.encoderUse());
    TrainingQueue queue =
        new TrainingQueue(store, resources, MAX_KEPT_BYTES, kept.maxTraining(), log);

    try {
      Metrics metrics = metrics(store, queue);
      List<NameList> names = NameList.ofLanguages(shipped);
      ServedModels models = new ServedModels(store, queue, shipped, names);
      List<Endpoint> endpoints = endpoints(options, models, metrics, log);
      HttpFrontEnd frontEnd = new HttpFrontEnd(options.http(), endpoints, metrics, log);
      return new AnnotationServer(store, queue, frontEnd);
    } catch (IOException | RuntimeException e) {
      queue.close();
      store.close();
      throw e;
    }
  }

  private static List<ShippedModel> shipped(Sources sources) throws IOException {
    List<ShippedModel> ofLayer = new ArrayList<>();
    List<ShippedModel> ofAnyLayer = new ArrayList<>();
    for (NamedModel model : sources.models()) {
      ShippedModel shipped =
          ShippedModel.load(model.fileOrName(), model.language(), sources.segmenter());
      shipped.reader().prepare();
      if (model.target() == null) {
        ofAnyLayer.add(shipped);
      } else {
        ofLayer.add(shipped.withTarget(model.target()));
      }
    }

    // A model for one layer is preferred there to all models that also fit.
    List<ShippedModel> all = new ArrayList<>(ofLayer);
    all.addAll(ofAnyLayer);
    return all;
  }

  private static List<Endpoint> endpoints(
      ServeOptions options, ServedModels models, Metrics metrics, Consumer<String> log)
      throws IOException {
    AnnotationOptions annotations = options.annotations();
    Path folder = options.store().folder();
    TeamSentences team = annotations.shared() ? new TeamSentences(folder, log) : null;
    RecommenderOptions recommenderOptions =
        new RecommenderOptions(
            annotations.annotated(),
            annotations.alternatives(),
            annotations.renamedLabels(),
            options.sources().replay());
    var recommender =
        new ExternalRecommender(models, team, recommenderOptions, MAX_KEPT_BYTES, log);
    metrics.gauge(
        "gpchain_types_bytes", "Estimated memory of type systems.", recommender::keptBytes);
    metrics.counter(
        "gpchain_partial_answers_total",
        "Answers without suggestions for a part of a long document.",
        recommender::partialAnswers);

    SentenceReader reader = SentenceReader.of(options.sources().segmenter());
    reader.prepare();
    var tags = new TagEndpoint(models, reader);
    AnnotationFiles files = new AnnotationFiles(folder.resolve("label-studio"), log);
    var labelStudio = new LabelStudioBackend(models, reader, files, annotations.annotated());

    return List.of(
        Endpoint.post("/label-studio/setup", labelStudio::setup),
        Endpoint.post("/label-studio/predict", labelStudio::predict),
        Endpoint.post("/label-studio/webhook", labelStudio::webhook),
        new Endpoint("/label-studio/health", "GET", true, request -> labelStudio.health()),
        Endpoint.post("/predict", recommender::predict),
        Endpoint.post("/train", recommender::train),
        Endpoint.post("/v1/tag", tags::tag),
        Endpoint.post("/v1/xmi", XmiEndpoint::write),
        Endpoint.get("/v1/typesystem", request -> XmiEndpoint.typeSystem()),
        Endpoint.get("/v1/models", request -> tags.list()),
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
    metrics.gauge("gpchain_models_bytes", "Estimated memory of loaded models.", store::loadedBytes);
    metrics.gauge(
        "gpchain_vectors_bytes",
        "Memory of the encoders' vectors of recent sentences.",
        Encoders.cache()::bytes);

    metrics.gauge(
        "gpchain_trainings_running", "Models being trained.", counter(queue, Phase.RUNNING));
    metrics.gauge(
        "gpchain_trainings_waiting",
        "Models waiting to be trained.",
        counter(queue, Phase.WAITING));
    metrics.counter(
        "gpchain_trainings_done_total", "Models that were trained.", counter(queue, Phase.DONE));
    metrics.counter(
        "gpchain_trainings_failed_total",
        "Models that could not be trained.",
        counter(queue, Phase.FAILED));
    metrics.gauge(
        "gpchain_trainings_waiting_bytes",
        "Estimated memory of waiting trainings.",
        queue::waitingBytes);

    Runtime runtime = Runtime.getRuntime();
    metrics.gauge(
        "gpchain_memory_used_bytes",
        "Java heap in use.",
        () -> runtime.totalMemory() - (double) runtime.freeMemory());
    metrics.gauge("gpchain_memory_max_bytes", "Maximum Java heap.", runtime::maxMemory);
    return metrics;
  }

  private static DoubleSupplier counter(TrainingQueue queue, Phase phase) {
    return () -> queue.count(phase);
  }

  /** Returns the address that the server listens at, with the actual port. */
  public InetSocketAddress address() {
    return frontEnd.address();
  }

  /**
   * Stops the server. Requests that are being answered have a few seconds to end. A running
   * training is abandoned; the files of the store stay intact.
   */
  @Override
  public void close() throws IOException {
    // The queue is closed first. Otherwise, a training could end and save a model meanwhile.
    queue.close();
    frontEnd.close();
    store.close();
  }
}
