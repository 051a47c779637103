package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.ServeOptions.AnnotationOptions;
import org.gpchain.internal.server.ServeOptions.NamedModel;
import org.gpchain.internal.server.ServeOptions.Sources;
import org.gpchain.internal.server.ServeOptions.StoreOptions;
import org.gpchain.internal.server.http.Access;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpLimits;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpOptions;
import org.gpchain.internal.server.http.HttpFrontEnd.TimeLimits;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.internal.training.data.EncoderUse;

/** A server on a free port of the loopback address, and a client for it. */
public final class TestServer implements AutoCloseable {
  /** Limits on requests, low enough to be reached in tests. */
  static final HttpLimits LIMITS =
      new HttpLimits(
          2,
          64,
          1 << 20,
          new TimeLimits(Duration.ofSeconds(2), Duration.ofSeconds(20), Duration.ofSeconds(30)));

  private static final Pattern OPTIONS =
      Pattern.compile("--(?:model|token|max-|store|format|segmenter|type-system|reader)");

  private final AnnotationServer server;
  private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private TestServer(ServeOptions options) throws IOException {
    server = AnnotationServer.start(options, log::add);
  }

  /** Starts a server with default limits and with models given by their names or files. */
  public static TestServer start(Path store, String... models) throws IOException {
    return start(store, null, LIMITS, models);
  }

  static TestServer start(Path store, Annotated annotated) throws IOException {
    return start(store, null, null, LIMITS, annotated, true, false, null);
  }

  /** Starts a server where all users share a model. */
  static TestServer startShared(Path store) throws IOException {
    return start(store, null, null, LIMITS, Annotated.SENTENCES, false, true, null);
  }

  static TestServer startWithAlternatives(Path store) throws IOException {
    return start(store, null, null, LIMITS, Annotated.SENTENCES, true, false, null);
  }

  static TestServer start(Path store, String token, HttpLimits limits, String... models)
      throws IOException {
    return start(store, null, token, limits, Annotated.SENTENCES, false, false, null, models);
  }

  static TestServer startWithVoices(Path store, Path voices, String... models) throws IOException {
    return start(store, voices, null, LIMITS, Annotated.SENTENCES, false, false, null, models);
  }

  /** Starts a server whose models learn from the vectors of an encoder. */
  static TestServer startWithEncoder(
      Path store, EncoderUse encoderUse, HttpLimits limits, String... models) throws IOException {
    return start(store, null, null, limits, Annotated.SENTENCES, false, false, encoderUse, models);
  }

  private static TestServer start(
      Path store,
      Path voices,
      String token,
      HttpLimits limits,
      Annotated annotated,
      boolean alternatives,
      boolean shared,
      EncoderUse encoderUse,
      String... models)
      throws IOException {
    return new TestServer(
        new ServeOptions(
            new HttpOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new Access(token, true),
                limits),
            new Sources(
                List.of(models).stream()
                    .map(name -> new NamedModel(null, Path.of(name), null))
                    .toList(),
                voices,
                Segmenter.DEFAULT,
                null),
            new StoreOptions(store, 100, Duration.ofMinutes(1), encoderUse),
            new AnnotationOptions(annotated, shared, alternatives, Map.of())));
  }

  int port() {
    return server.address().getPort();
  }

  URI uri(String path) {
    return URI.create("http://localhost:" + port() + path);
  }

  HttpClient client() {
    return client;
  }

  List<String> log() {
    return List.copyOf(log);
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(uri(path)).build());
  }

  /** Posts JSON. */
  public HttpResponse<String> post(String path, Object json)
      throws IOException, InterruptedException {
    return post(path, "application/json", json.toString());
  }

  HttpResponse<String> post(String path, String type, String body)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", type)
            .timeout(Duration.ofSeconds(30))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  /** Sends a request and checks that the answer does not mention command-line options. */
  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
    assertThat(answer.body()).doesNotContainPattern(OPTIONS);
    return answer;
  }

  int statusOf(String path, Object json) throws IOException, InterruptedException {
    return post(path, json).statusCode();
  }

  /** Trains on a document and waits for the model. */
  void train(InceptionProject project, String user, String xmi) throws Exception {
    double before = metric("gpchain_trainings_done_total");
    HttpResponse<String> answer = post("/train", project.train(user, xmi));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    assertThat(answer.body()).isEmpty();
    awaitTrainings((int) before + 1);
  }

  /** Returns a document with suggestions. */
  String suggested(InceptionProject project, String user, String xmi) throws Exception {
    HttpResponse<String> answer = post("/predict", project.predict(user, xmi));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return InceptionProject.document(answer.body());
  }

  void assertAlive() throws IOException, InterruptedException {
    assertThat(get("/health").statusCode()).isEqualTo(200);
  }

  /** Returns a value of the metrics. */
  double metric(String name) throws IOException, InterruptedException {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until this many trainings have ended since the server started. */
  void awaitTrainings(int count) throws IOException, InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (System.nanoTime() < end) {
      double ended =
          metric("gpchain_trainings_done_total") + metric("gpchain_trainings_failed_total");
      if (ended >= count) {
        return;
      }
      Thread.sleep(20);
    }
    assertThat(metric("gpchain_trainings_done_total")).isGreaterThanOrEqualTo(count);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
