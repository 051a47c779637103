package org.gpchain.internal.training.optim;

import java.util.Arrays;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.FloatTable;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * The weights of dense columns and the sums of their gradients. Each member has all dense columns,
 * so that all weights are brought up to date before each evaluation, in the way that {@link
 * LaggingWeights} describes. The factors of such an update are stored for each weight and reused
 * until the step size changes. The loop over the weights then reads all arrays at the same index,
 * which the compiler turns into vector instructions.
 */
final class DenseWeights {
  private final DenseColumns columns;
  private final int width;

  /** Weights {@code [C×V]} of the C columns. */
  private final float[] weights;

  /** Sums of the gradients of all members with respect to the weights, {@code [C×V]}. */
  private final float[] gradientSums;

  /** Conditioner c of each column, {@code [C]}. */
  private final float[] conditioner;

  /** Rate {@code c λ} at which the prior pulls the weights of a column to zero, {@code [C]}. */
  private final float[] decay;

  /** Step A for the gradient that the weights have yet to make. */
  private float gradientStep;

  /** Step B for the prior that the weights have yet to make. */
  private float priorStep;

  /** The steps for which {@link #kept} and {@link #length} were computed; NaN before. */
  private float gradientStepOfFactors = Float.NaN;

  private float priorStepOfFactors = Float.NaN;

  /** The share of each weight that the prior leaves, {@code [C×V]}. */
  private final float[] kept;

  /** The multiple of its gradient sum by which each weight moves, {@code [C×V]}. */
  private final float[] length;

  /** Gradients of one member with respect to the weights, {@code [C×V]}. */
  private final float[] memberGradient;

  /** Creates weights and gradient sums that are all zero. */
  DenseWeights(DenseColumns columns, int width) {
    this.columns = columns;
    this.width = width;
    int count = columns.columnCount();
    this.weights = new float[Math.multiplyExact(count, width)];
    this.gradientSums = new float[weights.length];
    this.kept = new float[weights.length];
    this.length = new float[weights.length];
    this.memberGradient = new float[weights.length];
    this.conditioner = new float[count];
    this.decay = new float[count];
  }

  /** Sets the conditioner c and the precision λ of a column. All weights must be up to date. */
  void setPrior(int column, double conditionerOfColumn, double precision) {
    conditioner[column] = (float) conditionerOfColumn;
    decay[column] = (float) (conditionerOfColumn * precision);
    gradientStepOfFactors = Float.NaN;
  }

  /** Makes a step: increases A and B by the step sizes for the gradient and for the prior. */
  void advance(double ofGradients, double ofPrior) {
    gradientStep += (float) ofGradients;
    priorStep += (float) ofPrior;
  }

  /** Brings all weights up to date. */
  void bringUpToDate() {
    if (gradientStep == 0) {
      return;
    }
    if (gradientStep != gradientStepOfFactors || priorStep != priorStepOfFactors) {
      computeFactors();
    }

    for (int i = 0; i < weights.length; i++) {
      weights[i] = kept[i] * weights[i] - length[i] * gradientSums[i];
    }
    gradientStep = 0;
    priorStep = 0;
  }

  private void computeFactors() {
    for (int c = 0; c < conditioner.length; c++) {
      float decayed = decay[c] * priorStep;
      float share = LaggingWeights.shareOfStep(decayed);
      float lengthOfColumn = gradientStep * conditioner[c] * share;
      Arrays.fill(kept, c * width, (c + 1) * width, 1 - decayed * share);
      Arrays.fill(length, c * width, (c + 1) * width, lengthOfColumn);
    }
    gradientStepOfFactors = gradientStep;
    priorStepOfFactors = priorStep;
  }

  private FloatTable table(float[] numbers) {
    return FloatTable.of(numbers, width);
  }

  /** Adds the scores of consecutive rows to {@code [length×V]} numbers. */
  void addScores(int firstRow, int length, float[] out) {
    columns.addProducts(firstRow, length, table(weights), table(out));
  }

  /** Adds gradients with respect to the scores of rows, {@code [length×V]}, to the sums. */
  void addGradients(int firstRow, int length, float[] gradients) {
    columns.addToTable(firstRow, length, table(gradients), table(gradientSums));
  }

  /** Moves the weights by a step against a gradient {@code [length×V]}, in units of c. */
  void descend(int firstRow, int length, float step, float[] gradients) {
    Arrays.fill(memberGradient, 0);
    columns.addToTable(firstRow, length, table(gradients), table(memberGradient));
    for (int c = 0; c < conditioner.length; c++) {
      float factor = -step * conditioner[c];
      ScaledSums.add(factor, memberGradient, c * width, width, weights, c * width);
    }
  }

  /** Writes the weights to {@code [C×V]} numbers from {@code start} on. */
  void copyTo(double[] out, int start) {
    for (int i = 0; i < weights.length; i++) {
      out[start + i] = weights[i];
    }
  }

  /** Sets the weights to {@code [C×V]} numbers from {@code start} on. */
  void set(double[] from, int start) {
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) from[start + i];
    }
  }

  /** Returns {@code Σ w²} of a column that is up to date. */
  double squares(int column) {
    double squares = 0;
    for (int i = column * width; i < (column + 1) * width; i++) {
      squares += (double) weights[i] * weights[i];
    }
    return squares;
  }

  /** Returns {@code Σ (G + λ w)²} of a column that is up to date. */
  double squaredSlopes(int column, double precision) {
    double squares = 0;
    for (int i = column * width; i < (column + 1) * width; i++) {
      double slope = gradientSums[i] + precision * weights[i];
      squares += slope * slope;
    }
    return squares;
  }
}
