package org.gpchain.internal.training.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.DecoupledTrainer;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;

class JackknifeTest {
  private static final ToySettings SETTINGS =
      ToySettings.of("pos", TemplateSet.parse("U:w:%x[0,word]\nB\n", List.of("word")))
          .withScheme(TagScheme.TOKEN)
          .withKernelRounds(16)
          .withIterations(60);

  private static LabeledSequence sentence(String word, String tag) {
    return LabeledSequence.ofLabels(
        new TokenSequence(List.of("word"), List.of(List.of("the", word))),
        List.of("DET", tag),
        TagScheme.TOKEN);
  }

  /** Returns nine equal sentences, and one with a different word and tag. */
  private static List<LabeledSequence> corpus(int odd) {
    List<LabeledSequence> corpus = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      corpus.add(i == odd ? sentence("purr", "VERB") : sentence("bark", "NOUN"));
    }
    return corpus;
  }

  private static Jackknife jackknife(ToySettings settings, int parts) {
    return new Jackknife(new DecoupledTrainer(settings.trainer()), parts, Progress.NONE);
  }

  private static List<List<String>> labels(
      Jackknife jackknife, Model like, List<LabeledSequence> corpus) {
    List<List<String>> labels = new ArrayList<>(Collections.nCopies(corpus.size(), null));
    jackknife.predict(like, corpus, (prediction, n) -> labels.set(n, prediction.labels()));
    return labels;
  }

  @Test
  void sentencesAreLabeledByModelsThatHaveNotSeenThem() {
    for (int odd : new int[] {0, 4, 9}) {
      List<LabeledSequence> corpus = corpus(odd);
      Model like = SETTINGS.learn(corpus);

      assertThat(like.tagger().tag(corpus.get(odd).tokens()).labels())
          .containsExactly("DET", "VERB");
      assertThat(labels(jackknife(SETTINGS, 5), like, corpus).get(odd))
          .containsExactly("DET", "NOUN");
    }

    // The model of the first sentence has never seen the word "odd", and vice versa.
    List<LabeledSequence> two = List.of(sentence("one", "NOUN"), sentence("odd", "VERB"));
    Model like = SETTINGS.learn(two);
    assertThat(labels(jackknife(SETTINGS, 2), like, two))
        .containsExactly(List.of("DET", "VERB"), List.of("DET", "NOUN"));
  }

  @Test
  void modelsOfPartsHaveThePriorAndTheCalibrationOfTheWhole() {
    List<LabeledSequence> corpus = ToyCorpus.sentences(20, 5);
    ToySettings settings =
        ToyCorpus.settings().withKernelRounds(3).withCutoff(2).withIterations(25);
    Model like = settings.learn(corpus);

    BlockFolds folds = new BlockFolds(20, 3);
    List<List<String>> labels = labels(jackknife(settings, 3), like, corpus);
    TrainingData data = TrainingData.of(corpus, like);
    Model part =
        new DecoupledTrainer(settings.trainer())
            .train(data.select(folds.others(1)), new Start(like.prior()), Progress.NONE);
    assertThat(part.prior()).isEqualTo(like.prior());
    assertThat(part.vocabulary().featureCount()).isEqualTo(like.vocabulary().featureCount());
    assertThat(like.calibration().scaling()).isNotNull();
    Tagger calibrated = part.with(like.calibration(), part.provenance()).tagger();
    for (int i : folds.heldOut(1)) {
      assertThat(labels.get(i)).isEqualTo(calibrated.tag(corpus.get(i).tokens()).labels());
    }
    assertThat(labels(jackknife(settings.withThreads(3), 3), like, corpus)).isEqualTo(labels);
  }

  @Test
  void allPartsHaveTheSameShareOfTheProgress() {
    Map<String, Double> ends = new LinkedHashMap<>();
    Progress progress = step -> ends.put(step.phase(), step.done());
    List<LabeledSequence> corpus = corpus(0);
    labels(
        new Jackknife(new DecoupledTrainer(SETTINGS.trainer()), 4, progress),
        SETTINGS.learn(corpus),
        corpus);
    assertThat(ends.keySet()).containsExactly("part 1/4", "part 2/4", "part 3/4", "part 4/4");
    assertThat(List.copyOf(ends.values())).isSorted().endsWith(1.0);
    assertThat(ends.get("part 1/4")).isBetween(0.01, 0.25);
  }

  @Test
  void fewerSentencesThanPartsAreRejected() {
    Model like = SETTINGS.learn(corpus(0));
    List<LabeledSequence> withEmpty = corpus(0);
    withEmpty.add(
        new LabeledSequence(new TokenSequence(List.of("word"), List.of(List.of())), List.of()));
    assertRefused(() -> labels(jackknife(SETTINGS, 2), like, withEmpty), "with a token");

    assertRefused(() -> labels(jackknife(SETTINGS, 11), like, corpus(0)), "number of sentences");
    assertRefused(() -> jackknife(SETTINGS, 1), "parts");
  }
}
