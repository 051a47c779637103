package org.gpchain.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.training.ToyCorpus;
import org.junit.jupiter.api.Test;

/** Types of segments by the hundred. */
class ManyLabelsTest {
  private static final int TYPES = 129;

  @Test
  void moreLabelsThanAByteHolds() {
    List<LabeledSequence> train =
        IntStream.range(0, TYPES)
            .mapToObj(i -> ToyCorpus.sentence("w" + i + "/N/B-T" + i, "v" + i + "/N/I-T" + i))
            .toList();
    Model model = ToyCorpus.settings().withCalibrationFolds(0).withVariances(4, 1).learn(train);
    assertThat(model.labels().size()).isEqualTo(2 * TYPES);
    for (LabeledSequence sentence : train.subList(0, 10)) {
      assertThat(model.tagger().tag(sentence.tokens()).labels())
          .isEqualTo(sentence.labels(TagScheme.IOB2));
    }
  }
}
