package org.gpchain.experiments.activelearning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
 * People who annotate a corpus portion by portion, imitated: its labels are known, but looked at
 * only for what was chosen. After each portion a model learns from all that is annotated, and the
 * next portion is chosen by what it does not know.
 */
final class Simulation {
  private static final int BLOCK = 16;

  /** Of the posterior, for strategies that need them. */
  private static final int SAMPLES = 16;

  private final ActiveLearner learner;
  private final int scored;
  private final List<LabeledSequence> pool;
  private final List<int[]> shingles;
  private final Corpus test;
  private final List<Integer> sizes;

  /**
   * A simulation.
   *
   * @param scored number of sentences, at random, among which each step's are chosen
   * @param sizes numbers of tokens that are annotated after each step, ascending; those of the
   *     first one are chosen at random
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
    this.shingles =
        pool.stream().map(s -> Ranking.shingles(s.tokens().column(TokenSequence.WORD))).toList();
    this.test = test;
    this.sizes = List.copyOf(sizes);
  }

  /**
   * What is annotated so far.
   *
   * @param done numbers of the sentences that are
   * @param rest numbers of the others, in random order
   * @param seconds of choosing what was annotated last, and learning
   */
  private record State(
      List<Integer> done,
      List<Integer> rest,
      ActiveLearner.Learned learned,
      int tokens,
      double f1,
      double seconds) {}

  /**
   * Annotates by several strategies, which begin with the same random sentences.
   *
   * @param seed of the random order
   * @return a row for each strategy and size
   */
  List<ActiveRow> run(List<Strategy> strategies, long seed, Consumer<String> listener) {
    List<Integer> order =
        new ArrayList<>(
            IntStream.range(0, pool.size()).filter(n -> pool.get(n).length() > 0).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    State begin = new State(List.of(), order, null, 0, 0, 0);
    State start = step(begin, Strategy.RANDOM, sizes.get(0));
    List<ActiveRow> rows = new ArrayList<>();
    for (Strategy strategy : strategies) {
      double seconds = 0;
      State state = start;
      for (int size : sizes) {
        state = size == sizes.get(0) ? start : step(state, strategy, size);
        seconds += state.seconds;
        rows.add(
            new ActiveRow(
                strategy.name(),
                seed,
                size,
                state.tokens,
                state.done.size(),
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

  /** Annotates until there are so many tokens, and learns. */
  private State step(State before, Strategy strategy, int size) {
    long begin = System.nanoTime();
    List<Integer> done = new ArrayList<>(before.done);
    done.addAll(next(before, strategy, size - tokens(before.done)));
    Set<Integer> annotated = new HashSet<>(done);
    List<Integer> rest = before.rest.stream().filter(n -> !annotated.contains(n)).toList();
    ActiveLearner.Learned learned = learner.learn(annotated(done), before.learned);
    double seconds = (System.nanoTime() - begin) / 1e9;
    double f1 =
        new Evaluator(learned.model().tagger(), learner.threads())
            .evaluate(test, null, sentence -> {})
            .accuracy()
            .segments()
            .f1();
    return new State(done, rest, learned, tokens(done), f1, seconds);
  }

  private int tokens(List<Integer> sentences) {
    return sentences.stream().mapToInt(n -> pool.get(n).length()).sum();
  }

  /** In the order of the corpus, whatever the order in which they were chosen. */
  private List<LabeledSequence> annotated(List<Integer> sentences) {
    return sentences.stream().sorted().map(pool::get).toList();
  }

  private List<Integer> next(State state, Strategy strategy, int wanted) {
    if (strategy.chosenBy().isEmpty()) {
      int end = 0;
      for (int tokens = 0; tokens < wanted && end < state.rest.size(); end++) {
        tokens += pool.get(state.rest.get(end)).length();
      }
      return state.rest.subList(0, end);
    }
    Ranking ranking = strategy.chosenBy().get();
    Model model =
        strategy.needsCovariance()
            ? learner.withCovariance(annotated(state.done), state.learned)
            : state.learned.model();
    List<Integer> some = state.rest.subList(0, Math.min(scored, state.rest.size()));
    List<Ranking.Candidate> candidates = candidates(some, ranking, model);
    return ranking.choose(candidates, (texts, tokens) -> tokens >= wanted).texts().stream()
        .map(chosen -> some.get(chosen.number()))
        .toList();
  }

  private List<Ranking.Candidate> candidates(List<Integer> rest, Ranking ranking, Model model) {
    SentenceScorer scorer = new SentenceScorer(model, ranking.criterion(), SAMPLES);
    int threads = learner.threads();
    Workspace[] workspaces =
        Stream.generate(Workspace::new).limit(threads).toArray(Workspace[]::new);
    Ranking.Candidate[] candidates = new Ranking.Candidate[rest.size()];
    try (Parallel parallel = new Parallel(threads)) {
      parallel.loop(
          candidates.length,
          BLOCK,
          (worker, from, to) -> {
            for (int i = from; i < to; i++) {
              int n = rest.get(i);
              Uncertainty doubt =
                  scorer.score(pool.get(n).tokens(), workspaces[worker]).uncertainty();
              candidates[i] = new Ranking.Candidate(doubt, shingles.get(n));
            }
          });
    }
    return List.of(candidates);
  }
}
