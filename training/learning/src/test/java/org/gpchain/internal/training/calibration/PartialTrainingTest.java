package org.gpchain.internal.training.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpchain.core.Draws;
import org.gpchain.core.model.Model;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Optimization;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.internal.training.data.Repetitions;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.LbfgsMean;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;

/** Tests models of partially annotated corpora. */
class PartialTrainingTest {
  private static final List<LabeledSequence> TEST = ToyCorpus.sentences(100, 99);

  /** Returns a corpus in which each segment is annotated with a probability. */
  private static List<LabeledSequence> corpus(double rate, Annotated annotated) {
    Draws draws = new Draws(3);
    List<LabeledSequence> corpus = new ArrayList<>();
    for (LabeledSequence sentence : ToyCorpus.sentences(120, 1)) {
      List<Span> spans = sentence.spans().stream().filter(span -> draws.chance(rate)).toList();
      annotated.of(new LabeledSequence(sentence.tokens(), spans), false).ifPresent(corpus::add);
    }
    return corpus;
  }

  private static TrainingData data(List<LabeledSequence> corpus) {
    Task task = Task.of("ne", ToyCorpus.TEMPLATES);
    double ratio = Repetitions.entityRatio(corpus, task.scheme());
    return TrainingData.of(corpus, task.withEntityRatio(ratio));
  }

  private static Model learn(List<LabeledSequence> corpus, TrainerSettings settings) {
    return Trainers.of(settings).train(data(corpus), Progress.NONE);
  }

  private static TrainerSettings settings() {
    return TrainerSettings.DEFAULT.with(new Run(1, 1));
  }

  @Test
  void unannotatedTokensAreNotLearnedAsOutside() {
    Model plain = learn(corpus(0.2, Annotated.ALL), settings());
    Model partial = learn(corpus(0.2, Annotated.SEGMENTS), settings());
    double plainF1 = ToyCorpus.f1(plain.tagger(), TEST);
    assertThat(ToyCorpus.f1(partial.tagger(), TEST)).isGreaterThan(0.95).isGreaterThan(plainF1);
  }

  @Test
  void incompleteSentencesCalibrateScalesOnly() {
    Calibration calibration = learn(corpus(0.5, Annotated.SEGMENTS), settings()).calibration();
    assertThat(calibration.heldOut()).isEqualTo(HeldOutSegments.NONE);
    assertThat(calibration.hasLearnedScales()).isTrue();
  }

  @Test
  void optimumIsThatOfLbfgs() {
    TrainerSettings fixed =
        settings()
            .with(settings().prior().withRounds(0))
            .withCalibrationFolds(0)
            .with(new Optimization(300, 0));
    TrainingData data = data(corpus(0.5, Annotated.SEGMENTS));
    Prior prior = fixed.prior().given(data.groupCount(), data.hasTransitions());
    Model model = Trainers.of(fixed).train(data, Progress.NONE);
    assertClose("objective", model.run().objective(), LbfgsMean.objective(data, prior), 2e-3);
  }

  @Test
  void rejectedTypesBecomeUnlikely() {
    assertThat(placeProbability(Set.of("LOC"))).isLessThan(placeProbability(Set.of()) / 10);
  }

  private static double placeProbability(Set<String> rejected) {
    List<LabeledSequence> corpus = new ArrayList<>();
    for (int n = 0; n < 30; n++) {
      corpus.add(ToyCorpus.sentence("in/P/O", "Oslo/NP/B-LOC", "./S/O"));
      corpus.add(ToyCorpus.sentence("Ann/NP/B-PER", "sings/V/O", "./S/O"));
      LabeledSequence unannotated = ToyCorpus.sentence("in/P/O", "Rio/NP/O", "./S/O");
      corpus.add(
          new LabeledSequence(
              unannotated.tokens(), List.of(), List.of(new UnknownToken(1, rejected))));
    }

    Model model = learn(corpus, settings().with(settings().prior().withRounds(0)));
    return model
        .tagger()
        .tag(ToyCorpus.sentence("in/P/O", "Rio/NP/O", "./S/O").tokens())
        .marginal(1, model.labels().indexOf("B-LOC"));
  }
}
