package org.gpchain.internal.server.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.apache.commons.io.function.IOSupplier;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.models.TrainingQueue.Phase;
import org.gpchain.internal.server.suggestion.Suggester;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests learning from labels of voices, and trainings that fail. */
class ColdStartTest {
  private static final ModelKey KEY = new ModelKey("p", "l", "f", "u", Anchoring.SEGMENTS);
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir private Path directory;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private ColdStart cold;

  @BeforeEach
  void read() throws IOException {
    Files.writeString(directory.resolve("places.txt"), "Lund\nOstrey\n");
    cold = read("list LOC places.txt\nregex O (?<!\\S)\\p{Ll}+(?!\\S)\n");
  }

  private ColdStart read(String voices) throws IOException {
    return ColdStart.read(Files.writeString(directory.resolve("my.voices"), voices), 1 << 20);
  }

  private static Passage passage(String... words) {
    TokenSequence units = TokenSequence.ofWords(List.of(words));
    int[] places = IntStream.range(0, words.length).toArray();
    return new Passage(units, places, places);
  }

  private static List<Passage> numbered(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> passage("in", "Lund", "at" + n)).toList();
  }

  @Test
  void countsDistinctSentencesAndReportsDoubling() throws InputException {
    assertThat(cold.add(KEY, numbered(0, 1))).isEqualTo(1);
    assertThat(cold.add(KEY, numbered(0, 1))).as("nothing was learned from it").isEqualTo(1);
    assertThat(cold.withSeen(KEY, List.of(), log::add)).hasSize(1);
    assertThat(cold.add(KEY, numbered(0, 1))).isZero();
    assertThat(cold.add(KEY, numbered(0, 3))).isEqualTo(3);
    assertThat(cold.withSeen(KEY, List.of(), log::add)).hasSize(3);
    assertThat(cold.add(KEY, numbered(3, 5))).isZero();
    assertThat(cold.add(KEY, numbered(5, 6))).isEqualTo(6);
    assertThat(cold.add(KEY, numbered(6, 7))).isEqualTo(7);
    assertThat(cold.add(KEY.withUser("v"), numbered(0, 1))).as("another model").isEqualTo(1);
  }

  @Test
  void limitsTheNumberOfSentences() throws InputException {
    cold.add(KEY, numbered(0, 1001));
    assertThat(cold.withSeen(KEY, List.of(), log::add)).hasSize(1000);
  }

  @Test
  void labelsOnlyUnannotatedSentencesWithVoices() throws InputException {
    cold.add(KEY, List.of(passage("to", "Lund"), passage("to", "Ostrey"), passage("a", "b")));
    LabeledSequence annotated =
        LabeledSequence.ofLabels(
            passage("to", "Ostrey").units(), List.of("O", "B-PER"), TagScheme.IOB2);
    assertThat(cold.withSeen(KEY.withUser("v"), List.of(annotated), log::add))
        .containsExactly(annotated);
    List<LabeledSequence> all = cold.withSeen(KEY, List.of(annotated), log::add);
    assertThat(all).hasSize(3);
    assertThat(all.get(0).spans()).containsExactly(new Span(1, 2, "PER"));
    assertThat(all)
        .extracting(one -> one.tokens().column("word").get(1))
        .containsExactly("Ostrey", "Lund", "b");
  }

  /** Matching an expression has a time limit. The sentence is not logged. */
  @Test
  void limitsTheTimeOfRegularExpressions() throws Exception {
    cold = read("regex LOC (x*)*\\1y\n");
    try (ModelStore store = store();
        TrainingQueue queue = queue(store)) {
      queue.addUnlabeled(KEY, List.of(passage("secret", "x".repeat(60))));
      await(queue, 1);
      assertFailed(
          queue,
          0,
          "the voices failed, annotations could not be read, or the model could not be written");
      assertThat(log.get(0))
          .isEqualTo(
              "a voice takes too long or fails, and is disabled until the server is restarted: "
                  + directory.resolve("my.voices")
                  + ":1");
      assertThat(log.get(1)).isEqualTo("training failed: " + InputException.class.getName());
      assertThat(log).noneMatch(line -> line.contains("secret"));
      queue.offer(KEY, places("X"), null);
      await(queue, 2);
      assertThat(queue.states().get(KEY).phase()).isEqualTo(Phase.DONE);
      assertThat(queue.states().get(KEY).sentences()).as("those of people").isEqualTo(8);
    }
  }

  /** One expression that takes exponential time does not affect the other voices. */
  @Test
  void leavesOutVoicesThatFail() throws Exception {
    cold = read("regex PER (x*)*\\1y\nlist LOC places.txt\nregex O (?<!\\S)\\p{Ll}+(?!\\S)\n");
    try (ModelStore store = store();
        TrainingQueue queue = queue(store)) {
      queue.addUnlabeled(KEY, List.of(passage("to", "Lund"), passage("at", "x".repeat(60))));
      await(queue, 1);
      assertThat(queue.states().get(KEY).phase()).isEqualTo(Phase.DONE);
      assertThat(store.find(KEY).orElseThrow().types()).containsExactly("LOC");
      assertThat(log.get(0)).endsWith("my.voices:1");

      log.clear();
      queue.addUnlabeled(KEY, List.of(passage("in", "Ostrey"), passage("by", "x".repeat(70))));
      await(queue, 2);
      assertThat(log).as("left out for good").singleElement().asString().contains("training done");
    }
  }

  @Test
  void refusesVoicesThatReadOtherColumns() {
    assertThatThrownBy(() -> read("column * tag\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a server provides only words, but these voices read [tag, word]");
  }

  private ModelStore store() throws IOException {
    return ModelStore.open(directory.resolve("s"), 2, 1 << 24, List.of(), log::add);
  }

  private TrainingQueue queue(ModelStore store) {
    return new TrainingQueue(store, new TrainingResources(cold, null), 1 << 20, LONG, log::add);
  }

  private static void await(TrainingQueue queue, int ended) throws InterruptedException {
    while (queue.count(Phase.DONE) + queue.count(Phase.FAILED) < ended) {
      Thread.sleep(2);
    }
  }

  private static List<LabeledSequence> places(String type) {
    return IntStream.range(0, 8)
        .mapToObj(
            n ->
                new LabeledSequence(
                    passage("in", "Lund", "at" + n).units(), List.of(new Span(1, 2, type))))
        .toList();
  }

  /** Annotation tools also send texts during a training. */
  @Test
  void learnsNextFromSentencesThatArriveDuringATraining() throws Exception {
    try (ModelStore store = store();
        TrainingQueue queue = queue(store)) {
      for (int n = 0; n < 200; n++) {
        queue.addUnlabeled(KEY, numbered(n, n + 1));
      }
      do {
        queue.addUnlabeled(KEY, numbered(0, 1));
        Thread.sleep(2);
      } while (store.find(KEY).map(one -> one.model().provenance().sentences()).orElse(0) <= 100);
    }
  }

  /** After a restart, sentences are lost but models are not. */
  @Test
  void keepsABetterModelAfterARestart() throws Exception {
    try (ModelStore store = store();
        TrainingQueue queue = queue(store)) {
      queue.addUnlabeled(KEY, numbered(0, 16));
      await(queue, 1);
    }
    cold = read("list LOC places.txt\n");
    try (ModelStore store = store();
        TrainingQueue queue = queue(store)) {
      queue.addUnlabeled(KEY, numbered(0, 31));
      assertThat(queue.count(Phase.WAITING) + queue.count(Phase.RUNNING)).isZero();
      queue.addUnlabeled(KEY, numbered(31, 32));
      await(queue, 1);
      assertThat(queue.states().get(KEY).sentences()).isEqualTo(32);
    }
  }

  @Test
  void annotationsReplaceModelsOfVoices() throws Exception {
    try (ModelStore store = store();
        TrainingQueue queue = queue(store)) {
      assertThat(queue.hasVoicesFor(KEY)).isTrue();
      assertThat(queue.hasVoicesFor(new ModelKey("p", "l", "f", "u", Anchoring.TOKENS))).isFalse();
      queue.addUnlabeled(KEY, numbered(0, 8));
      await(queue, 1);
      assertThat(queue.states().get(KEY).sentences()).isEqualTo(8);
      Suggester suggester = store.find(KEY).orElseThrow();
      assertThat(LayerLearner.isOfVoicesOnly(suggester)).isTrue();
      assertThat(suggester.types()).containsExactly("LOC");
      queue.addUnlabeled(KEY, numbered(0, 8));
      assertThat(queue.count(Phase.WAITING)).as("nothing new").isZero();
      queue.addUnlabeled(KEY, numbered(8, 16));
      await(queue, 2);
      assertThat(queue.states().get(KEY).sentences()).isEqualTo(16);
      queue.offer(KEY, places("harbour"), null);
      await(queue, 3);
      suggester = store.find(KEY).orElseThrow();
      assertThat(LayerLearner.isOfVoicesOnly(suggester)).isFalse();
      assertThat(suggester.types()).contains("harbour");
      queue.addUnlabeled(KEY, numbered(16, 64));
      assertThat(queue.count(Phase.WAITING) + queue.count(Phase.RUNNING)).isZero();
    }
  }

  @Test
  void trainsWithVoicesOnlyIfThereIsRoom() throws Exception {
    try (ModelStore store = ModelStore.open(directory.resolve("s"), 1, 1, List.of(), log::add);
        TrainingQueue queue = queue(store);
        TrainingQueue plain =
            new TrainingQueue(store, TrainingResources.NONE, 1 << 20, LONG, log::add)) {
      assertThat(plain.hasVoicesFor(KEY)).isFalse();
      plain.addUnlabeled(KEY, numbered(0, 4));
      assertThat(plain.states()).isEmpty();
      queue.addUnlabeled(KEY, numbered(0, 4));
      await(queue, 1);
      queue.addUnlabeled(KEY.withUser("v"), numbered(0, 4));
      assertThat(queue.states()).containsOnlyKeys(KEY);
    }
  }

  /** Returns a supplier that throws. */
  private static IOSupplier<List<LabeledSequence>> failing(Throwable failure) {
    return () -> {
      if (failure instanceof IOException checked) {
        throw checked;
      }
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    };
  }

  @Test
  void reportsFailures() throws Exception {
    try (ModelStore store = store();
        TrainingQueue queue = queue(store)) {
      queue.offer(KEY, failing(new IOException("secret")), null);
      await(queue, 1);
      assertFailed(
          queue,
          0,
          "the voices failed, annotations could not be read, or the model could not be written");
      assertThat(log).hasSize(2).first().isEqualTo("training failed: java.io.IOException");
      assertThat(log.get(1)).matches("training failed: 0 sentences, \\d+\\.\\d s");

      log.clear();
      queue.offer(KEY, failing(new OutOfMemoryError("secret")), null);
      await(queue, 2);
      assertFailed(queue, 0, "it needs more memory than Java may use");
      assertThat(log.get(0)).isEqualTo("training failed: java.lang.OutOfMemoryError");

      log.clear();
      queue.offer(KEY, failing(new IllegalStateException("secret")), null);
      await(queue, 3);
      assertFailed(queue, 0, "nothing could be learned from these annotations");
      assertThat(log.get(0))
          .startsWith(
              "training failed: java.lang.IllegalStateException at org.gpchain.internal.server");

      log.clear();
      queue.offer(KEY, places("X"), null);
      await(queue, 4);
      assertThat(queue.states().get(KEY).phase()).isEqualTo(Phase.DONE);
      assertThat(queue.states().get(KEY).problem()).isEmpty();
      assertThat(queue.count(Phase.DONE)).isEqualTo(1);
      assertThat(queue.count(Phase.FAILED)).isEqualTo(3);
      assertThat(log)
          .singleElement()
          .asString()
          .matches("training done: 8 sentences, \\d+\\.\\d s");

      log.clear();
      String full = "No space left on device";
      queue.offer(KEY, failing(new FileSystemException("store/m", null, full)), null);
      await(queue, 5);
      assertThat(log.get(0)).endsWith("FileSystemException: store/m: No space left on device");
    }
  }

  private static void assertFailed(TrainingQueue queue, int sentences, String problem) {
    TrainingQueue.State state = queue.states().get(KEY);
    assertThat(state.phase()).isEqualTo(Phase.FAILED);
    assertThat(state.sentences()).isEqualTo(sentences);
    assertThat(state.problem()).isEqualTo(problem);
  }

  /** Later requests wait, and closing the queue discards the running training. */
  @Test
  void trainsOneModelAtATime() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (ModelStore store = store()) {
      TrainingQueue queue = queue(store);
      queue.offer(
          KEY,
          () -> {
            begun.countDown();
            try {
              end.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return places("X");
          },
          null);
      begun.await();
      assertThat(queue.count(Phase.RUNNING)).isEqualTo(1);
      assertThat(queue.count(Phase.WAITING)).isZero();
      assertThat(queue.states().get(KEY).phase()).isEqualTo(Phase.RUNNING);
      queue.addUnlabeled(KEY, numbered(0, 4));
      assertThat(queue.count(Phase.WAITING)).as("voices, while it is trained").isZero();
      assertThat(queue.offer(KEY, places("Y"), null)).as("is being trained").isTrue();
      assertThat(queue.offer(KEY.withUser("v"), places("Y"), null)).isFalse();
      assertThat(queue.states().get(KEY).phase()).isEqualTo(Phase.RUNNING);
      assertThat(queue.states().get(KEY.withUser("v")))
          .isEqualTo(new TrainingQueue.State(Phase.WAITING, 8, 0, ""));
      queue.addUnlabeled(KEY.withUser("v"), numbered(0, 4));
      assertThat(queue.count(Phase.WAITING)).isEqualTo(2);
      queue.close();
      assertThat(store.keys()).isEmpty();
      assertThatThrownBy(() -> queue.offer(KEY, places("Z"), null))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(log).isEmpty();
    }
  }
}
