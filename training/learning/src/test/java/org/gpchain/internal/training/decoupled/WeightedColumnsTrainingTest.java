package org.gpchain.internal.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.training.ModelEntries;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.junit.jupiter.api.Test;

/** Tests training and prediction with weighted columns. */
class WeightedColumnsTrainingTest {
  private static final ToySettings SETTINGS = ToyCorpus.settings().withKernelRounds(2);

  private final List<LabeledSequence> train = ToyCorpus.sentences(25, 1);

  private static List<LabeledSequence> with(
      List<LabeledSequence> sentences, Function<TokenSequence, List<List<WeightedValue>>> tags) {
    return sentences.stream()
        .map(s -> s.withTokens(s.tokens().replaceWeighted("pos", tags.apply(s.tokens()))))
        .toList();
  }

  /** Returns sentences with uncertain tags: cells have two weighted tags, and some are empty. */
  private static List<LabeledSequence> uncertain(List<LabeledSequence> sentences) {
    Draws draws = new Draws(7);
    return with(
        sentences,
        tokens -> {
          List<List<WeightedValue>> cells = new ArrayList<>();
          for (String tag : tokens.column("pos")) {
            double weight = draws.between(0.55, 0.95);
            String otherTag = tag.equals("N") ? "V" : "N";
            if (draws.chance(0.1)) {
              cells.add(List.of());
            } else {
              cells.add(
                  List.of(new WeightedValue(tag, weight), new WeightedValue(otherTag, 1 - weight)));
            }
          }
          return cells;
        });
  }

  @Test
  void weightsOfOneGiveTheModelOfPlainColumns() {
    List<LabeledSequence> ones = with(train, tokens -> tokens.cells("pos"));
    assertThat(SETTINGS.data(ones).encoded().rows().isWeighted()).isTrue();

    Model plain = SETTINGS.learn(train);
    Model weighted = SETTINGS.learn(ones);

    assertThat(ModelEntries.arrays(weighted)).isEqualTo(ModelEntries.arrays(plain));
    assertThat(weighted.calibration()).usingRecursiveComparison().isEqualTo(plain.calibration());
    assertThat(weighted.posTagset()).isEqualTo(plain.posTagset());

    for (LabeledSequence sentence : ToyCorpus.sentences(20, 2)) {
      TokenSequence tokens = sentence.tokens();
      Prediction expected = plain.tagger().tag(tokens);
      TokenSequence certain = tokens.replaceWeighted("pos", tokens.cells("pos"));
      assertThat(weighted.tagger().tag(certain))
          .usingRecursiveComparison()
          .withEqualsForType(Double::equals, Double.class)
          .isEqualTo(expected);
    }
  }

  @Test
  void modelsCanBeLearnedFromUncertainTags() {
    Model model = SETTINGS.learn(uncertain(train));
    assertThat(ToyCorpus.f1(model.tagger(), uncertain(train))).isGreaterThan(0.95);
    assertThat(ToyCorpus.f1(model.tagger(), uncertain(ToyCorpus.sentences(20, 2))))
        .isGreaterThan(0.7);
    assertThat(model.posTagset()).isEqualTo(SETTINGS.learn(train).posTagset());
  }

  @Test
  void hashDependsOnWeights() {
    String plain = SETTINGS.data(train).hash();
    String uncertain = SETTINGS.data(uncertain(train)).hash();
    assertThat(uncertain).isNotEqualTo(plain).isEqualTo(SETTINGS.data(uncertain(train)).hash());

    List<LabeledSequence> withHalfWeights = with(train, WeightedColumnsTrainingTest::halfWeights);
    assertThat(SETTINGS.data(withHalfWeights).hash()).isNotEqualTo(plain);
  }

  private static List<List<WeightedValue>> halfWeights(TokenSequence tokens) {
    return tokens.column("pos").stream().map(tag -> List.of(new WeightedValue(tag, 0.5))).toList();
  }

  /** The higher the weight of the tag of names, the higher is the probability of a name. */
  @Test
  void weightsShiftPredictions() {
    Model model = SETTINGS.learn(train);
    double before = 0;
    for (double weight : new double[] {0.02, 0.3, 0.6, 0.98}) {
      List<WeightedValue> tags =
          List.of(new WeightedValue("NP", weight), new WeightedValue("V", 1 - weight));
      TokenSequence sentence =
          TokenSequence.ofWords(List.of("unseen")).withWeighted("pos", List.of(tags));
      Prediction prediction = model.tagger().tag(sentence);
      double nameProbability = 1 - prediction.marginal(0, model.labels().indexOf("O"));
      assertThat(nameProbability).isGreaterThan(before);
      before = nameProbability;
    }
  }
}
