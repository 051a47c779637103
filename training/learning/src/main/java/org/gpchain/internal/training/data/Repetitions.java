package org.gpchain.internal.training.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * Estimates which share of the segments of a corpus is annotated, from the phrases that occur
 * several times. If the words of an annotated segment occur again, they usually form a segment
 * again. Assume that each segment is annotated with probability c, independently of all others, and
 * that a of the n occurrences of a phrase are annotated. Then {@code E[a (a − 1)] = c² n (n − 1)}
 * and {@code E[a (n − 1)] = c n (n − 1)}, so that
 *
 * <pre>{@code c ≈ Σ a (a − 1) / Σ a (n − 1)}</pre>
 *
 * summed over all phrases with an annotated occurrence: c is the annotated share of the other
 * occurrences of an annotated phrase.
 */
public final class Repetitions {
  /** Maximum length of a phrase (tokens). Longer segments are rarely repeated. */
  private static final int MAX_LENGTH = 8;

  /** Minimum of the sum Σ a (n − 1) from which c is estimated. */
  private static final int MIN_REPETITIONS = 20;

  private Repetitions() {}

  /** Numbers of occurrences of a phrase. */
  private static final class Occurrences {
    private long annotated;
    private long total;
  }

  /**
   * Returns the estimated share of tokens that are in segments: the share of tokens in annotated
   * segments, divided by c.
   *
   * @param corpus sentences whose segments may be annotated only in part; complete sentences are
   *     ignored
   * @param scheme scheme of the model; in the scheme TOKEN no share is expected
   * @return a share in (0, 1); {@link Task#USUAL_ENTITY_RATIO} if too few phrases are repeated;
   *     {@link Task#NOTHING_EXPECTED} if there are no segments
   */
  public static double entityRatio(List<LabeledSequence> corpus, TagScheme scheme) {
    List<LabeledSequence> incomplete = new ArrayList<>();
    long tokens = 0;
    long annotated = 0;
    for (LabeledSequence sentence : corpus) {
      if (!sentence.isComplete()) {
        incomplete.add(sentence);
        tokens += sentence.length();
        for (Span span : sentence.spans()) {
          annotated += span.end() - span.start();
        }
      }
    }
    if (annotated == 0 || scheme == TagScheme.TOKEN) {
      return Task.NOTHING_EXPECTED;
    }

    double annotatedRepetitions = 0;
    double repetitions = 0;
    for (Occurrences phrase : occurrences(incomplete).values()) {
      annotatedRepetitions += (double) phrase.annotated * (phrase.annotated - 1);
      repetitions += (double) phrase.annotated * (phrase.total - 1);
    }
    if (repetitions < MIN_REPETITIONS || annotatedRepetitions == 0) {
      return Task.USUAL_ENTITY_RATIO;
    }

    double annotatedShare = (double) annotated / tokens;
    double estimate = annotatedShare * repetitions / annotatedRepetitions;
    return Math.min(estimate, (1 + annotatedShare) / 2);
  }

  /** Counts the occurrences of the phrases that are annotated as a segment at least once. */
  private static Map<List<String>, Occurrences> occurrences(List<LabeledSequence> corpus) {
    Map<List<String>, Occurrences> phrases = new HashMap<>();
    for (LabeledSequence sentence : corpus) {
      List<String> words = sentence.tokens().column(TokenSequence.WORD);
      for (Span span : sentence.spans()) {
        if (span.end() - span.start() <= MAX_LENGTH) {
          List<String> phrase = List.copyOf(words.subList(span.start(), span.end()));
          phrases.putIfAbsent(phrase, new Occurrences());
        }
      }
    }

    for (LabeledSequence sentence : corpus) {
      addOccurrences(sentence, phrases);
    }
    return phrases;
  }

  /**
   * Counts the occurrences of phrases in a sentence. An occurrence counts as annotated if at least
   * one of its tokens is in a segment.
   */
  private static void addOccurrences(
      LabeledSequence sentence, Map<List<String>, Occurrences> phrases) {
    List<String> words = sentence.tokens().column(TokenSequence.WORD);
    boolean[] isInSegment = new boolean[words.size()];
    for (Span span : sentence.spans()) {
      Arrays.fill(isInSegment, span.start(), span.end(), true);
    }

    for (int start = 0; start < words.size(); start++) {
      int maxEnd = Math.min(words.size(), start + MAX_LENGTH);
      boolean isAnnotated = false;
      for (int end = start + 1; end <= maxEnd; end++) {
        isAnnotated |= isInSegment[end - 1];
        Occurrences phrase = phrases.get(words.subList(start, end));
        if (phrase != null) {
          phrase.total++;
          if (isAnnotated) {
            phrase.annotated++;
          }
        }
      }
    }
  }
}
