package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests hostile and concurrent requests. Each is answered, and the server keeps running. */
class HttpTest {
  @TempDir private Path store;
  private TestServer server;
  private InceptionProject project;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start(store);
    project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private void assertRefused(HttpResponse<String> answer, int status, String reason)
      throws Exception {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).startsWith("{\"error\":\"").contains(reason);
    server.assertAlive();
  }

  /** Checks that a change makes the server refuse a valid request. */
  private void assertRefused(String path, Consumer<ObjectNode> change, int status, String reason)
      throws Exception {
    String xmi = project.xmi("[Lund|LOC] .");
    ObjectNode request =
        path.equals("/train") ? project.train("ann", xmi) : project.predict("ann", xmi);
    change.accept(request);
    assertRefused(server.post(path, request), status, reason);
  }

  private static Consumer<ObjectNode> xmi(UnaryOperator<String> change) {
    return request -> {
      ObjectNode document =
          (ObjectNode)
              (request.has("document") ? request.get("document") : request.at("/documents/0"));
      document.put("xmi", change.apply(document.get("xmi").asText()));
    };
  }

  @Test
  void refusesDocumentsThatCannotBeRead() throws Exception {
    assertRefused("/predict", xmi(sound -> "<xmi"), 422, "the document");
    UnaryOperator<String> outside = sound -> sound.replaceFirst("end=\"4\"", "end=\"400\"");
    assertRefused("/train", xmi(outside), 422, "outside of the text");
    String entity = "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>";
    assertRefused("/train", xmi(sound -> entity + sound.substring(38)), 422, "the document");
    String imports =
        "<typeSystemDescription xmlns='http://uima.apache.org/resourceSpecifier'><imports>"
            + "<import location='file:/etc/types.xml'/></imports></typeSystemDescription>";
    assertRefused("/predict", request -> request.put("typeSystem", imports), 422, "imports");
    assertRefused("/predict", request -> request.put("typeSystem", "types"), 422, "typeSystem");
  }

  @Test
  void refusesLargeBodiesBeforeTheyAreRead() throws Exception {
    long large = 200L << 20;
    BodyPublisher chunked =
        BodyPublishers.ofByteArrays(Collections.nCopies((int) (large >> 16), new byte[1 << 16]));

    for (BodyPublisher one : List.of(chunked, BodyPublishers.fromPublisher(chunked, large))) {
      HttpRequest request = HttpRequest.newBuilder(server.uri("/train")).POST(one).build();
      assertRefused(server.send(request), 413, "1048576 bytes");
    }
  }

  /** Opens a connection and sends some bytes. */
  private Socket sent(String bytes) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String train(String rest) {
    return "POST /train HTTP/1.1\r\nHost: localhost\r\n" + rest;
  }

  @Test
  void survivesDisconnectedClients() throws Exception {
    for (int n = 0; n < 300; n++) {
      sent(train("Content-Length: 9\r\n\r\n{")).close();
    }

    server.assertAlive();
  }

  @Test
  void incompleteRequestsDoNotDelayOthers() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    for (int n = 0; n < 50; n++) {
      sockets.add(sent("POST /tra"));
      sockets.add(sent(train("Transfer-Encoding: chunked\r\n\r\n5\r\n{\"met\r\n")));
    }

    server.assertAlive();
    assertThat(server.suggested(project, "ann", project.xmi("Lund ."))).isNotEmpty();
    for (Socket socket : sockets) {
      assertThat(socket.getInputStream().available()).as("still waited for").isZero();
    }
    for (Socket socket : sockets) {
      socket.setSoTimeout(20_000);
      socket.getInputStream().readAllBytes();
      socket.close();
    }
  }

  @Test
  void closesConnectionsWithSlowHeads() throws Exception {
    try (Socket socket = sent("GET /health HTTP/1.1\r\nX: ")) {
      long begin = System.nanoTime();
      assertThatThrownBy(
              () -> {
                while (System.nanoTime() - begin < 20_000_000_000L) {
                  socket.getOutputStream().write('x');
                  Thread.sleep(100);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void requiresTheToken(@TempDir Path other) throws Exception {
    try (TestServer closed = TestServer.start(other, "s3cret", TestServer.LIMITS)) {
      String request = project.predict("ann", project.xmi("Lund .")).toString();

      assertThat(closed.statusOf("/predict", request)).isEqualTo(401);
      assertThat(closed.statusOf("/token/s3cret/predict", request)).isEqualTo(200);
      assertThat(closed.get("/metrics").statusCode()).isEqualTo(401);
      assertThat(closed.get("/health").statusCode()).isEqualTo(200);
      assertThat(closed.log()).noneMatch(line -> line.contains("s3cret"));
    }
  }

  @Test
  void servesManyClientsAtOnce() throws Exception {
    int clients = 32;
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    String text = project.xmi("Sven lives in Lund .", "Mr. Aske has never seen Bly .");
    String annotated = project.xmi(Sample.sentences(16));
    List<Callable<String>> all = new ArrayList<>();
    for (int c = 0; c < clients; c++) {
      String user = "user-" + c;
      all.add(
          () -> {
            long slowest = 0;
            for (int round = 0; round < 4; round++) {
              long begin = System.nanoTime();
              int predicted = server.statusOf("/predict", project.predict(user, text));
              int trained = server.statusOf("/train", project.train(user, annotated));
              slowest = Math.max(slowest, System.nanoTime() - begin);
              if (predicted != 200 || (trained != 204 && trained != 429)) {
                return predicted + " " + trained;
              }
            }
            return slowest < 30_000_000_000L ? "ok" : "late";
          });
    }
    for (Future<String> one : threads.invokeAll(all)) {
      assertThat(one.get()).isEqualTo("ok");
    }
    threads.shutdown();
    while (server.metric("gpchain_trainings_waiting") + server.metric("gpchain_trainings_running")
        > 0) {
      Thread.sleep(50);
    }

    assertThat(server.metric("gpchain_models")).isEqualTo(clients);
    assertThat(server.metric("gpchain_trainings_failed_total")).isZero();
    for (int c = 0; c < clients; c++) {
      assertThat(project.suggestions(server.suggested(project, "user-" + c, text))).isNotEmpty();
    }
  }

  @Test
  void keepsDocumentsOutOfTheLog() throws Exception {
    String secret = "Zanzibarian";
    server.post("/train", project.train("ann", project.xmi("[" + secret + "|" + secret + "] .")));
    server.post("/predict", project.predict(secret, project.xmi(secret + " lives .")));
    server.post("/predict", "{\"metadata\": " + secret);
    server.get("/" + secret);
    server.awaitTrainings(1);

    assertThat(server.log()).isNotEmpty().noneMatch(line -> line.contains(secret));
  }
}
