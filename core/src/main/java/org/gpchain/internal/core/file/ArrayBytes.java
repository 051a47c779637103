package org.gpchain.internal.core.file;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Converts arrays and texts to the little-endian bytes of model files, and back. */
public final class ArrayBytes {
  /** Start of the names of the zip entries that hold arrays. */
  public static final String PREFIX = "arrays/";

  private ArrayBytes() {}

  /** Returns a little-endian buffer that shares an array. */
  static ByteBuffer wrap(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the bytes of integers, four each. */
  static byte[] bytes(int[] values) {
    byte[] bytes = new byte[Math.multiplyExact(values.length, Integer.BYTES)];
    wrap(bytes).asIntBuffer().put(values);
    return bytes;
  }

  /** Returns the bytes of single-precision numbers, four each. */
  static byte[] bytes(float[] values) {
    byte[] bytes = new byte[Math.multiplyExact(values.length, Float.BYTES)];
    wrap(bytes).asFloatBuffer().put(values);
    return bytes;
  }

  /** Returns the bytes of double-precision numbers, eight each. */
  static byte[] bytes(double[] values) {
    byte[] bytes = new byte[Math.multiplyExact(values.length, Double.BYTES)];
    wrap(bytes).asDoubleBuffer().put(values);
    return bytes;
  }

  /**
   * Returns the concatenation of strings in UTF-8. A single surrogate, as at the end of a word that
   * was cut in the middle of an emoji, is encoded in three bytes like any other code point of this
   * size, although UTF-8 does not permit this.
   *
   * @param endsOut end of each string in the result (bytes); overwritten
   */
  static byte[] text(List<String> strings, int[] endsOut) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int i = 0; i < strings.size(); i++) {
      strings.get(i).codePoints().forEach(codePoint -> write(codePoint, text));
      endsOut[i] = text.size();
    }
    return text.toByteArray();
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

  /**
   * Returns the strings that {@link #text} has concatenated.
   *
   * @param ends end of each string in the text (bytes)
   */
  static List<String> strings(byte[] text, int[] ends) {
    List<String> strings = new ArrayList<>(ends.length);
    int start = 0;
    for (int end : ends) {
      strings.add(string(text, start, end));
      start = end;
    }
    return strings;
  }

  /** Decodes UTF-8 in which single surrogates are encoded in three bytes. */
  private static String string(byte[] text, int from, int to) {
    StringBuilder out = new StringBuilder();
    int start = from;
    for (int i = from; i + 2 < to; i++) {
      boolean isSurrogate = (text[i] & 0xFF) == 0xED && (text[i + 1] & 0xE0) == 0xA0;
      if (isSurrogate) {
        out.append(new String(text, start, i - start, StandardCharsets.UTF_8));
        out.append((char) (0xD000 | ((text[i + 1] & 0x3F) << 6) | (text[i + 2] & 0x3F)));
        start = i + 3;
      }
    }

    String rest = new String(text, start, to - start, StandardCharsets.UTF_8);
    return start == from ? rest : out.append(rest).toString();
  }
}
