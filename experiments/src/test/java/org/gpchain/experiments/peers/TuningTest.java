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
  void holdsOutTheLastTenthOfManySentences() {
    List<LabeledSequence> all = sentences(2_005);
    assertThat(Tuning.within(all, TagScheme.IOB2).splits())
        .containsExactly(new Split(all.subList(0, 1_805), all.subList(1_805, 2_005)));
  }

  @Test
  void holdsOutEachOfFewSentencesOnce() {
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

  /** Uses a peer that is correct only with the penalties 1 and 3. */
  @Test
  void choosesTheSmallestOfEquallyGoodPenalties() throws Exception {
    Peer peer =
        (train, penalty, model) ->
            (sentences, decoding) ->
                sentences.stream()
                    .map(s -> Peer.Tagged.without(List.of(isRight(penalty) ? "B-X" : "O")))
                    .toList();
    assertThat(Tuning.within(sentences(10), TagScheme.IOB2).choose(peer, Path.of("unused")))
        .isEqualTo(1);
  }

  private static boolean isRight(double penalty) {
    return penalty == 1 || penalty == 3;
  }

  @Test
  void convertsPenaltiesToThePeersOwnSettings() {
    assertThat(PeerName.CRFSUITE.setting(0.03)).isEqualTo("c2 0.03");
    assertThat(PeerName.CRFSUITE.setting(10)).isEqualTo("c2 10");
    assertThat(PeerName.OPENNLP.setting(0.1)).isEqualTo("L2Cost 0.1");
    assertThat(PeerName.MALLET.setting(0.5)).isEqualTo("prior variance 1");
    assertThat(PeerName.MALLET.setting(0.3)).isEqualTo("prior variance 1.67");
    assertThat(PeerName.MALLET.setting(0.03)).isEqualTo("prior variance 16.7");
    assertThat(PeerName.MALLET.setting(10)).isEqualTo("prior variance 0.05");
    assertThat(PeerName.STANFORD.setting(0.5)).isEqualTo("sigma 1");
  }

  private static String reason(String... output) {
    return new PeerProcess.Failure(PeerName.MALLET, 3, List.of(output)).reason();
  }

  @Test
  void reasonOfAFailureIsTheInnermostException() {
    assertThat(reason("pass 1", "Terminating due to java.lang.OutOfMemoryError: Java heap space"))
        .isEqualTo("java.lang.OutOfMemoryError: Java heap space");
    assertThat(
            reason(
                "Exception in thread \"main\" java.lang.RuntimeException: a",
                "\tat org.example.A.b(A.java:1)",
                "Caused by: java.io.IOException: no space left",
                "\t... 3 more"))
        .isEqualTo("java.io.IOException: no space left");
    assertThat(reason("pass 1")).isEqualTo("exit code 3");
    assertThat(reason()).isEqualTo("exit code 3");

    List<String> lines = IntStream.range(0, 40).mapToObj(i -> "line " + i).toList();

    assertThat(new PeerProcess.Failure(PeerName.MALLET, 137, lines))
        .hasMessageStartingWith("mallet failed with exit code 137:\nline 28\n")
        .hasMessageEndingWith("line 39");
  }
}
