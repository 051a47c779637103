package org.gpchain.experiments.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.experiments.peers.Tuning.Split;
import org.junit.jupiter.api.Test;

class TuningTest {
  private static List<LabeledSequence> sentences(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            n ->
                LabeledSequence.ofLabels(
                    TokenSequence.ofWords(List.of("w" + n)), List.of("B-X"), TagScheme.IOB2))
        .toList();
  }

  @Test
  void ofManySentencesTheLastTenthIsHeldOut() {
    List<LabeledSequence> all = sentences(2_005);
    assertThat(Tuning.within(all, TagScheme.IOB2).splits())
        .containsExactly(new Split(all.subList(0, 1_805), all.subList(1_805, 2_005)));
  }

  @Test
  void ofFewSentencesEachIsHeldOutOnce() {
    for (int count : new int[] {5, 12, 1_999}) {
      List<LabeledSequence> all = sentences(count);
      List<LabeledSequence> heldOut = new ArrayList<>();
      List<Split> splits = Tuning.within(all, TagScheme.IOB2).splits();
      assertThat(splits).hasSize(5);
      for (Split split : splits) {
        heldOut.addAll(split.heldOut());
        assertThat(split.train()).doesNotContainAnyElementsOf(split.heldOut());
        assertThat(split.train().size() + split.heldOut().size()).isEqualTo(count);
      }
      assertThat(heldOut).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  /** A peer that is right under the penalties 1 and 3 alone. */
  @Test
  void ofEqualPenaltiesTheSmallestIsChosen() throws Exception {
    Peer peer =
        (train, penalty, model) ->
            (sentences, decoding) ->
                sentences.stream()
                    .map(s -> TaggedSentence.without(List.of(isRight(penalty) ? "B-X" : "O")))
                    .toList();
    assertThat(Tuning.within(sentences(10), TagScheme.IOB2).choose(peer, Path.of("unused")))
        .isEqualTo(1);
  }

  private static boolean isRight(double penalty) {
    return penalty == 1 || penalty == 3;
  }

  @Test
  void penaltiesAreShownInTheTermsOfThePeer() {
    assertThat(PeerName.CRFSUITE.setting(0.03)).isEqualTo("c2 0.03");
    assertThat(PeerName.CRFSUITE.setting(10)).isEqualTo("c2 10");
    assertThat(PeerName.OPENNLP.setting(0.1)).isEqualTo("L2Cost 0.1");
    assertThat(PeerName.MALLET.setting(0.5)).isEqualTo("prior variance 1");
    assertThat(PeerName.MALLET.setting(0.3)).isEqualTo("prior variance 1.67");
    assertThat(PeerName.MALLET.setting(0.03)).isEqualTo("prior variance 16.7");
    assertThat(PeerName.MALLET.setting(10)).isEqualTo("prior variance 0.05");
  }
}
