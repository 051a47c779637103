package org.gpchain.internal.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.internal.training.ToyCorpus;
import org.junit.jupiter.api.Test;

/** Tests that probabilities do not depend on the names of labels or their alphabetical order. */
class LabelOrderTest {
  private static Model learn(List<LabeledSequence> train) {
    return ToyCorpus.settings().learn(train);
  }

  /** Renames places so that their labels follow the labels of persons in alphabetical order. */
  private static String renamed(String label) {
    return label.replace("LOC", "ZONE");
  }

  private static Span renamed(Span span) {
    return new Span(span.start(), span.end(), renamed(span.type()));
  }

  @Test
  void otherNamesGiveTheSameProbabilities() {
    List<LabeledSequence> train = ToyCorpus.sentences(15, 1);
    List<LabeledSequence> renamed = new ArrayList<>();
    for (LabeledSequence sentence : train) {
      List<Span> spans = sentence.spans().stream().map(span -> renamed(span)).toList();
      renamed.add(new LabeledSequence(sentence.tokens(), spans));
    }

    Model expected = learn(train);
    Model actual = learn(renamed);

    assertThat(actual.labels().indexOf("B-ZONE")).isNotEqualTo(expected.labels().indexOf("B-LOC"));

    for (LabeledSequence sentence : ToyCorpus.sentences(10, 2)) {
      Prediction expectedPrediction = expected.tagger().tag(sentence.tokens());
      Prediction actualPrediction = actual.tagger().tag(sentence.tokens());
      for (int t = 0; t < sentence.length(); t++) {
        for (String label : expected.labels().labels()) {
          double p = expectedPrediction.marginal(t, expected.labels().indexOf(label));
          double q = actualPrediction.marginal(t, actual.labels().indexOf(renamed(label)));
          assertClose(label, q, p, OPTIMUM);
        }
      }
    }
  }
}
