package org.gpchain.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gpchain.server.http.Access.Visitor;

/** Lets requests in, reads them, has them worked on, and answers every one, whatever it is. */
final class Dispatcher extends Handler.Abstract {
  /** Attribute of a request: the path of the endpoint that answers it. */
  static final String PATH = "org.gpchain.path";

  /** Until a client must have taken its answer. */
  private static final long DELIVERY_SECONDS = 120;

  private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
  private final HttpLimits limits;
  private final Access access;
  private final WorkQueue queue;
  private final Consumer<String> log;
  private final AtomicLong held = new AtomicLong();
  private final long mostHeld;

  /**
   * @param log takes what failed
   */
  Dispatcher(
      List<Endpoint> endpoints,
      HttpLimits limits,
      Access access,
      WorkQueue queue,
      Consumer<String> log) {
    endpoints.forEach(endpoint -> this.endpoints.put(endpoint.path(), endpoint));
    this.limits = limits;
    this.access = access;
    this.queue = queue;
    this.log = log;
    this.mostHeld = Math.max(limits.bodyBytes(), Runtime.getRuntime().maxMemory() / 4);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    // Idle time-outs are for heads; what follows has limits of its own.
    request.addIdleTimeoutListener(idle -> false);
    CompletableFuture<Void> end;
    try {
      Endpoint endpoint = endpoint(request, response);
      end =
          endpoint.isWork()
              ? work(endpoint, request, response)
              : send(answer(endpoint, new ClientRequest("", new byte[0])), response);
    } catch (Refusal e) {
      end = e.send(request, response);
    }
    callback.completeWith(end);
    return true;
  }

  private Endpoint endpoint(Request request, Response response) throws Refusal {
    // CONNECT has none.
    String path = Objects.requireNonNullElse(request.getHttpURI().getDecodedPath(), "");
    Visitor visitor = access.visitor(path, request.getHeaders());
    Endpoint endpoint = endpoints.get(visitor.path());
    if (endpoint == null) {
      throw new Refusal(
          Refusal.NOT_FOUND,
          "there is nothing at this path; see " + String.join(", ", endpoints.keySet()));
    }
    request.setAttribute(PATH, endpoint.path());
    if (!visitor.known() && !endpoint.open()) {
      throw new Refusal(
          Refusal.UNAUTHORIZED,
          "the token is missing or wrong; send it as 'Authorization: Bearer …', or put"
              + " /token/… in front of the path");
    }
    if (!endpoint.takes(request.getMethod())) {
      response.getHeaders().put(HttpHeader.ALLOW, endpoint.method());
      throw new Refusal(Refusal.METHOD_NOT_ALLOWED, "this path takes " + endpoint.method());
    }
    return endpoint;
  }

  private CompletableFuture<Void> work(Endpoint endpoint, Request request, Response response) {
    Body body = new Body(request, limits.bodyBytes(), held, mostHeld);
    return body.read()
        .orTimeout(limits.arrival().toMillis(), TimeUnit.MILLISECONDS)
        .thenCompose(
            content ->
                queue.submit(() -> answer(endpoint, new ClientRequest(type(request), content))))
        .whenComplete((answer, problem) -> body.release())
        .thenCompose(answer -> send(answer, response))
        .exceptionallyCompose(problem -> refuse(cause(problem), request, response));
  }

  private static String type(Request request) {
    String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private Throwable cause(Throwable problem) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    return cause instanceof TimeoutException
        ? new Refusal(
            Refusal.TIMEOUT,
            "the request did not arrive within " + limits.arrival().toSeconds() + " s")
        : cause;
  }

  private Answer answer(Endpoint endpoint, ClientRequest request) throws Refusal {
    try {
      return endpoint.action().answer(request);
    } catch (OutOfMemoryError e) {
      logFailure(e);
      throw Refusal.busy("the request needs more memory than Java may use; send smaller documents");
    } catch (Exception | Error e) {
      if (e instanceof Refusal refusal) {
        throw refusal;
      }
      logFailure(e);
      throw new Refusal(Refusal.FAILED, "the server failed; its log says where");
    }
  }

  /** What failed, without messages: they may quote documents. */
  private void logFailure(Throwable problem) {
    StringBuilder line = new StringBuilder("failed:");
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      line.append(' ').append(cause.getClass().getName());
    }
    for (int i = 0; i < Math.min(8, problem.getStackTrace().length); i++) {
      line.append("\n  at ").append(problem.getStackTrace()[i]);
    }
    log.accept(line.toString());
  }

  private static CompletableFuture<Void> send(Answer answer, Response response) {
    return Callback.Completable.with(sent -> answer.write(response, sent))
        .orTimeout(DELIVERY_SECONDS, TimeUnit.SECONDS);
  }

  private static CompletableFuture<Void> refuse(
      Throwable problem, Request request, Response response) {
    if (response.isCommitted()) {
      return CompletableFuture.failedFuture(problem);
    }
    if (problem instanceof Refusal refusal) {
      return refusal.send(request, response);
    }
    if (problem instanceof HttpException bad) {
      return Callback.Completable.with(
          sent -> Response.writeError(request, response, sent, bad.getCode(), bad.getReason()));
    }
    // The client has gone.
    return CompletableFuture.failedFuture(problem);
  }
}
