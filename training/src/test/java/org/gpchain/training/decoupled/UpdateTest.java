package org.gpchain.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.posterior.DecoupledPosterior.WeightPrecision;
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.predict.HeldOutSegments;
import org.gpchain.core.predict.LatticeScaling;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.Progress;
import org.gpchain.training.ToyCorpus;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.TrainerSettings.Optimization;
import org.gpchain.training.TrainerSettings.Optimization.Method;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.Annotated;
import org.gpchain.training.data.LearningException;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.trainers.Trainers;
import org.junit.jupiter.api.Test;

/** Models that go on learning. */
class UpdateTest {
  private static final Run RUN = new Run(1, 1);
  private static final Task TASK = Task.of("ne", ToyCorpus.TEMPLATES);
  private static final List<LabeledSequence> TEST = ToyCorpus.sentences(100, 99);

  private static TrainerSettings settings() {
    return TrainerSettings.DEFAULT
        .with(RUN)
        .with(TrainerSettings.DEFAULT.prior().withRounds(0))
        .withCalibrationFolds(0)
        .with(new Optimization(Method.LBFGS, 200, 0));
  }

  private static Model first(List<LabeledSequence> sentences) {
    return Trainers.updatable(settings()).train(TrainingData.of(sentences, TASK), Progress.NONE);
  }

  private static Model updated(Model model, List<LabeledSequence> sentences) {
    return new Update(model, RUN).with(sentences, Task.of(model));
  }

  private static double[] weights(Model model) {
    return doubles(ToyCorpus.decoupled(model).weights());
  }

  /** The same for all weights and transitions. */
  private static WeightPrecision precision(DecoupledPosterior like, float value) {
    float[] weights = new float[like.weights().length];
    Arrays.fill(weights, value);
    return new WeightPrecision(weights, filled(like.pairwiseMean().length, value));
  }

  /** A model that knows nothing but its prior learns what a first training learns. */
  @Test
  void fromThePriorAnUpdateIsATraining() {
    List<LabeledSequence> sentences = ToyCorpus.sentences(30, 1);
    Model whole = first(sentences);
    DecoupledPosterior posterior = ToyCorpus.decoupled(whole);
    int v = posterior.labelCount();
    float[] zero = new float[posterior.weights().length];
    Model blank =
        whole.with(
            new DecoupledPosterior(
                v, zero, new double[v * v], new double[v * v], null, precision(posterior, 1)));
    Model again = updated(blank, sentences);
    assertThat(again.labels()).isEqualTo(whole.labels());
    assertThat(again.vocabulary().featureCount()).isEqualTo(whole.vocabulary().featureCount());
    assertClose("weights", weights(again), weights(whole), 0.02);
    assertClose(
        "precision",
        doubles(ToyCorpus.decoupled(again).precision().orElseThrow().weights()),
        doubles(posterior.precision().orElseThrow().weights()),
        0.02);
  }

  @Test
  void learnsPortionByPortion() {
    List<LabeledSequence> sentences = ToyCorpus.sentences(100, 2);
    Model model = first(sentences.subList(0, 20));
    for (int from = 20; from < 100; from += 20) {
      model = updated(model, sentences.subList(from, from + 20));
    }
    double atOnce = ToyCorpus.f1(first(sentences).tagger(), TEST);
    assertThat(ToyCorpus.f1(model.tagger(), TEST)).isGreaterThan(atOnce - 0.01);
    assertThat(model.provenance().sentences()).isEqualTo(100);
    assertThat(model.provenance().settings()).containsEntry("updates", "4");
  }

  @Test
  void newTypesFindTheirPlaceAmongTheLabels() {
    Model before = first(ToyCorpus.sentences(40, 3));
    LabeledSequence ship =
        ToyCorpus.sentence("the/D/O", "Beagle/NP/B-ACE", "Two/NP/I-ACE", "sails/V/O");
    Model after = updated(before, List.of(ship, ship));
    assertThat(after.labels().labels())
        .containsExactly("B-ACE", "B-LOC", "B-PER", "I-ACE", "I-LOC", "I-PER", "O");
    assertThat(after.tagger().tag(ship.tokens()).labels())
        .containsExactly("O", "B-ACE", "I-ACE", "O");
    assertThat(ToyCorpus.f1(after.tagger(), TEST))
        .isGreaterThan(ToyCorpus.f1(before.tagger(), TEST) - 0.05);
  }

  /** What the new sentences show of the model before it learns from them, if they can show it. */
  @Test
  void theCalibrationMovesToWhatNewSentencesShow() {
    Calibration vain = Calibration.of(new LatticeScaling(30, 30), HeldOutSegments.NONE);
    Model plain = first(ToyCorpus.sentences(40, 3));
    Model before = plain.with(vain, plain.provenance());
    LatticeScaling few = updated(before, ToyCorpus.sentences(4, 5)).calibration().scaling();
    LatticeScaling many = updated(before, ToyCorpus.sentences(80, 5)).calibration().scaling();
    assertThat(few.unary()).isBetween(1.5 * many.unary(), 20.0);
    assertThat(few.transitions()).isBetween(1.5 * many.transitions(), 20.0);
    LabeledSequence nothing = ToyCorpus.sentence("the/D/O", "ship/N/O");
    for (List<LabeledSequence> portion :
        List.of(List.of(nothing, nothing), ToyCorpus.sentences(1, 5))) {
      assertThat(updated(before, portion).calibration()).isEqualTo(vain);
    }
    List<LabeledSequence> more = ToyCorpus.sentences(4, 5);
    assertThat(updated(plain, more).calibration()).isEqualTo(plain.calibration());
  }

  /** What is known for certain is not forgotten. */
  @Test
  void precisionHoldsWhatIsKnown() {
    Model before = first(ToyCorpus.sentences(40, 3));
    DecoupledPosterior posterior = ToyCorpus.decoupled(before);
    Model sure = before.with(posterior.with(precision(posterior, 1e12f)));
    List<LabeledSequence> known = ToyCorpus.sentences(40, 3).subList(0, 5);
    assertClose("weights", weights(updated(sure, known)), weights(before), 1e-6);
  }

  @Test
  void portionsMayBeAnnotatedInPart() {
    Model before = first(ToyCorpus.sentences(20, 4));
    List<LabeledSequence> open =
        ToyCorpus.sentences(60, 5).stream()
            .flatMap(sentence -> Annotated.SEGMENTS.of(sentence, false).stream())
            .toList();
    Model after = new Update(before, RUN).with(open, Task.of(before).withEntityRatio(0.4));
    assertThat(ToyCorpus.f1(after.tagger(), TEST))
        .isGreaterThanOrEqualTo(ToyCorpus.f1(before.tagger(), TEST) - 0.01);
  }

  @Test
  void anUpdatedModelComesBackFromItsFile() throws IOException {
    Model model = updated(first(ToyCorpus.sentences(20, 6)), ToyCorpus.sentences(20, 7));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ModelWriter.write(model, out);
    Model again =
        ModelReader.read(new ByteArrayInputStream(out.toByteArray()), Contents.EVERYTHING);
    List<LabeledSequence> more = ToyCorpus.sentences(20, 8);
    assertThat(weights(updated(again, more))).isEqualTo(weights(updated(model, more)));
  }

  @Test
  void theNumberOfThreadsDoesNotMatter() {
    Model model = first(ToyCorpus.sentences(20, 6));
    List<LabeledSequence> more = ToyCorpus.sentences(80, 8);
    assertThat(weights(new Update(model, new Run(3, 1)).with(more, Task.of(model))))
        .isEqualTo(weights(updated(model, more)));
  }

  @Test
  void aModelMustKnowHowPreciseItIs() {
    Model plain =
        Trainers.of(settings())
            .train(TrainingData.of(ToyCorpus.sentences(10, 1), TASK), Progress.NONE);
    assertFails(LearningException.class, () -> new Update(plain, RUN), "--updatable");
  }
}
