package org.gpchain.server.models;

import static org.gpchain.core.text.Numbers.format;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Closeable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.Trainer;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.Repetitions;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.trainers.Trainers;

/**
 * Trains models in the background, one after the other. For each key only the newest sentences
 * count: those that wait are replaced, and what comes while a model is being trained waits until
 * that is done, so that a later model is never followed by an earlier one.
 */
public final class TrainingQueue implements Closeable {
  /** Tokens of all that waits, so that memory is bounded. */
  private static final long MAX_TOKENS = 5_000_000;

  /**
   * Rounds of kernel learning, fewer than by default: a model is replaced soon, and later rounds
   * take two fifths of the time and gain nothing with 300 sentences.
   */
  private static final int KERNEL_ROUNDS = 2;

  private static final int MAX_WAITING = 256;
  private static final long SEED = 1;
  private static final int MAX_STATES = 4096;
  private static final long END_MILLIS = 3_000;

  private final ModelStore store;
  private final Consumer<String> log;
  private final Thread worker;

  /** What waits, by key, in the order in which the keys came. */
  private final Map<ModelKey, List<LabeledSequence>> waiting = new LinkedHashMap<>();

  private final Map<ModelKey, State> states = new LinkedHashMap<>();
  private ModelKey running;
  private long done;
  private long failed;
  private volatile boolean closed;

  /**
   * A queue, which begins at once.
   *
   * @param store where models are kept; not closed
   * @param log takes a line for each training
   */
  public TrainingQueue(ModelStore store, Consumer<String> log) {
    this.store = store;
    this.log = log;
    this.worker = new Thread(this::work, "gpchain-training");
    worker.setDaemon(true);
    worker.start();
  }

  /**
   * The state of the last training for a key.
   *
   * @param phase of it
   * @param sentences that it learns from
   * @param seconds that it took; 0 before it is done
   * @param problem why it failed; empty if it has not
   */
  public record State(Phase phase, int sentences, double seconds, String problem) {}

  /** Where a training is. */
  public enum Phase {
    /** Others come first. */
    WAITING,
    /** Under way. */
    RUNNING,
    /** The model is there. */
    DONE,
    /** There is no new model. */
    FAILED;

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What becomes of sentences. */
  public enum Reception {
    /** They will be learned from. */
    ACCEPTED,
    /** A model of the same key is being trained; they will be learned from after that. */
    AFTER_RUNNING,
    /** Too much waits: they are forgotten. */
    REFUSED
  }

  /**
   * Gives sentences to be learned from.
   *
   * @param key of the model
   * @param sentences at least one
   */
  public synchronized Reception offer(ModelKey key, List<LabeledSequence> sentences) {
    List<LabeledSequence> before = waiting.remove(key);
    long tokens = tokens(sentences);
    for (List<LabeledSequence> others : waiting.values()) {
      tokens += tokens(others);
    }
    if (closed || tokens > MAX_TOKENS || waiting.size() >= MAX_WAITING) {
      if (before != null) {
        waiting.put(key, before);
      }
      return Reception.REFUSED;
    }
    waiting.put(key, List.copyOf(sentences));
    notifyAll();
    if (key.equals(running)) {
      return Reception.AFTER_RUNNING;
    }
    setState(key, new State(Phase.WAITING, sentences.size(), 0, ""));
    return Reception.ACCEPTED;
  }

  private static long tokens(List<LabeledSequence> sentences) {
    return sentences.stream().mapToLong(LabeledSequence::length).sum();
  }

  /** What became of the last trainings, the earliest first. */
  public synchronized Map<ModelKey, State> states() {
    return new LinkedHashMap<>(states);
  }

  /** Number of models that wait to be trained. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /** Number of models that are being trained. */
  public synchronized int running() {
    return running == null ? 0 : 1;
  }

  /** Number of models that were trained. */
  public synchronized long done() {
    return done;
  }

  /** Number of models that could not be trained. */
  public synchronized long failed() {
    return failed;
  }

  private void setState(ModelKey key, State state) {
    states.remove(key);
    states.put(key, state);
    if (states.size() > MAX_STATES) {
      states.remove(states.keySet().iterator().next());
    }
  }

  private void work() {
    try {
      while (true) {
        train(next());
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private synchronized List<LabeledSequence> next() throws InterruptedException {
    while (waiting.isEmpty()) {
      wait();
    }
    running = waiting.keySet().iterator().next();
    List<LabeledSequence> sentences = waiting.remove(running);
    setState(running, new State(Phase.RUNNING, sentences.size(), 0, ""));
    return sentences;
  }

  private void train(List<LabeledSequence> sentences) throws InterruptedException {
    ModelKey key = running;
    long begin = System.nanoTime();
    String problem = "";
    try {
      Model model = learn(sentences, key.unit());
      store.save(key, model);
    } catch (CancellationException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      problem = "the model could not be written";
      log.accept("training failed: " + e.getClass().getName());
    } catch (OutOfMemoryError e) {
      problem = "it needs more memory than Java may use";
      log.accept("training failed: " + e.getClass().getName());
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      problem = "nothing could be learned from these annotations";
      log.accept("training failed: " + e.getClass().getName() + " at " + place(e));
    }
    end(key, sentences.size(), (System.nanoTime() - begin) / 1e9, problem);
  }

  /** Learns with the product's trainer, in one thread: others wait for suggestions. */
  private Model learn(List<LabeledSequence> sentences, Anchoring unit) {
    TrainerSettings settings = TrainerSettings.DEFAULT.with(new Run(1, SEED));
    Trainer trainer = Trainers.of(settings.with(settings.prior().withRounds(KERNEL_ROUNDS)));
    List<LabeledSequence> learned = sentences.stream().map(unit::learned).toList();
    Task task = Task.of(unit.toString(), unit.templates()).withScheme(unit.scheme());
    return trainer.train(
        TrainingData.of(
            learned, task.withEntityRatio(Repetitions.entityRatio(learned, task.scheme()))),
        step -> {
          if (closed) {
            throw new CancellationException();
          }
        });
  }

  /** Messages may quote documents. */
  private static String place(Throwable problem) {
    return problem.getStackTrace().length == 0 ? "?" : problem.getStackTrace()[0].toString();
  }

  private synchronized void end(ModelKey key, int sentences, double seconds, String problem) {
    running = null;
    done += problem.isEmpty() ? 1 : 0;
    failed += problem.isEmpty() ? 0 : 1;
    Phase phase = problem.isEmpty() ? Phase.DONE : Phase.FAILED;
    setState(key, new State(phase, sentences, seconds, problem));
    log.accept(format("training %s: %d sentences, %.1f s", phase, sentences, seconds));
    if (waiting.containsKey(key)) {
      int next = waiting.get(key).size();
      setState(key, new State(Phase.WAITING, next, 0, ""));
    }
  }

  /** Abandons the training that is under way, and what waits. */
  @Override
  public void close() {
    closed = true;
    worker.interrupt();
    try {
      worker.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
