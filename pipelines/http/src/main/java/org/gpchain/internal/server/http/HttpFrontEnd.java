package org.gpchain.internal.server.http;

import static org.gpchain.core.text.Numbers.format;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.gpchain.internal.core.math.Checks;

/**
 * An HTTP server: Jetty with limits on connections, requests and memory. Jetty's few threads never
 * wait for clients; {@link Dispatcher} limits the work. The log contains the method and path of a
 * request, if they are known ones, and nothing else that a client has sent.
 */
public final class HttpFrontEnd implements Closeable {
  /** Number of Jetty's threads, which transfer bytes. Workers answer the requests. */
  private static final int THREADS = 16;

  /** Maximum number of open connections. */
  private static final int MAX_CONNECTIONS = 10_000;

  /** Number of further connections that are open while others are being closed for them. */
  private static final int SPARE_CONNECTIONS = 256;

  /** Time between two checks for late request heads (milliseconds). */
  private static final long WATCH_MILLIS = 250;

  /** Maximum number of connections that wait to be accepted. */
  private static final int BACKLOG = 1024;

  /** Time after which an idle connection is closed (milliseconds). */
  private static final long IDLE_MILLIS = 30_000;

  /** Time that running requests have to end when the server stops (milliseconds). */
  private static final long STOP_MILLIS = 5_000;

  /** Path of requests without an endpoint in log and metrics. */
  private static final String UNKNOWN_PATH = "other";

  /** Methods that appear in the log. */
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH");

  private final Server server;
  private final ServerConnector connector;
  private final InetSocketAddress address;
  private final ConnectionWatch connections;
  private final Dispatcher dispatcher;
  private final Metrics metrics;
  private final Consumer<String> log;

  /**
   * Limits on requests.
   *
   * @param workers maximum number of requests that are worked on at once
   * @param waiting maximum number of further requests that wait for a worker; more are refused
   * @param bodyBytes maximum size of the body of a request (bytes)
   * @param times time limits of a request
   */
  public record HttpLimits(int workers, int waiting, long bodyBytes, TimeLimits times) {
    /** Checks the ranges. */
    public HttpLimits {
      Checks.atLeast("workers", workers, 1);
      Checks.atLeast("waiting", waiting, 0);
      if (!(bodyBytes >= 1 && bodyBytes <= Integer.MAX_VALUE - 8)) {
        throw new IllegalArgumentException(
            "a body may have 1 to " + (Integer.MAX_VALUE - 8) + " bytes, was " + bodyBytes);
      }
    }
  }

  /**
   * Time limits of a request.
   *
   * @param arrival time within which a request must have arrived as a whole
   * @param patience time that a request waits for a worker before it is refused
   * @param work time after which the work on a request is given up
   */
  public record TimeLimits(Duration arrival, Duration patience, Duration work) {
    /** Checks the ranges. */
    public TimeLimits {
      if (arrival.toSeconds() < 1 || work.toSeconds() < 1) {
        throw new IllegalArgumentException(
            "the time limits for the arrival and the work must be at least 1 s, were "
                + arrival
                + ", "
                + work);
      }
    }
  }

  /**
   * Address, access control and limits of a server.
   *
   * @param address address to listen at; port 0 for any free port
   * @param access access control
   * @param limits limits on requests
   */
  public record HttpOptions(InetSocketAddress address, Access access, HttpLimits limits) {}

  /**
   * Starts a server that answers requests until it is closed.
   *
   * @param endpoints paths and their actions
   * @param metrics receives counts and durations of requests
   * @param log receives a line for each request
   * @throws IOException if the address is in use
   */
  public HttpFrontEnd(
      HttpOptions options, List<Endpoint> endpoints, Metrics metrics, Consumer<String> log)
      throws IOException {
    HttpLimits limits = options.limits();
    this.metrics = metrics;
    this.log = log;
    this.connections = new ConnectionWatch(MAX_CONNECTIONS, limits.times().arrival().toMillis());
    this.dispatcher = new Dispatcher(endpoints, limits, options.access(), connections, log);
    addGauges();

    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("gpchain-http");
    threads.setDaemon(true);
    this.server = new Server(threads);

    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    this.connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setIdleTimeout(IDLE_MILLIS);
    connector.addBean(connections);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS + SPARE_CONNECTIONS, connector));

    server.setErrorHandler(new RefusalErrorHandler());
    server.setRequestLog(this::count);
    server.setStopTimeout(STOP_MILLIS);
    server.setHandler(new GracefulHandler(dispatcher));
    this.address = start(options.address());
  }

  private void addGauges() {
    metrics.gauge("gpchain_requests_working", "Requests being processed.", dispatcher::working);
    metrics.gauge(
        "gpchain_requests_waiting", "Requests waiting for a worker.", dispatcher::waiting);
    metrics.gauge(
        "gpchain_requests_bytes",
        "Size of requests and responses in memory.",
        dispatcher::heldBytes);
  }

  /** Opens the port and starts Jetty. Returns the address with the actual port. */
  private InetSocketAddress start(InetSocketAddress address) throws IOException {
    try {
      ServerSocketChannel channel = ServerSocketChannel.open().bind(address, BACKLOG);
      connector.open(channel);
      server.start();
      watchConnections();
      return (InetSocketAddress) channel.getLocalAddress();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    } catch (Exception e) {
      close();
      throw new IOException(e);
    }
  }

  /** Closes connections with late request heads, now and after each interval. */
  private void watchConnections() {
    connections.closeLate();
    if (server.isRunning()) {
      connector
          .getScheduler()
          .schedule(this::watchConnections, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Returns the address that the server listens at, with the actual port. */
  public InetSocketAddress address() {
    return address;
  }

  /** Counts and logs a request after it was answered or refused. */
  private void count(Request request, Response response) {
    String path =
        Objects.requireNonNullElse((String) request.getAttribute(Dispatcher.PATH), UNKNOWN_PATH);
    String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "OTHER";
    long nanos = NanoTime.since(request.getHeadersNanoTime());
    metrics.count(path, response.getStatus(), nanos);
    log.accept(format("%s %s %d %.0f ms", method, path, response.getStatus(), nanos / 1e6));
  }

  /** Sends errors that Jetty detects in the same form as refusals. */
  private static final class RefusalErrorHandler extends ErrorHandler {
    @Override
    public boolean errorPageForMethod(String method) {
      return true;
    }

    @Override
    protected void generateResponse(
        Request request,
        Response response,
        int status,
        String message,
        Throwable cause,
        Callback callback) {
      callback.completeWith(refusal(status, message, cause).send(request, response));
    }

    private static Refusal refusal(int status, String message, Throwable cause) {
      if (Dispatcher.ranOutOfMemory(cause)) {
        return Refusal.noMemory();
      }
      return switch (status) {
        case HttpStatus.INTERNAL_SERVER_ERROR_500 -> new Refusal(status, "the server failed");
        case HttpStatus.SERVICE_UNAVAILABLE_503 -> Refusal.busy("the server is shutting down");
        default -> new Refusal(status, "this is not valid HTTP: " + message);
      };
    }
  }

  /** Stops the server. Requests that are being answered have a few seconds to end. */
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      log.accept("failed to stop: " + e.getClass().getName());
    }
    dispatcher.shutdownNow();
  }
}
