package org.gpchain.internal.server.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.io.function.IOConsumer;

/** A stream that writes UTF-8 as the content of a JSON string, with the escapes that JSON needs. */
public final class JsonStringOutput extends FilterOutputStream {
  private static final byte[][] ESCAPES = escapes();

  private JsonStringOutput(OutputStream out) {
    super(out);
  }

  private static byte[][] escapes() {
    byte[][] escapes = new byte[256][];
    for (int c = 0; c < ' '; c++) {
      escapes[c] = String.format("\\u%04X", c).getBytes(StandardCharsets.US_ASCII);
    }
    String characters = "\"\\\b\f\n\r\t";
    String letters = "\"\\bfnrt";
    for (int i = 0; i < characters.length(); i++) {
      String escape = "\\" + letters.charAt(i);
      escapes[characters.charAt(i)] = escape.getBytes(StandardCharsets.US_ASCII);
    }
    return escapes;
  }

  /**
   * Returns an answer that is a JSON object with a string as its only member.
   *
   * @param name name of the member
   * @param writer writes the string to a stream in UTF-8
   */
  public static Answer answer(String name, IOConsumer<OutputStream> writer) throws IOException {
    ByteBlocks json = new ByteBlocks();
    begin(name, json);
    writer.accept(new JsonStringOutput(json));
    end(json);
    return Answer.ofJson(json.take());
  }

  /** Writes the beginning of an object with a single member, up to the first quote of its value. */
  static void begin(String name, ByteBlocks json) {
    byte[] begin = ("{\"" + name + "\":\"").getBytes(StandardCharsets.UTF_8);
    json.write(begin, 0, begin.length);
  }

  /** Writes the end of an object, from the last quote of its member's value. */
  static void end(ByteBlocks json) {
    json.write('"');
    json.write('}');
  }

  @Override
  public void write(int b) throws IOException {
    byte[] escape = ESCAPES[b & 0xFF];
    if (escape == null) {
      out.write(b);
    } else {
      out.write(escape);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int copied = offset;
    for (int i = offset; i < offset + length; i++) {
      byte[] escape = ESCAPES[bytes[i] & 0xFF];
      if (escape != null) {
        out.write(bytes, copied, i - copied);
        out.write(escape);
        copied = i + 1;
      }
    }
    out.write(bytes, copied, offset + length - copied);
  }
}
