package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.junit.jupiter.api.Test;

/**
 * Tests that the golden model file can still be read with the same meaning. The file and the
 * expected numbers were created by a class in the tests of the module gp.
 */
public class GoldenModelTest {
  /**
   * p(O), p(B-LOC) and p(I-LOC) of each token of {@link ModelKinds#WORDS} at the second occurrence
   * of this sentence in a document.
   */
  public static final double[] MARGINALS = {
    0.07934099817189154, 0.9206590018281088, 0.0,
    0.4098771952491696, 0.112856576955981, 0.47726622779484956,
    0.4783169737658778, 0.30399818376196647, 0.21768484247215586,
    0.6216329560128775, 0.2473094964721101, 0.13105754751501264,
    0.6553235874670116, 0.21162244273570172, 0.1330539697972869,
    0.714358247427248, 0.20712691581695003, 0.07851483675580216
  };

  /** Returns the golden file. */
  public static byte[] file() throws IOException {
    try (InputStream in = GoldenModelTest.class.getResourceAsStream("golden-v1.gpchain")) {
      return in.readAllBytes();
    }
  }

  /** Returns the model without its covariance, which needs the module gp. */
  private static Model golden() throws IOException {
    return ModelCase.read(file(), Contents.DECODING);
  }

  @Test
  void covarianceNeedsAnotherArtifact() throws IOException {
    byte[] file = file();
    assertFails(
        ModelFormatException.MissingCodec.class,
        () -> ModelCase.read(file, Contents.EVERYTHING),
        "the model file cannot be read: the covariance of a posterior needs the artifact"
            + " org.gpchain:gpchain-gp");
  }

  @Test
  void predictionsHaveNotChanged() throws IOException {
    Prediction prediction = ModelKinds.twice(golden());
    assertClose("p(y_t)", TaggerCase.marginals(prediction), MARGINALS, ALGEBRA);
    assertThat(prediction.labels()).containsExactly("B-LOC", "O", "O", "O", "O", "O");
    assertThat(prediction.spans())
        .extracting(ScoredSpan::span)
        .containsExactly(new Span(0, 1, "LOC"));
    assertClose("p(span)", prediction.spans().get(0).probability(), 0.4433927740332591, ALGEBRA);
    assertClose("log p(y)", prediction.logSequenceProbability(), -2.4178747816972734, ALGEBRA);
    assertClose("entropy", prediction.entropy(0), 0.2771569028850304, ALGEBRA);
  }

  @Test
  void descriptionHasNotChanged() throws IOException {
    Model model = golden();
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
    assertThat(model.calibration()).isEqualTo(ModelKinds.withEvidence());
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
}
