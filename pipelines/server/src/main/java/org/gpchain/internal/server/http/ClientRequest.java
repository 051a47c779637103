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
 * A request that has arrived.
 *
 * @param type media type of the body, in lower case and without parameters, such as {@code
 *     text/plain}; empty if the request does not say
 * @param name the last part of the path, if the path of the endpoint says {@code {id}} there
 * @param body not copied
 * @param abandoned whether nobody waits for an answer any more
 */
public record ClientRequest(String type, String name, byte[] body, BooleanSupplier abandoned) {
  /** Of characters: reading is one step, which takes some 10 s for as many, and cannot be ended. */
  private static final int LONGEST = 1 << 21;

  /**
   * Ends the work on a request that has taken too long; to be called in loops.
   *
   * @throws CancellationException if nobody waits for an answer any more
   */
  public void checkWanted() {
    if (abandoned.getAsBoolean()) {
      throw new CancellationException();
    }
  }

  /**
   * The JSON object in the body.
   *
   * @throws Refusal if there is none; it does not quote the body
   */
  public JsonNode json() throws Refusal, IOException {
    try {
      JsonNode tree = Json.read(new ByteArrayInputStream(body));
      if (tree.isObject()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      JsonLocation where = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
      throw Refusal.badRequest(
          where.getLineNr() < 0
              ? "this JSON is too deep, or has too long names or numbers"
              : "this is not JSON: line " + where.getLineNr() + ", column " + where.getColumnNr());
    } catch (CharConversionException e) {
      throw Refusal.badRequest("this is not JSON in UTF-8");
    }
    throw Refusal.badRequest("the request is not a JSON object");
  }

  /**
   * A member that is a text.
   *
   * @param place what the message calls the object
   * @throws Refusal if it is missing, or something else
   */
  public static String text(JsonNode object, String name, String place) throws Refusal {
    JsonNode value = object.path(name);
    if (!value.isTextual()) {
      throw Refusal.badRequest(place + " has no text '" + name + "'");
    }
    return value.asText();
  }

  /**
   * The text of a document, which is to be read; null for none.
   *
   * @throws Refusal if it is too long
   */
  public static String readable(String text) throws Refusal {
    if (text != null && text.length() > LONGEST) {
      throw Refusal.tooLarge("a text may have " + LONGEST + " characters; send it in parts");
    }
    return text;
  }
}
