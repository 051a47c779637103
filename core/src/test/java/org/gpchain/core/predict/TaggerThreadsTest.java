package org.gpchain.core.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.gpchain.core.Draws;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One tagger, many threads. */
class TaggerThreadsTest {
  private static final int THREADS = 8;

  private static List<Outcome> tagAll(Tagger tagger, List<TokenSequence> sentences) {
    Workspace workspace = new Workspace();
    return sentences.stream().map(s -> Outcome.of(tagger.tag(s, workspace))).toList();
  }

  @ParameterizedTest
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  @CsvSource({
    "MARGINAL, 0, 1",
    "VITERBI, 0, 1",
    "MARGINAL, 5, 1",
    "VITERBI, 0, 4",
    "MARGINAL, 5, 4"
  })
  void givesTheSameOnEveryThread(Decoding decoding, int samples, int nBest) throws Exception {
    Tagger tagger =
        TaggerCase.of(1, TagScheme.IOB2)
            .tagger(new DecodingOptions(decoding, samples, true, 1, nBest, 1));
    Draws draws = new Draws(1);
    List<TokenSequence> sentences = new ArrayList<>();
    for (int s = 0; s < 200; s++) {
      sentences.add(TaggerCase.sentence(draws, draws.between(0, 20)));
    }
    List<Outcome> expected = tagAll(tagger, sentences);
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      Callable<List<Outcome>> task = () -> tagAll(tagger, sentences);
      List<Callable<List<Outcome>>> tasks = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        tasks.add(task);
      }
      for (Future<List<Outcome>> result : executor.invokeAll(tasks)) {
        assertThat(result.get()).isEqualTo(expected);
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
