package org.gpchain.internal.server.models;

import static org.gpchain.core.text.Numbers.format;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOSupplier;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.training.Progress;

/**
 * Trains models in the background, one after the other, and for one user after the other: who has
 * many layers waits behind those who have one. For each key only the newest sentences count: those
 * that wait are replaced, and what comes while a model is being trained waits until that is done,
 * so that a later model is never followed by an earlier one.
 */
public final class TrainingQueue implements Closeable {
  /** What to do if there is no room for a model. */
  public static final String FULL =
      "the store has as many models as it may; raise --max-models, or remove some and start the"
          + " server again";

  /** Memory that a token takes in a column, besides its characters. */
  private static final int CELL_BYTES = 64;

  private static final int MAX_WAITING = 256;
  private static final int MAX_STATES = 4096;
  private static final long END_SECONDS = 3;

  private final ModelStore store;
  private final ColdStart coldStart;
  private final long maxBytes;
  private final Duration limit;
  private final Consumer<String> log;

  /** Has a task for each key that waits. */
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(Parallel.daemons("gpchain-training"));

  /** What waits of each user, by key, in the order in which keys came; the next user first. */
  private final Map<String, Map<ModelKey, Lesson>> waiting = new LinkedHashMap<>();

  /**
   * @param sentences stand elsewhere perhaps until they are learned from
   * @param count of its sentences; 0 if that is not known yet
   * @param bytes of memory that it takes
   * @param base the shipped model to begin with; null for none
   */
  private record Lesson(
      IOSupplier<List<LabeledSequence>> sentences, int count, long bytes, ShippedModel base) {}

  private final Map<ModelKey, State> states = new LinkedHashMap<>();
  private ModelKey running;
  private long done;
  private long failed;
  private volatile boolean closed;

  /**
   * @param store where models are kept; not closed
   * @param coldStart what models of segments learn from besides; null for nothing
   * @param maxBytes of memory that all which waits may take
   * @param limit until a training is given up
   * @param log takes a line for each training
   */
  public TrainingQueue(
      ModelStore store, ColdStart coldStart, long maxBytes, Duration limit, Consumer<String> log) {
    this.store = store;
    this.coldStart = coldStart;
    this.maxBytes = maxBytes;
    this.limit = limit;
    this.log = log;
  }

  /**
   * The state of the last training for a key.
   *
   * @param sentences number of them; 0 before they are read
   * @param seconds that it took; 0 before it is done
   * @param problem why it failed; empty if it has not
   */
  public record State(Phase phase, int sentences, double seconds, String problem) {}

  public enum Phase {
    WAITING,
    RUNNING,
    DONE,
    FAILED;

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Gives sentences to be learned from, at least one.
   *
   * @param base the shipped model to begin with, whose columns they have; null for none
   * @return whether a model of the same key is being trained: they will be learned from after that
   * @throws RejectedExecutionException if too much waits, or is kept: they are forgotten
   */
  public boolean offer(ModelKey key, List<LabeledSequence> sentences, ShippedModel base) {
    List<LabeledSequence> copy = List.copyOf(sentences);
    return offer(key, new Lesson(() -> copy, copy.size(), bytes(copy), base));
  }

  /**
   * Gives sentences that are read when their turn has come, as those of then.
   *
   * @param base the shipped model to begin with, whose columns they have; null for none
   * @throws RejectedExecutionException if too much waits, or is kept
   */
  public void offer(ModelKey key, IOSupplier<List<LabeledSequence>> sentences, ShippedModel base) {
    offer(key, new Lesson(sentences, 0, 0, base));
  }

  /** Whether a model of this key may be kept, those that are being learned or wait included. */
  public synchronized boolean hasRoomFor(ModelKey key) {
    Stream<ModelKey> next = waiting.values().stream().flatMap(own -> own.keySet().stream());
    return store.hasRoomFor(key, Stream.concat(Stream.ofNullable(running), next));
  }

  /** Whether there are voices to learn a layer's segments from. */
  public boolean hasVoicesFor(ModelKey key) {
    return coldStart != null && key.unit() == Anchoring.SEGMENTS;
  }

  /**
   * Gives sentences that nobody may have annotated, if there are voices: until somebody has, models
   * are learned from these alone.
   */
  public synchronized void see(ModelKey key, List<Passage> passages) {
    int seen = hasVoicesFor(key) ? coldStart.see(key, passages) : 0;
    if (seen > 0
        && !key.equals(running)
        && !waiting.getOrDefault(key.user(), Map.of()).containsKey(key)
        && store
            .find(key)
            .map(
                old ->
                    LayerLearner.isOfVoices(old)
                        && seen >= 2 * old.model().provenance().sentences())
            .orElse(hasRoomFor(key))) {
      try {
        offer(key, List::of, null);
      } catch (RejectedExecutionException e) {
        log.accept("no model of voices: " + e.getMessage());
      }
    }
  }

  private synchronized boolean offer(ModelKey key, Lesson lesson) {
    Lesson before = waiting.getOrDefault(key.user(), Map.of()).get(key);
    boolean isNew = before == null;
    if (!hasRoomFor(key)) {
      throw new RejectedExecutionException(FULL);
    }
    if (closed
        || waitingBytes() + lesson.bytes() - (isNew ? 0 : before.bytes()) > maxBytes
        || (isNew && count(Phase.WAITING) >= MAX_WAITING)) {
      throw new RejectedExecutionException("too many trainings wait; try again in a minute");
    }
    waiting.computeIfAbsent(key.user(), user -> new LinkedHashMap<>()).put(key, lesson);
    if (isNew) {
      worker.execute(this::trainNext);
    }
    boolean isRunning = key.equals(running);
    if (!isRunning) {
      setState(key, new State(Phase.WAITING, lesson.count(), 0, ""));
    }
    return isRunning;
  }

  static long bytes(Collection<LabeledSequence> sentences) {
    long bytes = 0;
    for (LabeledSequence sentence : sentences) {
      long columns = sentence.tokens().columnNames().size();
      for (String word : sentence.tokens().column(TokenSequence.WORD)) {
        bytes += columns * CELL_BYTES + 2L * word.length();
      }
    }
    return bytes;
  }

  /** An estimate of the memory that takes what waits. */
  public synchronized long waitingBytes() {
    return waiting.values().stream()
        .flatMap(own -> own.values().stream())
        .mapToLong(Lesson::bytes)
        .sum();
  }

  /** What became of the last trainings, the earliest first. */
  public synchronized Map<ModelKey, State> states() {
    return new LinkedHashMap<>(states);
  }

  /** Number of trainings in a phase; of those that have ended, since the queue began. */
  public synchronized long count(Phase phase) {
    return switch (phase) {
      case WAITING -> waiting.values().stream().mapToLong(Map::size).sum();
      case RUNNING -> running == null ? 0 : 1;
      case DONE -> done;
      case FAILED -> failed;
    };
  }

  private void setState(ModelKey key, State state) {
    states.remove(key);
    states.put(key, state);
    if (states.size() > MAX_STATES) {
      states.remove(states.keySet().iterator().next());
    }
  }

  private void trainNext() {
    ModelKey key;
    Lesson lesson;
    synchronized (this) {
      String user = waiting.keySet().iterator().next();
      Map<ModelKey, Lesson> own = waiting.remove(user);
      key = own.keySet().iterator().next();
      lesson = own.remove(key);
      if (!own.isEmpty()) {
        waiting.put(user, own);
      }
      running = key;
      setState(key, new State(Phase.RUNNING, lesson.count(), 0, ""));
    }
    long begin = System.nanoTime();
    String problem = "";
    int count = lesson.count();
    try {
      List<LabeledSequence> sentences = lesson.sentences().get();
      ShippedModel base = lesson.base();
      if (hasVoicesFor(key)) {
        sentences = coldStart.with(key, sentences);
        base = null;
      }
      count = sentences.size();
      store.save(key, LayerLearner.learn(key, sentences, base, patience()));
    } catch (CancellationException e) {
      if (closed) {
        return;
      }
      problem = "it was not done within " + limit.toSeconds() + " s";
      log.accept("training failed: " + problem);
    } catch (IOException e) {
      problem = "voices could not label, annotations not be read, or the model not be written";
      // The one message that quotes no document.
      boolean isOfFile = e instanceof FileSystemException;
      log.accept("training failed: " + (isOfFile ? e : e.getClass().getName()));
    } catch (OutOfMemoryError e) {
      problem = "it needs more memory than Java may use";
      log.accept("training failed: " + e.getClass().getName());
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      problem = "nothing could be learned from these annotations";
      log.accept("training failed: " + e.getClass().getName() + " at " + place(e));
    }
    end(key, count, (System.nanoTime() - begin) / 1e9, problem);
  }

  /** Ends a training that nobody waits for any more. */
  private Progress patience() {
    long begin = System.nanoTime();
    return step -> {
      if (closed || System.nanoTime() - begin > limit.toNanos()) {
        throw new CancellationException();
      }
    };
  }

  /** Messages may quote documents. */
  private static String place(Throwable problem) {
    return problem.getStackTrace().length == 0 ? "?" : problem.getStackTrace()[0].toString();
  }

  private synchronized void end(ModelKey key, int sentences, double seconds, String problem) {
    running = null;
    Phase phase = problem.isEmpty() ? Phase.DONE : Phase.FAILED;
    done += phase == Phase.DONE ? 1 : 0;
    failed += phase == Phase.FAILED ? 1 : 0;
    setState(key, new State(phase, sentences, seconds, problem));
    log.accept(format("training %s: %d sentences, %.1f s", phase, sentences, seconds));
    Lesson next = waiting.getOrDefault(key.user(), Map.of()).get(key);
    if (next != null) {
      setState(key, new State(Phase.WAITING, next.count(), 0, ""));
    }
  }

  /** Abandons the training that is under way, and what waits. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      worker.shutdownNow();
    }
    try {
      worker.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
