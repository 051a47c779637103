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

/** Models of sentences with weighted columns, from the sentence to the prediction. */
class WeightedColumnsTrainingTest {
  private static final ToySettings SETTINGS = ToyCorpus.settings().withKernelRounds(2);

  private final List<LabeledSequence> train = ToyCorpus.sentences(25, 1);

  private static List<LabeledSequence> with(
      List<LabeledSequence> sentences, Function<TokenSequence, List<List<WeightedValue>>> tags) {
    return sentences.stream()
        .map(s -> s.withTokens(s.tokens().replaceWeighted("pos", tags.apply(s.tokens()))))
        .toList();
  }

  /** The tag in doubt: it shares the cell with another one; here and there the cell is empty. */
  private static List<LabeledSequence> doubted(List<LabeledSequence> sentences) {
    Draws draws = new Draws(7);
    return with(
        sentences,
        tokens -> {
          List<List<WeightedValue>> cells = new ArrayList<>();
          for (String tag : tokens.column("pos")) {
            double weight = draws.between(0.55, 0.95);
            cells.add(
                draws.chance(0.1)
                    ? List.of()
                    : List.of(
                        new WeightedValue(tag, weight),
                        new WeightedValue(tag.equals("N") ? "V" : "N", 1 - weight)));
          }
          return cells;
        });
  }

  /** One value of weight 1 in each cell: bit for bit the model of plain columns. */
  @Test
  void onesArePlain() {
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
      assertThat(weighted.tagger().tag(certain)).usingRecursiveComparison().isEqualTo(expected);
    }
  }

  @Test
  void learnsInSpiteOfDoubts() {
    Model model = SETTINGS.learn(doubted(train));
    assertThat(ToyCorpus.f1(model.tagger(), doubted(train))).isGreaterThan(0.95);
    assertThat(ToyCorpus.f1(model.tagger(), doubted(ToyCorpus.sentences(20, 2))))
        .isGreaterThan(0.7);
    assertThat(model.posTagset()).isEqualTo(SETTINGS.learn(train).posTagset());
  }

  /** Data of other weights are other data. */
  @Test
  void theHashSeesWeights() {
    String plain = SETTINGS.data(train).hash();
    String doubted = SETTINGS.data(doubted(train)).hash();
    assertThat(doubted).isNotEqualTo(plain).isEqualTo(SETTINGS.data(doubted(train)).hash());
    List<LabeledSequence> half =
        with(
            train,
            tokens ->
                tokens.column("pos").stream()
                    .map(tag -> List.of(new WeightedValue(tag, 0.5)))
                    .toList());
    assertThat(SETTINGS.data(half).hash()).isNotEqualTo(plain);
  }

  /** A weight between those of two plain sentences gives scores between theirs. */
  @Test
  void weightsShiftPredictions() {
    Model model = SETTINGS.learn(train);
    double before = 0;
    for (double weight : new double[] {0.02, 0.3, 0.6, 0.98}) {
      TokenSequence sentence =
          TokenSequence.ofWords(List.of("unseen"))
              .withWeighted(
                  "pos",
                  List.of(
                      List.of(
                          new WeightedValue("NP", weight), new WeightedValue("V", 1 - weight))));
      Prediction prediction = model.tagger().tag(sentence);
      double entity = 1 - prediction.marginal(0, model.labels().indexOf("O"));
      assertThat(entity).isGreaterThan(before);
      before = entity;
    }
  }
}
