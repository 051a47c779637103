package org.gpchain.internal.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures what large and slow requests cost others: {@code ServerFairness WHAT}. It prints a line
 * per measurement and exits with 1 if a small request failed.
 *
 * <ul>
 *   <li>{@code drip}: 10,000 kept-alive connections that send a byte of the next head now and then,
 *       and {@code /health}
 *   <li>{@code bodies}: five half-sent bodies of 52 MB in a heap of 1 GB, and small requests
 *   <li>{@code large}: two documents of INCEpTION of 45 MB and 20 of one sentence at once, and the
 *       memory for one of 45 MB
 *   <li>{@code free}: how long a worker is occupied after its request was given up, by endpoint
 * </ul>
 */
public final class ServerFairness {
  private static final int DRIPPING = 10_000;
  private static final int HALF_SENT = 5;
  private static final int HALF_SENT_LENGTH = 52_000_000;
  private static final int SMALL_REQUESTS = 20;

  /** Number of sentences of a document whose request has about 45 MB. */
  private static final int LARGE_SENTENCES = 16_000;

  private static final String SMALL_TEXT = "{\"text\": \"Mira lives in Port Vale .\"}";

  private int failures;

  private ServerFairness() {}

  /** Runs a measurement. */
  public static void main(String[] args) throws Exception {
    ServerFairness fairness = new ServerFairness();
    Path folder = Files.createTempDirectory("gpchain-fairness");
    switch (args[0]) {
      case "drip" -> fairness.drip(folder);
      case "bodies" -> fairness.halfSentBodies(folder);
      case "large" -> fairness.largeDocuments(folder);
      case "free" -> fairness.freeWorkers(folder);
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.exit(fairness.failures > 0 ? 1 : 0);
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  private static double seconds(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  /** Starts a server with the model for English names. */
  private static ServerProcess start(Path folder, String heap, String... options) throws Exception {
    List<String> serveOptions = new ArrayList<>(List.of("--model", "ner-en"));
    serveOptions.addAll(List.of(options));
    return ServerProcess.start(folder, List.of(heap), serveOptions);
  }

  private static Socket connect(ServerProcess server) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.port());
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void drip(Path folder) throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try (ServerProcess server = start(folder, "-Xmx1g")) {
      int cut = 0;
      for (int n = 0; n < DRIPPING; n++) {
        Socket socket = connect(server);
        send(socket, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        sockets.add(socket);
      }
      Thread.sleep(5_000);
      for (int round = 0; round < 3; round++) {
        for (Socket socket : sockets) {
          try {
            send(socket, "G");
          } catch (IOException e) {
            cut++;
          }
        }
        double slowest = 0;
        for (int n = 0; n < 20; n++) {
          long begin = System.nanoTime();
          try (Socket fresh = connect(server)) {
            send(fresh, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            String answer =
                new String(fresh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            failures += answer.startsWith("HTTP/1.1 200") ? 0 : 1;
          }
          slowest = Math.max(slowest, seconds(begin));
        }
        print("/health beside %d dripping connections: slowest %.3f s", DRIPPING, slowest);
        Thread.sleep(11_000);
      }
      print("writes to connections that the server had closed: %d", cut);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private void halfSentBodies(Path folder) throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try (ServerProcess server = start(folder, "-Xmx1g")) {
      byte[] part = new byte[HALF_SENT_LENGTH];
      Arrays.fill(part, (byte) ' ');
      for (int n = 0; n < HALF_SENT; n++) {
        Socket socket = connect(server);
        send(
            socket, "POST /v1/tag HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000000\r\n\r\n");
        sockets.add(socket);
        OutputStream out = socket.getOutputStream();
        Thread writer =
            new Thread(
                () -> {
                  try {
                    out.write(part);
                  } catch (IOException e) {
                    print("a half-sent body was refused");
                  }
                });
        writer.setDaemon(true);
        writer.start();
      }
      Thread.sleep(5_000);
      print("requests in memory: %.0f MB", server.metric("gpchain_requests_bytes") / 1e6);
      double slowest = 0;
      for (int n = 0; n < 5 * SMALL_REQUESTS; n++) {
        long begin = System.nanoTime();
        int status = server.post("/v1/tag", SMALL_TEXT).statusCode();
        failures += status == 200 ? 0 : 1;
        slowest = Math.max(slowest, seconds(begin));
      }
      print(
          "%d small requests beside %d half-sent bodies: %d failed, slowest %.3f s",
          5 * SMALL_REQUESTS, HALF_SENT, failures, slowest);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  /** Returns a request of INCEpTION with a long document of sentences of our own. */
  private static String largeXmi(InceptionProject project) throws Exception {
    String[] sentences = new String[LARGE_SENTENCES];
    String[] own = Sample.sentences(64);
    for (int n = 0; n < sentences.length; n++) {
      sentences[n] = own[n % own.length].replaceAll("\\[|\\|[^ \\]]*]", "");
    }
    return project.withLinguisticAnnotations(project.xmi(sentences));
  }

  private void largeDocuments(Path folder) throws Exception {
    InceptionProject project =
        new InceptionProject(InceptionProject.NAMED_ENTITY, "value", "tokens");
    String large = project.predict("ann", largeXmi(project)).toString();
    String small = project.predict("bob", project.xmi("Mira lives in Port Vale .")).toString();
    print("large request: %.1f MB", large.length() / 1e6);
    try (ServerProcess server = start(folder, "-Xmx2g")) {
      server.post("/predict", small);
      long begin = System.nanoTime();
      String answer = server.post("/predict", large).body();
      print("a large request alone: %.1f s, answer %.1f MB", seconds(begin), answer.length() / 1e6);

      AtomicLong slowestLarge = new AtomicLong();
      List<CompletableFuture<Integer>> answers = new ArrayList<>();
      long together = System.nanoTime();
      for (int n = 0; n < 2; n++) {
        answers.add(
            server
                .postAsync("/predict", large)
                .thenApply(
                    status -> {
                      slowestLarge.accumulateAndGet(System.nanoTime() - together, Math::max);
                      return status;
                    }));
      }
      double slowest = 0;
      for (int n = 0; n < SMALL_REQUESTS; n++) {
        long smallBegin = System.nanoTime();
        int status = server.post("/predict", small).statusCode();
        failures += status == 200 ? 0 : 1;
        slowest = Math.max(slowest, seconds(smallBegin));
        Thread.sleep(300);
      }
      for (CompletableFuture<Integer> large2 : answers) {
        print("large request: status %d", large2.get());
      }
      print(
          "two large and %d small requests: small ones %d failed, slowest %.2f s; large within %.1f s",
          SMALL_REQUESTS, failures, slowest, slowestLarge.get() / 1e9);
    }
    for (int times = 4; times <= 10; times++) {
      long heap = 60 + times * (long) large.length() / 1_000_000;
      try (ServerProcess server = start(folder, "-Xmx" + heap + "m")) {
        int status = server.post("/predict", large).statusCode();
        print("heap of 60 MB and %d times the request: status %d", times, status);
        if (status == 200) {
          return;
        }
      }
    }
  }

  private void freeWorkers(Path folder) throws Exception {
    InceptionProject project =
        new InceptionProject(InceptionProject.NAMED_ENTITY, "value", "tokens");
    String xmi = largeXmi(project);
    String text = String.join(" ", Sample.sentences(20_000)).replaceAll("\\[|\\|[^ \\]]*]", "");
    StringBuilder accepted = new StringBuilder();
    for (int n = 0; n < 190_000; n++) {
      accepted.append(n == 0 ? "" : ",");
      accepted.append("{\"begin\":").append(n).append(",\"end\":").append(n + 1);
      accepted.append(",\"type\":\"PER\"}");
    }
    StringBuilder tokens = new StringBuilder();
    for (int n = 0; n < 1_000_000; n++) {
      tokens.append(n == 0 ? "[" : ",[").append(n % 700_000).append(",");
      tokens.append(n % 700_000 + 1).append("]");
    }
    String config =
        "<View><Labels name='l' toName='t'><Label value='PER'/></Labels>"
            + "<Text name='t' value='$text'/></View>";
    String task = "{\"id\": 1, \"data\": {\"text\": \"" + text + "\"}}";
    try (ServerProcess server = start(folder, "-Xmx3g", "--max-work", "1")) {
      free(server, "/v1/tag", "{\"text\": \"" + text + "\", \"accepted\": [" + accepted + "]}");
      free(server, "/v1/xmi", "{\"text\": \"" + text + "\", \"sentences\": [[" + tokens + "]]}");
      free(server, "/predict", project.predict("ann", xmi).toString());
      free(server, "/train", project.train("ann", xmi).toString());
      free(
          server,
          "/label-studio/predict",
          "{\"project\": \"1\", \"label_config\": \"" + config + "\", \"tasks\": [" + task + "]}");
    }
  }

  private void free(ServerProcess server, String path, String request) throws Exception {
    int status = server.post(path, request).statusCode();
    long begin = System.nanoTime();
    while (server.metric("gpchain_requests_working") > 0) {
      Thread.sleep(5);
    }
    print(
        "%s, %.1f MB: status %d, worker free after %.2f s",
        path, request.length() / 1e6, status, seconds(begin));
  }
}
