package org.gpchain.internal.formats.spans;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.formats.cas.Json;

/**
 * A reader of the records in a JSON file. If the file has one record per line, it is read line by
 * line. If records have several lines or are in an array, the file is held in memory.
 */
public final class JsonRecords implements Closeable {
  private final Path file;
  private final TextLines lines;

  /** Parser of a file that does not have one record per line; null if the file has. */
  private JsonParser parser;

  /** Number of lines before the first line of the parser. */
  private int linesBefore;

  private boolean isStarted;
  private boolean isEnded;

  /**
   * A record.
   *
   * @param line number of the first line of the record, from 1; 0 if it is unknown
   */
  public record JsonRecord(int line, JsonNode node) {}

  /**
   * Creates a reader of a stream.
   *
   * @param file file name for messages
   * @param in buffered stream; closed with this reader
   * @throws InputException if the stream is not text
   */
  public JsonRecords(Path file, InputStream in) throws IOException {
    this.file = file;
    this.lines = new TextLines(file, in, StandardCharsets.UTF_8);
  }

  /**
   * Returns the next record, or null after the last one.
   *
   * @throws InputException if the record is not JSON. The next call continues with the next line if
   *     the file has one record per line, and otherwise returns null
   */
  public JsonRecord next() throws IOException {
    if (isEnded) {
      return null;
    }
    return parser == null ? nextLine() : nextValue();
  }

  private JsonRecord nextLine() throws IOException {
    String line = lines.next();
    while (line != null && line.isBlank()) {
      line = lines.next();
    }
    if (line == null) {
      isEnded = true;
      return null;
    }

    boolean isFirst = !isStarted;
    isStarted = true;
    if (isFirst && line.stripLeading().startsWith("[")) {
      return parseRest(line);
    }
    try {
      return new JsonRecord(lines.line(), Json.read(line));
    } catch (JacksonException e) {
      // The first record of a file may have several lines.
      if (isFirst && e.getLocation().getCharOffset() >= line.length()) {
        return parseRest(line);
      }
      throw damaged(lines.line(), e);
    }
  }

  /** Starts the parser for a file whose first record does not end with the first line. */
  private JsonRecord parseRest(String first) throws IOException {
    linesBefore = lines.line() - 1;
    StringBuilder rest = new StringBuilder(first);
    for (String line = lines.next(); line != null; line = lines.next()) {
      rest.append('\n').append(line);
    }

    parser = Json.parser(rest.toString());
    if (first.stripLeading().startsWith("[")) {
      parser.nextToken();
    }
    return nextValue();
  }

  private JsonRecord nextValue() throws IOException {
    try {
      JsonToken token = parser.nextToken();
      if (token == null || token == JsonToken.END_ARRAY) {
        isEnded = true;
        checkNothingFollows(token);
        return null;
      }

      int line = lineOf(parser.currentTokenLocation());
      return new JsonRecord(line, Json.read(parser));
    } catch (JacksonException e) {
      isEnded = true;
      throw damaged(lineOf(e.getLocation()), e);
    }
  }

  private void checkNothingFollows(JsonToken last) throws IOException {
    if (last != null && parser.nextToken() != null) {
      throw new InputException(
          file,
          lineOf(parser.currentTokenLocation()),
          "there is more content after the end of the array",
          "put all records into one array, or each on a line of its own");
    }
  }

  private int lineOf(JsonLocation location) {
    return linesBefore + (location == null ? 1 : location.getLineNr());
  }

  private InputException damaged(int line, JacksonException problem) {
    String message = "this is not JSON: " + problem.getOriginalMessage();
    return new InputException(file, line, message + "; correct this record, or remove it", problem);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
