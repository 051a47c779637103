package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpLimits;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpOptions;
import org.gpchain.internal.server.http.HttpFrontEnd.TimeLimits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests metrics, log lines and refusals of a server over a socket. */
class HttpServerTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Metrics METRICS = new Metrics();
  private static final BlockingQueue<Line> LOG = new LinkedBlockingQueue<>();
  private static HttpFrontEnd server;
  private static Line logged;

  private record Line(String text, Thread thread) {}

  /** Headers that fail when they are written. */
  private static final class Failing extends HashMap<String, String> {
    private static final long serialVersionUID = 1L;
    private final transient Runnable failure;

    Failing(Runnable failure) {
      this.failure = failure;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super String> action) {
      failure.run();
    }
  }

  private static HttpLimits limits() {
    TimeLimits times = new TimeLimits(SECOND, Duration.ofSeconds(20), Duration.ofSeconds(20));
    return new HttpLimits(1, 2, 100, times);
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static Endpoint failing(String path, Runnable failure) {
    Answer answer = new Answer(200, "", new byte[1], new Failing(failure));
    return Endpoint.get(path, request -> answer);
  }

  private static HttpFrontEnd open(
      InetSocketAddress address, Metrics metrics, Consumer<String> log, Endpoint... endpoints)
      throws IOException {
    HttpOptions options = new HttpOptions(address, new Access(null, true), limits());
    return new HttpFrontEnd(options, List.of(endpoints), metrics, log);
  }

  private static Answer page(ClientRequest request) {
    return Answer.text("text/plain", "done");
  }

  @BeforeAll
  static void open() throws IOException {
    server =
        open(
            anyPort(),
            METRICS,
            line -> LOG.add(new Line(line, Thread.currentThread())),
            Endpoint.get("/page", HttpServerTest::page),
            failing(
                "/memory",
                () -> {
                  throw new OutOfMemoryError("made by a test");
                }),
            failing(
                "/fault",
                () -> {
                  throw new IllegalStateException("made by a test");
                }));
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static Socket connect(HttpFrontEnd to) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), to.address().getPort());
  }

  private static void send(Socket socket, String request) throws IOException {
    socket
        .getOutputStream()
        .write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends a request and returns the answer. Keeps the log line in {@link #logged}. */
  private static String ask(String request) throws Exception {
    try (Socket socket = connect(server)) {
      send(socket, request);
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      logged = LOG.take();
      return answer;
    }
  }

  private static String request(String method, String path) {
    return method + " " + path + " HTTP/1.1\nHost: localhost\nConnection: close\n\n";
  }

  /** Reads an answer up to its end from a connection that stays open. */
  private static String answer(Socket socket, String end) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf(end) < 0) {
      int b = in.read();
      if (b < 0) {
        return answer + " (closed)";
      }
      answer.append((char) b);
    }
    return answer.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /page, 200, GET /page 200",
    "HEAD, /page, 200, HEAD /page 200",
    "GET, /secret, 404, GET other 404",
    "DELETE, /page, 405, DELETE /page 405",
    "PUT, /x, 404, PUT other 404",
    "PATCH, /x, 404, PATCH other 404",
    "OPTIONS, /x, 404, OPTIONS other 404",
    "BREW, /page, 405, OTHER /page 405",
  })
  void logsAndCountsRequests(String method, String path, int status, String line) throws Exception {
    String counted =
        "gpchain_requests_total{path=\"%s\",status=\"%s\"} ".formatted(line.split(" ")[1], status);
    int before = number(METRICS.text(), counted);
    long begin = System.nanoTime();
    String answer = ask(request(method, path));
    double millis = (System.nanoTime() - begin) / 1e6;

    assertThat(answer).startsWith("HTTP/1.1 " + status + " ").doesNotContain("Server:", "Jetty");
    assertThat(logged.text()).matches(line + " \\d+ ms");
    String[] words = logged.text().split(" ");
    assertThat(Double.parseDouble(words[words.length - 2])).isBetween(0.0, Math.ceil(millis));
    assertThat(logged.thread().getName()).startsWith("gpchain-http");
    assertThat(logged.thread().isDaemon()).isTrue();
    assertThat(number(METRICS.text(), counted)).isEqualTo(before + 1);
  }

  private static int number(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name))
        .mapToInt(line -> Integer.parseInt(line.substring(name.length())))
        .findFirst()
        .orElse(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /page HTTP/1.1\nHost: a b\nConnection: close\n\n",
        "PUT /page HTTP/1.1\nHost: a b\nConnection: close\n\n",
        "GET /page HTTP/1.1\nConnection: close\n\n",
        "nonsense\n\n"
      })
  void refusesInvalidHttpInJson(String request) throws Exception {
    String answer = ask(request);
    assertThat(answer)
        .startsWith("HTTP/1.1 400 ")
        .contains("{\"error\":\"this is not valid HTTP: ")
        .contains("Content-Type: application/json");
    assertThat(logged.text()).contains(" other 400 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0001\u0002\n\n",
        "GET\n\n",
        "OPTIONS * HTTP/1.1\nHost: localhost\n\n",
        "CONNECT localhost:1 HTTP/1.1\nHost: localhost\n\n",
        "GET /page HTTP/7.1\nHost: localhost\n\n",
        "GET /%zz HTTP/1.1\nHost: localhost\n\n",
        "GET /../page HTTP/1.1\nHost: localhost\n\n",
        "GET /LONG HTTP/1.1\nHost: localhost\n\n",
        "POST /page HTTP/1.1\nHost: localhost\nContent-Length: many\n\n",
        "POST /page HTTP/1.1\nHost: localhost\nContent-Length: -1\n\n"
      })
  void refusesMalformedHeadsInJson(String request) throws Exception {
    assertThat(ask(request.replace("LONG", "x".repeat(9000))))
        .matches("(?s)HTTP/1.1 (4\\d\\d|505) .*\r\n\r\n\\{\"error\":\".*");
  }

  @Test
  void refusesInJsonIfTheAnswerCannotBeWritten() throws Exception {
    assertThat(ask(request("GET", "/memory")))
        .startsWith("HTTP/1.1 503 ")
        .contains("Retry-After: 5")
        .contains("more memory than Java may use");
    assertThat(ask(request("GET", "/fault")))
        .startsWith("HTTP/1.1 500 ")
        .endsWith("{\"error\":\"the server failed\"}");
  }

  /** A connection over which a request has arrived stays open. */
  @Test
  void closesUnusedConnections() throws IOException {
    try (HttpFrontEnd own =
            open(
                anyPort(), new Metrics(), line -> {}, Endpoint.get("/page", HttpServerTest::page));
        Socket used = connect(own);
        Socket idle = connect(own)) {
      send(used, "GET /page HTTP/1.1\nHost: localhost\n\n");
      assertThat(answer(used, "done")).startsWith("HTTP/1.1 200");
      send(idle, "GET /pa");
      assertThat(idle.getInputStream().read()).isNegative();
      send(used, "GET /page HTTP/1.1\nHost: localhost\n\n");
      assertThat(answer(used, "done")).startsWith("HTTP/1.1 200").doesNotContain("closed");
    }
  }

  /** The running request ends, new requests are refused, and no thread remains. */
  @Test
  void closingWaitsForRunningRequests() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread[] worker = new Thread[1];
    Metrics metrics = new Metrics();
    HttpFrontEnd own =
        open(
            anyPort(),
            metrics,
            line -> {},
            Endpoint.post(
                "/wait",
                request -> {
                  worker[0] = Thread.currentThread();
                  begun.countDown();
                  try {
                    end.await();
                  } catch (InterruptedException e) {
                    throw new IOException(e);
                  }
                  return Answer.text("text/plain", "waited");
                }));
    String wait = "POST /wait HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}";

    try (Socket first = connect(own);
        Socket second = connect(own)) {
      send(first, wait);
      begun.await();
      send(second, wait);
      while (!metrics.text().contains("gpchain_requests_waiting 1\n")) {
        Thread.sleep(2);
      }
      assertThat(metrics.text())
          .contains("gpchain_requests_working 1\n", "gpchain_requests_bytes 4\n")
          .contains("Requests being processed.", "Requests waiting for a worker.")
          .contains("Size of requests and responses in memory.");
      Thread closing = new Thread(own::close);
      closing.start();
      // The connection is refused, or reset if the system had already accepted it.
      assertThatThrownBy(() -> connectAgain(own)).isInstanceOf(SocketException.class);
      end.countDown();
      assertThat(answer(first, "waited")).startsWith("HTTP/1.1 200").doesNotContain("(closed)");
      assertThat(answer(second, "waited")).startsWith("HTTP/1.1 200").doesNotContain("(closed)");
      closing.join();
    }

    worker[0].join(Duration.ofSeconds(30).toMillis());
    assertThat(worker[0].isAlive()).isFalse();
  }

  private static void connectAgain(HttpFrontEnd to) throws Exception {
    while (true) {
      connect(to).close();
      Thread.sleep(2);
    }
  }

  @Test
  void failsIfTheAddressIsInUse() throws Exception {
    assertThatThrownBy(() -> open(server.address(), new Metrics(), line -> {}))
        .isInstanceOf(IOException.class);
    assertThat(ask(request("GET", "/page"))).endsWith("done");
  }

  @Test
  void checksTheLimits() {
    assertThat(limits(1, 0, 1, 1, 1)).isNotNull();
    assertThat(limits(1, 0, Integer.MAX_VALUE - 8, 1, 1)).isNotNull();
    Map<String, Runnable> bad =
        Map.of(
            "workers", () -> limits(0, 0, 1, 1, 1),
            "waiting", () -> limits(1, -1, 1, 1, 1),
            "1 to 2147483639 bytes, was 0", () -> limits(1, 0, 0, 1, 1),
            "was 2147483640", () -> limits(1, 0, Integer.MAX_VALUE - 7, 1, 1),
            "must be at least 1 s, were PT0S, PT1S", () -> limits(1, 0, 1, 0, 1),
            "must be at least 1 s, were PT1S, PT0S", () -> limits(1, 0, 1, 1, 0));
    bad.forEach(
        (why, make) ->
            assertThatThrownBy(make::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why));
  }

  private static HttpLimits limits(int workers, int waiting, long bytes, int arrival, int work) {
    TimeLimits times =
        new TimeLimits(SECOND.multipliedBy(arrival), SECOND, SECOND.multipliedBy(work));
    return new HttpLimits(workers, waiting, bytes, times);
  }
}
