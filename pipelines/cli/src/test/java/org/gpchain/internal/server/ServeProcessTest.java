package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code gpchain serve} in a process that is killed, terminated or overloaded. */
class ServeProcessTest {
  /** Stands for the status of a request whose connection was closed without an answer. */
  private static final int CLOSED = 0;

  @TempDir private Path folder;

  private ServerProcess start() throws Exception {
    return ServerProcess.start(folder, "-Xmx512m");
  }

  private boolean isBeingWritten() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("store"))) {
      return files.anyMatch(file -> file.getFileName().toString().endsWith(".tmp"));
    }
  }

  @Test
  void modelsSurviveAKilledServer() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    String request = project.train("ann", project.xmi(Sample.sentences(24))).toString();
    String text = project.xmi("Sven lives in Lund .");
    ServerProcess server = start();

    try {
      assertThat(server.post("/train", request).statusCode()).isEqualTo(204);
      ServerProcess first = server;
      Browser.await(() -> first.get("/metrics").contains("gpchain_trainings_done_total 1\n"));
      for (int round = 0; round < 3; round++) {
        assertThat(server.post("/train", request).statusCode()).isEqualTo(204);
        ServerProcess trained = server;
        Browser.await(
            () -> isBeingWritten() || trained.get("/metrics").contains("trainings_running 0\n"));
        server.close();
        server = start();
        HttpResponse<String> answer = server.post("/predict", project.predict("ann", text));
        assertThat(project.suggestions(InceptionProject.document(answer.body())))
            .extracting(InceptionProject.Label::value)
            .containsExactly("PER", "LOC");
      }
    } finally {
      server.close();
    }
    assertThat(Files.readString(folder.resolve("log"))).doesNotContain("the model is ignored");
  }

  @Test
  void terminatesCleanlyDuringATraining() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    try (ServerProcess server = start()) {
      String request = project.train("ann", project.xmi(Sample.sentences(400))).toString();
      assertThat(server.post("/train", request).statusCode()).isEqualTo(204);
      Browser.await(() -> server.get("/metrics").contains("trainings_running 1\n"));

      server.process().destroy();

      assertThat(server.process().waitFor(15, TimeUnit.SECONDS)).isTrue();
    }
    try (Stream<Path> files = Files.list(folder.resolve("store"))) {
      assertThat(files.map(file -> file.getFileName().toString())).containsOnly("lock");
    }
  }

  /** Without limits, type systems, documents or answers would fill the small heap. */
  @Test
  void survivesLargeRequestsInASmallHeap() throws Exception {
    String[] options = {"--threads", "4", "--max-body", "12", "--host", "0.0.0.0", "--insecure"};
    try (ServerProcess server = ServerProcess.start(folder, "-Xmx96m", options)) {
      InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
      String xmi = project.xmi("[Lund|LOC] .");
      ObjectNode large = project.predict("ann", xmi).put("typeSystem", Sample.types(980, 9_000));
      HttpResponse<String> refusal = server.post("/predict", large);
      assertThat(refusal.statusCode()).isEqualTo(413);
      assertThat(refusal.body()).contains("the limit is 11 MB");

      for (int n = 0; n < 20; n++) {
        ObjectNode otherTypes =
            project.predict("ann", xmi).put("typeSystem", Sample.types(80, 900 + n));
        HttpResponse<String> answer = server.post("/predict", otherTypes);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(server.metric("gpchain_types_bytes")).isBetween(1e6, 12e6);
      }

      String tokens = "[0,1]" + ",[0,1]".repeat(1_500_000);
      String hungry = "{\"text\": \"ab\", \"sentences\": [[" + tokens + "]]}";
      List<CompletableFuture<Integer>> statusCodes = new ArrayList<>();
      for (int n = 0; n < 8; n++) {
        statusCodes.add(server.postAsync("/v1/xmi", hungry));
      }
      for (CompletableFuture<Integer> statusCode : statusCodes) {
        // If memory runs out in the thread that reads the request, its connection is closed.
        assertThat(statusCode.exceptionally(closed -> CLOSED).get()).isIn(503, CLOSED);
        assertThat(server.get("/health")).contains("ok");
      }

      String fewTokens = "[0,1]" + ",[0,1]".repeat(40_000);
      String echoed = "{\"text\": \"ab\", \"sentences\": [[" + fewTokens + "]]}";
      String head =
          "POST /v1/xmi HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ";
      List<Socket> slow = new ArrayList<>();
      for (int n = 0; n < 12; n++) {
        Socket socket = new Socket();
        slow.add(socket);
        socket.setReceiveBufferSize(1 << 12);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        String sent = head + echoed.length() + "\r\n\r\n" + echoed;
        socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
        char status = (char) socket.getInputStream().readNBytes(10)[9];
        assertThat(status).isEqualTo('2');
        assertThat(server.get("/health")).contains("ok");
      }
      long complete = slow.stream().filter(ServeProcessTest::receivesTheWholeAnswer).count();
      assertThat(complete).as("answers that were not cut off for others").isBetween(1L, 11L);

      Browser.await(() -> server.post("/predict", project.predict("ann", xmi)).statusCode() == 200);
      assertThat(server.post("/train", project.train("ann", xmi)).statusCode()).isEqualTo(204);
      Browser.await(() -> server.metric("gpchain_trainings_done_total") == 1);
    }
  }

  /** Reads the rest of an XMI document, and closes the connection. */
  private static boolean receivesTheWholeAnswer(Socket socket) {
    try (socket) {
      socket.setSoTimeout(20_000);
      byte[] rest = socket.getInputStream().readAllBytes();
      return new String(rest, StandardCharsets.UTF_8).contains("</xmi:XMI>");
    } catch (IOException e) {
      return false;
    }
  }
}
