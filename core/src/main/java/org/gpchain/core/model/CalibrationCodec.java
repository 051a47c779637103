package org.gpchain.core.model;

import java.io.IOException;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.predict.HeldOutSegments;
import org.gpchain.core.predict.LatticeScaling;
import org.gpchain.core.predict.SegmentCalibration;

/** Calibrations in model files. */
final class CalibrationCodec {
  /** Block, number of gold segments and number of candidates of each sentence. */
  static final String SENTENCES = ArrayBytes.PREFIX + "held-out-sentences";

  /** Start, end, and 1 if it is right, of each candidate. */
  static final String SEGMENTS = ArrayBytes.PREFIX + "held-out-segments";

  /** Evidence of the held-out blocks; not in older files. */
  static final String EVIDENCE = ArrayBytes.PREFIX + "held-out-evidence";

  static final String PROBABILITIES = ArrayBytes.PREFIX + "held-out-probabilities";

  private static final double LARGEST_SCALE = 1e9;

  private CalibrationCodec() {}

  /** Writes the sentences that a calibration was learned from. */
  static void write(Calibration calibration, ArrayOutput arrays) {
    HeldOutSegments heldOut = calibration.heldOut();
    int[] sentences = new int[3 * heldOut.sentenceCount()];
    for (int s = 0; s < heldOut.sentenceCount(); s++) {
      sentences[3 * s] = heldOut.block()[s];
      sentences[3 * s + 1] = heldOut.gold()[s];
      sentences[3 * s + 2] = heldOut.candidates()[s];
    }
    int[] segments = new int[3 * heldOut.start().length];
    for (int c = 0; c < heldOut.start().length; c++) {
      segments[3 * c] = heldOut.start()[c];
      segments[3 * c + 1] = heldOut.end()[c];
      segments[3 * c + 2] = heldOut.right()[c] ? 1 : 0;
    }
    arrays.add(SENTENCES, sentences);
    arrays.add(SEGMENTS, segments);
    arrays.add(PROBABILITIES, heldOut.probability());
    if (!calibration.evidence().isEmpty()) {
      arrays.add(EVIDENCE, calibration.evidence().stream().mapToInt(i -> i).toArray());
    }
  }

  static Calibration read(Manifest manifest, ArrayInput arrays) throws IOException {
    SegmentCalibration segments =
        manifest.calibration() == null ? SegmentCalibration.NONE : manifest.calibration();
    LatticeScaling scaling = manifest.scaling();
    if (scaling == null) {
      return Calibration.of(segments);
    }
    if (!(Math.max(scaling.unary(), scaling.transitions()) < LARGEST_SCALE)) {
      throw new IllegalArgumentException(
          "scales of scores must be less than " + LARGEST_SCALE + ", were " + scaling);
    }
    HeldOutSegments heldOut = heldOut(arrays);
    int[] evidence = arrays.isNext(EVIDENCE) ? arrays.ints(EVIDENCE, ArrayInput.ANY) : new int[0];
    return new Calibration(scaling, segments, heldOut, IntStream.of(evidence).boxed().toList());
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

  private static int[] column(int[] table, int column) {
    return IntStream.range(0, table.length / 3).map(row -> table[3 * row + column]).toArray();
  }
}
