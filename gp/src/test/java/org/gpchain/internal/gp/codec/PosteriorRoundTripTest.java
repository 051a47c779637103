package org.gpchain.internal.gp.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelCase;
import org.gpchain.core.model.ModelKinds;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.gp.posterior.Components;
import org.gpchain.internal.gp.posterior.SampledPosterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that models with the posteriors of this module are equal after writing and reading. */
class PosteriorRoundTripTest {
  private static final DecodingOptions SAMPLED = new DecodingOptions(Decoding.MARGINAL, 5, true, 1);

  private static Model read(Model model, Contents wanted) throws IOException {
    return ModelCase.read(ModelCase.write(model), wanted);
  }

  static Stream<Model> predictions() {
    return Stream.of(
        GoldenModelMaker.covarianceModel(),
        GoldenModelMaker.sparseModel(),
        GoldenModelMaker.sampledModel());
  }

  @ParameterizedTest
  @MethodSource
  void predictions(Model model) throws IOException {
    TokenSequence sentence = ModelKinds.SENTENCE;
    double[] expected = TaggerCase.marginals(model.tagger().tag(sentence));
    for (Contents wanted : Contents.values()) {
      Model read = read(model, wanted);
      assertClose("p(y_t)", TaggerCase.marginals(read.tagger().tag(sentence)), expected, ALGEBRA);
    }
    assertThat(ModelCase.write(read(model, Contents.EVERYTHING))).isEqualTo(ModelCase.write(model));
  }

  @ParameterizedTest
  @EnumSource
  void sparsePosteriorHasACovarianceOnlyIfEverythingIsRead(Contents wanted) throws IOException {
    Model model = read(GoldenModelMaker.sparseModel(), wanted);
    assertThat(model.posterior().hasCovariance()).isEqualTo(wanted == Contents.EVERYTHING);
  }

  @ParameterizedTest
  @EnumSource
  void readsAModelWithCovariance(TagScheme scheme) {
    Model model = CovarianceModels.of(3, scheme);
    Model again = ModelCase.readAll(ModelCase.write(model));
    ModelCase.assertSamePredictions(again, model, DecodingOptions.DEFAULT);

    assertThat(ModelCase.write(again)).isEqualTo(ModelCase.write(model));
    var before = GoldenModelMaker.covariance(model);
    var after = GoldenModelMaker.covariance(again);

    for (int label = 0; label < model.labels().size(); label++) {
      assertClose("R", after.precision(label).lower(), before.precision(label).lower(), SINGLE);
    }
    // The factors are single precision after reading, and do not change again.
    Model third = ModelCase.readAll(ModelCase.write(again));
    ModelCase.assertSamePredictions(third, again, SAMPLED);
    assertThat(GoldenModelMaker.covariance(third).divergence()).isEqualTo(after.divergence());
  }

  @Test
  void skipsTheCovarianceForDecoding() throws IOException {
    Model model = CovarianceModels.of(3, TagScheme.IOB2);
    Model again = ModelCase.read(ModelCase.write(model), Contents.DECODING);
    ModelCase.assertSamePredictions(again, model, DecodingOptions.DEFAULT);
    assertThat(again.posterior().hasCovariance()).isFalse();
    assertRefused(() -> again.tagger(SAMPLED), "without a posterior covariance");
  }

  private static Model sampledModel() {
    TaggerCase parts = TaggerCase.of(3, TagScheme.IOB2);
    int features = parts.vocabulary().featureCount();
    return ModelCase.of(
        parts, Components.sampled(new Draws(4), features, parts.labels().size(), 5));
  }

  @Test
  void readsAllSamplesEvenForDecoding() throws IOException {
    Model model = sampledModel();
    byte[] file = ModelCase.write(model);
    for (Contents contents : Contents.values()) {
      Model read = ModelCase.read(file, contents);
      assertThat(ModelCase.write(read)).isEqualTo(file);
      ModelCase.assertSamePredictions(read, model, DecodingOptions.DEFAULT);
    }
  }

  /** A prediction is the average of the predictions of the samples. */
  @Test
  void taggingAveragesOverAllSamples() {
    Model model = sampledModel();
    DecodingOptions options = new DecodingOptions(Decoding.MARGINAL, 0, false, 1);
    Tagger tagger = model.tagger(options);
    SampledPosterior posterior = (SampledPosterior) model.posterior();
    TaggerCase parts = TaggerCase.of(3, TagScheme.IOB2);
    TokenSequence sentence = TaggerCase.sentence(new Draws(9), 4);
    Prediction average = tagger.tag(sentence);
    List<Prediction> single =
        posterior.samples().stream()
            .map(sample -> ModelCase.of(parts, sample).tagger(options).tag(sentence))
            .toList();
    double[] marginals = TaggerCase.marginals(average);

    for (int i = 0; i < marginals.length; i++) {
      int place = i;
      double expected =
          single.stream().mapToDouble(p -> TaggerCase.marginals(p)[place]).average().orElseThrow();
      assertThat(marginals[i]).isCloseTo(expected, within(1e-5));
    }
  }
}
