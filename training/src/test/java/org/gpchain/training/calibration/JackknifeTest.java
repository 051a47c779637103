package org.gpchain.training.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.LearningListener;
import org.gpchain.training.ToyCorpus;
import org.gpchain.training.data.BlockFolds;
import org.gpchain.training.decoupled.Learner;
import org.junit.jupiter.api.Test;

/** Each sentence is labelled by a model that has not seen it. */
class JackknifeTest {
  private static final LearnerSettings SETTINGS =
      LearnerSettings.of("pos", TemplateSet.parse("U:w:%x[0,word]\nB\n", List.of("word")))
          .withScheme(TagScheme.TOKEN)
          .withThreads(1)
          .withIterations(60);

  private static LabeledSequence sentence(String word, String tag) {
    return LabeledSequence.ofLabels(
        new TokenSequence(List.of("word"), List.of(List.of("the", word))),
        List.of("DET", tag),
        TagScheme.TOKEN);
  }

  /** Nine sentences that teach one word, and one with a word and a tag of its own. */
  private static List<LabeledSequence> corpus(int odd) {
    List<LabeledSequence> corpus = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      corpus.add(i == odd ? sentence("purr", "VERB") : sentence("bark", "NOUN"));
    }
    return corpus;
  }

  private static Jackknife jackknife(int parts, int threads) {
    return new Jackknife(parts, threads, part -> LearningListener.SILENT);
  }

  @Test
  void noSentenceTeachesItsOwnLabels() {
    for (int odd : new int[] {0, 4, 9}) {
      List<LabeledSequence> corpus = corpus(odd);
      Model like = new Learner(SETTINGS, LearningListener.SILENT).learn(corpus, List.of());

      assertThat(like.tagger().tag(corpus.get(odd).tokens()).labels())
          .containsExactly("DET", "VERB");
      assertThat(jackknife(5, 1).labels(like, corpus).get(odd)).containsExactly("DET", "NOUN");
    }
    // A part of its own: the model of the others has never seen the word "odd".
    List<LabeledSequence> two = List.of(sentence("one", "NOUN"), sentence("odd", "VERB"));
    Model like = new Learner(SETTINGS, LearningListener.SILENT).learn(two, List.of());
    assertThat(jackknife(2, 1).labels(like, two))
        .containsExactly(List.of("DET", "VERB"), List.of("DET", "NOUN"));
  }

  @Test
  void aPartIsLabelledByAModelOfTheOthersWithTheVariancesOfTheWhole() {
    List<LabeledSequence> corpus = ToyCorpus.sentences(20, 5);
    LearnerSettings settings =
        ToyCorpus.settings().withKernelRounds(3).withCutoff(2).withIterations(25);
    Model like = new Learner(settings, LearningListener.SILENT).learn(corpus, List.of());
    List<Double> variances = Arrays.stream(like.groupVariance()).boxed().toList();
    LearnerSettings learned = LearnerSettings.like(like);

    assertThat(learned.groupVariances()).isEqualTo(variances);
    assertThat(learned.cutoff()).isEqualTo(2);
    assertThat(learned.iterations()).isEqualTo(25);
    assertThat(learned.kernelRounds()).isZero();
    assertThat(Double.toString(learned.pairwiseVariance()))
        .isEqualTo(like.provenance().settings().get("learnedPairwiseVariance"));

    BlockFolds folds = new BlockFolds(20, 3);
    List<List<String>> labels = jackknife(3, 1).labels(like, corpus);
    List<LabeledSequence> others = Arrays.stream(folds.others(1)).mapToObj(corpus::get).toList();
    Model part = new Learner(learned, LearningListener.SILENT).learn(others, List.of());
    for (int i : folds.heldOut(1)) {
      assertThat(labels.get(i)).isEqualTo(part.tagger().tag(corpus.get(i).tokens()).labels());
    }
    assertThat(jackknife(3, 3).labels(like, corpus)).isEqualTo(labels);
  }

  @Test
  void givenVariancesAreThoseOfTheModel() {
    List<LabeledSequence> corpus = ToyCorpus.sentences(10, 5);
    Model same =
        new Learner(ToyCorpus.settings(), LearningListener.SILENT).learn(corpus, List.of());
    Model again =
        new Learner(LearnerSettings.like(same), LearningListener.SILENT).learn(corpus, List.of());

    assertThat(((DecoupledPosterior) again.posterior()).weights())
        .isEqualTo(((DecoupledPosterior) same.posterior()).weights());
    assertThat(again.groupVariance()).isEqualTo(same.groupVariance());
  }

  @Test
  void refusesFewerSentencesThanParts() {
    Model like = new Learner(SETTINGS, LearningListener.SILENT).learn(corpus(0), List.of());

    assertThatThrownBy(() -> jackknife(11, 1).labels(like, corpus(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("number of sentences");
    assertThatThrownBy(() -> jackknife(1, 1)).hasMessageContaining("parts");
  }
}
