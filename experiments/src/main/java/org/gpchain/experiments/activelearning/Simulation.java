package org.gpchain.experiments.activelearning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.Evaluator;
import org.gpchain.internal.evaluation.selection.Ranking;
import org.gpchain.internal.evaluation.selection.SentenceScorer;
import org.gpchain.internal.evaluation.selection.Uncertainty;

/**
 * A simulation of annotators who label a corpus in batches. The corpus has gold labels, but only
 * the labels of the chosen sentences are used. After each batch, a model is trained on all
 * annotated sentences, and its uncertainty determines the next batch.
 */
final class Simulation {
  /** Number of sentences that a thread scores at a time. */
  private static final int BLOCK = 16;

  /** Number of posterior samples for strategies that need them. */
  private static final int SAMPLES = 16;

  private final ActiveLearner learner;
  private final int scored;
  private final List<LabeledSequence> pool;
  private final List<int[]> shingles;
  private final Corpus test;
  private final List<Integer> sizes;

  /**
   * Creates a simulation.
   *
   * @param scored number of random sentences from which each batch is chosen
   * @param pool the sentences to annotate
   * @param test the test corpus
   * @param sizes total numbers of annotated tokens after each batch, in ascending order; the first
   *     batch is chosen at random
   */
  Simulation(
      ActiveLearner learner,
      int scored,
      List<LabeledSequence> pool,
      Corpus test,
      List<Integer> sizes) {
    this.learner = learner;
    this.scored = scored;
    this.pool = List.copyOf(pool);
    this.shingles = new ArrayList<>();
    for (LabeledSequence sentence : pool) {
      shingles.add(Ranking.shingles(sentence.tokens().column(TokenSequence.WORD)));
    }
    this.test = test;
    this.sizes = List.copyOf(sizes);
  }

  /**
   * The state of a simulation after a batch.
   *
   * @param division the annotated sentences and the others
   * @param learned the current model; null before the first batch
   * @param tokens number of annotated tokens
   * @param f1 F1 on the test corpus
   * @param seconds elapsed time of choosing the last batch and training (seconds)
   */
  private record State(
      Division division, ActiveLearner.Learned learned, int tokens, double f1, double seconds) {}

  /**
   * The division of the sentences into annotated sentences and others.
   *
   * @param done indices of the annotated sentences
   * @param rest indices of the other sentences, in random order
   */
  private record Division(List<Integer> done, List<Integer> rest) {}

  /**
   * Runs several strategies that start with the same random sentences.
   *
   * @param seed seed of the random order
   * @param listener receives a progress message after each strategy
   * @return a row for each strategy and size
   */
  List<ActiveRow> run(List<Strategy> strategies, long seed, Consumer<String> listener) {
    State empty = new State(new Division(List.of(), randomOrder(seed)), null, 0, 0, 0);
    State start = step(empty, Strategy.RANDOM, sizes.get(0));

    List<ActiveRow> rows = new ArrayList<>();
    for (Strategy strategy : strategies) {
      double seconds = 0;
      State state = start;
      for (int size : sizes) {
        if (size != sizes.get(0)) {
          state = step(state, strategy, size);
        }
        seconds += state.seconds;
        rows.add(
            new ActiveRow(
                strategy.name(),
                seed,
                size,
                state.tokens,
                state.division.done.size(),
                state.f1,
                state.seconds));
      }

      listener.accept(
          Tables.format(
              "%s: F1 %.2f %% after %d tokens, %.0f s",
              strategy.name(), 100 * state.f1, state.tokens, seconds));
    }
    return rows;
  }

  /** Returns the indices of the sentences with tokens, in random order. */
  private List<Integer> randomOrder(long seed) {
    List<Integer> order = new ArrayList<>();
    for (int n = 0; n < pool.size(); n++) {
      if (pool.get(n).length() > 0) {
        order.add(n);
      }
    }
    Collections.shuffle(order, new Random(seed));
    return order;
  }

  /** Annotates a batch up to a total number of tokens, and trains and evaluates a model. */
  private State step(State before, Strategy strategy, int size) {
    long begin = System.nanoTime();
    List<Integer> done = new ArrayList<>(before.division.done);
    done.addAll(next(before, strategy, size - tokens(before.division.done)));
    List<Integer> rest = new ArrayList<>(before.division.rest);
    rest.removeAll(new HashSet<>(done));
    ActiveLearner.Learned learned = learner.learn(annotated(done), before.learned);
    double seconds = (System.nanoTime() - begin) / 1e9;

    Evaluator evaluator = new Evaluator(learned.model().tagger(), learner.threads());
    double f1 = evaluator.evaluate(test, null, sentence -> {}).accuracy().segments().f1();
    return new State(new Division(done, rest), learned, tokens(done), f1, seconds);
  }

  private int tokens(List<Integer> sentences) {
    return sentences.stream().mapToInt(n -> pool.get(n).length()).sum();
  }

  /** Returns sentences in the order of the corpus. */
  private List<LabeledSequence> annotated(List<Integer> sentences) {
    return sentences.stream().sorted().map(pool::get).toList();
  }

  /** Returns the indices of the next sentences to annotate, with at least some tokens in total. */
  private List<Integer> next(State state, Strategy strategy, int tokenCount) {
    if (strategy.chosenBy().isEmpty()) {
      return first(state.division.rest, tokenCount);
    }

    Ranking ranking = strategy.chosenBy().get();
    Model model = state.learned.model();
    if (strategy.needsCovariance()) {
      model = learner.withCovariance(annotated(state.division.done), state.learned);
    }
    List<Integer> considered =
        state.division.rest.subList(0, Math.min(scored, state.division.rest.size()));
    List<Ranking.Candidate> candidates = candidates(considered, ranking, model);

    List<Integer> chosen = new ArrayList<>();
    Ranking.Choice choice = ranking.choose(candidates, (texts, tokens) -> tokens >= tokenCount);
    for (Ranking.Chosen text : choice.texts()) {
      chosen.add(considered.get(text.number()));
    }
    return chosen;
  }

  /** Returns the first sentences with at least some tokens in total, or all sentences. */
  private List<Integer> first(List<Integer> sentences, int tokenCount) {
    int end = 0;
    for (int tokens = 0; tokens < tokenCount && end < sentences.size(); end++) {
      tokens += pool.get(sentences.get(end)).length();
    }
    return sentences.subList(0, end);
  }

  /** Scores sentences with several threads. */
  private List<Ranking.Candidate> candidates(
      List<Integer> sentences, Ranking ranking, Model model) {
    SentenceScorer scorer = new SentenceScorer(model, ranking.criterion(), SAMPLES);
    int threads = learner.threads();
    Workspace[] workspaces = new Workspace[threads];
    Arrays.setAll(workspaces, worker -> new Workspace());

    Ranking.Candidate[] candidates = new Ranking.Candidate[sentences.size()];
    try (Parallel parallel = new Parallel(threads)) {
      parallel.loop(
          candidates.length,
          BLOCK,
          (worker, from, to) -> {
            for (int i = from; i < to; i++) {
              int n = sentences.get(i);
              Uncertainty uncertainty =
                  scorer.score(pool.get(n).tokens(), workspaces[worker]).uncertainty();
              candidates[i] = new Ranking.Candidate(uncertainty, shingles.get(n));
            }
          });
    }
    return List.of(candidates);
  }
}
