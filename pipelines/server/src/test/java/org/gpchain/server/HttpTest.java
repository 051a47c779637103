package org.gpchain.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gpchain.corpora.InputException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is sent, the server answers with a status and a reason, and lives on. */
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
    assertThat(server.get("/health").statusCode()).isEqualTo(200);
  }

  @Test
  void refusesWhatIsNoJson() throws Exception {
    assertRefused(server.post("/predict", "{\"metadata\":"), 400, "not JSON: line 1, column");
    assertRefused(server.post("/predict", "\0{\0\"metadata"), 400, "this is not JSON");
    assertRefused(server.post("/train", "[]"), 400, "not a JSON object");
    assertRefused(server.post("/train", ""), 400, "not a JSON object");
    assertRefused(server.post("/predict", "{}"), 400, "'metadata'");
    assertRefused(server.post("/predict", "[".repeat(10_000)), 400, "not JSON");
  }

  @Test
  void refusesWhatLacksAPart() throws Exception {
    String xmi = project.xmi("[Lund|LOC] .");
    ObjectNode noLayer = project.predict("ann", xmi);
    ((ObjectNode) noLayer.get("metadata")).remove("layer");
    ObjectNode noTypes = project.predict("ann", xmi);
    noTypes.remove("typeSystem");
    ObjectNode noDocument = project.predict("ann", xmi);
    noDocument.remove("document");
    ObjectNode noDocuments = project.train("ann", xmi);
    noDocuments.put("documents", "none");
    ObjectNode otherAnchor = project.predict("ann", xmi);
    ((ObjectNode) otherAnchor.get("metadata")).put("anchoringMode", "moons");

    assertRefused(server.post("/predict", noLayer), 400, "'layer'");
    assertRefused(server.post("/predict", noTypes), 400, "'typeSystem'");
    assertRefused(server.post("/predict", noDocument), 400, "'xmi'");
    assertRefused(server.post("/train", noDocuments), 400, "'documents'");
    assertRefused(server.post("/predict", otherAnchor), 400, "anchoringMode");
  }

  @Test
  void refusesALayerOrFeatureThatIsNotThere() throws Exception {
    String xmi = project.xmi("[Lund|LOC] .");
    ObjectNode otherLayer = project.predict("ann", xmi);
    ((ObjectNode) otherLayer.get("metadata")).put("layer", "webanno.custom.Nothing");
    ObjectNode otherFeature = project.train("ann", xmi);
    ((ObjectNode) otherFeature.get("metadata")).put("feature", "colour");

    assertRefused(server.post("/predict", otherLayer), 422, "webanno.custom.Nothing");
    assertRefused(server.post("/train", otherFeature), 422, "colour");
  }

  @Test
  void refusesDocumentsThatCannotBeRead() throws Exception {
    String xmi = project.xmi("[Lund|LOC] .");

    assertRefused(server.post("/predict", project.predict("ann", "<xmi")), 422, "the document");
    assertRefused(
        server.post("/train", project.train("ann", xmi.replaceFirst("end=\"4\"", "end=\"400\""))),
        422,
        "no part of the text");
    assertRefused(
        server.post(
            "/train",
            project.train(
                "ann",
                "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>" + xmi.substring(38))),
        422,
        "the document");
    ObjectNode imports = project.predict("ann", xmi);
    imports.put(
        "typeSystem",
        "<typeSystemDescription xmlns='http://uima.apache.org/resourceSpecifier'><imports>"
            + "<import location='file:/etc/types.xml'/></imports></typeSystemDescription>");
    assertRefused(server.post("/predict", imports), 422, "imports");
    ObjectNode noTypes = project.predict("ann", xmi);
    noTypes.put("typeSystem", "types");
    assertRefused(server.post("/predict", noTypes), 422, "typeSystem");
  }

  @Test
  void refusesDocumentsOfAnotherTypeSystem() throws Exception {
    InceptionProject other = new InceptionProject("webanno.custom.Other", "kind", "tokens");
    String foreign =
        other
            .xmi("[Lund|LOC] .")
            .replaceAll("<type\\d*:(Token|Sentence)[^>]*/>", "")
            .replaceAll("members=\"[0-9 ]*\"", "members=\"\"");

    assertRefused(server.post("/train", project.train("ann", foreign)), 422, "has no tokens");
  }

  @Test
  void refusesALayerWithoutMarksForSuggestions() throws Exception {
    String[] sentences = Sample.sentences(20);
    server.post("/train", project.train("ann", project.xmi(sentences)));
    server.awaitTrainings(1);
    ObjectNode request = project.predict("ann", project.xmi("Sven lives in Lund ."));
    request.put(
        "typeSystem",
        request.get("typeSystem").asText().replace("inception_internal_predicted", "other"));

    assertRefused(server.post("/predict", request), 422, "inception_internal_predicted");
  }

  @Test
  void refusesALayerOfRelations() throws Exception {
    ObjectNode request = project.predict("ann", project.xmi("[Lund|LOC] ."));
    ((ObjectNode) request.get("metadata"))
        .put("layer", "de.tudarmstadt.ukp.dkpro.core.api.syntax.type.dependency.Dependency")
        .put("feature", "DependencyType");

    assertRefused(server.post("/predict", request), 422, "relations");
  }

  @Test
  void refusesFeaturesThatAreNoLabels() throws Exception {
    String[] sentences = new String[101];
    for (int n = 0; n < sentences.length; n++) {
      sentences[n] = "[Lund|id-" + n + "] .";
    }

    assertRefused(
        server.post("/train", project.train("ann", project.xmi(sentences))), 422, "100 different");
  }

  @Test
  void refusesLargeBodiesBeforeTheyAreRead() throws Exception {
    long large = 200L << 20;
    byte[] some = new byte[1 << 16];
    HttpResponse<String> declared =
        server
            .client()
            .send(
                HttpRequest.newBuilder(server.uri("/train"))
                    .POST(
                        BodyPublishers.fromPublisher(
                            BodyPublishers.ofInputStream(() -> new Repeated(some, large)), large))
                    .build(),
                BodyHandlers.ofString());
    HttpResponse<String> chunked =
        server
            .client()
            .send(
                HttpRequest.newBuilder(server.uri("/train"))
                    .POST(BodyPublishers.ofInputStream(() -> new Repeated(some, large)))
                    .build(),
                BodyHandlers.ofString());

    assertRefused(declared, 413, "1048576 bytes");
    assertRefused(chunked, 413, "1048576 bytes");
  }

  /** The same bytes over and over. */
  private static final class Repeated extends InputStream {
    private final byte[] bytes;
    private long left;

    Repeated(byte[] bytes, long length) {
      this.bytes = bytes;
      this.left = length;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] out, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int count = (int) Math.min(left, Math.min(length, bytes.length));
      System.arraycopy(bytes, 0, out, offset, count);
      left -= count;
      return count;
    }
  }

  @Test
  void refusesOtherPathsAndMethods() throws Exception {
    assertRefused(server.get("/elsewhere"), 404, "/predict");
    assertRefused(server.get("/../../etc/passwd"), 404, "nothing");
    HttpResponse<String> wrong = server.get("/predict");
    assertRefused(wrong, 405, "POST");
    assertThat(wrong.headers().firstValue("Allow")).hasValue("POST");
  }

  @Test
  void tellsAClientThatHangs() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          "POST /train HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{\"met"
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 408").contains("did not arrive within 2 s");
    }
    assertThat(server.get("/health").statusCode()).isEqualTo(200);
  }

  @Test
  void livesOnWhenClientsGo() throws Exception {
    for (int n = 0; n < 300; n++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        socket
            .getOutputStream()
            .write(
                "POST /train HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
                    .getBytes(StandardCharsets.US_ASCII));
      }
    }

    assertThat(server.get("/health").statusCode()).isEqualTo(200);
  }

  @Test
  void refusesPagesOfOthers() throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.uri("/train"))
            .header("Origin", "http://elsewhere.example")
            .POST(BodyPublishers.ofString("{}"));

    assertRefused(
        server.client().send(request.build(), BodyHandlers.ofString()), 403, "another server");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write(
              "GET /metrics HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void wantsTheToken(@TempDir Path other) throws Exception {
    try (TestServer closed = TestServer.start(other, "s3cret", TestServer.LIMITS)) {
      String request = project.predict("ann", project.xmi("Lund .")).toString();

      assertThat(closed.post("/predict", request).statusCode()).isEqualTo(401);
      assertThat(closed.post("/token/other/predict", request).statusCode()).isEqualTo(401);
      assertThat(closed.get("/metrics").statusCode()).isEqualTo(401);
      assertThat(closed.get("/health").statusCode()).isEqualTo(200);
      assertThat(closed.post("/token/s3cret/predict", request).statusCode()).isEqualTo(200);
      HttpRequest bearer =
          HttpRequest.newBuilder(closed.uri("/metrics"))
              .header("Authorization", "Bearer s3cret")
              .build();
      assertThat(closed.client().send(bearer, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      assertThat(closed.log()).noneMatch(line -> line.contains("s3cret"));
    }
  }

  @Test
  void trainsOneModelOfAKeyAtATime() throws Exception {
    String[] first = Sample.sentences(200);
    String[] second = Sample.sentences(60);
    for (int n = 0; n < second.length; n++) {
      second[n] = second[n].replace("|LOC]", "|CITY]");
    }
    assertThat(server.post("/train", project.train("ann", project.xmi(first))).statusCode())
        .isEqualTo(204);
    while (server.metric("gpchain_trainings_running") == 0) {
      Thread.sleep(5);
    }

    assertRefused(
        server.post("/train", project.train("ann", project.xmi(second))), 429, "after that");
    assertThat(server.post("/train", project.train("bob", project.xmi(second))).statusCode())
        .isEqualTo(204);
    assertThat(
            server
                .post("/predict", project.predict("ann", project.xmi("Sven lives in Lund .")))
                .statusCode())
        .isEqualTo(200);
    server.awaitTrainings(3);

    String answer =
        server.post("/predict", project.predict("ann", project.xmi("Sven lives in Lund ."))).body();
    assertThat(project.suggestions(InceptionProject.document(answer)))
        .extracting(InceptionProject.Label::value)
        .containsExactly("PER", "CITY");
  }

  @Test
  void servesManyAtOnce() throws Exception {
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
              int predicted = server.post("/predict", project.predict(user, text)).statusCode();
              int trained = server.post("/train", project.train(user, annotated)).statusCode();
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
      String answer = server.post("/predict", project.predict("user-" + c, text)).body();
      assertThat(project.suggestions(InceptionProject.document(answer))).isNotEmpty();
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

  @Test
  void aDamagedModelCountsAsNone() throws Exception {
    server.post("/train", project.train("ann", project.xmi(Sample.sentences(16))));
    server.awaitTrainings(1);
    server.close();
    try (var files = Files.newDirectoryStream(store, "*.gpchain")) {
      for (Path file : files) {
        byte[] content = Files.readAllBytes(file);
        content[content.length / 2] ^= 1;
        Files.write(file, content);
      }
    }
    server = TestServer.start(store);
    String xmi = project.xmi("Sven lives in Lund .");

    HttpResponse<String> answer = server.post("/predict", project.predict("ann", xmi));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(InceptionProject.document(answer.body())).isEqualTo(xmi);
    assertThat(server.log()).anyMatch(line -> line.contains("counts as no model"));
  }

  @Test
  void twoServersDoNotShareAStore() {
    assertThatThrownBy(() -> TestServer.start(store))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("another server");
  }
}
