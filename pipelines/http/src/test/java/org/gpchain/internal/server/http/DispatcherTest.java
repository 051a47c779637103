package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpLimits;
import org.gpchain.internal.server.http.HttpFrontEnd.TimeLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the dispatcher without a network. */
class DispatcherTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
  private CountDownLatch begun;
  private CountDownLatch end;
  private ClientRequest last;
  private Server server;
  private LocalConnector connector;
  private Dispatcher dispatcher;

  @BeforeEach
  void start() throws Exception {
    start(2, Duration.ofSeconds(20));
  }

  private void start(int waiting, Duration patience) throws Exception {
    stop();
    begun = new CountDownLatch(1);
    end = new CountDownLatch(1);
    dispatcher =
        new Dispatcher(
            List.of(
                new Endpoint("/open", "GET", true, this::keep),
                Endpoint.get("/page", this::keep),
                Endpoint.get("/things/{id}", this::keep),
                Endpoint.post("/take", this::keep),
                Endpoint.post("/wait", this::await),
                Endpoint.post("/endless", DispatcherTest::workForever),
                Endpoint.post("/fail", DispatcherTest::fail)),
            new HttpLimits(1, waiting, 100, new TimeLimits(SECOND, patience, SECOND)),
            new Access("t", false),
            new ConnectionWatch(100, 30_000),
            log::add);
    server = new Server();
    connector = new LocalConnector(server);
    server.addConnector(connector);
    server.setHandler(dispatcher);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    if (server != null) {
      end.countDown();
      dispatcher.shutdownNow();
      server.stop();
    }
  }

  private Answer keep(ClientRequest request) {
    last = request;
    return Answer.text("text/plain", "done");
  }

  private Answer await(ClientRequest request) {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Answer.text("text/plain", "waited");
  }

  /** Does work that only the check ends, inside an engine that wraps exceptions. */
  private static Answer workForever(ClientRequest request) {
    try {
      while (true) {
        WorkCheck.run();
      }
    } catch (CancellationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Answer fail(ClientRequest request) throws Refusal, IOException {
    switch (new String(request.body(), StandardCharsets.UTF_8)) {
      case "memory" -> throw new OutOfMemoryError("secret");
      case "wrapped" -> throw new IllegalStateException(new OutOfMemoryError("secret"));
      case "gone" -> throw new CancellationException("secret");
      case "disk" -> throw new FileSystemException("store/m", null, "No space left on device");
      case "bad" -> throw Refusal.badRequest("no text");
      case "refused" -> throw Refusal.unusable("so it is");
      case "tooMany" -> throw Refusal.tooMany("after that");
      default -> throw new IllegalStateException("secret", new ArithmeticException("secret"));
    }
  }

  /** Sends a request with the token and returns the answer. */
  private String ask(String method, String path, String body) throws Exception {
    return connector.getResponse(request(method, "/token/t" + path, "", body));
  }

  private static String request(String method, String path, String headers, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: any\r\n"
        + headers
        + (length > 0 ? "Content-Length: " + length + "\r\n" : "")
        + "\r\n"
        + body;
  }

  private static void assertRefused(String answer, int status, String reason) {
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4))
        .startsWith("{\"error\":\"")
        .contains(reason);
    assertThat(answer.toLowerCase(Locale.ROOT)).contains("\r\nconnection: close\r\n");
    assertThat(answer.contains("Retry-After: 5")).isEqualTo(status == 503 || status == 429);
  }

  /** Waits until memory is released, which happens after the answer has arrived. */
  private void assertNothingIsHeld() throws InterruptedException {
    for (int i = 0; i < 1000 && dispatcher.heldBytes() > 0; i++) {
      Thread.sleep(2);
    }
    assertThat(dispatcher.heldBytes()).isZero();
  }

  @Test
  void answersPagesWithASecurityPolicy() throws Exception {
    String answer = ask("GET", "/page", "");
    assertThat(answer)
        .startsWith("HTTP/1.1 200 OK")
        .contains("Content-Type: text/plain; charset=utf-8\r\n", "Content-Length: 4\r\n")
        .contains("default-src 'none'", "X-Content-Type-Options: nosniff", "no-store")
        .contains("Referrer-Policy: no-referrer")
        .endsWith("\r\n\r\ndone");
    String head = request("HEAD", "/token/t/page", "", "");
    assertThat(connector.getResponse(head, true, 10, TimeUnit.SECONDS))
        .startsWith("HTTP/1.1 200 OK")
        .endsWith("\r\n\r\n");
    assertThat(last.body()).isEmpty();
    assertThat(last.abandoned().getAsBoolean()).isFalse();
    assertNothingIsHeld();
  }

  @Test
  void reusesAConnection() throws Exception {
    LocalConnector.LocalEndPoint client = connector.connect();
    for (String one : List.of("/things/one", "/things/two")) {
      client.addInput(request("GET", "/token/t" + one, "", ""));
      assertThat(client.getResponse()).startsWith("HTTP/1.1 200 OK").endsWith("done");
      assertThat("/things/" + last.name()).isEqualTo(one);
    }
  }

  /** The limit also holds for bodies without a declared length. */
  @ParameterizedTest
  @ValueSource(ints = {40, 41})
  void limitsChunkedBodies(int last) throws Exception {
    String headers = "Transfer-Encoding: chunked\r\n";
    StringBuilder pieces = new StringBuilder(request("POST", "/token/t/take", headers, ""));
    for (int length : new int[] {60, last}) {
      pieces.append(Integer.toHexString(length)).append("\r\n");
      pieces.append("x".repeat(length)).append("\r\n");
    }
    String answer = connector.getResponse(pieces.append("0\r\n\r\n").toString());
    if (last == 40) {
      assertThat(answer).endsWith("done");
      assertThat(this.last.body()).hasSize(100).containsOnly('x');
    } else {
      assertRefused(answer, 413, "100 bytes");
    }
    assertNothingIsHeld();
  }

  @Test
  void refusesInvalidChunks() throws Exception {
    String headers = "Transfer-Encoding: chunked\r\n";
    String bad = request("POST", "/token/t/take", headers, "") + "zz\r\n";
    assertThat(connector.getResponse(bad)).startsWith("HTTP/1.1 400 ");
    assertNothingIsHeld();
  }

  @Test
  void requiresATokenUnlessThePathIsOpen() throws Exception {
    assertThat(connector.getResponse(request("GET", "/open", "", ""))).endsWith("done");
    String refused = connector.getResponse(request("GET", "/page", "", ""));
    assertRefused(refused, 401, "the token is missing or wrong");
    assertThat(refused).contains("WWW-Authenticate: Bearer\r\n");
    String header = "Authorization: Bearer t\r\n";
    assertThat(connector.getResponse(request("GET", "/page", header, ""))).endsWith("done");
  }

  @Test
  void refusesOtherPathsAndMethods() throws Exception {
    assertRefused(ask("GET", "/nothing", ""), 404, "see /open, /page, /things/{id}, /take");
    String refused = ask("POST", "/page", "x");
    assertRefused(refused, 405, "this path accepts GET");
    assertThat(refused).contains("Allow: GET\r\n").doesNotContain("WWW-Authenticate");
    assertRefused(ask("GET", "/take", ""), 405, "accepts POST");
    String foreign = request("GET", "/open", "Origin: http://evil.com\r\n", "");
    assertRefused(connector.getResponse(foreign), 403, "other servers");
  }

  @Test
  void passesBodyTypeAndNameToTheAction() throws Exception {
    String typed = request("POST", "/token/t/take", "Content-Type: Text/Plain ; a=b\r\n", "u");
    assertThat(connector.getResponse(typed)).endsWith("\r\n\r\ndone");
    assertThat(last.type()).isEqualTo("text/plain");
    assertThat(last.name()).isEmpty();
    assertThat(new String(last.body(), StandardCharsets.UTF_8)).isEqualTo("u");
    assertThat(ask("GET", "/things/one", "")).endsWith("done");
    assertThat(last.name()).isEqualTo("one");
    assertThat(last.type()).isEmpty();
    assertNothingIsHeld();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 101})
  void limitsBodies(int length) throws Exception {
    String answer = ask("POST", "/take", "x".repeat(length));
    if (length <= 100) {
      assertThat(answer).endsWith("done");
      assertThat(last.body()).hasSize(100);
    } else {
      assertRefused(answer, 413, "100 bytes");
    }
    assertNothingIsHeld();
  }

  @ParameterizedTest
  @CsvSource({
    "memory, 503, more memory than Java may use, failed: java.lang.OutOfMemoryError",
    "wrapped, 503, more memory than Java may use, failed: java.lang.IllegalStateException"
        + " java.lang.Out",
    "gone, 503, has closed the connection,",
    "disk, 500, cannot read or write one of its files, failed: java.nio.file.FileSystemException:"
        + " store/m: No space",
    "bad, 400, no text,",
    "refused, 422, so it is,",
    "tooMany, 429, after that,",
    "other, 500, see the log of the server, failed: java.lang.IllegalStateException java.lang.Arith"
  })
  void answersAndLogsFailures(String how, int status, String reason, String logged)
      throws Exception {
    assertRefused(ask("POST", "/fail", how), status, reason);
    assertThat(String.join("", log)).startsWith(logged == null ? "" : logged);
    assertThat(String.join("", log)).doesNotContain("secret");
    assertThat(log.size()).isEqualTo(logged == null ? 0 : 1);
    if (logged != null) {
      assertThat(log.peek())
          .contains("\n  at org.gpchain.internal.server.http.DispatcherTest.fail(");
      assertThat(log.peek().lines().count()).isBetween(5L, 9L);
    }
  }

  private CompletableFuture<String> begin() throws Exception {
    CompletableFuture<String> first =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return ask("POST", "/wait", "x");
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    begun.await();
    return first;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void limitsRunningAndWaitingRequests(int waiting) throws Exception {
    start(waiting, Duration.ofMillis(20));
    CompletableFuture<String> first = begin();
    assertThat(dispatcher.heldBytes()).isEqualTo(1);
    assertRefused(ask("POST", "/take", "x"), 503, "busy with other requests");
    assertThat(dispatcher.waiting()).isZero();
    assertThat(first).isNotDone();
    end.countDown();
    assertThat(first.get()).endsWith("waited");
  }

  @Test
  void stopsWorkThatTakesTooLong() throws Exception {
    assertRefused(begin().get(), 503, "takes more than 1 s");
    assertNothingIsHeld();
  }

  /** The next request would wait forever if the worker were not free again. */
  @Test
  void freesTheWorkerOfAnAbandonedRequest() throws Exception {
    assertRefused(ask("POST", "/endless", "x"), 503, "takes more than 1 s");
    assertThat(ask("POST", "/take", "x")).endsWith("done");
    assertThat(log).isEmpty();
    assertNothingIsHeld();
  }

  @Test
  void refusesBodiesThatArriveTooLate() throws Exception {
    String half = "POST /token/t/take HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx";
    assertRefused(connector.getResponse(half), 408, "did not arrive within 1 s");
    assertNothingIsHeld();
  }

  /** A client is not to blame if the server had no memory while its body arrived. */
  @Test
  void refusesLateBodiesAsBusyIfMemoryWasShort() throws Exception {
    LocalConnector.LocalEndPoint late = connector.connect();
    late.addInput("POST /token/t/take HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx");
    for (int i = 0; i < 1000 && dispatcher.heldBytes() == 0; i++) {
      Thread.sleep(2);
    }
    assertRefused(ask("POST", "/fail", "memory"), 503, "more memory");
    assertRefused(late.getResponse(), 503, "try again in a few seconds");
    assertNothingIsHeld();

    refusesBodiesThatArriveTooLate();
  }

  @Test
  void describesAnswersAndRefusals() {
    assertThat(Answer.json(Map.of("a", 1)))
        .returns(200, Answer::status)
        .returns("application/json; charset=utf-8", Answer::type)
        .returns("{\"a\":1}", answer -> new String(answer.body(), StandardCharsets.UTF_8));
    assertThat(Refusal.badRequest("a\nb")).hasMessage("a b");
    assertThatThrownBy(() -> Answer.json(new Object())).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void answersWithFilesUnchanged() throws Exception {
    Endpoint page = Endpoint.file("/", "text/html", DispatcherTest.class, "page.html");
    Answer answer = page.action().answer(null);
    assertThat(answer.type()).isEqualTo("text/html; charset=utf-8");
    assertThat(answer.body())
        .isEqualTo(DispatcherTest.class.getResourceAsStream("page.html").readAllBytes());
    assertThat(page.isWork()).isFalse();
  }
}
