package org.gpchain.internal.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gpchain.internal.core.math.Parallel;

/**
 * Routes requests to endpoints, reads their bodies, and sends an answer or a refusal for each. A
 * limited number of requests is worked on at once; others wait in the order of their arrival, and
 * the rest are refused. A worker is free again as soon as the answer is made, so a client that
 * reads its answer slowly does not delay others.
 *
 * <p>Jetty's own limits do not suffice. {@code QoSHandler} counts a request from its head until its
 * answer is taken, so slow clients would occupy the places of others. {@code SizeLimitHandler}
 * fails a chunked request that is too large, and the connection is sometimes reset before the
 * client has read the refusal. {@code Content.Source.asByteArrayAsync} needs minutes for half a
 * megabyte in chunks of one byte. Jetty 12.1 has data rates in {@code HttpConfiguration}, but
 * ignores them.
 */
final class Dispatcher extends Handler.Abstract {
  /** Attribute of a request: the path of the endpoint that answers it. */
  static final String PATH = "org.gpchain.path";

  /** Until a client must have taken its answer. */
  private static final long DELIVERY_SECONDS = 120;

  private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
  private final HttpFrontEnd.HttpLimits limits;
  private final Access access;
  private final Consumer<String> log;
  final ThreadPoolExecutor workers;
  private final AtomicLong held = new AtomicLong();
  private final long mostHeld;

  Dispatcher(
      List<Endpoint> endpoints,
      HttpFrontEnd.HttpLimits limits,
      Access access,
      Consumer<String> log) {
    endpoints.forEach(endpoint -> this.endpoints.put(endpoint.path(), endpoint));
    this.limits = limits;
    this.access = access;
    this.log = log;
    this.mostHeld = Math.max(limits.bodyBytes(), Runtime.getRuntime().maxMemory() / 4);
    this.workers =
        new ThreadPoolExecutor(
            limits.workers(),
            limits.workers(),
            1,
            TimeUnit.MINUTES,
            limits.waiting() == 0
                ? new SynchronousQueue<>()
                : new LinkedBlockingQueue<>(limits.waiting()),
            Parallel.daemons("gpchain-work"));
  }

  /** Bytes of requests that wait or are worked on, and of answers that are not taken yet. */
  long heldBytes() {
    return held.get();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    // Idle time-outs are for heads; what follows has limits of its own.
    request.addIdleTimeoutListener(idle -> false);
    CompletableFuture<Answer> made;
    try {
      Endpoint endpoint = endpoint(request, response);
      made =
          endpoint.isWork()
              ? work(endpoint, request)
              : CompletableFuture.completedFuture(
                  answer(endpoint, new ClientRequest("", "", new byte[0], () -> false)));
    } catch (Refusal e) {
      made = CompletableFuture.failedFuture(e);
    }
    callback.completeWith(
        made.thenCompose(answer -> send(answer, response))
            .exceptionallyCompose(problem -> refuse(cause(problem), request, response)));
    return true;
  }

  private Endpoint endpoint(Request request, Response response) throws Refusal {
    access.checkPage(request.getHeaders());
    // CONNECT has none.
    String path = Objects.requireNonNullElse(request.getHttpURI().getDecodedPath(), "");
    String wanted = Access.withoutToken(path);
    Endpoint endpoint = endpoints.getOrDefault(wanted, endpoints.get(Endpoint.anyBeside(wanted)));
    if (endpoint == null) {
      throw new Refusal(
          HttpStatus.NOT_FOUND_404,
          "there is nothing at this path; see " + String.join(", ", endpoints.keySet()));
    }
    request.setAttribute(PATH, endpoint.path());
    if (!endpoint.open() && !access.isAllowed(path, request.getHeaders())) {
      throw new Refusal(
          HttpStatus.UNAUTHORIZED_401,
          "the token is missing or wrong; send it as 'Authorization: Bearer …', or put"
              + " /token/… in front of the path");
    }
    if (!endpoint.takes(request.getMethod())) {
      response.getHeaders().put(HttpHeader.ALLOW, endpoint.method());
      throw new Refusal(HttpStatus.METHOD_NOT_ALLOWED_405, "this path takes " + endpoint.method());
    }
    return endpoint;
  }

  private CompletableFuture<Answer> work(Endpoint endpoint, Request request) {
    Body body = new Body();
    long seconds = limits.arrival().toSeconds();
    Refusal late =
        new Refusal(
            HttpStatus.REQUEST_TIMEOUT_408, "the request did not arrive within " + seconds + " s");
    return within(limits.arrival(), body.read(request), late)
        .thenCompose(arrived -> submitted(endpoint, request, body.toByteArray()))
        .whenComplete((answer, problem) -> body.release());
  }

  /** Ends with a refusal what has not ended in time. */
  private static <T> CompletableFuture<T> within(
      Duration limit, CompletableFuture<T> future, Refusal late) {
    return future
        .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionallyCompose(
            problem ->
                CompletableFuture.failedFuture(
                    problem instanceof TimeoutException ? late : problem));
  }

  /**
   * The body of a request, which Jetty copies as it arrives; no thread waits for it. Only bytes
   * that have arrived count as held, not the length that a request announces: a client that sends
   * nothing takes no memory away from others.
   */
  private final class Body extends ByteArrayOutputStream {
    private long counted;
    private boolean released;

    /** Reads the body; fails with a {@link Refusal} if it is too large, or if memory is full. */
    CompletableFuture<Void> read(Request request) {
      if (request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > limits.bodyBytes()) {
        return CompletableFuture.failedFuture(tooLarge());
      }
      // What is left of a refused body is still read, so a request must not fail with its copy.
      Request source =
          new Request.Wrapper(request) {
            @Override
            public void fail(Throwable problem) {}
          };
      return Callback.Completable.with(
          copied -> Content.copy(source, Content.Sink.from(this), copied));
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      if (released) {
        throw new CancellationException("the request has been answered");
      }
      if (counted + length > limits.bodyBytes()) {
        throw new CompletionException(tooLarge());
      }
      counted += length;
      if (held.addAndGet(length) > mostHeld) {
        throw new CompletionException(full());
      }
      super.write(bytes, offset, length);
    }

    private Refusal tooLarge() {
      return Refusal.tooLarge(
          "the body of a request may have "
              + limits.bodyBytes()
              + " bytes; send fewer or smaller documents");
    }

    /** Gives the memory back, and takes no more bytes. */
    synchronized void release() {
      released = true;
      held.addAndGet(-counted);
      counted = 0;
    }
  }

  /**
   * Works on a request when its turn has come; refuses it if too many wait, or it has too long, or
   * takes too long.
   */
  private CompletableFuture<Answer> submitted(Endpoint endpoint, Request request, byte[] body) {
    String type = type(request);
    String name = endpoint.nameIn(request.getHttpURI().getDecodedPath());
    CompletableFuture<Answer> result = new CompletableFuture<>();
    CompletableFuture<Void> begun = new CompletableFuture<>();
    Runnable task =
        () -> {
          begun.complete(null);
          try {
            result.complete(answer(endpoint, new ClientRequest(type, name, body, result::isDone)));
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        };
    Refusal busy =
        Refusal.busy("the server is busy with other requests; try again in a few seconds");
    try {
      workers.execute(task);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(busy);
    }
    Refusal late =
        Refusal.busy(
            "the request takes more than %d s of work; send smaller documents"
                .formatted(limits.work().toSeconds()));
    return within(limits.patience(), begun, busy)
        .exceptionallyCompose(
            problem ->
                workers.remove(task)
                    ? CompletableFuture.failedFuture(problem)
                    : CompletableFuture.completedFuture(null))
        .thenCompose(done -> within(limits.work(), result, late));
  }

  private static String type(Request request) {
    String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private static Throwable cause(Throwable problem) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    return ranOutOfMemory(cause) ? Refusal.noMemory() : cause;
  }

  /** Returns whether a failure is a lack of memory, perhaps wrapped in other exceptions. */
  static boolean ranOutOfMemory(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return true;
      }
    }
    return false;
  }

  private Answer answer(Endpoint endpoint, ClientRequest request) throws Refusal {
    try {
      return endpoint.action().answer(request);
    } catch (CancellationException e) {
      throw Refusal.busy("nobody waits for this answer any more");
    } catch (Exception | Error e) {
      if (e instanceof Refusal refusal) {
        throw refusal;
      }
      logFailure(e);
      if (ranOutOfMemory(e)) {
        throw Refusal.noMemory();
      }
      throw new Refusal(
          HttpStatus.INTERNAL_SERVER_ERROR_500,
          e instanceof FileSystemException
              ? "the server cannot read or write one of its files; its log says which"
              : "the server failed; its log says where");
    }
  }

  /** What failed, without messages, which may quote documents, but for those about files. */
  private void logFailure(Throwable problem) {
    StringBuilder line = new StringBuilder("failed:");
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      boolean isOfFile = cause instanceof FileSystemException;
      line.append(' ').append(isOfFile ? cause : cause.getClass().getName());
    }
    for (int i = 0; i < Math.min(8, problem.getStackTrace().length); i++) {
      line.append("\n  at ").append(problem.getStackTrace()[i]);
    }
    log.accept(line.toString());
  }

  private static Refusal full() {
    return Refusal.busy("the server holds other documents; try again in a few seconds");
  }

  /** An answer that is not taken yet holds memory as a request does. */
  private CompletableFuture<Void> send(Answer answer, Response response) {
    int bytes = answer.body().length;
    CompletableFuture<Void> sent =
        held.addAndGet(bytes) > mostHeld
            ? CompletableFuture.failedFuture(full())
            : Callback.Completable.with(written -> answer.write(response, written))
                .orTimeout(DELIVERY_SECONDS, TimeUnit.SECONDS);
    return sent.whenComplete((done, problem) -> held.addAndGet(-bytes));
  }

  private static CompletableFuture<Void> refuse(
      Throwable problem, Request request, Response response) {
    if (!response.isCommitted() && problem instanceof Refusal refusal) {
      return refusal.send(request, response);
    }
    if (!response.isCommitted() && problem instanceof HttpException bad) {
      return Callback.Completable.with(
          sent -> Response.writeError(request, response, sent, bad.getCode(), bad.getReason()));
    }
    // The client has gone.
    return CompletableFuture.failedFuture(problem);
  }
}
