package org.gpchain.internal.training.data;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.core.vectors.VectorNovelty;
import org.gpchain.core.vectors.VectorProjection;
import org.gpchain.internal.core.math.DenseProducts;
import org.gpchain.internal.core.math.FloatTable;
import org.gpchain.internal.gp.algebra.PrincipalAxes;

/**
 * Learns the projection of an encoder's vectors: each dimension is centered and scaled to the
 * variance 1, then the vectors are projected to their principal axes. The measure of novelty is
 * learned from the same vectors. Labels are not used.
 */
final class ProjectionLearner {
  /** Number of tokens from which the axes are learned, at least if there are as many. */
  private static final int TOKENS = 5_000;

  /** Variance of a dimension below which it counts as constant. */
  private static final double SMALLEST_VARIANCE = 1e-12;

  private final int inputDimension;

  /** Mean of each dimension, {@code [I]}. */
  private final double[] center;

  /** Inverse standard deviation of each dimension, {@code [I]}; 0 if it is constant. */
  private final double[] scale;

  private ProjectionLearner(int inputDimension) {
    this.inputDimension = inputDimension;
    this.center = new double[inputDimension];
    this.scale = new double[inputDimension];
  }

  /**
   * Learns a projection from evenly distributed sentences.
   *
   * @param sentences at least one token
   * @param dimensions maximum number of dimensions of the projected vectors
   */
  static VectorProjection learn(
      TokenVectors encoder, List<TokenSequence> sentences, int dimensions) {
    List<DenseRows> sample = new ArrayList<>();
    int tokens = 0;
    for (TokenSequence sentence : sample(sentences)) {
      DenseRows vectors = encoder.vectors(sentence);
      sample.add(vectors);
      tokens += vectors.rowCount();
    }

    ProjectionLearner learner = new ProjectionLearner(encoder.dimension());
    learner.standardize(sample, tokens);
    double[] axes = PrincipalAxes.of(learner.correlations(sample), encoder.dimension());
    int rank = Math.max(1, Math.min(encoder.dimension(), tokens - 1));
    VectorProjection projection = learner.projection(axes, Math.min(dimensions, rank));
    return projection.with(VectorNovelty.of(sample.stream().map(projection::project).toList()));
  }

  /** Returns every k-th sentence, with the smallest k for which they do not have many tokens. */
  private static List<TokenSequence> sample(List<TokenSequence> sentences) {
    int tokens = sentences.stream().mapToInt(TokenSequence::length).sum();
    int stride = Math.max(1, tokens / TOKENS);
    List<TokenSequence> sample = new ArrayList<>();
    for (int n = 0; n < sentences.size(); n += stride) {
      sample.add(sentences.get(n));
    }
    return sample;
  }

  /** Computes {@link #center} and {@link #scale}. */
  private void standardize(List<DenseRows> sample, int tokens) {
    double[] squares = new double[inputDimension];
    for (DenseRows vectors : sample) {
      for (int i = 0; i < vectors.values().length; i++) {
        center[i % inputDimension] += vectors.values()[i] / tokens;
      }
    }
    for (DenseRows vectors : sample) {
      for (int i = 0; i < vectors.values().length; i++) {
        double deviation = vectors.values()[i] - center[i % inputDimension];
        squares[i % inputDimension] += deviation * deviation / tokens;
      }
    }
    for (int i = 0; i < inputDimension; i++) {
      scale[i] = squares[i] > SMALLEST_VARIANCE ? 1 / Math.sqrt(squares[i]) : 0;
    }
  }

  /** Returns the sums of products of the standardized dimensions, {@code [I×I]}. */
  private double[] correlations(List<DenseRows> sample) {
    DenseProducts products = DenseProducts.fastest();
    float[] sums = new float[inputDimension * inputDimension];
    for (DenseRows vectors : sample) {
      float[] standardized = new float[vectors.values().length];
      for (int i = 0; i < standardized.length; i++) {
        int dimension = i % inputDimension;
        standardized[i] = (float) ((vectors.values()[i] - center[dimension]) * scale[dimension]);
      }
      DenseProducts.Block block =
          new DenseProducts.Block(standardized, 0, vectors.rowCount(), inputDimension);
      products.addTransposed(block, standardized, FloatTable.of(sums, inputDimension));
    }

    double[] correlations = new double[sums.length];
    for (int i = 0; i < sums.length; i++) {
      correlations[i] = sums[i];
    }
    return correlations;
  }

  /**
   * Returns the projection of standardized vectors to the first axes.
   *
   * @param axes {@code [I×I]}, an axis in each column; not modified
   * @param count number of axes
   */
  private VectorProjection projection(double[] axes, int count) {
    double[] matrix = new double[inputDimension * count];
    for (int i = 0; i < inputDimension; i++) {
      for (int e = 0; e < count; e++) {
        matrix[i * count + e] = scale[i] * axes[i * inputDimension + e];
      }
    }
    return VectorProjection.quantize(inputDimension, matrix, center);
  }
}
