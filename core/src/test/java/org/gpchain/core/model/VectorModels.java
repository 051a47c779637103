package org.gpchain.core.model;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.HashVectors;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.vectors.VectorNovelty;
import org.gpchain.core.vectors.VectorProjection;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.DecoupledPosterior;

/** Factory of small models that read the vectors of an encoder. */
public final class VectorModels {
  /** Id of an encoder that is available. */
  public static final String ENCODER = "hash@vector-models";

  /** Number of dimensions of the vectors of the encoder. */
  public static final int INPUTS = 5;

  static final int DIMENSION = 3;
  static final List<Integer> OFFSETS = List.of(0, 1);

  static {
    Encoders.add(new HashVectors(ENCODER, INPUTS));
  }

  /** Projection of the golden file. Its numbers are exact in single precision. */
  private static final VectorProjection GOLDEN_PROJECTION =
      new VectorProjection(
          INPUTS,
          new byte[] {64, -32, 16, -96, 8, 127, -64, 48, 80, -24},
          new float[] {0.0625f, 0.03125f},
          new float[] {0.25f, -0.5f});

  private VectorModels() {}

  /** Returns a model that measures novelty, with the variances 1, 2 and 3 and the limit 1.5. */
  public static Model withNovelty() {
    return of(ENCODER, new VectorNovelty(new float[] {1, 2, 3}, 1.5));
  }

  /**
   * Returns the model of the golden file with an encoder, without its covariance. It has parts of
   * speech, a calibration, and the vectors of a token and its neighbors. Its numbers come from a
   * rule.
   */
  public static Model golden() {
    Model model = ModelKinds.calibratedModel();
    VectorFeatures vectors = VectorFeatures.of(ENCODER, GOLDEN_PROJECTION, List.of(-1, 0, 1));
    Prior prior = new Prior(new double[] {0.5, 1, 0.25, 0.125, 2, 0.75, 1.5, 0.625}, 0.375);
    Features features =
        new Features(
            model.vocabulary(), prior, model.features().tagset(), ColumnSources.NONE, vectors);

    int v = model.labels().size();
    int featureCount = model.vocabulary().featureCount() + vectors.columnCount();
    DecoupledPosterior posterior =
        new DecoupledPosterior(
            v,
            ModelKinds.floats(featureCount * v, 0, 0),
            ModelKinds.quarters(v * v, 3),
            ModelKinds.sixteenths(v * v),
            null);
    return ModelCase.with(model, features, posterior);
  }

  /**
   * Returns a model that does not measure novelty.
   *
   * @param encoder id of its encoder
   */
  public static Model of(String encoder) {
    return of(encoder, null);
  }

  private static Model of(String encoder, VectorNovelty novelty) {
    Model sparse = ModelCase.plugIn(3, TagScheme.IOB2);
    double[] matrix = new Draws(5).normals(INPUTS * DIMENSION, 1);
    VectorProjection projection = VectorProjection.quantize(INPUTS, matrix, new double[INPUTS]);
    if (novelty != null) {
      projection = projection.with(novelty);
    }
    VectorFeatures vectors = VectorFeatures.of(encoder, projection, OFFSETS);
    Features features =
        new Features(
            sparse.vocabulary(),
            new Prior(new double[] {0.5, 0.3, 0.1, 0.8, 0.9}, 0.7),
            sparse.features().tagset(),
            ColumnSources.NONE,
            vectors);

    float[] sparseWeights = ModelCase.decoupled(sparse).weights();
    int labels = sparse.labels().size();
    float[] weights =
        Arrays.copyOf(sparseWeights, sparseWeights.length + vectors.columnCount() * labels);
    double[] dense = new Draws(6).normals(weights.length - sparseWeights.length, 0.5);
    for (int i = 0; i < dense.length; i++) {
      weights[sparseWeights.length + i] = (float) dense[i];
    }
    return ModelCase.with(
        sparse,
        features,
        DecoupledPosterior.plugIn(labels, weights, sparse.posterior().pairwiseMean()));
  }
}
