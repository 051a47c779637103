package org.gpchain.internal.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The JSON body of a request with documents that are long strings. The strings stay in the body and
 * are read as streams, so that they are in memory only once.
 *
 * @param tree the JSON object. The value of each string member that was streamed is the index of
 *     the string in {@code strings}.
 * @param strings ranges of the streamed strings in the body, without their quotes, by index
 * @param body the body; not copied
 */
public record StreamedBody(JsonNode tree, Map<String, Range> strings, byte[] body) {
  /**
   * A range of the body.
   *
   * @param begin index of the first byte
   * @param end index after the last byte
   */
  private record Range(int begin, int end) {}

  /**
   * Parses the body of a request.
   *
   * @param member name of the members whose values are streamed
   * @throws Refusal if the body is not a JSON object; the message does not quote the body
   */
  static StreamedBody of(ClientRequest request, String member) throws Refusal, IOException {
    byte[] body = request.body();
    byte[] name = ('"' + member + '"').getBytes(StandardCharsets.US_ASCII);
    Map<String, Range> strings = new HashMap<>();
    ByteBlocks rest = new ByteBlocks();

    int copied = 0;
    int next = 0;
    while (next < body.length) {
      if (body[next] != '"') {
        next++;
        continue;
      }
      int end = endOfString(body, next);
      int value = valueAfter(body, end);
      if (value > 0 && isAt(name, body, next, end)) {
        int endOfValue = endOfString(body, value);
        rest.write(body, copied, value + 1 - copied);
        String index = Integer.toString(strings.size());
        rest.write(index.getBytes(StandardCharsets.US_ASCII));
        strings.put(index, new Range(value + 1, endOfValue - 1));
        copied = endOfValue - 1;
        end = endOfValue;
      }
      next = end;
    }
    rest.write(body, copied, body.length - copied);

    ClientRequest reduced =
        new ClientRequest(request.type(), request.name(), rest.take(), request.abandoned());
    try {
      return new StreamedBody(reduced.json(), strings, body);
    } catch (Refusal e) {
      // Parses the body itself, so that the message has the line and column in the body.
      return new StreamedBody(request.json(), Map.of(), body);
    }
  }

  /** Returns the index after the quote that ends a string, or the length if there is none. */
  private static int endOfString(byte[] body, int quote) {
    int next = quote + 1;
    while (next < body.length && body[next] != '"') {
      next += body[next] == '\\' ? 2 : 1;
    }
    return Math.min(next + 1, body.length);
  }

  /** Returns the index of the quote of a string that is the value of a member, or -1. */
  private static int valueAfter(byte[] body, int endOfName) {
    int colon = RequestUser.skipSpaces(body, endOfName);
    if (colon >= body.length || body[colon] != ':') {
      return -1;
    }
    int value = RequestUser.skipSpaces(body, colon + 1);
    return value < body.length && body[value] == '"' ? value : -1;
  }

  private static boolean isAt(byte[] name, byte[] body, int begin, int end) {
    if (end - begin != name.length) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if (body[begin + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns a streamed string in UTF-8.
   *
   * @param object object that has the member
   * @param member name of the member
   * @param place name of the object in the error message
   * @throws Refusal if the member is missing or not a string, or if its name has escapes
   */
  public InputStream string(JsonNode object, String member, String place) throws Refusal {
    Range range = range(object, member, place);
    return new CheckedInput(new UnescapedInput(body, range.begin(), range.end()));
  }

  private Range range(JsonNode object, String member, String place) throws Refusal {
    Range range = strings.get(ClientRequest.text(object, member, place));
    if (range != null) {
      return range;
    }
    // The body was searched for the name as it is usually written, without escapes.
    throw Refusal.badRequest("the name '" + member + "' in " + place + " must not have escapes");
  }

  /**
   * Returns an answer that is a JSON object with a streamed string as its only member.
   *
   * @param name name of the member in the answer
   */
  public Answer answer(String name, JsonNode object, String member, String place) throws Refusal {
    Range range = range(object, member, place);
    ByteBlocks json = new ByteBlocks();
    JsonStringOutput.begin(name, json);
    json.write(body, range.begin(), range.end() - range.begin());
    JsonStringOutput.end(json);
    return Answer.ofJson(json.take());
  }
}
