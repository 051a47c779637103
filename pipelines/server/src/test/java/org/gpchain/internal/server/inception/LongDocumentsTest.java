package org.gpchain.internal.server.inception;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.models.StoreCase;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.Test;

/** Tests which blocks of a long document are done, with a clock of the test. */
class LongDocumentsTest extends StoreCase {
  private static final Gold NOTHING = new Gold(List.of(), Anchoring.SEGMENTS, Annotated.ALL);
  private static final int BLOCKS = 3;

  private final List<Integer> done = new ArrayList<>();
  private long now = Duration.ofHours(1).toNanos();
  private long nanosPerBlock;
  private final LongDocuments documents = new LongDocuments(1 << 20, () -> now);

  /** Makes a suggestion for the first word of a block. */
  private List<Suggestion> suggest(List<Passage> block) {
    now += nanosPerBlock;
    if (block.isEmpty()) {
      return List.of();
    }
    int begin = block.get(0).begin();
    done.add(begin / LongDocuments.BLOCK);
    return List.of(new Suggestion(begin, begin + 1, "X", 1));
  }

  private List<Integer> begins(Suggester suggester, int sentences, Gold gold) throws Exception {
    List<Passage> passages = new ArrayList<>();
    TokenSequence word = TokenSequence.ofWords(List.of("a"));
    for (int n = 0; n < sentences; n++) {
      passages.add(new Passage(word, new int[] {n}, new int[] {n + 1}));
    }
    String text = String.join("", Collections.nCopies(sentences, "a"));
    done.clear();
    return documents.begin().suggestions(suggester, text, passages, gold, this::suggest).stream()
        .map(Suggestion::begin)
        .toList();
  }

  private List<Integer> begins(Gold gold) throws Exception {
    return begins(shipped.suggester(), BLOCKS * LongDocuments.BLOCK, gold);
  }

  @Test
  void doesAllBlocksInTime() throws Exception {
    nanosPerBlock = LongDocuments.BUDGET.toNanos() / (BLOCKS - 1);
    int sentences = BLOCKS * LongDocuments.BLOCK - 1;
    assertThat(begins(shipped.suggester(), sentences, NOTHING)).containsExactly(0, 2000, 4000);
    assertThat(done).containsExactly(0, 1, 2);
    assertThat(documents.partialAnswers()).isZero();
  }

  /** At least one block is done, and the next request continues. */
  @Test
  void continuesAtTheNextRequest() throws Exception {
    nanosPerBlock = LongDocuments.BUDGET.toNanos() + 1;
    assertThat(begins(NOTHING)).containsExactly(0);
    assertThat(begins(NOTHING)).containsExactly(0, 2000);
    assertThat(done).containsExactly(1);
    assertThat(documents.partialAnswers()).isEqualTo(2);

    Gold gold = new Gold(List.of(new UserAnnotation(0, 1, "Y")), Anchoring.SEGMENTS, Annotated.ALL);
    assertThat(begins(gold)).as("an annotation was made meanwhile").containsExactly(2000, 4000);
    assertThat(done).containsExactly(2);
    assertThat(documents.partialAnswers()).isEqualTo(2);
  }

  @Test
  void usesTheSuggestionsOfTheSameModelAndTextOnly() throws Exception {
    nanosPerBlock = LongDocuments.BUDGET.toNanos() + 1;
    assertThat(begins(NOTHING)).containsExactly(0);
    Suggester other = new Suggester(shipped.suggester().model(), type -> type);
    int sentences = BLOCKS * LongDocuments.BLOCK;
    assertThat(begins(other, sentences, NOTHING)).as("another model").containsExactly(0);
    assertThat(begins(other, sentences + 1, NOTHING)).as("another text").containsExactly(0);
  }

  @Test
  void doesShortDocumentsAsAWhole() throws Exception {
    nanosPerBlock = Long.MAX_VALUE / 4;
    assertThat(begins(shipped.suggester(), LongDocuments.BLOCK, NOTHING)).containsExactly(0);
    assertThat(done).containsExactly(0);
    assertThat(begins(shipped.suggester(), 0, NOTHING)).isEmpty();
  }
}
