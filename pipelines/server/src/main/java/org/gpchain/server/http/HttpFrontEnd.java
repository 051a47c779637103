package org.gpchain.server.http;

import static org.gpchain.core.text.Numbers.format;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.gpchain.server.http.Access.Visitor;
import org.gpchain.server.http.BodyReader.Body;
import org.gpchain.server.http.Routes.Route;

/**
 * An HTTP server of the JDK that answers every request, whatever it is. Threads that wait for
 * clients are many and cheap; {@link WorkSlots} limits the work. Nothing that a client has sent but
 * its path, if that is known, is logged.
 */
public final class HttpFrontEnd implements Closeable {
  private static final int CONNECTIONS = 128;
  private static final int QUEUED = 1024;
  private static final int BACKLOG = 128;
  private static final String UNKNOWN_PATH = "other";

  /** What the page may load and do: what comes from here. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " img-src 'self' data:; base-uri 'none'; form-action 'none';"
              + " frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cache-Control",
          "no-store");

  private final HttpServer server;
  private final Routes routes;
  private final Access access;
  private final Metrics metrics;
  private final Consumer<String> log;
  private final WorkSlots slots;
  private final BodyReader bodies;
  private final ExecutorService threads;
  private final ScheduledExecutorService clock;

  /**
   * A server, which is bound to its address and does not answer yet.
   *
   * @param address to listen at; port 0 for any
   * @param limits of what clients may ask
   * @param access who may ask
   * @param routes what answers; not to be changed later
   * @param metrics counts requests
   * @param log takes a line for each request
   */
  public HttpFrontEnd(
      InetSocketAddress address,
      HttpLimits limits,
      Access access,
      Routes routes,
      Metrics metrics,
      Consumer<String> log)
      throws IOException {
    this.routes = routes;
    this.access = access;
    this.metrics = metrics;
    this.log = log;
    this.slots = new WorkSlots(limits);
    this.clock = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "gpchain-clock"));
    this.bodies = new BodyReader(limits, clock);
    this.threads =
        new ThreadPoolExecutor(
            CONNECTIONS,
            CONNECTIONS,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(QUEUED),
            task -> daemon(task, "gpchain-http"));
    limitHeads(limits);
    this.server = HttpServer.create(address, BACKLOG);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    metrics.gauge("gpchain_requests_working", "Requests being worked on.", slots::working);
    metrics.gauge("gpchain_requests_waiting", "Requests that wait for that.", slots::waiting);
  }

  /**
   * The JDK's server reads heads of requests by itself, and closes connections whose request is not
   * there, or whose answer is not taken, in time. It takes these numbers once, for all servers of
   * the virtual machine; they are for what {@link BodyReader} does not see.
   */
  private static void limitHeads(HttpLimits limits) {
    long seconds = limits.arrival().toSeconds() + 1;
    setIfAbsent("sun.net.httpserver.maxReqTime", seconds);
    setIfAbsent("sun.net.httpserver.maxRspTime", seconds + 2 * limits.patience().toSeconds() + 60);
  }

  private static void setIfAbsent(String property, long value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Long.toString(value));
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** Begins to answer. */
  public void start() {
    server.start();
  }

  private void handle(HttpExchange exchange) {
    long begin = System.nanoTime();
    String path = UNKNOWN_PATH;
    int status = Refusal.FAILED;
    try (exchange) {
      Answer answer;
      try {
        Visitor visitor =
            access.visitor(exchange.getRequestURI().getPath(), exchange.getRequestHeaders());
        Route route = routes.find(visitor.path());
        path = route.path();
        answer = answer(exchange, visitor, route);
      } catch (Refusal e) {
        answer = Answer.refusal(e);
      }
      status = answer.status();
      send(exchange, answer);
    } catch (IOException e) {
      // The client has gone, or was told already that it is too late.
      status = exchange.getResponseCode() > 0 ? exchange.getResponseCode() : status;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      long nanos = System.nanoTime() - begin;
      metrics.count(path, status, nanos);
      log.accept(format("%s %s %d %.0f ms", method(exchange), path, status, nanos / 1e6));
    }
  }

  /** A word that a client chose, if it is one that is known. */
  private static String method(HttpExchange exchange) {
    String method = exchange.getRequestMethod();
    return method.matches("GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH") ? method : "OTHER";
  }

  private Answer answer(HttpExchange exchange, Visitor visitor, Route route)
      throws Refusal, IOException, InterruptedException {
    if (!visitor.known() && !route.open()) {
      throw new Refusal(
          Refusal.UNAUTHORIZED,
          "the token is missing or wrong; send it as 'Authorization: Bearer …', or put"
              + " /token/… in front of the path");
    }
    if (!route.takes(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", route.method());
      throw new Refusal(Refusal.METHOD_NOT_ALLOWED, "this path takes " + route.method());
    }
    try (Body body = bodies.read(exchange)) {
      return answer(route, new Request(route.path(), type(exchange), body.content()));
    }
  }

  private Answer answer(Route route, Request request) throws Refusal, InterruptedException {
    try {
      return route.isWork()
          ? slots.work(route.handler(), request)
          : route.handler().handle(request);
    } catch (OutOfMemoryError | StackOverflowError e) {
      return failed(e, "the request needs more memory than Java may use; send smaller documents");
    } catch (IOException e) {
      return failed(e, "the server could not read or write its files");
    } catch (RuntimeException | LinkageError | AssertionError e) {
      return failed(e, "the server failed; its log says where");
    }
  }

  private static String type(HttpExchange exchange) {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** What failed, without messages: they may quote documents. */
  private Answer failed(Throwable problem, String reason) {
    StringBuilder line = new StringBuilder("failed:");
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      line.append(' ').append(cause.getClass().getName());
    }
    for (int i = 0; i < Math.min(8, problem.getStackTrace().length); i++) {
      line.append("\n  at ").append(problem.getStackTrace()[i]);
    }
    log.accept(line.toString());
    return Answer.refusal(new Refusal(Refusal.FAILED, reason));
  }

  private void send(HttpExchange exchange, Answer answer) throws IOException {
    HEADERS.forEach(exchange.getResponseHeaders()::set);
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    boolean refused = answer.status() >= Refusal.BAD_REQUEST;
    if (refused) {
      exchange.getResponseHeaders().set("Connection", "close");
    }
    if (!answer.type().isEmpty()) {
      exchange.getResponseHeaders().set("Content-Type", answer.type());
    }
    boolean hasBody = answer.body().length > 0 && !exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.status(), hasBody ? answer.body().length : -1);
    if (hasBody) {
      exchange.getResponseBody().write(answer.body());
      exchange.getResponseBody().flush();
    }
    if (refused) {
      bodies.drain(exchange);
    }
  }

  /** Stops to answer; requests that are under way have a few seconds to end. */
  @Override
  public void close() {
    server.stop(slots.working() + slots.waiting() == 0 ? 0 : 5);
    threads.shutdownNow();
    clock.shutdownNow();
  }
}
