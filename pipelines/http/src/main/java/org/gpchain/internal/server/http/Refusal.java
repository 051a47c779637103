package org.gpchain.internal.server.http;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gpchain.internal.corpora.InputException;

/** An error that the client receives: an HTTP status and the reason. */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  /** Maximum time for reading the rest of a refused request (seconds). */
  private static final long LINGER_SECONDS = 5;

  private final int status;

  Refusal(int status, String reason) {
    super(InputException.oneLine(reason));
    this.status = status;
  }

  /** Returns a refusal of a request that is not valid JSON or has missing or invalid members. */
  public static Refusal badRequest(String reason) {
    return new Refusal(HttpStatus.BAD_REQUEST_400, reason);
  }

  /** Returns a refusal of a valid request whose content the server cannot use. */
  public static Refusal unusable(String reason) {
    return new Refusal(HttpStatus.UNPROCESSABLE_ENTITY_422, reason);
  }

  /** Returns a refusal of a request that exceeds a size limit. */
  public static Refusal tooLarge(String reason) {
    return new Refusal(HttpStatus.PAYLOAD_TOO_LARGE_413, reason);
  }

  /** Returns a refusal of a request that the client may repeat later. */
  public static Refusal tooMany(String reason) {
    return new Refusal(HttpStatus.TOO_MANY_REQUESTS_429, reason);
  }

  /** Returns a refusal of a request for which the server has no capacity now. */
  public static Refusal busy(String reason) {
    return new Refusal(HttpStatus.SERVICE_UNAVAILABLE_503, reason);
  }

  static Refusal noMemory() {
    return busy("the request needs more memory than Java may use; send smaller documents");
  }

  /**
   * Sends the reason as the member {@code error} of a JSON object. Then reads the rest of the
   * request for a few seconds: if the server closed the connection at once, the connection would be
   * reset, and the client might not receive the answer.
   */
  CompletableFuture<Void> send(Request request, Response response) {
    HttpFields.Mutable headers = response.getHeaders();
    headers.put(HttpHeader.CONNECTION, "close");
    switch (status) {
      case HttpStatus.UNAUTHORIZED_401 -> headers.put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
      case HttpStatus.SERVICE_UNAVAILABLE_503, HttpStatus.TOO_MANY_REQUESTS_429 ->
          headers.put(HttpHeader.RETRY_AFTER, "5");
      default -> {}
    }

    Answer answer = Answer.json(status, Map.of("error", getMessage()));
    CompletableFuture<Void> sent =
        Callback.Completable.with(written -> answer.write(response, written));
    if (status != HttpStatus.REQUEST_TIMEOUT_408) {
      sent = sent.thenCompose(done -> readRest(request));
    }
    return sent.completeOnTimeout(null, LINGER_SECONDS, TimeUnit.SECONDS);
  }

  private static CompletableFuture<Void> readRest(Request request) {
    Request unwrapped = Request.unWrap(request);
    return Callback.Completable.with(end -> Content.Source.consumeAll(unwrapped, end));
  }
}
