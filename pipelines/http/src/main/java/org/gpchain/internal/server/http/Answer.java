package org.gpchain.internal.server.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * A response to a request.
 *
 * @param status HTTP status code
 * @param type media type of the body; empty if there is no body
 * @param body body; not copied. Empty for none.
 * @param headers additional headers
 */
public record Answer(int status, String type, byte[] body, Map<String, String> headers) {
  private static final String JSON = "application/json; charset=utf-8";

  /** Headers of all responses: pages may load and send data only from and to this server. */
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

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Returns a response with status 200. */
  public static Answer of(String type, byte[] body) {
    return new Answer(200, type, body, Map.of());
  }

  /** Returns a response with status 200 and a text, encoded as UTF-8. */
  public static Answer text(String type, String body) {
    return of(type + "; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns a response with status 200 and a value as JSON.
   *
   * @param value maps, lists, strings, numbers, records or a tree of Jackson
   */
  public static Answer json(Object value) {
    return json(200, value);
  }

  /**
   * Returns a response with status 200 and a body in JSON.
   *
   * @param json the body; not copied
   */
  static Answer ofJson(byte[] json) {
    return new Answer(200, JSON, json, Map.of());
  }

  /** Returns a response with a value as JSON. */
  public static Answer json(int status, Object value) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try {
      MAPPER.writeValue(new CheckedOutput(body), value);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return new Answer(status, JSON, body.toByteArray(), Map.of());
  }

  /**
   * Sends the response.
   *
   * @param written called when the response has been sent, or if sending fails
   */
  void write(Response response, Callback written) {
    HttpFields.Mutable fields = response.getHeaders();
    HEADERS.forEach(fields::put);
    headers.forEach(fields::put);
    if (!type.isEmpty()) {
      fields.put(HttpHeader.CONTENT_TYPE, type);
    }
    if (status != 204) {
      fields.put(HttpHeader.CONTENT_LENGTH, body.length);
    }

    response.setStatus(status);
    response.write(true, ByteBuffer.wrap(body), written);
  }
}
