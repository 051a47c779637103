package org.gpchain.internal.training.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.gp.posterior.SampledPosterior;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;

class SampleTrainerTest {
  private static final SampleSettings SHORT = new SampleSettings(300, 12, 2, 1);

  private static TrainingData data() {
    List<LabeledSequence> sentences = new ArrayList<>();
    for (int n = 0; n < 12; n++) {
      sentences.add(
          new LabeledSequence(
              TokenSequence.ofWords(List.of(n % 2 == 0 ? "the" : "a", "boat", "sank")),
              List.of(new Span(0, 2, "NP"))));
    }
    Task task = Task.of("np", TemplateSet.parse("U00:%x[0,word]\nB", List.of("word")));
    return TrainingData.of(sentences, task);
  }

  private static Model train(SampleSettings sampling, int threads, Progress progress) {
    TrainerSettings settings = TrainerSettings.DEFAULT.with(new Run(threads, 3));
    return new SampleTrainer(settings, sampling).train(data(), progress);
  }

  @Test
  void modelDoesNotDependOnTheNumberOfThreads() {
    Model singleThreaded = train(SHORT, 1, Progress.NONE);
    Model two = train(SHORT, 2, Progress.NONE);
    SampledPosterior expected = (SampledPosterior) singleThreaded.posterior();
    assertThat(expected.samples()).hasSize(12);
    assertThat(((SampledPosterior) two.posterior()).samples())
        .usingRecursiveComparison()
        .isEqualTo(expected.samples());
    assertThat(singleThreaded.provenance()).isEqualTo(two.provenance());
    assertThat(singleThreaded.provenance().settings())
        .containsAllEntriesOf(Map.of("posterior", "samples", "steps", "300", "chains", "2"))
        .containsKeys("rHat", "effectiveSamples");
  }

  @Test
  void trainedModelTags() {
    Model model = train(SHORT, 1, Progress.NONE);
    assertThat(model.tagger().tag(TokenSequence.ofWords(List.of("the", "boat", "sank"))).labels())
        .containsExactly("B-NP", "I-NP", "O");
  }

  @Test
  void progressIncreases() {
    List<Double> done = new ArrayList<>();
    train(SHORT, 1, step -> done.add(step.done()));
    assertThat(done).isSorted().hasSizeGreaterThan(100);
    assertThat(done.get(done.size() - 1)).isEqualTo(1);
  }

  @Test
  void rejectsTooLargeSamplesBeforeTraining() {
    assertThat(new SampleSettings(30_000, 100, 2, 1).perChain(10_000)).isEqualTo(12);
    assertThatExceptionOfType(LearningException.class)
        .isThrownBy(() -> new SampleSettings(30_000, 100, 2, 1).perChain(100_000))
        .withMessageContaining("1 MB are too little")
        .withMessageContaining("cut-off");
    assertRefused(() -> new SampleSettings(10, 100, 2, 1), "two thirds");
  }
}
