package org.gpchain.internal.server.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.models.TrainingQueue.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the order and the limits of the training queue. */
class TrainingQueueTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir private Path folder;
  private final List<String> log = new CopyOnWriteArrayList<>();
  private ModelStore store;

  @BeforeEach
  void open() throws IOException {
    store = ModelStore.open(folder, 1000, 1 << 20, List.of(), line -> {});
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private TrainingQueue queue(ModelStore models) {
    return new TrainingQueue(models, TrainingResources.NONE, 1 << 20, LONG, log::add);
  }

  private static ModelKey key(String user, String layer) {
    return new ModelKey("project", layer, "value", user, Anchoring.SEGMENTS);
  }

  private static List<LabeledSequence> sentences(int count) {
    TokenSequence words = TokenSequence.ofWords(List.of("in", "Lund"));
    return Collections.nCopies(
        count, LabeledSequence.ofLabels(words, List.of("O", "B-LOC"), TagScheme.IOB2));
  }

  private static void await(TrainingQueue queue, int ended) throws InterruptedException {
    while (queue.count(Phase.DONE) + queue.count(Phase.FAILED) < ended) {
      Thread.sleep(5);
    }
  }

  /** A key keeps its position when newer sentences replace its sentences. */
  @Test
  void usersTakeTurns() throws Exception {
    try (TrainingQueue queue = queue(store)) {
      List<ModelKey> given =
          List.of(key("a", "1"), key("a", "2"), key("a", "3"), key("b", "1"), key("c", "1"));
      // The worker waits for this lock too.
      synchronized (queue) {
        for (ModelKey key : given) {
          queue.offer(key, sentences(4), null);
        }
        queue.offer(given.get(0), sentences(5), null);
        assertThat(queue.count(Phase.WAITING)).isEqualTo(5);
      }
      await(queue, 5);

      assertThat(queue.states().keySet())
          .extracting(ModelKey::user, ModelKey::layer)
          .map(one -> one.toList().toString())
          .containsExactly("[a, 1]", "[b, 1]", "[c, 1]", "[a, 2]", "[a, 3]");
      assertThat(queue.states().get(given.get(0)).sentences()).isEqualTo(5);
      assertThat(queue.waitingBytes()).isZero();
    }
  }

  /** The result of {@code offer} reports that a model of the key is being trained. */
  @Test
  void sentencesThatArriveDuringATrainingWait() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    try (TrainingQueue queue = queue(store)) {
      queue.offer(key("a", "1"), () -> after(first, 4), null);
      queue.offer(key("b", "1"), () -> after(second, 4), null);
      await(queue, Phase.RUNNING, key("a", "1"));
      assertThat(queue.offer(key("a", "1"), sentences(6), null)).isTrue();
      assertThat(queue.states().get(key("a", "1")).phase()).isEqualTo(Phase.RUNNING);
      first.countDown();
      await(queue, Phase.RUNNING, key("b", "1"));
      TrainingQueue.State waiting = queue.states().get(key("a", "1"));
      assertThat(waiting).isEqualTo(new TrainingQueue.State(Phase.WAITING, 6, 0, ""));
      second.countDown();
      await(queue, 3);
      assertThat(queue.states().get(key("a", "1")).sentences()).isEqualTo(6);
      assertThat(queue.states().get(key("a", "1")).seconds()).isBetween(0.0, 60.0);
      assertThat(log).hasSize(3).allMatch(line -> line.matches("training done: [46] sentences.*"));
    }
  }

  private static List<LabeledSequence> after(CountDownLatch latch, int count) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return sentences(count);
  }

  private static void await(TrainingQueue queue, Phase phase, ModelKey key) throws Exception {
    while (queue.states().get(key).phase() != phase) {
      Thread.sleep(2);
    }
  }

  @Test
  void stopsTrainingsThatTakeTooLong() throws Exception {
    try (TrainingQueue queue =
        new TrainingQueue(
            store, TrainingResources.NONE, 1 << 20, Duration.ofNanos(1), line -> {})) {
      queue.offer(key("a", "1"), sentences(4), null);
      await(queue, 1);

      TrainingQueue.State state = queue.states().get(key("a", "1"));
      assertThat(state.phase()).isEqualTo(Phase.FAILED);
      assertThat(state.problem()).contains("did not end within");
      assertThat(store.keys()).isEmpty();
    }
  }

  @Test
  void limitsTheMemoryOfWaitingRequests() throws Exception {
    long bytes = 10 * (2 * 64 + 12);
    try (TrainingQueue queue =
        new TrainingQueue(store, TrainingResources.NONE, bytes, LONG, line -> {})) {
      synchronized (queue) {
        queue.offer(key("a", "1"), sentences(9), null);
        // These sentences replace the waiting ones.
        queue.offer(key("a", "1"), sentences(10), null);
        assertThat(queue.waitingBytes()).isEqualTo(bytes);
        assertThatThrownBy(() -> queue.offer(key("b", "1"), sentences(1), null))
            .isInstanceOf(RejectedExecutionException.class);
      }
      await(queue, 1);
      assertThat(queue.offer(key("b", "1"), sentences(10), null)).isFalse();
    }
  }

  @Test
  void limitsTheNumberOfWaitingRequests() {
    try (TrainingQueue queue = queue(store)) {
      synchronized (queue) {
        for (int n = 0; n < 256; n++) {
          queue.offer(key("user-" + n % 100, "layer-" + n), sentences(1), null);
        }
        assertThatThrownBy(() -> queue.offer(key("b", "1"), sentences(1), null))
            .isInstanceOf(RejectedExecutionException.class);
        queue.offer(key("user-0", "layer-0"), sentences(2), null);
        assertThat(queue.count(Phase.WAITING)).isEqualTo(256);
      }
    }
  }

  /** A model that exists can be replaced if the store is full. */
  @Test
  void limitsTheModelsOfAStore(@TempDir Path other) throws Exception {
    ModelKey first = key("a", "1");
    try (ModelStore small = ModelStore.open(other, 1, 1 << 20, List.of(), line -> {});
        TrainingQueue queue = queue(small)) {
      assertThat(queue.hasRoomFor(first)).isTrue();
      queue.offer(first, sentences(4), null);
      await(queue, 1);
      assertThat(queue.hasRoomFor(first)).isTrue();
      assertThat(queue.hasRoomFor(key("b", "1"))).isFalse();
    }
  }

  /** A training that fails makes room for another model. */
  @Test
  void countsWaitingAndRunningTrainingsAsModels(@TempDir Path other) throws Exception {
    CountDownLatch begin = new CountDownLatch(1);
    try (ModelStore small = ModelStore.open(other, 2, 1 << 20, List.of(), line -> {});
        TrainingQueue queue = queue(small)) {
      queue.offer(
          key("a", "1"),
          () -> {
            after(begin, 1);
            throw new IOException("made by a test");
          },
          null);
      await(queue, Phase.RUNNING, key("a", "1"));
      assertThat(queue.hasRoomFor(key("b", "1"))).isTrue();
      queue.offer(key("b", "1"), sentences(4), null);
      assertThat(queue.hasRoomFor(key("a", "1"))).as("being learned").isTrue();
      assertThat(queue.hasRoomFor(key("b", "1"))).as("waits").isTrue();
      assertThat(queue.hasRoomFor(key("c", "1"))).isFalse();
      assertThatThrownBy(() -> queue.offer(key("c", "1"), sentences(4), null))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageStartingWith(
              "the store has reached its maximum number of models; raise --max-models");
      queue.offer(key("a", "1"), sentences(4), null);
      begin.countDown();
      await(queue, 3);
      assertThat(small.keys()).hasSize(2);
    }
  }

  @Test
  void cacheKeepsTheMostRecentlyUsedValues() {
    LruCache<String, Integer> kept = new LruCache<>(10);
    kept.put("a", 1, 4);
    kept.put("b", 2, 4);
    assertThat(kept.putIfAbsent("a", 3, 4)).isEqualTo(1);
    kept.put("c", 3, 6);
    assertThat(kept.get("b")).isNull();
    assertThat(kept.get("a")).isEqualTo(1);
    assertThat(kept.bytes()).isEqualTo(10);

    kept.put("a", 4, 11);
    assertThat(kept.get("a")).as("what is larger than all").isNull();
    assertThat(kept.bytes()).isEqualTo(6);
  }
}
