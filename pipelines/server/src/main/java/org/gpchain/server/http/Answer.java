package org.gpchain.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * An answer.
 *
 * @param status of HTTP
 * @param type what the body is
 * @param body not copied; empty for none
 * @param headers further ones
 */
public record Answer(int status, String type, byte[] body, Map<String, String> headers) {
  private static final String JSON = "application/json; charset=utf-8";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Copies the headers. */
  public Answer {
    headers = Map.copyOf(headers);
  }

  /** A body. */
  public static Answer of(String type, byte[] body) {
    return new Answer(200, type, body, Map.of());
  }

  /** A text. */
  public static Answer text(String type, String body) {
    return of(type + "; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A value as JSON.
   *
   * @param value maps, lists, strings, numbers, records, or a tree of Jackson's
   */
  public static Answer json(Object value) {
    return json(200, value);
  }

  /** An answer without a body. */
  public static Answer empty() {
    return new Answer(204, "", new byte[0], Map.of());
  }

  /** A refusal: its reason as the member {@code error} of an object. */
  static Answer refusal(Refusal refusal) {
    Answer answer = json(refusal.status(), Map.of("error", refusal.getMessage()));
    return switch (refusal.status()) {
      case Refusal.UNAUTHORIZED -> answer.with("WWW-Authenticate", "Bearer");
      case Refusal.BUSY, Refusal.TOO_MANY -> answer.with("Retry-After", "5");
      default -> answer;
    };
  }

  private static Answer json(int status, Object value) {
    try {
      return new Answer(status, JSON, MAPPER.writeValueAsBytes(value), Map.of());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** This answer with one more header. */
  public Answer with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new Answer(status, type, body, more);
  }
}
