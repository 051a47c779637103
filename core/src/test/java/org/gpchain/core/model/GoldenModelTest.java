package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.posterior.InducingCovariance;
import org.gpchain.core.posterior.SampledPosterior;
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.predict.TaggerCase;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.tokens.TokenProfile;
import org.gpchain.core.tokens.TokenProfile.Convention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Model files of every format version keep their meaning. Numbers were printed by the maker. */
class GoldenModelTest {
  /** p(O), p(B-NP), p(I-NP) of each token of {@link GoldenModelMaker#SENTENCE}. */
  private static final double[] MARGINALS = {
    0.11611453467414116, 0.8579768106084573, 0.025908654717401527,
    0.8505539334994959, 0.14780411114149505, 0.00164195535900885,
    0.8505539334994959, 0.14780411114149505, 0.00164195535900885,
    0.9574310663086685, 0.028911913009762102, 0.013657020681569425,
    0.939804310055534, 0.013405588507317798, 0.04679010143714808
  };

  private static final double[] SPARSE_MARGINALS = {
    0.45874790042173447, 0.014289123360529442, 0.5269629762177364,
    0.9943756076223146, 0.0033502722932004054, 0.0022741200844851508,
    0.8018291796601912, 0.17507321411508442, 0.023097606224724558,
    0.9162187047487278, 0.05208707188338956, 0.03169422336788279,
    0.8742157891166433, 0.07760113934804891, 0.04818307153530779
  };

  private static final double DIVERGENCE = 17.892407098352464;

  /** The probability of the segment, 0.857, with log odds of -0.5 and 0.75 times its own. */
  private static final double CALIBRATED = 0.6985294066054868;

  /** Of legal sequences, with scores times 0.75 and transitions times 1.25. */
  private static final double[] SCALED_MARGINALS = {
    0.20144163274582755, 0.7985583672541724, 0,
    0.8722119179689779, 0.12594682747698763, 0.0018412545540344824,
    0.872521322659598, 0.12718160993578898, 2.970674046130041E-4,
    0.9598868043491692, 0.03862673616006309, 0.0014864594907676991,
    0.9741505531903667, 0.02438738191143354, 0.0014620648981996988
  };

  /** p(O), p(B-LOC), p(I-LOC) of each token of {@link GoldenModelMaker#WORDS}. */
  private static final double[] WORD_MARGINALS = {
    0.48049324462101023, 0.1118953171873205, 0.4076114381916694,
    0.9873371666116413, 0.005190936442537616, 0.007471896945821225,
    0.8508151704782349, 0.0698391635288395, 0.07934566599292567,
    0.9080927525391022, 0.0745407923425447, 0.017366455118353167,
    0.5126130229934532, 0.04207783928701022, 0.4453091377195365,
    0.2708611822566845, 0.44657459259357996, 0.2825642251497356
  };

  /** The same with a kind of names in place of a lexicon. */
  private static final double[] NAME_MARGINALS = {
    0.4917049726105688, 0.3112602828385386, 0.19703474455089257,
    0.9873371666116413, 0.005190936442537617, 0.007471896945821223,
    0.7891524268159745, 0.17608371098476652, 0.034763862199259046,
    0.8115804448973853, 0.18108807464328758, 0.0073314804593270005,
    0.5126130229934532, 0.04207783928701022, 0.44530913771953645,
    0.4654180394487045, 0.04905470045499665, 0.4855272600962988
  };

  /** The same where a document has them twice, of two passes. */
  private static final double[] IN_DOCUMENT = {
    0.08009349475109037, 0.9199065052489094, 0.0,
    0.16310831124626227, 0.3499665277847566, 0.486925160968981,
    0.6588228387899611, 0.14736706472524705, 0.19381009648479156,
    0.2617161540482697, 0.5578694914410083, 0.18041435451072171,
    0.7101231727292635, 0.12263560370558689, 0.16724122356514942,
    0.7939210108062844, 0.1296040422570365, 0.07647494693667904
  };

  /** The same by a model that reads the labels of that one, of the second time. */
  private static final double[] OVER_A_BASE = {
    0.0471827461960201, 0.9528172538039799, 0.0,
    0.4677669432481146, 0.13737474896968244, 0.39485830778220304,
    0.4393721310099745, 0.43276834566016276, 0.1278595233298626,
    0.611352591974227, 0.3125816696934166, 0.0760657383323564,
    0.6343935857190574, 0.26596816083546343, 0.09963825344547904,
    0.6542623837772577, 0.299705518035764, 0.04603209818697838
  };

  /** p(O), p(B-NP), p(I-NP) of each token of {@link GoldenModelMaker#soft}. */
  private static final double[] SOFT_MARGINALS = {
    0.1679059643058301, 0.8010345553640916, 0.031059480330078323,
    0.9439171374711212, 0.05494256595147397, 0.0011402965774049221,
    0.9379098068520612, 0.06090277801230792, 0.0011874151356309737,
    0.9797786897948633, 0.011055761772264213, 0.009165548432872778,
    0.8629221953909004, 0.020293984884712627, 0.11678381972438713
  };

  private static final double[] SAMPLED_MARGINALS = {
    0.05181188080852777, 0.9481881191914721, 0.0,
    0.3013846829283318, 0.3418119507614979, 0.35680336631017034,
    0.1706351927614514, 0.7985254269271453, 0.03083938031140327,
    0.2786980293887524, 0.47150415903783466, 0.24979781157341283,
    0.3957735591360358, 0.5837431041508362, 0.02048333671312789
  };

  private static Model golden(String version, Contents wanted) throws IOException {
    return ModelCase.read(bytes(version), wanted);
  }

  private static ModelFile file(String version) throws IOException {
    return ModelFile.of(bytes(version));
  }

  private static byte[] bytes(String version) throws IOException {
    try (InputStream in =
        GoldenModelTest.class.getResourceAsStream("golden-v" + version + ".gpchain")) {
      return in.readAllBytes();
    }
  }

  static Stream<Arguments> marginals() {
    return Stream.of(
        Arguments.of("1", GoldenModelMaker.SENTENCE, MARGINALS),
        Arguments.of("2", GoldenModelMaker.SENTENCE, SPARSE_MARGINALS),
        Arguments.of("3", GoldenModelMaker.SENTENCE, MARGINALS),
        Arguments.of("4", GoldenModelMaker.SENTENCE, MARGINALS),
        Arguments.of("5", GoldenModelMaker.SENTENCE, SCALED_MARGINALS),
        Arguments.of("6", GoldenModelMaker.WORDS, WORD_MARGINALS),
        Arguments.of("6-soft", GoldenModelMaker.soft(), SOFT_MARGINALS),
        Arguments.of("7", GoldenModelMaker.SENTENCE, SAMPLED_MARGINALS),
        Arguments.of("8", GoldenModelMaker.wordsWithColumns(), WORD_MARGINALS),
        Arguments.of("8-names", GoldenModelMaker.WORDS, NAME_MARGINALS));
  }

  @ParameterizedTest
  @MethodSource
  void marginals(String version, TokenSequence sentence, double[] expected) throws IOException {
    for (Contents wanted : Contents.values()) {
      Prediction prediction = golden(version, wanted).tagger().tag(sentence);
      assertClose("p(y_t)", TaggerCase.marginals(prediction), expected, ALGEBRA);
    }
  }

  /** The only segment, its probability, and what calibrates it. */
  static Stream<Arguments> segments() {
    Calibration none = Calibration.of(SegmentCalibration.NONE);
    Calibration platt = Calibration.of(new SegmentCalibration(-0.5, 0.75, 0.25));
    return Stream.of(
        Arguments.of("1", none, 0.8565680509863733),
        Arguments.of("3", platt, CALIBRATED),
        Arguments.of("4", platt, CALIBRATED),
        Arguments.of("5", GoldenModelMaker.calibration(), 0.7967171127001379),
        Arguments.of("11", GoldenModelMaker.withEvidence(), 0.7967171127001379),
        Arguments.of("12", GoldenModelMaker.withEvidence(), 0.7967171127001379));
  }

  @ParameterizedTest
  @MethodSource
  void segments(String version, Calibration calibration, double probability) throws IOException {
    for (Contents wanted : Contents.values()) {
      Model model = golden(version, wanted);
      assertThat(model.calibration()).isEqualTo(calibration);
      Prediction prediction = model.tagger().tag(GoldenModelMaker.SENTENCE);
      assertThat(prediction.labels()).containsExactly("B-NP", "O", "O", "O", "O");
      assertThat(prediction.spans())
          .extracting(ScoredSpan::span)
          .containsExactly(new Span(0, 1, "NP"));
      assertClose("p(span)", prediction.spans().get(0).probability(), probability, ALGEBRA);
    }
  }

  @Test
  void otherNumbers() throws IOException {
    Prediction first = golden("1", Contents.DECODING).tagger().tag(GoldenModelMaker.SENTENCE);
    assertClose("entropy", first.entropy(0), 0.47608756798147583, ALGEBRA);
    Model scaled = golden("5", Contents.DECODING);
    assertThat(scaled.calibration().segments().threshold()).isEqualTo(0.3125);
    Prediction prediction = scaled.tagger().tag(GoldenModelMaker.SENTENCE);
    assertClose("log p(y)", prediction.logSequenceProbability(), -0.5623852147984243, ALGEBRA);
  }

  @ParameterizedTest
  @EnumSource
  void description(Contents wanted) throws IOException {
    Model model = golden("1", wanted);
    assertThat(model.task().name()).isEqualTo("np");
    assertThat(model.language()).isEqualTo("en");
    assertThat(model.scheme()).isEqualTo(TagScheme.IOB2);
    assertThat(model.labels().labels()).containsExactly("O", "B-NP", "I-NP");
    assertThat(model.features().tagset().tags()).containsExactly("CD", "DT", "NN", "VB");
    assertThat(model.prior()).isEqualTo(new Prior(new double[] {0.5, 1, 0.25, 0.125, 2}, 1));
    assertThat(model.provenance())
        .isEqualTo(new Provenance(Map.of("cutoff", "1"), 7, "ab12", 3, 11, "0.1.0"));
    assertThat(model.run()).isEqualTo(new TrainingRun(0.5, 1, -3.5, "by hand"));
    assertThat(model.vocabulary().featureCount()).isEqualTo(25);
    assertThat(model.vocabulary().groupCount()).isEqualTo(5);
    assertThat(model.vocabulary().symbols())
        .containsExactly(
            "_B-1", "The", "cat", "saw", "3", "İ😀", "dog", "4", "DT", "NN", "VB", "CD", "_B+1",
            "Xxx", "xx", "0", "X😀", "he", "at", "aw", "og");
    assertThat(model.vocabulary().templates().lines())
        .containsExactly(
            "U:%x[-1,word]",
            "U:%x[0,word]",
            "U1:%x[0,pos]/%x[1,pos]",
            "U2:%x[0,shape]",
            "U3:%x[0,suffix2]",
            "U9",
            "B");
  }

  @Test
  void covariance() throws IOException {
    Model model = golden("1", Contents.EVERYTHING);
    InducingCovariance covariance = ModelCase.decoupled(model).covariance().orElseThrow();
    assertThat(covariance.projection().size()).isEqualTo(6);
    assertClose("divergence", covariance.divergence(), DIVERGENCE, ALGEBRA);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void samplesOfTheCovariance(String version) throws IOException {
    Prediction prediction =
        golden(version, Contents.EVERYTHING)
            .tagger(new DecodingOptions(Decoding.MARGINAL, 20, true, 1))
            .tag(GoldenModelMaker.SENTENCE);
    assertThat(prediction.entropy(0)).isGreaterThan(prediction.expectedEntropy(0));
  }

  @Test
  void tokenProfile() throws IOException {
    TokenProfile profile =
        new TokenProfile(
            Convention.SPLIT, Convention.WHOLE, Convention.UNKNOWN, Convention.UNKNOWN);
    assertThat(golden("12", Contents.DECODING).tokenProfile()).isEqualTo(profile);
    assertThat(golden("11", Contents.DECODING).tokenProfile()).isEqualTo(TokenProfile.UNKNOWN);
  }

  /** The addition to version 6 for models that want parts of speech with their probabilities. */
  @Test
  void softPredictions() throws IOException {
    Model model = golden("6-soft", Contents.DECODING);
    assertThat(model.features().softColumns()).containsExactly("pos");
  }

  static Stream<Arguments> made() {
    return Stream.of(
        Arguments.of("5", 5, GoldenModelMaker.calibratedModel()),
        Arguments.of("6", 6, GoldenModelMaker.wordsModel()),
        Arguments.of("6-soft", 6, GoldenModelMaker.softModel()),
        Arguments.of("7", 7, GoldenModelMaker.sampledModel()),
        Arguments.of("8", 8, GoldenModelMaker.annotatedModel()),
        Arguments.of("8-names", 8, GoldenModelMaker.namesModel()),
        Arguments.of("9", 9, GoldenModelMaker.twoPassModel()),
        Arguments.of("10", 10, GoldenModelMaker.modelOverABase()),
        Arguments.of("11", 11, GoldenModelMaker.modelWithEvidence()),
        Arguments.of("12", Manifest.VERSION, GoldenModelMaker.modelWithTokenProfile()));
  }

  /** As long as models are written in this version, the maker's is written as it was then. */
  @ParameterizedTest
  @MethodSource("made")
  void theMakerStillMakesIt(String name, int version, Model model) throws IOException {
    ModelFile now = ModelFile.of(ModelCase.write(model));
    ModelFile then = file(name);
    assertThat(now.manifest()).isEqualTo(then.manifest());
    assertThat(now.manifest().path("formatVersion").asInt()).isEqualTo(version);
    assertThat(now.entries().keySet()).containsExactlyElementsOf(then.entries().keySet());
    for (String entry : then.entries().keySet()) {
      assertThat(now.entries().get(entry)).as(entry).isEqualTo(then.entries().get(entry));
    }
  }

  /** Written again, an old file becomes a new one with the same arrays. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void oldFilesLoseNothing(int version) throws IOException {
    ModelFile then = file("" + version);
    ModelFile now = ModelFile.of(ModelCase.write(golden("" + version, Contents.EVERYTHING)));
    assertThat(then.manifest().path("formatVersion").asInt()).isEqualTo(version);
    assertThat(now.manifest().path("formatVersion").asInt()).isEqualTo(5);
    assertThat(now.manifest().path("transitionVariance").asDouble())
        .isEqualTo(version < 4 ? 1 : 0.375);
    assertThat(now.manifest().path("calibration")).isEqualTo(then.manifest().path("calibration"));
    assertThat(now.manifest().has("scaling")).isFalse();
    assertThat(now.manifest().path("arrays")).isEqualTo(then.manifest().path("arrays"));
  }

  @ParameterizedTest
  @EnumSource
  void sparsePredictions(Contents wanted) throws IOException {
    Model model = golden("2", wanted);
    assertThat(model.posterior().hasCovariance()).isEqualTo(wanted == Contents.EVERYTHING);
    assertThat(model.tagger().tag(GoldenModelMaker.SENTENCE).labels())
        .containsExactly("O", "O", "O", "O", "O");
  }

  @Test
  void aModelWithWordsNeedsNoPartsOfSpeech() throws IOException {
    Model model = golden("6", Contents.DECODING);
    assertThat(model.requiredColumns()).containsExactly("word");
    assertThat(model.posTagset()).isEmpty();
  }

  /** Version 7 is for models that are samples. */
  @ParameterizedTest
  @EnumSource
  void samples(Contents wanted) throws IOException {
    Model model = golden("7", wanted);
    SampledPosterior posterior = (SampledPosterior) model.posterior();
    assertThat(posterior.samples()).hasSize(3);
  }

  /** A column's type goes with the model, whose other columns documents may have by name only. */
  @Test
  void columnsOfAnnotations() throws IOException {
    Model model = golden("8", Contents.DECODING);
    assertThat(model.features().annotationColumns())
        .containsExactly(new AnnotationColumn("places", "my.project.Place", "kind"));
    assertThat(model.requiredColumns())
        .containsExactly("word", "cluster2", "cluster4", "state", "places");
    assertThat(model.reading(AnnotationColumn.parse(List.of("other=Type"), List.of())).features())
        .matches(features -> features.annotationColumns().isEmpty());
  }

  /** The second pass reads the document, in which a sentence alone has no others. */
  @ParameterizedTest
  @EnumSource
  void twoPasses(Contents wanted) throws IOException {
    Model model = golden("9", wanted);
    assertThat(model.requiredColumns()).containsExactly("word");
    assertThat(model.features().firstPass().words()).isNull();
    assertThat(model.words().columns()).contains("cluster2", "cluster4", "state", "places");
    Prediction twice = GoldenModelMaker.twice(model);
    assertClose("p(y_t)", TaggerCase.marginals(twice), IN_DOCUMENT, ALGEBRA);
    Tagger tagger = model.tagger();
    double[] alone = TaggerCase.marginals(tagger.tag(GoldenModelMaker.WORDS));
    assertThat(alone).isNotEqualTo(IN_DOCUMENT);
    assertThat(
            TaggerCase.marginals(
                tagger.tag(
                    tagger.inDocument(List.of(GoldenModelMaker.WORDS), new Workspace()).get(0))))
        .isEqualTo(alone);
  }

  @ParameterizedTest
  @EnumSource
  void overABase(Contents wanted) throws IOException {
    Model model = golden("10", wanted);
    assertThat(model.requiredColumns()).containsExactly("word");
    assertThat(model.words()).isNull();
    assertThat(model.features().base().words()).isNotNull();
    assertThat(model.features().softColumns()).isEmpty();
    Prediction twice = GoldenModelMaker.twice(model);
    assertClose("p(y_t)", TaggerCase.marginals(twice), OVER_A_BASE, ALGEBRA);
    Tagger tagger = model.tagger();
    Tagger base = model.features().base().tagger();
    TokenSequence read = tagger.inDocument(List.of(GoldenModelMaker.WORDS), new Workspace()).get(0);
    double[] below = TaggerCase.marginals(base.tag(GoldenModelMaker.WORDS));
    for (int t = 0; t < read.length(); t++) {
      for (WeightedValue label : read.cells("base").get(t)) {
        int v = base.labels().indexOf(label.value());
        assertThat(label.weight()).isEqualTo(below[t * base.labels().size() + v]);
      }
    }
    assertThat(TaggerCase.marginals(tagger.tag(GoldenModelMaker.WORDS)))
        .isEqualTo(TaggerCase.marginals(tagger.tag(read)));
    assertRefused(() -> golden("9", wanted).over(model), "without a base");
  }

  static Stream<Arguments> inside() {
    return Stream.of(
        Arguments.of("9", "first-pass", "9"),
        Arguments.of("9", "first-pass", "6"),
        Arguments.of("9", "first-pass", "10"),
        Arguments.of("10", "base", "10"));
  }

  /** A first pass has none, nor has a base a base; nor is a damaged one read. */
  @ParameterizedTest
  @MethodSource("inside")
  void modelsInsideThatAreNone(String version, String array, String inside) throws IOException {
    byte[] shorter = Arrays.copyOf(file(version).entries().get("arrays/" + array), 300);
    for (byte[] other : List.of(bytes(inside), shorter, new byte[0])) {
      byte[] file =
          file(version)
              .withArray(array, other)
              .withManifest(
                  manifest -> ModelFile.array(manifest, array).put("length", other.length))
              .bytes();
      assertThatExceptionOfType(ModelFormatException.Corrupt.class)
          .isThrownBy(() -> ModelCase.read(file, Contents.DECODING))
          .withMessageNotContaining("Exception");
    }
  }

  /** Held-out segments tell the threshold for any F_β; files without them know F1 only. */
  @Test
  void thresholdsOfOtherMeasures() throws IOException {
    DecodingOptions recall = DecodingOptions.DEFAULT.withBeta(2);
    assertThat(golden("5", Contents.DECODING).tagger(recall)).isNotNull();
    Model old = golden("4", Contents.DECODING);
    assertRefused(() -> old.tagger(recall), "beta");
    assertThat(old.calibration().serves(1)).isTrue();
    assertThat(old.calibration().serves(2)).isFalse();
  }

  @Test
  void everyVersionHasAGoldenFile() {
    for (int version = 1; version <= Manifest.VERSION; version++) {
      assertThat(GoldenModelTest.class.getResource("golden-v" + version + ".gpchain")).isNotNull();
    }
  }
}
