package org.gpchain.internal.training.data;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * Estimates the share of a corpus that is annotated, by what is repeated in it. Where the words of
 * an annotated segment occur again, they are a segment again as a rule. If each is annotated with
 * the probability c, independently of all others, words that occur n times are annotated a times
 * with {@code E[a (a − 1)] = c² n (n − 1)} and {@code E[a (n − 1)] = c n (n − 1)}, so that
 *
 * <pre>{@code c ≈ Σ a (a − 1) / Σ a (n − 1)}</pre>
 *
 * over all words of segments: of the other occurrences of an annotated one, so many are annotated.
 */
public final class Repetitions {
  /** Longer segments are hardly ever repeated. */
  private static final int MAX_LENGTH = 8;

  /** Other occurrences at least, from which a rate is learned. */
  private static final int MIN_REPETITIONS = 20;

  private Repetitions() {}

  private static final class Occurrences {
    private long annotated;
    private long all;
  }

  /**
   * Which part of the tokens is expected to be in segments: the part that is annotated, divided by
   * c.
   *
   * @param corpus whose segments may be annotated in part; sentences that are complete do not count
   * @param scheme of the model; where each token has its own label, nothing is expected
   * @return in (0, 1); where too little is repeated, {@link Task#USUAL_ENTITY_RATIO}, or 0 if there
   *     are no segments
   */
  public static double entityRatio(List<LabeledSequence> corpus, TagScheme scheme) {
    List<LabeledSequence> open = corpus.stream().filter(s -> !s.isComplete()).toList();
    long tokens = open.stream().mapToLong(LabeledSequence::length).sum();
    long annotated =
        open.stream()
            .flatMap(sentence -> sentence.spans().stream())
            .mapToLong(span -> span.end() - span.start())
            .sum();
    if (annotated == 0 || scheme == TagScheme.TOKEN) {
      return Task.NOTHING_EXPECTED;
    }
    double annotatedAgain = 0;
    double again = 0;
    for (Occurrences one : occurrences(open).values()) {
      annotatedAgain += (double) one.annotated * (one.annotated - 1);
      again += (double) one.annotated * (one.all - 1);
    }
    if (again < MIN_REPETITIONS || annotatedAgain == 0) {
      return Task.USUAL_ENTITY_RATIO;
    }
    double share = (double) annotated / tokens;
    return Math.min(share * again / annotatedAgain, (1 + share) / 2);
  }

  /** The words of all segments. */
  private static Map<List<String>, Occurrences> occurrences(List<LabeledSequence> corpus) {
    Map<List<String>, Occurrences> all = new HashMap<>();
    for (LabeledSequence sentence : corpus) {
      List<String> words = sentence.tokens().column(TokenSequence.WORD);
      for (Span span : sentence.spans()) {
        if (span.end() - span.start() <= MAX_LENGTH) {
          all.putIfAbsent(List.copyOf(words.subList(span.start(), span.end())), new Occurrences());
        }
      }
    }
    for (LabeledSequence sentence : corpus) {
      count(sentence, all);
    }
    return all;
  }

  /** Words of which one is in a segment are taken as annotated. */
  private static void count(LabeledSequence sentence, Map<List<String>, Occurrences> inOut) {
    List<String> words = sentence.tokens().column(TokenSequence.WORD);
    boolean[] isAnnotated = new boolean[words.size()];
    sentence.spans().forEach(span -> Arrays.fill(isAnnotated, span.start(), span.end(), true));
    for (int start = 0; start < words.size(); start++) {
      boolean annotated = false;
      for (int end = start + 1; end <= Math.min(words.size(), start + MAX_LENGTH); end++) {
        annotated |= isAnnotated[end - 1];
        Occurrences found = inOut.get(words.subList(start, end));
        if (found != null) {
          found.all++;
          found.annotated += annotated ? 1 : 0;
        }
      }
    }
  }
}
