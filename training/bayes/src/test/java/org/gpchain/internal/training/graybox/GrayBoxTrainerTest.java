package org.gpchain.internal.training.graybox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.HeldOutProgress;
import org.gpchain.internal.training.ModelEntries;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.data.EncoderUse;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.data.WordVectors;
import org.gpchain.internal.training.decoupled.Pruning;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GrayBoxTrainerTest {
  /** Word vectors in which animals are at the left and plants at the right. */
  private static final WordVectors VECTORS =
      new WordVectors(
          2,
          List.of("the", "dog", "cat", "wolf", "oak", "ash", "elm", "sees", "fern"),
          new float[] {
            0, 3, -2, 0.1f, -2.1f, -0.1f, -1.9f, 0, 2, 0.1f, 2.1f, -0.1f, 1.9f, 0, 0.1f, -3, 2, 0.2f
          });

  private final List<LabeledSequence> toys = ToyCorpus.sentences(20, 1);

  private static ToySettings toySettings() {
    return SparseToy.settings("ne", ToyCorpus.TEMPLATES)
        .withCalibrationFolds(2)
        .withInducing(15, 4, 2)
        .withIterations(12)
        .withKernelRounds(0)
        .withThreads(1);
  }

  private static Model learn(
      ToySettings settings, SparseSettings sparse, List<LabeledSequence> train) {
    return SparseToy.learn(settings, sparse, train, Progress.NONE);
  }

  private static LabeledSequence sentence(String subject, String object) {
    return LabeledSequence.ofLabels(
        TokenSequence.ofWords(List.of("the", subject, "sees", "the", object)),
        List.of("X", label(subject), "X", "X", label(object)),
        TagScheme.TOKEN);
  }

  private static String label(String word) {
    return List.of("dog", "cat").contains(word) ? "ANIMAL" : "PLANT";
  }

  /** Returns a corpus that does not contain wolves, elms and ferns. */
  private static List<LabeledSequence> words() {
    List<LabeledSequence> corpus = new ArrayList<>();
    for (String subject : List.of("dog", "cat", "oak", "ash")) {
      for (String object : List.of("dog", "cat", "oak", "ash")) {
        corpus.add(sentence(subject, object));
      }
    }
    return corpus;
  }

  private static ToySettings wordSettings(String templates) {
    return SparseToy.settings("words", TemplateSet.parse(templates, List.of("word")))
        .withScheme(TagScheme.TOKEN)
        .withCalibrationFolds(0)
        .withKernelRounds(0)
        .withThreads(1)
        .withInducing(0, 4, 2)
        .withIterations(15);
  }

  private static SparseSettings withVectors(KernelForm kernel) {
    return SparseToy.kernel(kernel).withVectors(VECTORS);
  }

  @ParameterizedTest
  @EnumSource
  void everyKernelLearnsItsCorpus(KernelForm form) {
    Model model = learn(toySettings().withCalibrationFolds(5), SparseToy.kernel(form), toys);

    assertThat(model.posterior()).isInstanceOf(SparsePosterior.class);
    assertThat(ToyCorpus.f1(model.tagger(), toys)).isGreaterThan(0.9);
    assertThat(ToyCorpus.f1(model.tagger(), ToyCorpus.sentences(20, 2))).isGreaterThan(0.6);
    assertThat(model.provenance().settings())
        .containsEntry("posterior", "sparse")
        .containsEntry("kernel", form.toString())
        .containsEntry("inducing", "15")
        .containsEntry("calibrationFolds", "5")
        .doesNotContainKeys("pruning", "embeddings");
    assertThat(model.calibration().scaling()).isNotNull();
    assertThat(model.run().objective()).isFinite();
  }

  /** Unseen words get the labels of words with similar vectors. */
  @Test
  void labelsUnseenWordsByTheirVectors() {
    ToySettings settings = wordSettings("U00:%x[0,word]\nB");
    Model model = learn(settings, withVectors(KernelForm.LINEAR), words());
    Model without = learn(settings, SparseToy.kernel(KernelForm.LINEAR), words());

    for (String word : List.of("wolf", "elm", "fern", "Wolf", "Fern")) {
      String expected = word.equalsIgnoreCase("wolf") ? "ANIMAL" : "PLANT";
      LabeledSequence sentence = sentence("dog", word);
      Prediction prediction = model.tagger().tag(sentence.tokens());
      assertThat(prediction.labels().get(4)).isEqualTo(expected);
      int label = model.labels().indexOf(expected);
      assertThat(prediction.marginal(4, label)).isGreaterThan(0.7);
      assertThat(without.tagger().tag(sentence.tokens()).marginal(4, label)).isLessThan(0.6);
    }
  }

  /** An encoder whose vectors are those of {@link #VECTORS}. */
  private record ToyEncoder() implements TokenVectors {
    @Override
    public int dimension() {
      return VECTORS.dimension();
    }

    @Override
    public String id() {
      return "toy@gray-box";
    }

    @Override
    public DenseRows vectors(TokenSequence sentence) {
      float[] values = new float[sentence.length() * dimension()];
      for (int t = 0; t < sentence.length(); t++) {
        int row = VECTORS.row(sentence.words().get(t).toLowerCase(Locale.ROOT));
        System.arraycopy(
            VECTORS.vectors(), row * dimension(), values, t * dimension(), dimension());
      }
      return new DenseRows(sentence.length(), dimension(), values);
    }
  }

  @ParameterizedTest
  @EnumSource
  void labelsUnseenWordsByTheVectorsOfAnEncoder(KernelForm encoderForm) {
    ToySettings settings = wordSettings("U00:%x[0,word]\nB").withKernelRounds(2);
    Task task = settings.task().withEncoder(EncoderUse.of(new ToyEncoder()));
    SparseSettings sparse = SparseToy.kernels(KernelForm.LINEAR, encoderForm);
    TrainingData data = TrainingData.of(words(), task, sparse::extended);

    Model model = sparse.trainer(settings.trainer()).train(data, Progress.NONE);

    assertThat(model.provenance().settings())
        .containsEntry("encoderKernel", encoderForm.toString());
    for (String word : List.of("wolf", "elm", "fern", "Wolf", "Fern")) {
      String expected = word.equalsIgnoreCase("wolf") ? "ANIMAL" : "PLANT";
      Prediction prediction = model.tagger().tag(sentence("dog", word).tokens());
      assertThat(prediction.labels().get(4)).isEqualTo(expected);
    }
  }

  @Test
  void kernelsOfVectorsNeedAnEncoder() {
    SparseSettings sparse = SparseToy.kernels(KernelForm.LINEAR, KernelForm.RBF);
    assertFails(
        LearningException.class, () -> learn(toySettings(), sparse, toys), "needs an encoder");
  }

  @Test
  void extraWordsAreTheFirstWordsWithVectors() {
    ToySettings settings = wordSettings("U00:%x[0,word]\nB").withIterations(1);
    int[] extra = {0, 4, 50_000};
    // The corpus has 6 words. Among the first four, wolf and all capitalized forms are new.
    int[] features = {6, 6 + 1 + 4, 18};
    for (int i = 0; i < extra.length; i++) {
      SparseSettings sparse =
          new SparseSettings(
              KernelForm.LINEAR, KernelForm.LINEAR, VECTORS, extra[i], List.of("U00"));
      assertThat(learn(settings, sparse, words()).vocabulary().featureCount())
          .isEqualTo(features[i]);
    }
  }

  @Test
  void wordLinesAreNearbyWordsOrTheNamedLines() {
    ToySettings settings =
        wordSettings(
                "U-2:%x[-2,word]\n"
                    + "U-1:%x[-1,word]\n"
                    + "U0:%x[0,word]\n"
                    + "Ul:%x[0,lower]\n"
                    + "Us:%x[0,shape]\n"
                    + "B")
            .withIterations(1);
    int plain =
        learn(settings, SparseToy.kernel(KernelForm.LINEAR), words()).vocabulary().featureCount();

    assertThat(learn(settings, withVectors(KernelForm.LINEAR), words()).vocabulary().featureCount())
        .isEqualTo(plain + 12 + 12);
    SparseSettings lower =
        new SparseSettings(KernelForm.LINEAR, KernelForm.LINEAR, VECTORS, 50_000, List.of("Ul"));
    Model model = learn(settings, lower, words());
    assertThat(model.vocabulary().featureCount()).isEqualTo(plain + 3);
    assertThat(model.tagger().tag(sentence("dog", "WOLF").tokens()).length()).isEqualTo(5);
  }

  @Test
  void namesInvalidWordLines() {
    assertRefused("U00:%x[0,shape]\nB", List.of(), "no template line is just the word");
    assertRefused("U00:%x[0,word]\nB", List.of("U01"), "no template line U01; there are [U00]");
    assertRefused("U0:%x[0,word]/%x[1,word]\nB", List.of("U0"), "not the values of one cell");
    assertRefused("U:%x[0,word]\nU:%x[1,word]\nB", List.of("U"), "not the values of one cell");
    WordVectors others = new WordVectors(1, List.of("hund"), new float[] {1});

    assertFails(
        LearningException.class,
        () ->
            learn(
                wordSettings("U00:%x[0,word]\nB"),
                SparseToy.kernel(KernelForm.LINEAR).withVectors(others),
                words()),
        "no word of the training corpus has a word vector");
  }

  private static void assertRefused(String templates, List<String> lines, String message) {
    SparseSettings sparse =
        new SparseSettings(KernelForm.LINEAR, KernelForm.LINEAR, VECTORS, 10, lines);
    assertFails(
        LearningException.class, () -> learn(wordSettings(templates), sparse, words()), message);
  }

  @Test
  void rejectsACorpusWithoutFeatures() {
    assertFails(
        LearningException.class,
        () ->
            learn(
                wordSettings("U00:%x[0,word]\nB").withCutoff(1_000),
                SparseToy.kernel(KernelForm.RBF),
                words()),
        "no token of the training corpus has any feature");
  }

  @Test
  void modelDoesNotDependOnTheNumberOfThreads() {
    ToySettings settings = wordSettings("U00:%x[0,word]\nU01:%x[-1,word]\nB");
    settings = settings.withKernelRounds(2).withIterations(6);
    SparseSettings sparse = withVectors(KernelForm.LINEAR_RBF);
    Map<String, ByteBuffer> singleThreaded = ModelEntries.of(learn(settings, sparse, words()));
    assertThat(ModelEntries.of(learn(settings.withThreads(3), sparse, words())))
        .isEqualTo(singleThreaded);
    assertThat(ModelEntries.arrays(learn(settings.withSeed(2), sparse, words())))
        .isNotEqualTo(ModelEntries.arrays(learn(settings, sparse, words())));
  }

  @Test
  void phasesAreInOrder() {
    List<Step> steps = new ArrayList<>();
    ToySettings settings = toySettings().withKernelRounds(2).withIterations(4);
    Model model =
        SparseToy.learn(
            settings,
            SparseToy.kernel(KernelForm.RBF),
            toys,
            new HeldOutProgress(ToyCorpus.sentences(5, 2), steps::add));

    assertThat(steps.stream().map(Step::phase).distinct())
        .containsExactly(
            "prior",
            "calibration 1/2",
            "calibration 2/2",
            "round 1, unary",
            "round 1, hyper-parameters",
            "round 2, unary",
            "round 2, hyper-parameters",
            "done");
    assertThat(steps).extracting(Step::done).isSorted().endsWith(1.0);
    Step last = steps.get(steps.size() - 1);
    assertThat(last.heldOutF1()).isBetween(0.0, 1.0);
    assertThat(last.objective()).isEqualTo(model.run().objective());
    assertThat(model.prior().groupVariance()).hasSize(6).doesNotContain(settings.variance());
    assertThat(model.prior().transitionVariance()).isPositive().isNotEqualTo(1);
  }

  /** Without a transition template, there are no transition scores. */
  @ParameterizedTest
  @EnumSource(names = {"LINEAR", "RBF"})
  void hasNoTransitionScoresWithoutTransitionTemplates(KernelForm form) {
    ToySettings settings = wordSettings("U00:%x[0,word]").withIterations(5);
    Model model = learn(settings, SparseToy.kernel(form), words());
    assertThat(model.posterior().pairwiseMean()).containsOnly(0);
    SparsePosterior posterior = (SparsePosterior) model.posterior();
    assertThat(Arrays.stream(posterior.pairwise().deviation()).max().orElseThrow())
        .isLessThan(1e-4);
  }

  /** A linear kernel without other kernels keeps its variances. */
  @Test
  void linearKernelKeepsItsVariances() {
    Model model = learn(toySettings(), SparseToy.kernel(KernelForm.LINEAR), toys);
    SparsePosterior posterior = (SparsePosterior) model.posterior();
    assertThat(posterior.projection().kernel().hyperParameters()).containsOnly(0);
    Model sum = learn(toySettings(), SparseToy.kernel(KernelForm.LINEAR_RBF), toys);
    assertThat(((SparsePosterior) sum.posterior()).projection().kernel().hyperParameters())
        .doesNotContain(0);
    assertThat(sum.prior().groupVariance()).containsOnly(1);
  }

  /** All features are part of the kernel, so that none can be pruned. */
  @Test
  void isNotPruned() {
    ToySettings settings = toySettings().withCalibrationFolds(0).withIterations(1);
    Model model = learn(settings, SparseToy.kernel(KernelForm.RBF), toys);
    assertThat(Pruning.apply(model, 10)).isSameAs(model);
  }

  /** A model can tag sentences with weighted columns, but cannot be trained on them. */
  @Test
  void allowsWeightedColumnsForTaggingOnly() {
    List<LabeledSequence> weighted =
        toys.stream()
            .map(s -> s.withTokens(s.tokens().replaceWeighted("pos", s.tokens().cells("pos"))))
            .toList();
    SparseSettings cosine = SparseToy.kernel(KernelForm.COSINE);

    assertFails(
        LearningException.class,
        () -> learn(toySettings(), cosine, weighted),
        "without inducing points");
    Model model = learn(toySettings(), cosine, toys);

    for (int n = 0; n < 5; n++) {
      assertThat(model.tagger().tag(weighted.get(n).tokens()))
          .usingRecursiveComparison()
          .withEqualsForType(Double::equals, Double.class)
          .isEqualTo(model.tagger().tag(toys.get(n).tokens()));
    }
  }
}
