package org.gpchain.internal.server.http;

import java.io.OutputStream;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.internal.core.math.WorkCheck;

/**
 * Routes requests to endpoints, reads their bodies, and sends an answer or a refusal for each. A
 * limited number of requests is worked on at once; others wait until it is their client's turn, and
 * the rest are refused. Large requests have workers of their own, so they do not delay small ones.
 * A worker is free again as soon as the answer is made, so a client that reads its answer slowly
 * does not delay others.
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

  /** Time within which a client must have read its answer (seconds). */
  private static final long DELIVERY_SECONDS = 120;

  /** Maximum number of stack frames of a failure in the log. */
  private static final int MAX_FRAMES = 8;

  private static final String NOT_WANTED = "the client has closed the connection";

  private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
  private final HttpFrontEnd.HttpLimits limits;
  private final Access access;
  private final ConnectionWatch connections;
  private final Consumer<String> log;
  private final FairWorkers smallWorkers;
  private final FairWorkers largeWorkers;
  private final HeldMemory held;
  private final MemoryShortage shortage = new MemoryShortage();

  /**
   * Creates a dispatcher.
   *
   * @param connections watch that records when requests begin and end
   */
  Dispatcher(
      List<Endpoint> endpoints,
      HttpFrontEnd.HttpLimits limits,
      Access access,
      ConnectionWatch connections,
      Consumer<String> log) {
    for (Endpoint endpoint : endpoints) {
      this.endpoints.put(endpoint.path(), endpoint);
    }
    this.limits = limits;
    this.access = access;
    this.connections = connections;
    this.log = log;
    // The largest body must fit without the part that is reserved for small requests.
    long maxHeldBytes =
        Math.max(limits.bodyBytes() + limits.bodyBytes() / 4, Runtime.getRuntime().maxMemory() / 4);
    this.held = new HeldMemory(maxHeldBytes, System::nanoTime);
    this.smallWorkers = new FairWorkers("gpchain-work", limits.workers(), limits.waiting());
    int largeCount = (limits.workers() + 1) / 2;
    this.largeWorkers = new FairWorkers("gpchain-large", largeCount, limits.waiting());
  }

  /** Returns the number of requests that are being worked on. */
  int working() {
    return smallWorkers.running() + largeWorkers.running();
  }

  /** Returns the number of requests that wait for a worker. */
  int waiting() {
    return smallWorkers.waiting() + largeWorkers.waiting();
  }

  /** Ends the work. Requests that wait are dropped. */
  void shutdownNow() {
    smallWorkers.shutdownNow();
    largeWorkers.shutdownNow();
  }

  /**
   * Returns the memory of requests that wait or are being answered, and of answers that the clients
   * have not read yet (bytes).
   */
  long heldBytes() {
    return held.bytes();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    // The idle timeout applies to request heads; bodies and answers have their own limits.
    request.addIdleTimeoutListener(idle -> false);
    Connection connection = request.getConnectionMetaData().getConnection();
    connections.begin(connection, request);
    Request.addCompletionListener(request, problem -> connections.end(connection, request));

    CompletableFuture<Answer> answer;
    try {
      Endpoint endpoint = endpoint(request, response);
      if (endpoint.isWork()) {
        answer = work(endpoint, request);
      } else {
        ClientRequest empty = new ClientRequest("", "", new byte[0], () -> false);
        answer = CompletableFuture.completedFuture(answer(endpoint, empty));
      }
    } catch (Refusal e) {
      answer = CompletableFuture.failedFuture(e);
    }

    CompletableFuture<Void> sent =
        answer
            .thenCompose(made -> send(made, request, response))
            .exceptionallyCompose(problem -> refuse(cause(problem), request, response));
    callback.completeWith(sent);
    return true;
  }

  /**
   * Returns the endpoint for a request.
   *
   * @throws Refusal if there is none, or if the client may not use it or uses another method
   */
  private Endpoint endpoint(Request request, Response response) throws Refusal {
    access.checkPage(request.getHeaders());
    // Requests with the method CONNECT have no path.
    String path = Objects.requireNonNullElse(request.getHttpURI().getDecodedPath(), "");
    String requested = Access.withoutToken(path);
    Endpoint endpoint =
        endpoints.getOrDefault(requested, endpoints.get(Endpoint.withAnyName(requested)));
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
      throw new Refusal(
          HttpStatus.METHOD_NOT_ALLOWED_405, "this path accepts " + endpoint.method());
    }

    return endpoint;
  }

  /** Reads the body of a request and answers it when a worker is free. */
  private CompletableFuture<Answer> work(Endpoint endpoint, Request request) {
    CompletableFuture<Void> whole = new CompletableFuture<>();
    Body body = new Body(Request.getRemoteAddr(request), whole);
    MemoryShortage.Period arrival = shortage.begin();
    body.read(request);
    return within(limits.times().arrival(), whole, () -> late(arrival))
        .thenCompose(arrived -> submitted(endpoint, request, body.take()))
        .whenComplete((answer, problem) -> body.release());
  }

  /**
   * Returns the refusal of a request that has not arrived in time. If memory was short meanwhile,
   * the server was slow, not the client.
   */
  private Refusal late(MemoryShortage.Period arrival) {
    if (arrival.wasShort()) {
      return HeldMemory.full();
    }
    long seconds = limits.times().arrival().toSeconds();
    return new Refusal(
        HttpStatus.REQUEST_TIMEOUT_408, "the request did not arrive within " + seconds + " s");
  }

  /** Returns a future that fails with a refusal unless another future completes in time. */
  private static <T> CompletableFuture<T> within(
      Duration limit, CompletableFuture<T> future, Supplier<Refusal> late) {
    return future
        .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionallyCompose(
            problem -> CompletableFuture.failedFuture(isTimeout(problem) ? late.get() : problem));
  }

  private static boolean isTimeout(Throwable problem) {
    return problem instanceof TimeoutException;
  }

  /**
   * The body of a request. Jetty copies it as it arrives, and no thread waits for it. Only bytes
   * that have arrived count as held, not the announced length: a client that announces a long body
   * but sends nothing takes no memory away from others.
   */
  private final class Body extends OutputStream {
    private final CompletableFuture<Void> whole;
    private final HeldMemory.Holding holding;
    private final ByteBlocks bytes = new ByteBlocks();
    private long counted;
    private boolean released;

    /**
     * Creates an empty body.
     *
     * @param whole completed when the body has arrived; fails with a {@link Refusal} if the body is
     *     too large or if memory is short
     */
    Body(String client, CompletableFuture<Void> whole) {
      this.whole = whole;
      this.holding = held.open(client, () -> whole.completeExceptionally(HeldMemory.full()));
    }

    /** Starts to read the body. */
    void read(Request request) {
      if (request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > limits.bodyBytes()) {
        whole.completeExceptionally(tooLarge());
        return;
      }
      // The rest of a refused body is still read, so the request must not fail with this copy.
      Request source =
          new Request.Wrapper(request) {
            @Override
            public void fail(Throwable problem) {}
          };
      Callback copied = Callback.from(() -> whole.complete(null), whole::completeExceptionally);
      Content.copy(source, Content.Sink.from(this), copied);
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] arrived, int offset, int length) {
      // Outside of the lock, because it may give up other bodies.
      holding.add(length);
      append(arrived, offset, length);
    }

    private synchronized void append(byte[] arrived, int offset, int length) {
      if (released) {
        throw new CancellationException("the request has been answered");
      }
      counted += length;
      if (counted > limits.bodyBytes()) {
        throw new CompletionException(tooLarge());
      }
      bytes.write(arrived, offset, length);
    }

    /** Returns the bytes of the body, which has arrived completely. */
    synchronized byte[] take() {
      holding.keep();
      return bytes.take();
    }

    private Refusal tooLarge() {
      return Refusal.tooLarge(
          "the body of a request may have at most "
              + limits.bodyBytes()
              + " bytes; send fewer or smaller documents");
    }

    /** Releases the memory. Bytes that arrive later are rejected. */
    synchronized void release() {
      released = true;
      bytes.clear();
      holding.release();
    }
  }

  /**
   * Answers a request as soon as a worker is free. Refuses it if too many requests wait, if it
   * waits too long, or if the work takes too long.
   */
  private CompletableFuture<Answer> submitted(Endpoint endpoint, Request request, byte[] body) {
    CompletableFuture<Answer> result = new CompletableFuture<>();
    CompletableFuture<Void> begun = new CompletableFuture<>();
    String name = endpoint.nameIn(request.getHttpURI().getDecodedPath());
    ClientRequest arrived = new ClientRequest(type(request), name, body, result::isDone);
    Refusal busy =
        Refusal.busy("the server is busy with other requests; try again in a few seconds");
    FairWorkers.Task task =
        new FairWorkers.Task(
            Request.getRemoteAddr(request),
            RequestUser.in(body),
            () -> complete(result, begun, endpoint, arrived),
            () -> displace(result, begun, busy));
    FairWorkers workers = body.length > HeldMemory.SMALL ? largeWorkers : smallWorkers;
    workers.execute(task);

    long seconds = limits.times().work().toSeconds();
    Refusal late =
        Refusal.busy(
            "processing the request takes more than %d s; send smaller documents"
                .formatted(seconds));
    return within(limits.times().patience(), begun, () -> busy)
        .exceptionallyCompose(problem -> failUnlessBegun(workers, task, problem))
        .thenCompose(done -> within(limits.times().work(), result, () -> late));
  }

  /** Refuses a request that other requests have displaced, and completes the futures. */
  private static void displace(
      CompletableFuture<Answer> result, CompletableFuture<Void> begun, Refusal busy) {
    result.completeExceptionally(busy);
    begun.complete(null);
  }

  /** Answers a request and completes the futures. */
  private void complete(
      CompletableFuture<Answer> result,
      CompletableFuture<Void> begun,
      Endpoint endpoint,
      ClientRequest request) {
    begun.complete(null);
    try {
      result.complete(answer(endpoint, request));
    } catch (Throwable e) {
      result.completeExceptionally(e);
    }
  }

  /** Removes a task from the queue and fails, unless a worker has just begun it. */
  private static CompletableFuture<Void> failUnlessBegun(
      FairWorkers workers, FairWorkers.Task task, Throwable problem) {
    if (workers.remove(task)) {
      return CompletableFuture.failedFuture(problem);
    }
    return CompletableFuture.completedFuture(null);
  }

  /** Returns the media type of a request in lower case and without parameters. */
  private static String type(Request request) {
    String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    if (type == null) {
      return "";
    }
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private Throwable cause(Throwable problem) {
    Throwable cause = problem;
    if (problem instanceof CompletionException) {
      cause = problem.getCause();
    }
    if (ranOutOfMemory(cause)) {
      shortage.addError();
      return Refusal.noMemory();
    }
    return cause;
  }

  /** Returns whether an exception or one of its causes is an {@link OutOfMemoryError}. */
  static boolean ranOutOfMemory(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return true;
      }
    }
    return false;
  }

  private Answer answer(Endpoint endpoint, ClientRequest request) throws Refusal {
    WorkCheck.set(request::checkWanted);
    try {
      return endpoint.action().answer(request);
    } catch (CancellationException e) {
      throw Refusal.busy(NOT_WANTED);
    } catch (Exception | Error e) {
      if (e instanceof Refusal refusal) {
        throw refusal;
      }
      if (request.abandoned().getAsBoolean()) {
        // Engines wrap the exception that ends the work in their own ones.
        throw Refusal.busy(NOT_WANTED);
      }
      logFailure(e);
      if (ranOutOfMemory(e)) {
        shortage.addError();
        throw Refusal.noMemory();
      }
      if (e instanceof EncoderException) {
        throw Refusal.unusable(e.getMessage());
      }
      String reason = "the server failed; see the log of the server";
      if (e instanceof FileSystemException) {
        reason = "the server cannot read or write one of its files; see the log of the server";
      }
      throw new Refusal(HttpStatus.INTERNAL_SERVER_ERROR_500, reason);
    } finally {
      WorkCheck.clear();
    }
  }

  /**
   * Logs the classes of a failure and its causes, with the first stack frames. Messages may quote
   * documents, so only messages about files are logged.
   */
  private void logFailure(Throwable problem) {
    StringBuilder line = new StringBuilder("failed:");
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileSystemException) {
        line.append(' ').append(cause);
      } else {
        line.append(' ').append(cause.getClass().getName());
      }
    }

    StackTraceElement[] frames = problem.getStackTrace();
    for (int i = 0; i < Math.min(MAX_FRAMES, frames.length); i++) {
      line.append("\n  at ").append(frames[i]);
    }
    log.accept(line.toString());
  }

  /** Sends an answer. Until the client has read it, it counts as held memory. */
  private CompletableFuture<Void> send(Answer answer, Request request, Response response) {
    CompletableFuture<Void> sent = new CompletableFuture<>();
    HeldMemory.Holding holding =
        held.open(
            Request.getRemoteAddr(request), () -> sent.completeExceptionally(HeldMemory.full()));
    try {
      holding.add(answer.body().length);
      Callback written = Callback.from(() -> sent.complete(null), sent::completeExceptionally);
      answer.write(response, written);
    } catch (CompletionException e) {
      sent.completeExceptionally(e.getCause());
    } catch (RuntimeException | Error e) {
      holding.release();
      throw e;
    }
    return sent.orTimeout(DELIVERY_SECONDS, TimeUnit.SECONDS)
        .whenComplete((done, problem) -> holding.release());
  }

  /** Sends the error message of a request that failed. */
  private static CompletableFuture<Void> refuse(
      Throwable problem, Request request, Response response) {
    if (!response.isCommitted() && problem instanceof Refusal refusal) {
      return refusal.send(request, response);
    }
    if (!response.isCommitted() && problem instanceof HttpException bad) {
      return Callback.Completable.with(
          sent -> Response.writeError(request, response, sent, bad.getCode(), bad.getReason()));
    }
    // The client has closed the connection.
    return CompletableFuture.failedFuture(problem);
  }
}
