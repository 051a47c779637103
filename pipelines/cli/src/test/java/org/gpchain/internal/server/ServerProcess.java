package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.gpchain.internal.cli.Main;

/**
 * A process that runs {@code gpchain serve}.
 *
 * @param process the process
 * @param port port that the server listens on
 */
record ServerProcess(Process process, int port) implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /**
   * Starts a server.
   *
   * @param folder folder for the store and the log
   * @param heap JVM option for the heap size, such as {@code -Xmx512m}
   * @param options further options of the command
   */
  static ServerProcess start(Path folder, String heap, String... options) throws Exception {
    // Makes every garbage collection complete. By default, only one in four is.
    List<String> javaOptions =
        List.of(
            heap,
            "-XX:+UseSerialGC",
            "-XX:MarkSweepAlwaysCompactCount=1",
            "-XX:TieredStopAtLevel=1");
    List<String> serveOptions = new ArrayList<>(List.of("--timeout", "2"));
    serveOptions.addAll(List.of(options));
    return start(folder, javaOptions, serveOptions);
  }

  /**
   * Starts a server.
   *
   * @param folder folder for the store and the log
   * @param javaOptions options of the JVM
   * @param options options of the command
   */
  static ServerProcess start(Path folder, List<String> javaOptions, List<String> options)
      throws Exception {
    ProcessBuilder serve = new ProcessBuilder(javaTool("java"));
    serve.command().addAll(javaOptions);
    serve.command().addAll(List.of("-cp", System.getProperty("java.class.path")));
    serve.command().addAll(List.of(Main.class.getName(), "serve", "--port", "0", "--store"));
    serve.command().add(folder.resolve("store").toString());
    serve.command().addAll(options);
    Process process = serve.redirectError(folder.resolve("log").toFile()).start();
    String line = process.inputReader(StandardCharsets.UTF_8).readLine();

    assertThat(line)
        .as("first line of a running server")
        .isNotNull()
        .matches("Listening at http://[0-9.:\\[\\]]+:\\d+/");

    return new ServerProcess(
        process, URI.create(line.substring("Listening at ".length())).getPort());
  }

  /** Returns the path of a tool of the JDK. */
  static String javaTool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  /** Sends a POST request and waits for the answer. */
  HttpResponse<String> post(String path, Object json) throws Exception {
    HttpRequest.Builder request = request(path).POST(BodyPublishers.ofString(json.toString()));
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  /** Sends a POST request, and returns the status code when the answer has come. */
  CompletableFuture<Integer> postAsync(String path, String json) {
    HttpRequest.Builder request = request(path).POST(BodyPublishers.ofString(json));
    return CLIENT
        .sendAsync(request.build(), BodyHandlers.ofString())
        .thenApply(HttpResponse::statusCode);
  }

  /** Sends a GET request and returns the body of the answer. */
  String get(String path) throws Exception {
    return CLIENT.send(request(path).build(), BodyHandlers.ofString()).body();
  }

  /** Returns the value of a metric. */
  double metric(String name) throws Exception {
    String line =
        get("/metrics").lines().filter(metric -> metric.startsWith(name + " ")).findAny().get();
    return Double.parseDouble(line.substring(name.length()));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
