package org.gpchain.internal.corpora.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.words.WordLearning.Checkpoints;
import org.gpchain.internal.training.hmm.HmmSettings;
import org.gpchain.internal.training.hmm.HmmSettings.Method;
import org.gpchain.internal.training.hmm.HmmSettings.Priors;
import org.gpchain.internal.training.hmm.HmmSettings.StepSchedule;
import org.gpchain.internal.training.words.WordClusterer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WordLearningTest {
  private static final WordLearning.Label LABEL = new WordLearning.Label("toy", "en", "", "");
  private static final WordProgress NO_PROGRESS = new WordProgress() {};

  @TempDir private Path folder;
  private Path text;
  private Checkpoints checkpoints;

  @BeforeEach
  void writeText() throws IOException {
    Random random = new Random(3);
    List<String> lines = new ArrayList<>();
    for (int s = 0; s < 600; s++) {
      StringBuilder line = new StringBuilder();
      for (int t = 0; t < 12; t++) {
        line.append((char) ('a' + 2 * random.nextInt(8) + t % 2)).append(' ');
      }
      lines.add(line.toString());
    }
    text = Files.write(folder.resolve("raw.txt"), lines);
    checkpoints = new Checkpoints(folder.resolve("learn.checkpoint"), Duration.ZERO);
  }

  private WordLearning learning(Method method, int passes, int threads) {
    HmmSettings states =
        new HmmSettings(
            method, 3, new Priors(0.1, 0.1), new StepSchedule(50, 100, 1, 0.6), passes, 5, threads);
    WordClusterer clusterer = WordClusterer.of(1, threads).withGranularities(List.of(2, 5));
    return new WordLearning(
        List.of(), List.of(text), StandardCharsets.UTF_8, 1, 10, clusterer, states);
  }

  /** Progress that interrupts the program after a given number of reports. */
  private static final class Interruption extends RuntimeException implements WordProgress {
    private static final long serialVersionUID = 1L;
    private int left;

    Interruption(int left) {
      this.left = left;
    }

    @Override
    public void begin(String step, long size) {
      countDown();
    }

    @Override
    public void at(long done, String figures) {
      if (!figures.equals("tokens")) {
        countDown();
      }
    }

    @Override
    public void end(String result) {
      countDown();
    }

    private void countDown() {
      if (--left <= 0) {
        throw this;
      }
    }
  }

  /** After any number of interruptions, the resource is identical to the last bit. */
  @ParameterizedTest
  @EnumSource
  void resumesAfterInterruptions(Method method) throws IOException {
    byte[] whole = bytes(learning(method, 4, 1).learn(LABEL, null, NO_PROGRESS));
    for (int patience : new int[] {7, 9, 13}) {
      byte[] learned = null;
      int interruptions = 0;

      while (learned == null) {
        try {
          learned =
              bytes(
                  learning(method, 4, 1 + interruptions % 2)
                      .learn(LABEL, checkpoints, new Interruption(patience)));
        } catch (Interruption e) {
          interruptions++;
        }
      }

      assertThat(interruptions).isPositive();
      assertThat(learned).isEqualTo(whole);
      Files.delete(checkpoints.file());
    }
  }

  private static byte[] bytes(WordResource resource) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WordResourceFile.write(resource, out);
    return out.toByteArray();
  }

  @Test
  void checkpointOfOtherSettingsOrTextIsRefused() throws IOException {
    learning(Method.SCVI, 2, 1).learn(LABEL, checkpoints, NO_PROGRESS);
    assertRefused(learning(Method.SCVI, 3, 1), "other settings");
    Files.writeString(text, Files.readString(text) + "a b\n");
    assertRefused(learning(Method.SCVI, 2, 1), "another text");
  }

  @Test
  void damagedCheckpointIsRefused() throws IOException {
    WordLearning learning = learning(Method.SCVI, 1, 1);
    learning.learn(LABEL, checkpoints, NO_PROGRESS);
    byte[] bytes = Files.readAllBytes(checkpoints.file());

    byte[] changed = bytes.clone();
    changed[bytes.length - 100] ^= 1;
    byte[] garbled = bytes.clone();
    Arrays.fill(garbled, Long.BYTES, Long.BYTES + 8, (byte) 0xFF);

    for (byte[] bad :
        List.of(
            changed,
            garbled,
            "no checkpoint".getBytes(StandardCharsets.UTF_8),
            new byte[3],
            Arrays.copyOf(bytes, bytes.length / 2),
            Arrays.copyOf(bytes, bytes.length - 1))) {
      Files.write(checkpoints.file(), bad);
      assertRefused(learning, "damaged");
    }
  }

  private void assertRefused(WordLearning learning, String problem) {
    assertThatThrownBy(() -> learning.learn(LABEL, checkpoints, NO_PROGRESS))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll("learn.checkpoint", problem, "start over");
  }

  /** Progress that records the result of each step. */
  private static final class Results implements WordProgress {
    private final List<String> results = new ArrayList<>();

    @Override
    public void end(String result) {
      results.add(result);
    }
  }

  /** The text is random except for its two alternating kinds of words, which are soon learned. */
  @Test
  void stopsWhenTheLikelihoodNoLongerRises() throws IOException {
    Results progress = new Results();
    byte[] stopped = bytes(learning(Method.SCVI, 50, 1).learn(LABEL, null, progress));
    List<String> passes = progress.results.stream().filter(line -> line.contains("pass ")).toList();
    String last = passes.get(passes.size() - 1);
    assertThat(last).contains("are the best");
    int best = passes.size() - 2;
    assertThat(best).isBetween(1, 40);
    assertThat(last).contains("those of pass " + best);
    assertThat(passes.get(0)).contains("held out").contains("tokens/s");

    WordResource kept = learning(Method.SCVI, best, 1).learn(LABEL, null, NO_PROGRESS);
    WordResource learned = WordResourceFile.read(new ByteArrayInputStream(stopped));
    assertThat(learned.states().emissions()).containsExactly(kept.states().emissions());
  }

  /** Without a maximum length of words, OpenNLP would take days. */
  @Test
  @Timeout(60)
  void aMegabyteWithoutASpaceEndsQuickly() throws IOException {
    Path endless =
        Files.writeString(folder.resolve("endless.txt"), "Jane slept. " + "aA.".repeat(350_000));
    Results progress = new Results();
    WordClusterer clusterer = WordClusterer.of(1, 1).withGranularities(List.of(2));
    new WordLearning(List.of(endless), List.of(text), StandardCharsets.UTF_8, 5, 0, clusterer, null)
        .learn(LABEL, null, progress);
    assertThat(progress.results.get(0)).contains("words of more than 500 characters", "2099 cuts");
  }

  @Test
  void withoutHeldOutSentencesAllPassesAreRun() throws IOException {
    HmmSettings states =
        new HmmSettings(
            Method.SCVI, 3, new Priors(0.1, 0.1), new StepSchedule(50, 100, 1, 0.6), 6, 5, 1);
    Results progress = new Results();
    new WordLearning(List.of(), List.of(text), StandardCharsets.UTF_8, 1, 0, null, states)
        .learn(LABEL, null, progress);
    assertThat(progress.results).noneMatch(line -> line.contains("held out"));
    assertThat(progress.results.get(progress.results.size() - 1)).contains("pass 6 of 6");
    assertThatThrownBy(
            () ->
                new WordLearning(
                    List.of(), List.of(text), StandardCharsets.UTF_8, 1, 1, null, states))
        .hasMessageContaining("heldOut");
  }
}
