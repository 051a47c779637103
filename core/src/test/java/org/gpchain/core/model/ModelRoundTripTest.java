package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.posterior.Components;
import org.gpchain.internal.core.posterior.SampledPosterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Models come back from their files as they were. */
class ModelRoundTripTest {
  private static final DecodingOptions SAMPLED = new DecodingOptions(Decoding.MARGINAL, 5, true, 1);

  /** Compares models by the bytes of their files, and by what they predict. */
  private static void assertSame(Model actual, Model expected) {
    assertThat(ModelCase.write(actual)).isEqualTo(ModelCase.write(expected));
    assertThat(actual.run()).isEqualTo(expected.run());
    assertThat(actual.provenance()).isEqualTo(expected.provenance());
    ModelCase.assertSamePredictions(actual, expected, DecodingOptions.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource
  void aPlugInModelComesBack(TagScheme scheme) throws IOException {
    Model model = ModelCase.plugIn(3, scheme);
    for (Contents wanted : Contents.values()) {
      Model again = ModelCase.read(ModelCase.write(model), wanted);
      assertSame(again, model);
      assertThat(ModelCase.decoupled(again).covariance()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aModelWithCovarianceComesBack(TagScheme scheme) {
    Model model = ModelCase.withCovariance(3, scheme);
    Model again = ModelCase.readAll(ModelCase.write(model));
    assertSame(again, model);
    var before = ModelCase.decoupled(model).covariance().orElseThrow();
    var after = ModelCase.decoupled(again).covariance().orElseThrow();
    for (int label = 0; label < model.labels().size(); label++) {
      assertClose("R", after.precision(label).lower(), before.precision(label).lower(), SINGLE);
    }
    // its factors are single precision now, and stay as they are
    Model third = ModelCase.readAll(ModelCase.write(again));
    ModelCase.assertSamePredictions(third, again, SAMPLED);
    assertThat(ModelCase.decoupled(third).covariance().orElseThrow().divergence())
        .isEqualTo(after.divergence());
  }

  @Test
  void forDecodingTheCovarianceIsLeftOut() throws IOException {
    Model model = ModelCase.withCovariance(3, TagScheme.IOB2);
    Model again = ModelCase.read(ModelCase.write(model), Contents.DECODING);
    ModelCase.assertSamePredictions(again, model, DecodingOptions.DEFAULT);
    assertThat(ModelCase.decoupled(again).covariance()).isEmpty();
    assertRefused(() -> again.tagger(SAMPLED), "without a posterior covariance");
  }

  @Test
  @ResourceLock(Resources.LOCALE)
  void theSameModelGivesTheSameBytes() {
    byte[] expected = ModelCase.write(ModelCase.withCovariance(3, TagScheme.IOB2));
    Locale before = Locale.getDefault();
    try {
      for (String language : new String[] {"en", "tr", "ar-u-nu-arab"}) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertThat(ModelCase.write(ModelCase.withCovariance(3, TagScheme.IOB2)))
            .isEqualTo(expected);
        assertThat(ModelCase.write(ModelCase.readAll(expected))).isEqualTo(expected);
      }
    } finally {
      Locale.setDefault(before);
    }
    assertThat(ModelCase.write(ModelCase.withCovariance(4, TagScheme.IOB2))).isNotEqualTo(expected);
  }

  @Test
  void aRunStandsBesideTheModel() throws IOException {
    Model model = ModelCase.plugIn(3, TagScheme.IOB2);
    assertThat(ModelCase.readAll(ModelCase.write(model)).run()).isEqualTo(ModelCase.RUN);
    var with = ModelFile.of(ModelCase.write(model)).entries();
    var without = ModelFile.of(ModelCase.write(model.with((TrainingRun) null))).entries();
    assertThat(with).hasSize(without.size() + 1).containsKey("run.json");
    assertThat(with).containsAllEntriesOf(without);
  }

  /** What follows the manifest is not read, and may be missing. */
  @Test
  void provenanceAlone() throws IOException {
    Model model = ModelCase.plugIn(3, TagScheme.IOB2);
    byte[] file = ModelCase.write(model);
    byte[] half = Arrays.copyOf(file, file.length / 2);
    assertThat(ModelReader.provenance(new ByteArrayInputStream(half)))
        .isEqualTo(model.provenance());
    assertThatThrownBy(() -> ModelReader.provenance(new ByteArrayInputStream(new byte[9])))
        .isInstanceOf(ModelFormatException.Corrupt.class);
  }

  @Test
  void streamsAreLeftOpen() throws IOException {
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };
    ModelWriter.write(ModelCase.plugIn(3, TagScheme.IOB2), out);
    ByteArrayInputStream in =
        new ByteArrayInputStream(out.toByteArray()) {
          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };
    assertThat(ModelReader.read(in, Contents.DECODING).task().name()).isEqualTo("chunk");
  }

  @Test
  void softColumnsComeBack() {
    Model hard = GoldenModelMaker.model();
    Model soft = GoldenModelMaker.softModel();
    Model again = ModelCase.readAll(ModelCase.write(soft));

    assertThat(again.features().softColumns()).containsExactly("pos");
    assertThat(again.posTags()).isEqualTo(PosTags.POSSIBLE);
    assertThat(ModelCase.write(again)).isEqualTo(ModelCase.write(soft));
    assertThat(ModelCase.readAll(ModelCase.write(hard)).posTags()).isEqualTo(PosTags.BEST);
    assertRefused(() -> ModelCase.withSoftColumns(hard, List.of("stem")), "[stem]");
  }

  @Test
  void partsOfAModelMustAgree() {
    Model model = ModelCase.plugIn(3, TagScheme.IOB2);
    assertRefused(
        () ->
            new Model(
                new ModelTask("chunk", "en", TagScheme.IOB2, LabelSet.of(List.of("O"))),
                Features.of(model.vocabulary(), model.prior(), null),
                model.posterior(),
                model.provenance()),
        "V = 1 and 5");
  }

  private static Model sampledModel() {
    TaggerCase parts = TaggerCase.of(3, TagScheme.IOB2);
    int features = parts.vocabulary().featureCount();
    return ModelCase.of(
        parts, Components.sampled(new Draws(4), features, parts.labels().size(), 5));
  }

  /** A prediction is the average over what each sample by itself would predict. */
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
