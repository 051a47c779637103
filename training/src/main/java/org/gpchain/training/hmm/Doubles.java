package org.gpchain.training.hmm;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Arrays in a file, without their lengths. */
final class Doubles {
  private Doubles() {}

  static void write(double[] values, DataOutput out) throws IOException {
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  /** Fills an array. */
  static void read(double[] values, DataInput in) throws IOException {
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readDouble();
    }
  }
}
