package org.gpchain.internal.core.file;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Arrays as bytes: little-endian, as in a model file. */
public final class ArrayBytes {
  /** Start of the names of the zip entries that hold arrays. */
  public static final String PREFIX = "arrays/";

  private ArrayBytes() {}

  static ByteBuffer wrap(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static byte[] bytes(int[] values) {
    byte[] bytes = new byte[Math.multiplyExact(values.length, Integer.BYTES)];
    wrap(bytes).asIntBuffer().put(values);
    return bytes;
  }

  static byte[] bytes(float[] values) {
    byte[] bytes = new byte[Math.multiplyExact(values.length, Float.BYTES)];
    wrap(bytes).asFloatBuffer().put(values);
    return bytes;
  }

  static byte[] bytes(double[] values) {
    byte[] bytes = new byte[Math.multiplyExact(values.length, Double.BYTES)];
    wrap(bytes).asDoubleBuffer().put(values);
    return bytes;
  }

  /**
   * The texts one after the other, in UTF-8, and where each ends. Half a surrogate pair, as at the
   * end of a word that was cut in the middle of an emoji, is written as the three bytes that UTF-8
   * would give its number.
   */
  static byte[] text(List<String> strings, int[] endsOut) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < strings.size(); i++) {
      strings.get(i).codePoints().forEach(c -> write(c, all));
      endsOut[i] = all.size();
    }
    return all.toByteArray();
  }

  private static void write(int codePoint, ByteArrayOutputStream out) {
    if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
      out.write(0xE0 | (codePoint >> 12));
      out.write(0x80 | ((codePoint >> 6) & 0x3F));
      out.write(0x80 | (codePoint & 0x3F));
    } else {
      out.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
    }
  }

  static List<String> strings(byte[] text, int[] ends) {
    List<String> strings = new ArrayList<>(ends.length);
    int start = 0;
    for (int end : ends) {
      strings.add(string(text, start, end));
      start = end;
    }
    return strings;
  }

  private static String string(byte[] text, int from, int to) {
    StringBuilder out = new StringBuilder();
    int start = from;
    for (int i = from; i + 2 < to; i++) {
      if ((text[i] & 0xFF) == 0xED && (text[i + 1] & 0xE0) == 0xA0) {
        out.append(new String(text, start, i - start, StandardCharsets.UTF_8));
        out.append((char) (0xD000 | ((text[i + 1] & 0x3F) << 6) | (text[i + 2] & 0x3F)));
        start = i + 3;
      }
    }
    String rest = new String(text, start, to - start, StandardCharsets.UTF_8);
    return start == from ? rest : out.append(rest).toString();
  }
}
