package org.gpchain.core.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.vectors.VectorNovelty;
import org.gpchain.core.vectors.VectorProjection;
import org.gpchain.internal.core.file.ArrayBytes;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.ManifestChecks;
import org.gpchain.internal.core.math.Checks;

/** The dense features of a model in the arrays and the manifest of its file. */
final class VectorArrays {
  /** Array of the 8-bit numbers of the projection, {@code [inputs×E]}. */
  private static final String MATRIX = ArrayBytes.PREFIX + "vector-matrix";

  /** Array of the factors of the projection's columns, {@code [E]}. */
  private static final String FACTORS = ArrayBytes.PREFIX + "vector-factors";

  /** Array of the bias of the projection, {@code [E]}. */
  private static final String BIAS = ArrayBytes.PREFIX + "vector-bias";

  /** Array of the variances of projected vectors, {@code [E]}, if their novelty is measured. */
  private static final String VARIANCES = ArrayBytes.PREFIX + "vector-variances";

  /** Largest absolute value of a factor or a bias, with which projected vectors stay finite. */
  private static final float LARGEST = 0x1p50f;

  /** Largest number of dimensions of vectors. */
  private static final int MOST_DIMENSIONS = 1 << 16;

  /** Largest distance of a neighbor from the token. */
  private static final int MOST_DISTANCE = 10;

  private VectorArrays() {}

  /**
   * The description of dense features in the manifest.
   *
   * @param encoder name and SHA-256 of the encoder
   * @param inputs number of dimensions of the encoder's vectors
   * @param dimension number of dimensions E of the projected vectors
   * @param offsets offsets of the blocks from the token
   * @param noveltyLimit novelty above which a sentence is unlike the training text; null if the
   *     novelty is not measured
   */
  record Entry(
      String encoder,
      int inputs,
      int dimension,
      List<Integer> offsets,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double noveltyLimit) {}

  /** Adds the arrays of dense features; returns null if there are none. */
  static Entry add(VectorFeatures features, ArrayOutput arrays) {
    if (features.isNone()) {
      return null;
    }

    VectorProjection projection = features.projection();
    arrays.add(MATRIX, projection.quantized());
    arrays.add(FACTORS, projection.factors());
    arrays.add(BIAS, projection.bias());
    Optional<VectorNovelty> novelty = projection.novelty();
    novelty.ifPresent(measure -> arrays.add(VARIANCES, measure.variances()));
    return new Entry(
        features.encoderId(),
        projection.inputDimension(),
        projection.dimension(),
        features.offsets(),
        novelty.map(VectorNovelty::limit).orElse(null));
  }

  /**
   * Checks what can be checked without the arrays.
   *
   * @throws IllegalArgumentException if something is missing, or out of range
   */
  static void check(Entry entry) {
    ManifestChecks.plain("encoder", ManifestChecks.needed("encoder", entry.encoder));
    inRange("inputs", entry.inputs, 1, MOST_DIMENSIONS);
    inRange("dimension", entry.dimension, 1, MOST_DIMENSIONS);
    for (Integer offset : ManifestChecks.needed("offsets", entry.offsets)) {
      inRange("offset", ManifestChecks.needed("offset", offset), -MOST_DISTANCE, MOST_DISTANCE);
    }
    Set<Integer> distinct = Set.copyOf(entry.offsets);
    if (distinct.isEmpty() || distinct.size() < entry.offsets.size()) {
      throw new IllegalArgumentException("offsets must be distinct, were " + entry.offsets);
    }
  }

  private static void inRange(String name, double value, double least, double largest) {
    if (!(value >= least && value <= largest)) {
      throw new IllegalArgumentException(
          String.format("%s must be between %s and %s, was %s", name, least, largest, value));
    }
  }

  /**
   * Reads the arrays of dense features.
   *
   * @param entry description of the features; null for none
   */
  static VectorFeatures read(Entry entry, ArrayInput arrays) throws IOException {
    if (entry == null) {
      return VectorFeatures.NONE;
    }

    byte[] matrix = arrays.bytes(MATRIX);
    Checks.length(MATRIX, matrix.length, (long) entry.inputs * entry.dimension, "[I×E]");
    float[] factors = arrays.floats(FACTORS, entry.dimension, true);
    float[] bias = arrays.floats(BIAS, entry.dimension, true);
    for (int e = 0; e < entry.dimension; e++) {
      inRange("factor of a vector", factors[e], 0, LARGEST);
      inRange("bias of a vector", bias[e], -LARGEST, LARGEST);
    }
    VectorProjection projection = new VectorProjection(entry.inputs, matrix, factors, bias);
    if (entry.noveltyLimit != null) {
      float[] variances = arrays.floats(VARIANCES, entry.dimension, true);
      projection = projection.with(new VectorNovelty(variances, entry.noveltyLimit));
    }
    return VectorFeatures.of(entry.encoder, projection, entry.offsets);
  }
}
