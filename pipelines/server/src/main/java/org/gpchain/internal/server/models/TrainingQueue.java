package org.gpchain.internal.server.models;

import static org.gpchain.core.text.Numbers.format;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOSupplier;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.training.Progress;

/**
 * Trains models in the background, one at a time. Users take turns, so that a user with many layers
 * does not delay the others. For each key, only the newest sentences are used: they replace
 * sentences that still wait, and sentences that arrive while a model of the key is being trained
 * wait until that training has ended. Thread-safe.
 */
public final class TrainingQueue implements Closeable {
  /** Error message if the store has no room for another model. */
  public static final String FULL =
      "the store has reached its maximum number of models; raise --max-models, or"
          + " remove models and restart the server";

  /** Estimated memory of a cell of a column in addition to its characters (bytes). */
  private static final int CELL_BYTES = 64;

  /** Maximum number of waiting trainings. */
  private static final int MAX_WAITING = 256;

  /** Maximum number of keys whose training state is remembered. */
  private static final int MAX_STATES = 4096;

  /** Maximum time that {@link #close} waits for the running training (seconds). */
  private static final long CLOSE_SECONDS = 3;

  private final ModelStore store;
  private final TrainingResources resources;
  private final long maxBytes;
  private final Duration limit;
  private final Consumer<String> log;

  /** Executes one task for each waiting key. */
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(Parallel.daemons("gpchain-training"));

  /** Waiting requests of each user in order of arrival. The user whose turn is next comes first. */
  private final Map<String, Map<ModelKey, TrainingRequest>> waiting = new LinkedHashMap<>();

  /**
   * A request to train a model.
   *
   * @param sentences reads the training sentences, possibly from files
   * @param count number of sentences; 0 if they have not been read yet
   * @param bytes estimated memory of the request
   * @param base shipped model to build on; null for none
   * @param isAfterDeletion whether the earlier model was trained with sentences that have been
   *     deleted, so that it is removed if the training fails
   */
  private record TrainingRequest(
      IOSupplier<List<LabeledSequence>> sentences,
      int count,
      long bytes,
      ShippedModel base,
      boolean isAfterDeletion) {
    TrainingRequest afterDeletion() {
      return new TrainingRequest(sentences, count, bytes, base, true);
    }
  }

  /** States of the last trainings, the least recently changed first. */
  private final Map<ModelKey, State> states = new LinkedHashMap<>();

  /** Key of the model that is being trained; null for none. */
  private ModelKey running;

  /** Whether the result of the running training is no longer wanted. */
  private volatile boolean isRunningDiscarded;

  private long done;
  private long failed;
  private volatile boolean closed;

  /**
   * Creates an empty queue.
   *
   * @param store receives the models; not closed
   * @param resources sources from which the models learn in addition to annotations
   * @param maxBytes maximum memory of the waiting requests (bytes)
   * @param limit maximum duration of a training
   * @param log receives a line for each training
   */
  public TrainingQueue(
      ModelStore store,
      TrainingResources resources,
      long maxBytes,
      Duration limit,
      Consumer<String> log) {
    this.store = store;
    this.resources = resources;
    this.maxBytes = maxBytes;
    this.limit = limit;
    this.log = log;
  }

  /**
   * The state of the last training for a key.
   *
   * @param phase phase of the training
   * @param sentences number of sentences; 0 before they have been read
   * @param seconds duration; 0 before the training has ended
   * @param problem reason for a failure; empty if there is none
   */
  public record State(Phase phase, int sentences, double seconds, String problem) {}

  /** The phase of a training. */
  public enum Phase {
    /** The training waits for its turn. */
    WAITING,
    /** The training is running. */
    RUNNING,
    /** The model has been saved. */
    DONE,
    /** The training has failed. */
    FAILED;

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Adds a request to train a model from sentences.
   *
   * @param sentences training sentences, at least one
   * @param base shipped model to build on; null for none. The sentences have the columns that it
   *     requires.
   * @return whether a model of the same key is being trained. The sentences will be used after
   *     that.
   * @throws RejectedExecutionException if the store is full or too many requests wait. The
   *     sentences are discarded.
   */
  public boolean offer(ModelKey key, List<LabeledSequence> sentences, ShippedModel base) {
    List<LabeledSequence> copy = List.copyOf(sentences);
    return offer(key, new TrainingRequest(() -> copy, copy.size(), bytes(copy), base, false));
  }

  /**
   * Adds a request to train a model from sentences that are read when the training starts.
   *
   * @param sentences reads the training sentences
   * @param base shipped model to build on; null for none. The sentences have the columns that it
   *     requires.
   * @throws RejectedExecutionException if the store is full or too many requests wait
   */
  public void offer(ModelKey key, IOSupplier<List<LabeledSequence>> sentences, ShippedModel base) {
    offer(key, new TrainingRequest(sentences, 0, 0, base, false));
  }

  /**
   * Adds a request to train a model again after some of its training sentences have been deleted.
   * The earlier model stays until the new one has been trained. It is removed if the training fails
   * or cannot be added.
   *
   * @param sentences reads the remaining training sentences
   * @param base shipped model to build on; null for none
   */
  public synchronized void replace(
      ModelKey key, IOSupplier<List<LabeledSequence>> sentences, ShippedModel base)
      throws IOException {
    forgetSeen(key);
    store.deleteDamaged(key);
    try {
      offer(key, new TrainingRequest(sentences, 0, 0, base, true));
    } catch (RejectedExecutionException e) {
      log.accept(
          "too many training runs are waiting to retrain after a deletion, so the model"
              + " is removed");
      forget(key);
    }
  }

  /**
   * Removes a model whose training sentences have all been deleted, with the sentences that voices
   * have labeled for it. Discards the waiting request for the key and the result of a running
   * training.
   */
  public synchronized void forget(ModelKey key) throws IOException {
    forgetSeen(key);
    Map<ModelKey, TrainingRequest> requests = waiting.get(key.user());
    if (requests != null) {
      requests.remove(key);
      if (requests.isEmpty()) {
        waiting.remove(key.user());
      }
    }
    if (key.equals(running)) {
      isRunningDiscarded = true;
    }
    states.remove(key);
    store.delete(key);
  }

  private void forgetSeen(ModelKey key) {
    if (hasVoicesFor(key)) {
      resources.coldStart().forget(key);
    }
  }

  /** Returns the keys of all models in the store and of all trainings that run or wait. */
  public synchronized Set<ModelKey> keys() {
    Set<ModelKey> keys = new HashSet<>(store.keys().values());
    for (Map<ModelKey, TrainingRequest> requests : waiting.values()) {
      keys.addAll(requests.keySet());
    }
    if (running != null) {
      keys.add(running);
    }
    return keys;
  }

  /**
   * Logs that annotations are left out of a training.
   *
   * @param problems why models cannot learn them, one reason for each annotation; must not quote
   *     documents
   */
  public void noteLeftOut(List<String> problems) {
    if (!problems.isEmpty()) {
      log.accept(
          "annotations not used for training: %d, for example one for which %s"
              .formatted(problems.size(), problems.get(0)));
    }
  }

  /** Returns whether the store has room for a model after all trainings of this queue. */
  public synchronized boolean hasRoomFor(ModelKey key) {
    List<ModelKey> expected = new ArrayList<>();
    if (running != null) {
      expected.add(running);
    }
    for (Map<ModelKey, TrainingRequest> requests : waiting.values()) {
      expected.addAll(requests.keySet());
    }
    return store.hasRoomFor(key, expected);
  }

  /** Returns whether models of a key learn from labels of voices. */
  public boolean hasVoicesFor(ModelKey key) {
    return resources.coldStart() != null && key.unit() == Anchoring.SEGMENTS;
  }

  /**
   * Adds sentences of a prediction request, which voices label. Trains a model from them if there
   * is no model of the key, or if their number has doubled since the last training and the model
   * has learned only from labels of voices. Does nothing if there are no voices for the key.
   */
  public synchronized void addUnlabeled(ModelKey key, List<Passage> passages) {
    if (!hasVoicesFor(key)) {
      return;
    }
    int seen = resources.coldStart().add(key, passages);
    if (seen == 0 || isQueued(key) || !isTrainingDue(key, seen)) {
      return;
    }
    try {
      offer(key, List::of, null);
    } catch (RejectedExecutionException e) {
      log.accept("no model of voices: " + e.getMessage());
    }
  }

  private boolean isQueued(ModelKey key) {
    return key.equals(running) || waitingRequest(key) != null;
  }

  /** Returns whether a model should be trained from the seen sentences, labeled by voices. */
  private boolean isTrainingDue(ModelKey key, int seen) {
    Optional<Suggester> model = store.find(key);
    if (model.isEmpty()) {
      return hasRoomFor(key);
    }
    int learned = model.get().model().provenance().sentences();
    return LayerLearner.isOfVoicesOnly(model.get()) && seen >= 2 * learned;
  }

  /** Returns the waiting request for a key, or null if there is none. */
  private TrainingRequest waitingRequest(ModelKey key) {
    return waiting.getOrDefault(key.user(), Map.of()).get(key);
  }

  private synchronized boolean offer(ModelKey key, TrainingRequest request) {
    if (!hasRoomFor(key)) {
      throw new RejectedExecutionException(FULL);
    }
    TrainingRequest replaced = waitingRequest(key);
    boolean isNew = replaced == null;
    long bytes = waitingBytes() + request.bytes();
    if (!isNew) {
      bytes -= replaced.bytes();
    }
    if (closed || bytes > maxBytes || (isNew && count(Phase.WAITING) >= MAX_WAITING)) {
      throw new RejectedExecutionException(
          "too many training runs are waiting; try again in a minute");
    }

    TrainingRequest added = request;
    if (!isNew && replaced.isAfterDeletion()) {
      added = request.afterDeletion();
    }
    waiting.computeIfAbsent(key.user(), user -> new LinkedHashMap<>()).put(key, added);
    if (isNew) {
      worker.execute(this::trainNext);
    }
    boolean isRunning = key.equals(running);
    if (!isRunning) {
      setState(key, new State(Phase.WAITING, request.count(), 0, ""));
    }
    return isRunning;
  }

  /** Returns the estimated memory of sentences (bytes). */
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

  /** Returns the estimated memory of the waiting requests (bytes). */
  public synchronized long waitingBytes() {
    long bytes = 0;
    for (Map<ModelKey, TrainingRequest> requests : waiting.values()) {
      for (TrainingRequest request : requests.values()) {
        bytes += request.bytes();
      }
    }
    return bytes;
  }

  /** Returns the states of the last trainings, the least recently changed first. */
  public synchronized Map<ModelKey, State> states() {
    return new LinkedHashMap<>(states);
  }

  /**
   * Returns the number of trainings in a phase. Trainings that have ended are counted since the
   * queue was created.
   */
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

  /** Trains the model whose turn is next. */
  private void trainNext() {
    ModelKey key;
    TrainingRequest request;
    synchronized (this) {
      if (waiting.isEmpty()) {
        // The request has been discarded.
        return;
      }
      // The user moves to the end of the queue with the remaining requests.
      String user = waiting.keySet().iterator().next();
      Map<ModelKey, TrainingRequest> requests = waiting.remove(user);
      key = requests.keySet().iterator().next();
      request = requests.remove(key);
      if (!requests.isEmpty()) {
        waiting.put(user, requests);
      }
      running = key;
      isRunningDiscarded = false;
      setState(key, new State(Phase.RUNNING, request.count(), 0, ""));
    }

    long begin = System.nanoTime();
    String problem = "";
    int count = request.count();
    try {
      List<LabeledSequence> sentences = request.sentences().get();
      ShippedModel base = request.base();
      if (hasVoicesFor(key)) {
        sentences = resources.coldStart().withSeen(key, sentences, log);
        base = null;
      }
      count = sentences.size();
      Model model = LayerLearner.learn(key, sentences, base, resources.encoderUse(), timeLimit());
      store.save(key, model);
    } catch (CancellationException e) {
      if (closed) {
        return;
      }
      if (!isRunningDiscarded) {
        problem = "the training did not end within " + limit.toSeconds() + " s";
        log.accept("training failed: " + problem);
      }
    } catch (IOException e) {
      problem =
          "the voices failed, annotations could not be read, or the model could not be written";
      // Only messages about files are logged; others may quote documents.
      boolean isOfFile = e instanceof FileSystemException;
      log.accept("training failed: " + (isOfFile ? e : e.getClass().getName()));
    } catch (OutOfMemoryError e) {
      problem = "it needs more memory than Java may use";
      log.accept("training failed: " + e.getClass().getName());
    } catch (EncoderException e) {
      problem = "the encoder failed on one of the sentences";
      log.accept("training failed: " + e.getClass().getName() + " at " + place(e));
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      problem = "nothing could be learned from these annotations";
      log.accept("training failed: " + e.getClass().getName() + " at " + place(e));
    }
    removeOutdated(key, request, problem);
    end(key, count, (System.nanoTime() - begin) / 1e9, problem);
  }

  /**
   * Removes the model of a key after a training if it was trained with deleted sentences: if the
   * training was to replace it but failed, or if the model was forgotten during the training.
   */
  private synchronized void removeOutdated(ModelKey key, TrainingRequest request, String problem) {
    boolean isOutdated = request.isAfterDeletion() && !problem.isEmpty();
    if (!isOutdated && !isRunningDiscarded) {
      return;
    }
    try {
      store.delete(key);
      log.accept("removed the model of deleted sentences");
    } catch (IOException e) {
      log.accept("cannot remove the model of deleted sentences: " + e);
    }
  }

  /** Returns a listener that ends a training after the time limit or when the queue is closed. */
  private Progress timeLimit() {
    long begin = System.nanoTime();
    return step -> checkTime(begin);
  }

  private void checkTime(long begin) {
    boolean isLate = System.nanoTime() - begin > limit.toNanos();
    if (closed || isRunningDiscarded || isLate) {
      throw new CancellationException();
    }
  }

  /** Returns the location of a failure. Its message is not logged: it may quote a document. */
  private static String place(Throwable problem) {
    StackTraceElement[] frames = problem.getStackTrace();
    return frames.length == 0 ? "?" : frames[0].toString();
  }

  /** Records the end of a training. */
  private synchronized void end(ModelKey key, int sentences, double seconds, String problem) {
    running = null;
    if (isRunningDiscarded) {
      states.remove(key);
      log.accept("training discarded: its sentences were deleted");
    } else {
      setEnded(key, sentences, seconds, problem);
    }

    TrainingRequest next = waitingRequest(key);
    if (next != null) {
      setState(key, new State(Phase.WAITING, next.count(), 0, ""));
    }
  }

  private void setEnded(ModelKey key, int sentences, double seconds, String problem) {
    Phase phase;
    if (problem.isEmpty()) {
      phase = Phase.DONE;
      done++;
    } else {
      phase = Phase.FAILED;
      failed++;
    }
    setState(key, new State(phase, sentences, seconds, problem));
    log.accept(format("training %s: %d sentences, %.1f s", phase, sentences, seconds));
  }

  /** Ends the running training and discards the waiting requests. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      worker.shutdownNow();
    }
    try {
      worker.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
