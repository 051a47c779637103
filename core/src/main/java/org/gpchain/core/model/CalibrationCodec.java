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

/** Calibrations in model files. */
final class CalibrationCodec {
  /** Block, number of gold segments and number of candidates of each sentence. */
  static final String SENTENCES = ArrayBytes.PREFIX + "held-out-sentences";

  /** Start, end, and 1 if it is right, of each candidate. */
  static final String SEGMENTS = ArrayBytes.PREFIX + "held-out-segments";

  /** Evidence of the held-out blocks. */
  static final String EVIDENCE = ArrayBytes.PREFIX + "held-out-evidence";

  static final String PROBABILITIES = ArrayBytes.PREFIX + "held-out-probabilities";

  private static final double LARGEST_SCALE = 1e9;

  private CalibrationCodec() {}

  /** Writes the sentences that a calibration was learned from. */
  static void write(Calibration calibration, ArrayOutput arrays) {
    HeldOutSegments heldOut = calibration.heldOut();
    int[] right = new int[heldOut.right().length];
    Arrays.setAll(right, c -> heldOut.right()[c] ? 1 : 0);
    arrays.add(SENTENCES, table(heldOut.block(), heldOut.gold(), heldOut.candidates()));
    arrays.add(SEGMENTS, table(heldOut.start(), heldOut.end(), right));
    arrays.add(PROBABILITIES, heldOut.probability());
    arrays.add(EVIDENCE, calibration.evidence().stream().mapToInt(i -> i).toArray());
  }

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

  /** Three columns as a table, row by row. */
  private static int[] table(int[]... columns) {
    return IntStream.range(0, 3 * columns[0].length).map(i -> columns[i % 3][i / 3]).toArray();
  }

  private static int[] column(int[] table, int column) {
    return IntStream.range(0, table.length / 3).map(row -> table[3 * row + column]).toArray();
  }
}
