package org.gpchain.internal.core.document;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.segments.KnownSegments;

/**
 * Cuts sentences that are too long, such as a page that a segmenter took for one sentence. Each
 * piece is as long as possible, but ends, unless that would halve it, after the last punctuation
 * that ends a sentence, or else after the last one that ends a clause; before a known segment that
 * it would cut.
 *
 * @param maxLength tokens of the longest piece; 0 for no limit
 */
public record SentenceCutter(int maxLength) {
  private static final String SENTENCE_ENDS = ".!?…。！？．؟۔।॥։‼⁇⁈⁉";
  private static final String CLAUSE_ENDS = ",;:–—،؛、，；：·";

  public SentenceCutter {
    Checks.atLeast("maxLength", maxLength, 0);
  }

  /** The pieces of a sentence, in order; the sentence itself, if it is not too long. */
  public List<TokenSequence> cut(TokenSequence sentence) {
    if (maxLength == 0 || sentence.length() <= maxLength) {
      return List.of(sentence);
    }
    List<String> words = sentence.column(TokenSequence.WORD);
    List<Span> known = KnownSegments.spans(sentence);
    List<TokenSequence> pieces = new ArrayList<>();
    int start = 0;
    while (sentence.length() - start > maxLength) {
      int end = end(words, start);
      for (Span kept : known) {
        end = start < kept.start() && kept.start() < end && end < kept.end() ? kept.start() : end;
      }
      pieces.add(sentence.slice(start, end));
      start = end;
    }
    pieces.add(sentence.slice(start, sentence.length()));
    return pieces;
  }

  private int end(List<String> words, int start) {
    int limit = start + maxLength;
    for (String ends : List.of(SENTENCE_ENDS, CLAUSE_ENDS)) {
      for (int end = limit; end > start + maxLength / 2; end--) {
        if (isAllOf(words.get(end - 1), ends)) {
          return end;
        }
      }
    }
    return limit;
  }

  private static boolean isAllOf(String word, String characters) {
    return !word.isEmpty() && word.chars().allMatch(c -> characters.indexOf(c) >= 0);
  }
}
