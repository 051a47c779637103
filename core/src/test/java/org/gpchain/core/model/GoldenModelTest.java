package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.InducingCovariance;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The golden model file keeps its meaning. The expected numbers were printed by the maker. */
class GoldenModelTest {
  /**
   * p(O), p(B-LOC), p(I-LOC) of each token of {@link GoldenModelMaker#WORDS}, when they come for
   * the second time in a document.
   */
  private static final double[] MARGINALS = {
    0.07934099817189154, 0.9206590018281088, 0.0,
    0.4098771952491696, 0.112856576955981, 0.47726622779484956,
    0.4783169737658778, 0.30399818376196647, 0.21768484247215586,
    0.6216329560128775, 0.2473094964721101, 0.13105754751501264,
    0.6553235874670116, 0.21162244273570172, 0.1330539697972869,
    0.714358247427248, 0.20712691581695003, 0.07851483675580216
  };

  private static final double DIVERGENCE = 5.303819227024203;

  private static byte[] file() throws IOException {
    try (InputStream in = GoldenModelTest.class.getResourceAsStream("golden-v1.gpchain")) {
      return in.readAllBytes();
    }
  }

  private static Model golden(Contents wanted) throws IOException {
    return ModelCase.read(file(), wanted);
  }

  @ParameterizedTest
  @EnumSource
  void predictions(Contents wanted) throws IOException {
    Prediction prediction = GoldenModelMaker.twice(golden(wanted));
    assertClose("p(y_t)", TaggerCase.marginals(prediction), MARGINALS, ALGEBRA);
    assertThat(prediction.labels()).containsExactly("B-LOC", "O", "O", "O", "O", "O");
    assertThat(prediction.spans())
        .extracting(ScoredSpan::span)
        .containsExactly(new Span(0, 1, "LOC"));
    assertClose("p(span)", prediction.spans().get(0).probability(), 0.4433927740332591, ALGEBRA);
    assertClose("log p(y)", prediction.logSequenceProbability(), -2.4178747816972734, ALGEBRA);
    assertClose("entropy", prediction.entropy(0), 0.2771569028850304, ALGEBRA);
  }

  @ParameterizedTest
  @EnumSource
  void description(Contents wanted) throws IOException {
    Model model = golden(wanted);
    assertThat(model.task().name()).isEqualTo("ne");
    assertThat(model.language()).isEqualTo("en");
    assertThat(model.scheme()).isEqualTo(TagScheme.IOB2);
    assertThat(model.labels().labels()).containsExactly("O", "B-LOC", "I-LOC");
    assertThat(model.tokenProfile())
        .isEqualTo(
            new TokenProfile(
                Convention.SPLIT, Convention.WHOLE, Convention.UNKNOWN, Convention.UNKNOWN));
    assertThat(model.requiredColumns()).containsExactly("word");
    assertThat(model.prior()).isEqualTo(new Prior(new double[] {1, 0.5, 0.25}, 0.375));
    assertThat(model.calibration()).isEqualTo(GoldenModelMaker.withEvidence());
    assertThat(model.provenance())
        .isEqualTo(new Provenance(Map.of("cutoff", "1"), 7, "ab12", 1, 6, "0.1.0"));
    assertThat(model.run()).isEqualTo(new TrainingRun(0.5, 1, -3.5, "by hand"));
    assertThat(model.vocabulary().featureCount()).isEqualTo(18);
    assertThat(model.vocabulary().groupCount()).isEqualTo(3);
    assertThat(model.vocabulary().symbols())
        .containsExactly("O", "B-LOC", "I-LOC", "_B-1", "0", "1", "-", "2");
    assertThat(model.vocabulary().templates().lines())
        .containsExactly("U:%x[0,base]", "U1:%x[-1,base]/%x[0,base]", "U2:%x[0,cluster4]", "B");
    Model base = model.features().base();
    assertThat(base.words().columns()).contains("cluster2", "cluster4", "state", "places");
    assertThat(base.features().firstPass()).isNotNull();
  }

  @Test
  void covariance() throws IOException {
    Model model = golden(Contents.EVERYTHING);
    InducingCovariance covariance = ModelCase.decoupled(model).covariance().orElseThrow();
    assertThat(covariance.projection().size()).isEqualTo(4);
    assertClose("divergence", covariance.divergence(), DIVERGENCE, ALGEBRA);
    Tagger sampled = model.tagger(new DecodingOptions(Decoding.MARGINAL, 20, true, 1));
    Prediction prediction =
        sampled.tag(sampled.inDocument(List.of(GoldenModelMaker.WORDS), new Workspace()).get(0));
    assertThat(prediction.entropy(0)).isGreaterThan(prediction.expectedEntropy(0));
  }

  /** Until the format changes, the same model is written with the same content. */
  @Test
  void theMakerStillMakesIt() throws IOException {
    ModelFile now = ModelFile.of(ModelCase.write(GoldenModelMaker.goldenModel()));
    ModelFile then = ModelFile.of(file());
    assertThat(then.manifest().path("formatVersion").asInt()).isEqualTo(1);
    assertThat(now.manifest()).isEqualTo(then.manifest());
    assertThat(now.entries().keySet()).containsExactlyElementsOf(then.entries().keySet());
    for (String entry : then.entries().keySet()) {
      assertThat(now.entries().get(entry)).as(entry).isEqualTo(then.entries().get(entry));
    }
  }
}
