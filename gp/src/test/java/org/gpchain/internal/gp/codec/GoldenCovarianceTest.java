package org.gpchain.internal.gp.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.IOException;
import java.util.List;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.model.GoldenModelTest;
import org.gpchain.core.model.GoldenVectorModelTest;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelCase;
import org.gpchain.core.model.ModelFile;
import org.gpchain.core.model.ModelKinds;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.junit.jupiter.api.Test;

/** Tests the golden model files together with their covariances. */
class GoldenCovarianceTest {
  private static final double DIVERGENCE = 5.303819227024203;
  private static final double DIVERGENCE_OF_VECTORS = 17.892407098352464;

  private static Model golden() throws IOException {
    return ModelCase.read(GoldenModelTest.file(), Contents.EVERYTHING);
  }

  @Test
  void covarianceDoesNotChangePredictions() throws IOException {
    double[] marginals = TaggerCase.marginals(ModelKinds.twice(golden()));
    assertClose("p(y_t)", marginals, GoldenModelTest.MARGINALS, ALGEBRA);
  }

  @Test
  void covariance() throws IOException {
    Model model = golden();
    InducingCovariance covariance = GoldenModelMaker.covariance(model);
    assertThat(covariance.projection().size()).isEqualTo(4);
    assertClose("divergence", covariance.divergence(), DIVERGENCE, ALGEBRA);
    Tagger sampled = model.tagger(new DecodingOptions(Decoding.MARGINAL, 20, true, 1));
    Prediction prediction =
        sampled.tag(sampled.inDocument(List.of(ModelKinds.WORDS), new Workspace()).get(0));
    assertThat(prediction.entropy(0)).isGreaterThan(prediction.expectedEntropy(0));
  }

  @Test
  void covarianceOfVectors() throws IOException {
    Model model = ModelCase.read(GoldenVectorModelTest.file(), Contents.EVERYTHING);
    InducingCovariance covariance = GoldenModelMaker.covariance(model);
    assertThat(covariance.projection().size()).isEqualTo(6);
    assertClose("divergence", covariance.divergence(), DIVERGENCE_OF_VECTORS, SINGLE);

    double[] marginals = TaggerCase.marginals(model.tagger().tag(ModelKinds.SENTENCE));
    assertClose("p(y_t)", marginals, GoldenVectorModelTest.MARGINALS, SINGLE);
  }

  /** As long as the format is the same, the same model is written with the same content. */
  @Test
  void makerReproducesTheGoldenFiles() throws IOException {
    assertReproduced(GoldenModelMaker.goldenModel(), GoldenModelTest.file());
    assertReproduced(GoldenModelMaker.goldenVectorModel(), GoldenVectorModelTest.file());
  }

  private static void assertReproduced(Model model, byte[] file) throws IOException {
    ModelFile now = ModelFile.of(ModelCase.write(model));
    ModelFile then = ModelFile.of(file);
    assertThat(then.manifest().path("formatVersion").asInt()).isEqualTo(1);
    assertThat(now.manifest()).isEqualTo(then.manifest());
    assertThat(now.entries().keySet()).containsExactlyElementsOf(then.entries().keySet());
    for (String entry : then.entries().keySet()) {
      assertThat(now.entries().get(entry)).as(entry).isEqualTo(then.entries().get(entry));
    }
  }
}
