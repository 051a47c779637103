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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.internal.corpora.InputException;
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
    server.assertAlive();
  }

  @Test
  void refusesWhatIsNoJson() throws Exception {
    assertRefused(server.post("/predict", "{\"metadata\":"), 400, "not JSON: line 1, column");
    assertRefused(server.post("/predict", "\0{\0\"metadata"), 400, "this is not JSON");
    assertRefused(server.post("/train", "[]"), 400, "not a JSON object");
    assertRefused(server.post("/train", ""), 400, "not a JSON object");
    assertRefused(server.post("/predict", "{}"), 400, "'metadata'");
    assertRefused(server.post("/predict", "[".repeat(10_000)), 400, "too deep");
  }

  /** A sound request that is changed is refused. */
  private void assertRefused(String path, Consumer<ObjectNode> change, int status, String reason)
      throws Exception {
    String xmi = project.xmi("[Lund|LOC] .");
    ObjectNode request =
        path.equals("/train") ? project.train("ann", xmi) : project.predict("ann", xmi);
    change.accept(request);
    assertRefused(server.post(path, request), status, reason);
  }

  private static ObjectNode metadata(ObjectNode request) {
    return (ObjectNode) request.get("metadata");
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
  void refusesWhatLacksAPart() throws Exception {
    assertRefused("/predict", request -> metadata(request).remove("layer"), 400, "'layer'");
    assertRefused("/predict", request -> request.remove("typeSystem"), 400, "'typeSystem'");
    assertRefused("/predict", request -> request.remove("document"), 400, "'xmi'");
    assertRefused("/train", request -> request.put("documents", "none"), 400, "'documents'");
    String mode = "anchoringMode";
    assertRefused("/predict", request -> metadata(request).put(mode, "moons"), 400, mode);
  }

  @Test
  void refusesNamesThatOthersCouldBeTakenFor() throws Exception {
    String xmi = project.xmi("[Lund|LOC] .");
    for (ObjectNode request : List.of(project.predict("ann", xmi), project.train("ann", xmi))) {
      String path = request.has("document") ? "/predict" : "/train";
      for (String user : List.of("\\ud800", "x\\udc00", "a".repeat(1001))) {
        String other = request.toString().replace("\"userId\":\"ann", "\"userId\":\"" + user);
        assertRefused(server.post(path, other), 400, "must be Unicode");
      }
      assertRefused(path, one -> metadata(one).put("projectId", "a".repeat(1001)), 400, "Unicode");
    }
  }

  @Test
  void refusesLongLists() throws Exception {
    String names = String.join(",", Collections.nCopies(51, "\"b\""));
    String tag = "{\"text\": \"a\", \"model\": [" + names + "]}";
    assertRefused(server.post("/v1/tag", tag), 413, "50 models");
    assertRefused(server.post("/v1/tag", tag.replaceFirst("\"b\",", "")), 422, "no model");
    Consumer<ObjectNode> many =
        request -> {
          for (int n = 0; n < 10_000; n++) {
            request.withArray("documents").add(n);
          }
        };
    assertRefused("/train", many, 413, "10000 documents");
  }

  @Test
  void refusesALayerOrFeatureThatIsNotThereOrOfRelations() throws Exception {
    String nothing = "webanno.custom.Nothing";
    assertRefused("/predict", request -> metadata(request).put("layer", nothing), 422, nothing);
    assertRefused("/train", request -> metadata(request).put("feature", "colour"), 422, "colour");
    String relation = "de.tudarmstadt.ukp.dkpro.core.api.syntax.type.dependency.Dependency";
    Consumer<ObjectNode> change =
        request -> metadata(request).put("layer", relation).put("feature", "DependencyType");
    assertRefused("/predict", change, 422, "relations");
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
    server.train(project, "ann", project.xmi(Sample.sentences(20)));
    ObjectNode request = project.predict("ann", project.xmi("Sven lives in Lund ."));
    String types = request.get("typeSystem").asText();
    request.put("typeSystem", types.replace("inception_internal_predicted", "other"));

    assertRefused(server.post("/predict", request), 422, "inception_internal_predicted");
  }

  @Test
  void refusesFeaturesThatAreNoLabels() throws Exception {
    String[] sentences =
        IntStream.rangeClosed(0, 100).mapToObj(n -> "[Lund|id-" + n + "] .").toArray(String[]::new);
    ObjectNode request = project.train("ann", project.xmi(sentences));
    assertRefused(server.post("/train", request), 422, "100 different");
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

  @Test
  void takesBodiesAsLargeAsTheyMayBe() throws Exception {
    byte[] largest = "{}".concat(" ".repeat((1 << 20) - 2)).getBytes(StandardCharsets.US_ASCII);
    for (byte[] body : List.of(largest, Arrays.copyOf(largest, largest.length + 1))) {
      int status = body == largest ? 400 : 413;
      BodyPublisher known = BodyPublishers.ofByteArray(body);
      for (BodyPublisher one : List.of(known, BodyPublishers.fromPublisher(known))) {
        HttpRequest request = HttpRequest.newBuilder(server.uri("/train")).POST(one).build();
        assertRefused(server.send(request), status, status == 400 ? "'metadata'" : "1048576 bytes");
      }
    }
  }

  @Test
  void refusesOtherPathsAndMethods() throws Exception {
    assertRefused(server.get("/elsewhere"), 404, "/predict");
    assertRefused(server.get("/../../etc/passwd"), 400, "no sound HTTP");
    HttpResponse<String> wrong = server.get("/predict");
    assertRefused(wrong, 405, "POST");
    assertThat(wrong.headers().firstValue("Allow")).hasValue("POST");
  }

  /** A connection over which something was sent. */
  private Socket sent(String bytes) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String train(String rest) {
    return "POST /train HTTP/1.1\r\nHost: localhost\r\n" + rest;
  }

  @Test
  void tellsAClientThatHangs() throws Exception {
    assertThat(answerTo(train("Content-Length: 1000\r\n\r\n{\"met")))
        .startsWith("HTTP/1.1 408")
        .contains("did not arrive within 2 s");
    server.assertAlive();
  }

  @Test
  void livesOnWhenClientsGo() throws Exception {
    for (int n = 0; n < 300; n++) {
      sent(train("Content-Length: 9\r\n\r\n{")).close();
    }

    server.assertAlive();
  }

  private String answerTo(String bytes) throws IOException {
    try (Socket socket = sent(bytes)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void saysInJsonWhatIsNoHttp() throws Exception {
    String host = "Host: localhost\r\n";
    for (String bad :
        List.of(
            "\u0001\u0002\r\n\r\n",
            "GET\r\n\r\n",
            "GET /health HTTP/1.1\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\n" + host + "\r\n",
            "CONNECT localhost:1 HTTP/1.1\r\n" + host + "\r\n",
            "GET /health HTTP/7.1\r\n" + host + "\r\n",
            "GET /%zz HTTP/1.1\r\n" + host + "\r\n",
            "GET /../health HTTP/1.1\r\n" + host + "\r\n",
            "GET /" + "x".repeat(9000) + " HTTP/1.1\r\n" + host + "\r\n",
            train("Content-Length: many\r\n\r\n"),
            train("Content-Length: -1\r\n\r\n"),
            train("Transfer-Encoding: chunked\r\n\r\nmany\r\n"))) {
      String answer = answerTo(bad);
      assertThat(answer)
          .as(bad)
          .startsWith("HTTP/1.1 ")
          .doesNotContain(" 500 ")
          .contains("\r\n\r\n{\"error\":\"");
    }
    server.assertAlive();
  }

  @Test
  void halfOpenRequestsHoldNobodyBack() throws Exception {
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
  void aHeadThatComesSlowlyIsNotWaitedFor() throws Exception {
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
  void refusesPagesOfOthers() throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.uri("/train"))
            .header("Origin", "http://elsewhere.example")
            .POST(BodyPublishers.ofString("{}"));
    assertRefused(server.send(request.build()), 403, "another server");
    for (String host : List.of("elsewhere.example", "localhost.elsewhere.example", "x.localhost")) {
      String other = "GET /metrics HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      assertThat(answerTo(other)).as(host).startsWith("HTTP/1.1 403");
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void wantsTheToken(@TempDir Path other) throws Exception {
    try (TestServer closed = TestServer.start(other, "s3cret", TestServer.LIMITS)) {
      String request = project.predict("ann", project.xmi("Lund .")).toString();

      assertThat(closed.statusOf("/predict", request)).isEqualTo(401);
      assertThat(closed.statusOf("/token/other/predict", request)).isEqualTo(401);
      assertThat(closed.get("/metrics").statusCode()).isEqualTo(401);
      assertThat(closed.get("/health").statusCode()).isEqualTo(200);
      assertThat(closed.statusOf("/token/s3cret/predict", request)).isEqualTo(200);
      Map<String, Integer> authorizations =
          Map.of(
              "Bearer s3cret",
              200,
              "Basic " + base64("anybody:s3cret"),
              200,
              "Basic " + base64("anybody:other"),
              401,
              "Basic " + base64("s3cret"),
              401,
              "Basic s3cret!",
              401);
      for (Map.Entry<String, Integer> one : authorizations.entrySet()) {
        HttpRequest metrics =
            HttpRequest.newBuilder(closed.uri("/metrics"))
                .header("Authorization", one.getKey())
                .build();
        assertThat(closed.send(metrics).statusCode()).as(one.getKey()).isEqualTo(one.getValue());
      }
      assertThat(closed.log()).noneMatch(line -> line.contains("s3cret"));
    }
  }

  @Test
  void trainsOneModelOfAKeyAtATime() throws Exception {
    String[] first = Sample.sentences(200);
    String[] second =
        Stream.of(Sample.sentences(60))
            .map(one -> one.replace("|LOC]", "|CITY]"))
            .toArray(String[]::new);
    assertThat(server.statusOf("/train", project.train("ann", project.xmi(first)))).isEqualTo(204);
    while (server.metric("gpchain_trainings_running") == 0) {
      Thread.sleep(5);
    }

    assertRefused(
        server.post("/train", project.train("ann", project.xmi(second))), 429, "after that");
    assertThat(server.statusOf("/train", project.train("bob", project.xmi(second)))).isEqualTo(204);
    String text = project.xmi("Sven lives in Lund .");
    assertThat(server.suggested(project, "ann", text)).isNotEmpty();
    server.awaitTrainings(3);
    assertThat(project.suggestions(server.suggested(project, "ann", text)))
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

  @Test
  void aDamagedModelCountsAsNone() throws Exception {
    server.train(project, "ann", project.xmi(Sample.sentences(16)));
    server.close();
    try (var files = Files.newDirectoryStream(store, "*.gpchain")) {
      for (Path file : files) {
        byte[] content = Files.readAllBytes(file);
        content[content.length / 2] ^= 1;
        Files.write(file, content);
      }
    }
    for (String damaged : List.of("null", "{}", "[", "{\"project\": null}")) {
      Files.writeString(store.resolve("%032d.json".formatted(damaged.length())), damaged);
    }
    server = TestServer.start(store);
    assertThat(server.log()).filteredOn(line -> line.startsWith("not a description")).hasSize(4);
    assertThat(setAside()).as("damaged descriptions").hasSize(4);
    String xmi = project.xmi("Sven lives in Lund .");

    assertThat(server.suggested(project, "ann", xmi)).isEqualTo(xmi);
    assertThat(server.log()).anyMatch(line -> line.contains("counts as no model"));
    assertThat(setAside()).as("and the model").hasSize(5);
    assertThat(server.metric("gpchain_models")).isZero();
    server.close();
    server = TestServer.start(store);
    assertThat(server.log()).as("told once").isEmpty();
    server.train(project, "ann", project.xmi(Sample.sentences(16)));
    assertThat(project.suggestions(server.suggested(project, "ann", xmi))).isNotEmpty();
  }

  private List<Path> setAside() throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files.filter(file -> file.toString().endsWith(".damaged")).toList();
    }
  }

  @Test
  void twoServersDoNotShareAStore() {
    assertThatThrownBy(() -> TestServer.start(store))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("another server");
  }
}
