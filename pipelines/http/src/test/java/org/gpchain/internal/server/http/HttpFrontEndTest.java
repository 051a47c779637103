package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpLimits;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpOptions;
import org.gpchain.internal.server.http.HttpFrontEnd.TimeLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests slow clients and long work, with one worker and room for one waiting request. */
class HttpFrontEndTest {
  private static final HttpLimits LIMITS =
      new HttpLimits(
          1,
          1,
          1 << 20,
          new TimeLimits(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(5)));

  private static final byte[] LARGE = new byte[1 << 26];

  private final Metrics metrics = new Metrics();
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpFrontEnd server;

  @BeforeEach
  void start() throws IOException {
    server =
        new HttpFrontEnd(
            new HttpOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new Access(null, true),
                LIMITS),
            List.of(
                Endpoint.post("/quick", request -> Answer.text("text/plain", "done")),
                Endpoint.post("/large", request -> Answer.of("text/plain", LARGE))),
            metrics,
            line -> {});
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CompletableFuture<HttpResponse<String>> post(String path) {
    return client.sendAsync(
        HttpRequest.newBuilder(URI.create("http://localhost:" + server.address().getPort() + path))
            .POST(BodyPublishers.ofString("{}"))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void clientsThatDoNotReadTheirAnswerDoNotDelayOthers() throws Exception {
    try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      slow.getOutputStream()
          .write(
              "POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(slow.getInputStream().read()).isEqualTo('H');
      assertThat(metrics.text()).contains("gpchain_requests_bytes 67108864\n");

      assertThat(post("/quick").get().body()).isEqualTo("done");
    }
  }

  /** The answers that have waited longest are given up, so that new ones can be sent. */
  @Test
  void limitsTheMemoryOfUnreadAnswers() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (long held = 0; held <= Runtime.getRuntime().maxMemory() / 4; held += 1 << 26) {
        slow.add(new Socket(InetAddress.getLoopbackAddress(), server.address().getPort()));
        Socket last = slow.get(slow.size() - 1);
        last.getOutputStream()
            .write(
                "POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
        byte[] status = last.getInputStream().readNBytes(12);
        assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
      }
      assertThat(slow.get(0).getInputStream().readAllBytes().length).isLessThan(LARGE.length);
      assertThat(post("/quick").get().body()).isEqualTo("done");
    } finally {
      for (Socket one : slow) {
        one.close();
      }
    }
  }

  /** The time must not be quadratic in the number of chunks. */
  @Test
  void readsManySmallChunksInTime() throws Exception {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      String head = "POST /quick HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
      String body = "1\r\nx\r\n".repeat(100_000) + "0\r\n\r\n";
      client.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
      byte[] status = client.getInputStream().readNBytes(12);
      assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
    }
  }
}
