package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpLimits;
import org.gpchain.internal.server.http.HttpFrontEnd.TimeLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which connections are closed, over sockets. */
class ConnectionWatchTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private Server server;
  private ServerConnector connector;
  private Dispatcher dispatcher;
  private ConnectionWatch watch;

  private void start(int maxConnections, long headMillis) throws Exception {
    watch = new ConnectionWatch(maxConnections, headMillis);
    dispatcher =
        new Dispatcher(
            List.of(Endpoint.get("/page", request -> Answer.text("text/plain", "done"))),
            new HttpLimits(1, 1, 100, new TimeLimits(LONG, LONG, LONG)),
            new Access(null, true),
            watch,
            line -> {});
    server = new Server();
    connector = new ServerConnector(server);
    connector.setHost("localhost");
    connector.addBean(watch);
    server.addConnector(connector);
    server.setHandler(dispatcher);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    dispatcher.shutdownNow();
    server.stop();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getByName("localhost"), connector.getLocalPort());
    socket.setSoTimeout((int) LONG.toMillis());
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends a request over a connection, which stays open, and reads the answer. */
  private static void assertAnswers(Socket socket) throws IOException {
    send(socket, "GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n");
    StringBuilder answer = new StringBuilder();
    while (!answer.toString().endsWith("\r\n\r\ndone")) {
      int b = socket.getInputStream().read();
      assertThat(b).as(answer.toString()).isNotNegative();
      answer.append((char) b);
    }
  }

  @Test
  void closesTheIdlestConnectionIfThereAreTooMany() throws Exception {
    start(2, LONG.toMillis());
    try (Socket first = connect();
        Socket second = connect()) {
      assertAnswers(first);
      assertAnswers(second);
      assertAnswers(first);
      try (Socket third = connect()) {
        assertAnswers(third);
        assertThat(second.getInputStream().read()).isNegative();
        assertAnswers(first);
        assertAnswers(third);
      }
    }
  }

  /** A connection that sends nothing between two requests is left to Jetty's idle timeout. */
  @Test
  void closesAKeptConnectionWhoseNextHeadIsLate() throws Exception {
    start(9, 50);
    try (Socket dripping = connect();
        Socket idle = connect()) {
      assertAnswers(dripping);
      assertAnswers(idle);
      send(dripping, "GET /page HTTP/1.1\r\n");
      dripping.setSoTimeout(5);
      while (!isClosed(dripping)) {
        watch.closeLate();
      }
      assertAnswers(idle);
    }
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }
}
