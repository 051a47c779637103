package org.gpchain.core.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Arrays as bytes: little-endian, as they stand in a model file. */
final class ModelArrays {
  static final String PREFIX = "arrays/";
  static final String SYMBOL_ENDS = PREFIX + "symbol-ends";
  static final String SYMBOL_TEXT = PREFIX + "symbol-text";
  static final String GROUP_PREFIX = PREFIX + "features-of-group-";
  static final String GROUP_VARIANCE = PREFIX + "group-variance";
  static final String WEIGHTS = PREFIX + "weights";
  static final String PAIRWISE_MEAN = PREFIX + "pairwise-mean";
  static final String PAIRWISE_VARIANCE = PREFIX + "pairwise-variance";
  static final String INDUCING_STARTS = PREFIX + "inducing-starts";
  static final String INDUCING_FEATURES = PREFIX + "inducing-features";
  static final String PRECISION = PREFIX + "precision-factors";

  private ModelArrays() {}

  private static ByteBuffer wrap(byte[] bytes) {
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

  static int[] ints(byte[] bytes) {
    int[] values = new int[bytes.length / Integer.BYTES];
    wrap(bytes).asIntBuffer().get(values);
    return values;
  }

  static float[] floats(byte[] bytes) {
    float[] values = new float[bytes.length / Float.BYTES];
    wrap(bytes).asFloatBuffer().get(values);
    return values;
  }

  static double[] doubles(byte[] bytes) {
    double[] values = new double[bytes.length / Double.BYTES];
    wrap(bytes).asDoubleBuffer().get(values);
    return values;
  }

  /** The texts one after the other, in UTF-8; and where each ends. */
  static byte[] text(List<String> strings, int[] endsOut) {
    StringBuilder all = new StringBuilder();
    int end = 0;
    for (int i = 0; i < strings.size(); i++) {
      all.append(strings.get(i));
      end += strings.get(i).getBytes(StandardCharsets.UTF_8).length;
      endsOut[i] = end;
    }
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }

  static List<String> strings(byte[] text, int[] ends) {
    List<String> strings = new ArrayList<>(ends.length);
    int start = 0;
    for (int end : ends) {
      strings.add(new String(text, start, end - start, StandardCharsets.UTF_8));
      start = end;
    }
    return strings;
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
