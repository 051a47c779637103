package org.gpchain.internal.training.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ProvenanceEntry;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.HeldOutSentence;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.ModelEntries;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.DecoupledTrainer;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibratedTrainerTest {
  private static Calibration calibration(ToySettings settings, List<LabeledSequence> corpus) {
    return settings.learn(corpus).calibration();
  }

  /** Returns sentences of one word each, which is a name with probability 0.5. */
  private static List<LabeledSequence> coins(int count) {
    Draws draws = new Draws(3);
    List<LabeledSequence> corpus = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      String label = draws.index(2) == 0 ? "O" : "B-PER";
      corpus.add(ToyCorpus.sentence("w" + n % 10 + "/X/" + label));
    }
    return corpus;
  }

  @Test
  void overconfidentModelsAreScaledDown() {
    // Ten words, each with about eight training tokens, and a prior that fits the noise.
    Calibration overconfident = calibration(ToyCorpus.settings().withVariances(100, 1), coins(100));
    assertThat(overconfident.scaling().unary()).isLessThan(0.6);
    assertThat(overconfident.threshold()).isBetween(0.1, 0.45);
  }

  @Test
  void thresholdOfAnEasyCorpusIsModerate() {
    Calibration easy = calibration(ToyCorpus.settings(), ToyCorpus.sentences(60, 1));
    assertThat(easy).isNotEqualTo(Calibration.NONE);
    assertThat(easy.threshold()).isBetween(0.1, 0.5);
  }

  @Test
  void eachThreadLearnsAModel() {
    ToySettings three = ToyCorpus.settings().withThreads(3);
    assertThat(atOnce(three)).isEqualTo(3);
    assertThat(atOnce(ToyCorpus.settings().withThreads(1))).isEqualTo(1);
  }

  /** A trainer that learns two models at once. Each waits until the other one has begun. */
  private record Pair(Trainer trainer, CyclicBarrier both) implements Trainer {
    @Override
    public Start start(TrainingData data, Progress progress) {
      return trainer.start(data, progress);
    }

    @Override
    public Model train(TrainingData data, Start start, Progress progress) {
      progress.onStep(new Progress.Step("begun", 0.25, 0.75, 0));
      try {
        both.await(1, TimeUnit.MINUTES);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new IllegalStateException(e);
      }
      return trainer.train(data, start, progress);
    }

    @Override
    public Work work(TrainingData data) {
      return new Work(3, 10);
    }

    @Override
    public int modelsAtOnce(TrainingData data) {
      return 2;
    }
  }

  @Test
  void foldsAreLearnedInParallel() {
    TrainingData data = ToyCorpus.settings().data(ToyCorpus.sentences(20, 2));
    Trainer single = new DecoupledTrainer(ToyCorpus.settings().trainer());
    Trainer pair = new Pair(single, new CyclicBarrier(2));
    Start start = new Start(Prior.of(data.groupCount(), 1, 1));
    List<Progress.Step> steps = new ArrayList<>();
    CalibratedTrainer.HeldOut heldOut =
        new CalibratedTrainer(pair, 4).holdOut(data, start, 4, steps::add);

    assertThat(heldOut.calibration())
        .isEqualTo(
            new CalibratedTrainer(single, 4).holdOut(data, start, 4, Progress.NONE).calibration());
    // At first, three folds and three quarters of a fold are left, then two and two times three
    // quarters.
    assertThat(steps.subList(0, 2)).extracting(Progress.Step::left).containsExactly(0.9375, 0.875);
    assertThat(steps.get(steps.size() - 1).left()).isZero();
    assertThat(new CalibratedTrainer(pair, 4).work(data))
        .isEqualTo(new Trainer.Work(3, 10 * (1 + 2 * 0.75)));
  }

  private static int atOnce(ToySettings settings) {
    return new DecoupledTrainer(settings.trainer())
        .modelsAtOnce(settings.data(ToyCorpus.sentences(20, 2)));
  }

  @Test
  void calibrationNeedsFoldsAndSegments() {
    List<LabeledSequence> corpus = ToyCorpus.sentences(20, 2);
    ToySettings settings = ToyCorpus.settings();
    Calibration none = Calibration.NONE;
    assertThat(calibration(settings.withCalibrationFolds(0), corpus)).isEqualTo(none);

    Calibration ofTokens = calibration(settings.withScheme(TagScheme.TOKEN), corpus);
    assertThat(ofTokens.scaling()).isNotNull();
    assertThat(ofTokens.heldOut()).isEqualTo(HeldOutSegments.NONE);
    assertThat(calibration(settings, corpus.subList(0, 4))).isEqualTo(none);
    assertThat(calibration(settings, corpus.subList(0, 5))).isNotEqualTo(none);

    List<LabeledSequence> withoutSegments =
        List.of(ToyCorpus.sentence("a/X/O"), ToyCorpus.sentence("b/X/O"));
    assertThat(calibration(settings.withCalibrationFolds(2), withoutSegments)).isEqualTo(none);
  }

  /** Only the initial means differ from an uncalibrated model, so that the optimum is the same. */
  @Test
  void calibrationDoesNotChangeTheModel() {
    ToySettings settings = ToyCorpus.settings().withIterations(300);
    TrainingData data = settings.data(ToyCorpus.sentences(20, 2));
    Recorder recorder = Recorder.of(settings);
    Model calibrated = new CalibratedTrainer(recorder, 5).train(data, Progress.NONE);

    assertThat(recorder.starts).hasSize(6);

    Model uncalibrated = recorder.trainer.train(data, recorder.starts.get(5), Progress.NONE);
    assertThat(ModelEntries.arrays(calibrated))
        .isEqualTo(
            ModelEntries.arrays(
                uncalibrated.with(calibrated.calibration(), uncalibrated.provenance())));
    assertThat(calibrated.prior()).isEqualTo(uncalibrated.prior());
    assertThat(calibrated.provenance())
        .isEqualTo(
            uncalibrated.provenance().with(ProvenanceEntry.ofInteger("calibrationFolds"), 5));
    assertThat(calibrated.run().seconds()).isPositive();
    assertThat(calibrated.run().objective()).isEqualTo(uncalibrated.run().objective());

    Model fromZero = recorder.trainer.train(data, Progress.NONE);
    assertThat(calibrated.run().objective())
        .isCloseTo(fromZero.run().objective(), withinPercentage(0.2));
  }

  @Test
  void fewFoldsOfALargeCorpusAreHeldOut() {
    Map<String, Double> ends = new LinkedHashMap<>();
    Set<String> phases = ends.keySet();
    List<Double> done = new ArrayList<>();
    Progress progress =
        step -> {
          ends.put(step.phase(), step.done());
          done.add(step.done());
        };
    ToySettings settings = ToyCorpus.settings().withIterations(5);
    settings.learn(ToyCorpus.sentences(30, 1), progress);
    assertThat(String.join(", ", phases))
        .isEqualTo(
            "calibration 1/5, calibration 2/5, calibration 3/5, calibration 4/5, calibration 5/5,"
                + " mean, done");
    assertThat(done).isSorted().endsWith(1.0);
    assertThat(ends.get("calibration 1/5")).isCloseTo(0.16, withinPercentage(1e-9));
    assertThat(ends.get("calibration 5/5")).isCloseTo(0.8, withinPercentage(1e-9));

    // One fold of this corpus has 2,000 segments.
    phases.clear();
    Model model = settings.learn(ToyCorpus.sentences(7_500, 1), progress);
    assertThat(phases).containsExactly("calibration 1/1", "mean", "done");
    assertThat(model.provenance().settings()).containsEntry("calibrationFolds", "1");
  }

  /** Enough folds for 2,000 segments are held out. Each fold's model takes 0.8 of the work. */
  @ParameterizedTest
  @CsvSource({"5, 5", "2500, 4", "4999, 3", "5000, 2", "9999, 2", "10000, 1"})
  void heldOutFoldsHaveEnoughSegments(int segments, int folds) {
    Trainer trainer = new DecoupledTrainer(ToyCorpus.settings().trainer());
    TrainingData data =
        ToyCorpus.settings().data(Collections.nCopies(segments, ToyCorpus.sentence("Ann/N/B-PER")));
    CalibratedTrainer calibrated = new CalibratedTrainer(trainer, 5);
    assertThat(calibrated.foldsHeldOut(data)).isEqualTo(folds);
    assertThat(calibrated.work(data).training())
        .isCloseTo(trainer.work(data).training() * (1 + 0.8 * folds), withinPercentage(1e-9));
  }

  /** Each corpus is predicted by a model of the other corpora, whose initial means are zero. */
  @Test
  void wholeCorporaAreHeldOut() {
    ToySettings settings = ToyCorpus.settings();
    TrainingData data = settings.data(ToyCorpus.sentences(20, 2));
    List<Integer> corpora = IntStream.range(0, 20).mapToObj(n -> n < 4 ? 0 : 1 + n % 2).toList();
    Recorder recorder = Recorder.of(settings);
    CalibratedTrainer trainer = new CalibratedTrainer(recorder, 5, corpora);
    Start start = trainer.start(data, Progress.NONE);
    CalibratedTrainer.HeldOut heldOut =
        trainer.holdOut(data, start, trainer.foldsHeldOut(data), Progress.NONE);
    assertThat(heldOut.folds()).isEqualTo(3);
    assertThat(heldOut.sentences()).hasSize(20);
    assertThat(recorder.starts).extracting(Start::mean).containsOnlyNulls();

    int[] others = IntStream.range(4, 20).toArray();
    Model ofOthers =
        recorder.trainer.train(data.select(others), new Start(start.prior()), Progress.NONE);
    Workspace workspace = new Workspace();
    assertThat(heldOut.sentences().get(3).marginals(LatticeScaling.LEGAL, workspace))
        .isEqualTo(
            CalibratedTrainer.heldOut(ofOthers, data, BlockFolds.ofCorpora(corpora), 0)
                .get(3)
                .marginals(LatticeScaling.LEGAL, workspace));
  }

  @Test
  void incompleteSentencesAreIgnoredIfTheyHaveNoSegments() {
    LabeledSequence open = ToyCorpus.sentence("Ann/NP/O", "sings/V/O");
    List<UnknownToken> unknown = List.of(new UnknownToken(0, Set.of()));
    LabeledSequence withoutSegments = new LabeledSequence(open.tokens(), List.of(), unknown);
    LabeledSequence withSegment =
        new LabeledSequence(open.tokens(), List.of(new Span(1, 2, "PER")), unknown);
    List<LabeledSequence> corpus = new ArrayList<>(ToyCorpus.sentences(10, 2));
    for (int n = 0; n < 20; n += 2) {
      corpus.add(n, withoutSegments);
    }

    List<HeldOutSentence> sentences = heldOut(corpus);
    List<HeldOutSentence> complete =
        sentences.stream().filter(HeldOutSentence::isComplete).toList();
    assertThat(complete).hasSize(5);
    assertThat(sentences).hasSize(10);
    Calibration calibration = CalibratedTrainer.calibration(sentences);
    assertThat(calibration).isEqualTo(CalibratedTrainer.calibration(complete));
    assertThat(calibration.hasLearnedScales()).isTrue();

    corpus.set(0, withSegment);
    assertThat(CalibratedTrainer.calibration(heldOut(corpus)).scaling())
        .isNotEqualTo(CalibratedTrainer.calibration(complete).scaling());

    List<HeldOutSentence> incomplete =
        sentences.stream().filter(sentence -> !sentence.isComplete()).toList();
    assertThat(CalibratedTrainer.calibration(incomplete)).isEqualTo(Calibration.NONE);
  }

  @Test
  void guessedLabelsAreIgnored() {
    LabeledSequence open = ToyCorpus.sentence("Ann/NP/O", "sings/V/O");
    UnknownToken guess =
        new UnknownToken(0, Set.of(), new TreeMap<>(Map.of("O", 0.3, "B-PER", 0.7)));
    List<LabeledSequence> corpus = new ArrayList<>(ToyCorpus.sentences(10, 2));
    for (int n = 0; n < 20; n += 2) {
      List<Span> known = n % 4 == 0 ? List.of(new Span(1, 2, "PER")) : List.of();
      corpus.add(n, new LabeledSequence(open.tokens(), known, List.of(guess)));
    }

    List<HeldOutSentence> all = heldOut(corpus);
    List<HeldOutSentence> complete = all.stream().filter(HeldOutSentence::isComplete).toList();

    assertThat(complete).hasSizeLessThan(all.size());
    assertThat(CalibratedTrainer.calibration(all))
        .isEqualTo(CalibratedTrainer.calibration(complete));
  }

  private static List<HeldOutSentence> heldOut(List<LabeledSequence> corpus) {
    ToySettings settings = ToyCorpus.settings().withCalibrationFolds(0);
    TrainingData data = settings.data(corpus);
    Model model = new DecoupledTrainer(settings.trainer()).train(data, Progress.NONE);
    return CalibratedTrainer.heldOut(model, data, new BlockFolds(20, 2), 0);
  }

  /** The unit of promises is the block of neighbours. */
  @Test
  void heldOutSentencesAreOfTheirBlocks() {
    Calibration calibration = calibration(ToyCorpus.settings(), ToyCorpus.sentences(300, 1));
    BlockFolds blocks = new BlockFolds(300, 5);
    int[] expected = IntStream.range(0, 5).flatMap(f -> Arrays.stream(blocks.heldOut(f))).toArray();
    int[] block = calibration.heldOut().block();
    Arrays.setAll(expected, i -> blocks.blockOf(expected[i]));
    assertThat(block).isEqualTo(Arrays.copyOf(expected, block.length)).isNotEmpty();
  }

  /** Models that the product leaves uncalibrated tell of no folds. */
  @Test
  void whatNeverRanIsNotInTheProvenance() {
    List<LabeledSequence> corpus = ToyCorpus.sentences(12, 2);
    Model uncalibrated = ToyCorpus.settings().withCalibrationFolds(0).learn(corpus);
    assertThat(uncalibrated.provenance().settings()).doesNotContainKey("calibrationFolds");
    assertThat(ToyCorpus.settings().learn(corpus.subList(0, 4)).provenance().settings())
        .containsEntry("calibrationFolds", "0");
  }

  /** Keeps the start and the model of each training. */
  private record Recorder(Trainer trainer, List<Start> starts, List<Model> models)
      implements Trainer {
    private static Recorder of(ToySettings settings) {
      return new Recorder(
          new DecoupledTrainer(settings.trainer()), new ArrayList<>(), new ArrayList<>());
    }

    @Override
    public Start start(TrainingData data, Progress progress) {
      return trainer.start(data, progress);
    }

    @Override
    public Model train(TrainingData data, Start start, Progress progress) {
      starts.add(start);
      models.add(trainer.train(data, start, progress));
      return models.get(models.size() - 1);
    }

    @Override
    public Work work(TrainingData data) {
      return trainer.work(data);
    }
  }

  /** Each fold begins at the mean that has never seen it, the final model at the folds' average. */
  @Test
  void foldsBeginWhereTheyHaveNotBeenSeen() {
    TrainingData data = ToyCorpus.settings().data(ToyCorpus.sentences(20, 2));
    Recorder recorder = Recorder.of(ToyCorpus.settings());
    Mean first = mean(data, 1);
    Mean second = mean(data, 2);
    Prior prior = Prior.of(data.groupCount(), 1, 1);
    Start start = new Start(prior, mean(data, 0), 2, List.of(first, second));
    new CalibratedTrainer(recorder, 2).train(data, start, Progress.NONE);

    assertThat(recorder.starts).hasSize(3);
    assertThat(recorder.starts.subList(0, 2))
        .containsExactly(
            new Start(prior, first, 0, List.of()), new Start(prior, second, 0, List.of()));
    assertThat(recorder.starts.get(2).prior()).isEqualTo(prior);

    DecoupledPosterior one = ToyCorpus.decoupled(recorder.models.get(0));
    DecoupledPosterior other = ToyCorpus.decoupled(recorder.models.get(1));

    assertAverage(
        recorder.starts.get(2).mean().transitions(), one.pairwiseMean(), other.pairwiseMean());
    assertAverage(
        recorder.starts.get(2).mean().weights().get(),
        doubles(one.weights()),
        doubles(other.weights()));

    recorder.starts.clear();
    new CalibratedTrainer(recorder, 4).train(data, start, Progress.NONE);

    assertThat(recorder.starts.subList(0, 4)).allMatch(fold -> fold.mean() == null);
  }

  private static void assertAverage(double[] actual, double[] one, double[] other) {
    double[] average = new double[one.length];
    Arrays.setAll(average, i -> (one[i] + other[i]) / 2);
    assertClose("average", actual, average, ROUNDING);
  }

  private static Mean mean(TrainingData data, double transition) {
    int v = data.labels().size();
    double[] transitions = new double[v * v];
    transitions[0] = transition;
    return new Mean(() -> new double[data.vocabulary().featureCount() * v], transitions);
  }
}
