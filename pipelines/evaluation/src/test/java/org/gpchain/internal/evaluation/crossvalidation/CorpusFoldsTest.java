package org.gpchain.internal.evaluation.crossvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.Corpus.SentenceOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorpusFoldsTest {
  private static Corpus corpus(int... lengths) {
    List<SentenceOrigin> places = new ArrayList<>();
    for (int document = 0; document < lengths.length; document++) {
      for (int n = 0; n < lengths[document]; n++) {
        places.add(new SentenceOrigin(Path.of("corpus.txt"), 2 * places.size() + 1, document));
      }
    }

    LabeledSequence sentence =
        new LabeledSequence(TokenSequence.ofWords(List.of("Ada")), List.of(new Span(0, 1, "PER")));
    return new Corpus(
        Path.of("corpus.txt"),
        List.of("word"),
        places.stream().map(place -> sentence).toList(),
        places,
        LabelNotation.of(TagScheme.IOB2),
        0,
        List.of(),
        List.of());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void holdsOutEachSentenceOnceAndKeepsDocumentsWhole(int seed) {
    Random random = new Random(seed);
    int[] lengths =
        IntStream.range(0, 2 + random.nextInt(40)).map(i -> 1 + random.nextInt(30)).toArray();
    Corpus corpus = corpus(lengths);
    int count = 2 + random.nextInt(Math.min(9, lengths.length - 1));
    CorpusFolds folds = CorpusFolds.of(corpus, count);

    assertThat(folds.documents()).isEqualTo(lengths.length);
    int[] documentOf = corpus.documents();
    int[] seen = new int[documentOf.length];
    int longest = IntStream.of(lengths).max().orElseThrow();
    int most = 0;
    int fewest = Integer.MAX_VALUE;

    for (int fold = 0; fold < count; fold++) {
      int[] heldOut = folds.folds().heldOut(fold);
      assertThat(heldOut).isSorted().isNotEmpty();
      assertThat(heldOut.length + folds.folds().others(fold).length).isEqualTo(documentOf.length);
      most = Math.max(most, heldOut.length);
      fewest = Math.min(fewest, heldOut.length);
      for (int n : heldOut) {
        seen[n]++;
        assertThat(folds.folds().foldOf(n)).isEqualTo(fold);
      }
    }

    assertThat(seen).containsOnly(1);
    assertThat(most - fewest).isLessThanOrEqualTo(longest);
    for (int n = 1; n < documentOf.length; n++) {
      if (documentOf[n] == documentOf[n - 1]) {
        assertThat(folds.folds().foldOf(n)).isEqualTo(folds.folds().foldOf(n - 1));
      }
    }

    assertThat(CorpusFolds.of(corpus, count)).isEqualTo(folds);
  }

  @Test
  void usesBlocksIfThereAreTooFewDocuments() {
    CorpusFolds folds = CorpusFolds.of(corpus(10, 2), 3);
    assertThat(folds.documents()).isZero();
    assertThat(IntStream.range(0, 3).map(fold -> folds.folds().heldOut(fold).length).sum())
        .isEqualTo(12);
  }

  @Test
  void allowsAsManyFoldsAsSentences() {
    CorpusFolds folds = CorpusFolds.of(corpus(3), 3);
    for (int fold = 0; fold < 3; fold++) {
      assertThat(folds.folds().heldOut(fold)).hasSize(1);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> CorpusFolds.of(corpus(3), 4));
    assertThatIllegalArgumentException().isThrownBy(() -> CorpusFolds.of(corpus(3), 1));
  }
}
