package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.IOException;
import java.io.InputStream;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.vectors.VectorProjection;
import org.gpchain.internal.core.kernel.Prior;
import org.junit.jupiter.api.Test;

/**
 * Tests that the golden file of a model with an encoder can still be read with the same meaning.
 * The file and the expected numbers were created by a class in the tests of the module gp.
 */
public class GoldenVectorModelTest {
  /** p(O), p(B-NP) and p(I-NP) of each token of {@link ModelKinds#SENTENCE}. */
  public static final double[] MARGINALS = {
    0.00830112097364688, 0.9916988790263529, 0.0,
    0.8748385403170745, 1.803371572872908E-4, 0.12498112252563806,
    0.9938430314818095, 0.004919447221932375, 0.0012375212962580577,
    0.01262152909939646, 0.9873784666806628, 4.219940849127226E-9,
    0.7376142704968104, 0.08730020129276396, 0.17508552821042553
  };

  /** Returns the golden file. */
  public static byte[] file() throws IOException {
    try (InputStream in =
        GoldenVectorModelTest.class.getResourceAsStream("golden-encoder-v1.gpchain")) {
      return in.readAllBytes();
    }
  }

  /** Returns the model without its covariance, which needs the module gp. */
  private static Model golden() throws IOException {
    // The class of the expected model adds the encoder.
    assertThat(VectorModels.golden().features().vectors().encoder()).isNotNull();
    return ModelCase.read(file(), Contents.DECODING);
  }

  @Test
  void predictionsHaveNotChanged() throws IOException {
    Prediction prediction = golden().tagger().tag(ModelKinds.SENTENCE);
    assertClose("p(y_t)", TaggerCase.marginals(prediction), MARGINALS, SINGLE);
    assertThat(prediction.labels()).containsExactly("B-NP", "O", "O", "B-NP", "O");
    assertThat(prediction.spans())
        .extracting(ScoredSpan::span)
        .containsExactly(new Span(0, 1, "NP"), new Span(3, 4, "NP"));
    double probability = prediction.spans().get(0).probability();
    assertClose("p(span)", probability, 0.8667177565007148, SINGLE);
    assertClose("log p(y)", prediction.logSequenceProbability(), -0.4679386533436114, SINGLE);
  }

  @Test
  void denseFeaturesHaveNotChanged() throws IOException {
    Model model = golden();
    VectorFeatures vectors = model.features().vectors();
    VectorProjection projection = vectors.projection();

    assertThat(vectors.encoderId()).isEqualTo("hash@vector-models");
    assertThat(vectors.offsets()).containsExactly(-1, 0, 1);
    assertThat(projection.inputDimension()).isEqualTo(5);
    assertThat(projection.quantized()).containsExactly(64, -32, 16, -96, 8, 127, -64, 48, 80, -24);
    assertThat(projection.factors()).containsExactly(0.0625f, 0.03125f);
    assertThat(projection.bias()).containsExactly(0.25f, -0.5f);
    assertThat(model.prior())
        .isEqualTo(new Prior(new double[] {0.5, 1, 0.25, 0.125, 2, 0.75, 1.5, 0.625}, 0.375));
    assertThat(ModelCase.decoupled(model).weights())
        .isEqualTo(ModelCase.decoupled(VectorModels.golden()).weights());
  }
}
