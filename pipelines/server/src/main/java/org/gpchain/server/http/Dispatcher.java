package org.gpchain.server.http;

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
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.gpchain.core.math.Parallel;

/**
 * Lets requests in, reads them, has them worked on, and answers every one, whatever it is. Some are
 * worked on at once, some wait in the order in which they came, and the others are refused. A
 * request leaves its thread when its answer is made: who is slow to take it holds nobody back.
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
    Body body = new Body(request);
    long seconds = limits.arrival().toSeconds();
    Refusal late =
        new Refusal(
            HttpStatus.REQUEST_TIMEOUT_408, "the request did not arrive within " + seconds + " s");
    return within(limits.arrival(), body.read(), late)
        .thenCompose(content -> submitted(endpoint, request, content))
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
   * The body of a request as it arrives. No thread waits for it. What has arrived of all bodies
   * counts, not what they say that they will be: who sends nothing holds nobody back.
   */
  private final class Body implements Runnable {
    private final Request request;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream arrived = new ByteArrayOutputStream();
    private long counted;

    Body(Request request) {
      this.request = request;
    }

    /**
     * Begins to read; ends with a {@link Refusal} if it is too large, or memory is full of others.
     */
    CompletableFuture<byte[]> read() {
      if (request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > limits.bodyBytes()) {
        whole.completeExceptionally(tooLarge());
      }
      run();
      return whole;
    }

    /** Takes what is there, and is called again when there is more. */
    @Override
    public synchronized void run() {
      try {
        while (!whole.isDone()) {
          Content.Chunk chunk = request.read();
          if (chunk == null) {
            request.demand(this);
            return;
          }
          take(chunk);
        }
      } catch (OutOfMemoryError e) {
        whole.completeExceptionally(full());
      } catch (RuntimeException e) {
        whole.completeExceptionally(e);
      }
    }

    private void take(Content.Chunk chunk) {
      if (Content.Chunk.isFailure(chunk)) {
        whole.completeExceptionally(chunk.getFailure());
        return;
      }
      int count = chunk.remaining();
      counted += count;
      if (counted > limits.bodyBytes()) {
        counted -= count;
        whole.completeExceptionally(tooLarge());
      } else if (held.addAndGet(count) > mostHeld) {
        whole.completeExceptionally(full());
      } else {
        arrived.writeBytes(BufferUtil.toArray(chunk.getByteBuffer()));
      }
      chunk.release();
      if (chunk.isLast()) {
        whole.complete(arrived.toByteArray());
      }
    }

    private Refusal tooLarge() {
      return Refusal.tooLarge(
          "the body of a request may have "
              + limits.bodyBytes()
              + " bytes; send fewer or smaller documents");
    }

    /** Gives its memory back, when no more is taken. */
    synchronized void release() {
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
    return cause instanceof OutOfMemoryError ? Refusal.noMemory() : cause;
  }

  private Answer answer(Endpoint endpoint, ClientRequest request) throws Refusal {
    try {
      return endpoint.action().answer(request);
    } catch (OutOfMemoryError e) {
      logFailure(e);
      throw Refusal.noMemory();
    } catch (CancellationException e) {
      throw Refusal.busy("nobody waits for this answer any more");
    } catch (Exception | Error e) {
      if (e instanceof Refusal refusal) {
        throw refusal;
      }
      logFailure(e);
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
