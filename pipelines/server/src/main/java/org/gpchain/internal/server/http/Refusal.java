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

/** A request that is not served: the HTTP status, and the reason for the client. */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private static final long LINGER_SECONDS = 5;

  private final int status;

  Refusal(int status, String reason) {
    super(InputException.oneLine(reason));
    this.status = status;
  }

  /** The request is no sound JSON, or lacks something. */
  public static Refusal badRequest(String reason) {
    return new Refusal(HttpStatus.BAD_REQUEST_400, reason);
  }

  /** The request is sound, but what it holds or asks for cannot be used. */
  public static Refusal unusable(String reason) {
    return new Refusal(HttpStatus.UNPROCESSABLE_ENTITY_422, reason);
  }

  public static Refusal tooLarge(String reason) {
    return new Refusal(HttpStatus.PAYLOAD_TOO_LARGE_413, reason);
  }

  public static Refusal tooMany(String reason) {
    return new Refusal(HttpStatus.TOO_MANY_REQUESTS_429, reason);
  }

  public static Refusal busy(String reason) {
    return new Refusal(HttpStatus.SERVICE_UNAVAILABLE_503, reason);
  }

  static Refusal noMemory() {
    return busy("the request needs more memory than Java may use; send smaller documents");
  }

  /**
   * Tells the client, as the member {@code error} of a JSON object. What is left of a large body is
   * read away for a while: a connection that is closed before is reset, and the answer is lost.
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
      sent =
          sent.thenCompose(
              done ->
                  Callback.Completable.with(
                      end -> Content.Source.consumeAll(Request.unWrap(request), end)));
    }
    return sent.completeOnTimeout(null, LINGER_SECONDS, TimeUnit.SECONDS);
  }
}
