package org.gpchain.internal.server.http;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.gpchain.internal.formats.cas.Json;

/**
 * A request that has arrived completely.
 *
 * @param type media type of the body, in lower case and without parameters, such as {@code
 *     text/plain}; empty if the request has none
 * @param name last part of the path if the endpoint's path has {@code {id}} there; otherwise empty
 * @param body body; not copied
 * @param abandoned whether the client no longer waits for an answer
 */
public record ClientRequest(String type, String name, byte[] body, BooleanSupplier abandoned) {
  /**
   * Maximum length of a text (UTF-16 code units). Finding the sentences of a text of this length
   * takes about 10 s.
   */
  private static final int MAX_LENGTH = 1 << 21;

  /**
   * Checks that the client still waits for an answer. Long loops call this method in each
   * iteration.
   *
   * @throws CancellationException if the client no longer waits
   */
  public void checkWanted() {
    if (abandoned.getAsBoolean()) {
      throw new CancellationException();
    }
  }

  /**
   * Returns the JSON object in the body.
   *
   * @throws Refusal if the body is not a JSON object; the message does not quote the body
   */
  public JsonNode json() throws Refusal, IOException {
    try {
      JsonNode tree = Json.read(new CheckedInput(new ByteArrayInputStream(body)));
      if (tree.isObject()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      throw Refusal.badRequest(problem(e.getLocation()));
    } catch (CharConversionException e) {
      throw Refusal.badRequest("this is not JSON in UTF-8");
    }
    throw Refusal.badRequest("the request is not a JSON object");
  }

  /**
   * Returns the JSON object in the body, with streams for long strings.
   *
   * @param member name of the members whose values are long strings
   * @throws Refusal if the body is not a JSON object; the message does not quote the body
   */
  public StreamedBody streamed(String member) throws Refusal, IOException {
    return StreamedBody.of(this, member);
  }

  /** Describes invalid JSON at a location, which may be null. */
  private static String problem(JsonLocation location) {
    if (location == null || location.getLineNr() < 0) {
      return "this JSON is nested too deeply, or has names or numbers that are too long";
    }
    return "this is not JSON: line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  /**
   * Returns a string member of a JSON object.
   *
   * @param place name of the object in the error message
   * @throws Refusal if the member is missing or not a string
   */
  public static String text(JsonNode object, String name, String place) throws Refusal {
    JsonNode value = object.path(name);
    if (!value.isTextual()) {
      throw Refusal.badRequest(place + " has no string '" + name + "'");
    }
    return value.asText();
  }

  /**
   * Returns the text of a document after checking its length.
   *
   * @param text the text, or null
   * @throws Refusal if the text is too long
   */
  public static String readable(String text) throws Refusal {
    if (text != null && text.length() > MAX_LENGTH) {
      throw Refusal.tooLarge(
          "a text may have at most " + MAX_LENGTH + " characters; send it in parts");
    }
    return text;
  }
}
