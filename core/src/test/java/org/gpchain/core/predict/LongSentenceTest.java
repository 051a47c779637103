package org.gpchain.core.predict;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model that knows nothing: every segment of a sentence is about as probable as any other. */
class LongSentenceTest {
  private static final LabelSet LABELS = LabelSet.of(List.of("O", "B-X", "I-X"));

  private static Tagger tagger() {
    Vocabulary vocabulary =
        Vocabulary.of(
            TemplateSet.parse("U:%x[0,0]", List.of("word")), List.of("a"), List.of(new int[] {0}));
    return new Tagger(
        vocabulary,
        new DecoupledPosterior(3, new float[3], new double[9], new double[9], null),
        new LinearChain(3),
        LABELS,
        TagScheme.IOB2,
        Calibration.of(SegmentCalibration.NONE.withThreshold(0.1)),
        null,
        DecodingOptions.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2_000, 50_000})
  void memoryIsLinear(int length) {
    TokenSequence sentence = TokenSequence.ofWords(Collections.nCopies(length, "a"));
    Tagger tagger = tagger();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Prediction prediction = tagger.tag(sentence);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .isLessThan(50_000_000L + 2_000L * length);
    assertThat(prediction.spans()).allMatch(span -> span.probability() <= 1);
  }
}
