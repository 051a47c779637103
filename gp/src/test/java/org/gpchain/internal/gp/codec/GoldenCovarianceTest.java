package org.gpchain.internal.gp.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.IOException;
import java.util.List;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.model.GoldenModelTest;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelCase;
import org.gpchain.core.model.ModelFile;
import org.gpchain.core.model.ModelKinds;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.junit.jupiter.api.Test;

/** Tests that the golden model file is read with its covariance. */
class GoldenCovarianceTest {
  private static final double DIVERGENCE = 5.303819227024203;

  private static Model golden() throws IOException {
    return ModelCase.read(GoldenModelTest.file(), Contents.EVERYTHING);
  }

  @Test
  void marginalsComeFromThePosteriorMean() throws IOException {
    double[] marginals = TaggerCase.marginals(ModelKinds.twice(golden()));
    assertClose("p(y_t)", marginals, GoldenModelTest.MARGINALS, ALGEBRA);
  }

  @Test
  void covarianceIsReadAndSampled() throws IOException {
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
  void writingTheGoldenModelGivesTheSameContent() throws IOException {
    ModelFile actual = ModelFile.of(ModelCase.write(GoldenModelMaker.goldenModel()));
    ModelFile expected = ModelFile.of(GoldenModelTest.file());
    assertThat(expected.manifest().path("formatVersion").asInt()).isEqualTo(1);
    assertThat(actual.manifest()).isEqualTo(expected.manifest());
    assertThat(actual.entries().keySet()).containsExactlyElementsOf(expected.entries().keySet());
    for (String entry : expected.entries().keySet()) {
      assertThat(actual.entries().get(entry)).as(entry).isEqualTo(expected.entries().get(entry));
    }
  }
}
