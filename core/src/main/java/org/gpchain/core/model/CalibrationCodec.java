package org.gpchain.core.model;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.internal.core.file.ArrayBytes;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.math.Checks;

/** Writes calibrations into model files, and reads them. */
final class CalibrationCodec {
  /** Array of the block, number of gold segments and number of candidates of each sentence. */
  static final String SENTENCES = ArrayBytes.PREFIX + "held-out-sentences";

  /** Array of the start, the end, and 1 if correct or 0 if wrong, of each candidate. */
  static final String SEGMENTS = ArrayBytes.PREFIX + "held-out-segments";

  /** Array of the evidence of the held-out blocks. */
  static final String EVIDENCE = ArrayBytes.PREFIX + "held-out-evidence";

  /** Array of the probability of each candidate. */
  static final String PROBABILITIES = ArrayBytes.PREFIX + "held-out-probabilities";

  /** Upper bound of the factors of scores. */
  private static final double LARGEST_SCALE = 1e9;

  private CalibrationCodec() {}

  /**
   * Adds the arrays of a calibration. Its other parts belong to the manifest.
   *
   * @param calibration the calibration
   * @param arrays receives the arrays
   */
  static void write(Calibration calibration, ArrayOutput arrays) {
    HeldOutSegments heldOut = calibration.heldOut();
    int[] right = new int[heldOut.right().length];
    Arrays.setAll(right, c -> heldOut.right()[c] ? 1 : 0);

    arrays.add(SENTENCES, table(heldOut.block(), heldOut.gold(), heldOut.candidates()));
    arrays.add(SEGMENTS, table(heldOut.start(), heldOut.end(), right));
    arrays.add(PROBABILITIES, heldOut.probability());
    arrays.add(EVIDENCE, calibration.evidence().stream().mapToInt(i -> i).toArray());
  }

  /**
   * Reads a calibration.
   *
   * @throws IllegalArgumentException if the factors of scores are too large, or the arrays do not
   *     fit
   */
  static Calibration read(Manifest manifest, ArrayInput arrays) throws IOException {
    LatticeScaling scaling = manifest.scoring().scaling();
    if (!(Math.max(scaling.unary(), scaling.transitions()) < LARGEST_SCALE)) {
      throw new IllegalArgumentException(
          "scales of scores must be less than " + LARGEST_SCALE + ", were " + scaling);
    }

    HeldOutSegments heldOut = heldOut(arrays);
    List<Integer> evidence = IntStream.of(arrays.ints(EVIDENCE, ArrayInput.ANY)).boxed().toList();
    return new Calibration(scaling, manifest.scoring().threshold(), heldOut, evidence);
  }

  private static HeldOutSegments heldOut(ArrayInput arrays) throws IOException {
    int[] sentences = arrays.ints(SENTENCES, ArrayInput.ANY);
    int[] segments = arrays.ints(SEGMENTS, ArrayInput.ANY);
    int[] right = column(segments, 2);
    Checks.length("held-out sentences", sentences.length % 3, 0, "modulo 3");
    Checks.length("held-out segments", segments.length % 3, 0, "modulo 3");

    boolean[] isRight = new boolean[right.length];
    for (int c = 0; c < right.length; c++) {
      Checks.index("whether a held-out segment is right", right[c], 2);
      isRight[c] = right[c] == 1;
    }

    return new HeldOutSegments(
        column(sentences, 0),
        column(sentences, 1),
        column(sentences, 2),
        column(segments, 0),
        column(segments, 1),
        arrays.floats(PROBABILITIES, right.length, false),
        isRight);
  }

  /** Returns a row-major table with three columns. */
  private static int[] table(int[] first, int[] second, int[] third) {
    int[] table = new int[3 * first.length];
    for (int row = 0; row < first.length; row++) {
      table[3 * row] = first[row];
      table[3 * row + 1] = second[row];
      table[3 * row + 2] = third[row];
    }
    return table;
  }

  /** Returns a column of a row-major table with three columns. */
  private static int[] column(int[] table, int column) {
    int[] values = new int[table.length / 3];
    for (int row = 0; row < values.length; row++) {
      values[row] = table[3 * row + column];
    }
    return values;
  }
}
