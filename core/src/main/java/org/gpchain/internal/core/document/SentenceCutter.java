package org.gpchain.internal.core.document;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.segments.KnownSegments;

/**
 * Cuts sentences that are too long, such as a page that a sentence splitter did not split.
 *
 * <p>Each piece is as long as possible, with two exceptions. It ends after the last token in its
 * second half that ends a sentence or, if there is none, a clause. If this would cut a known
 * segment, it ends before the segment.
 *
 * @param maxLength maximum length of a piece (tokens); 0 for no limit
 */
public record SentenceCutter(int maxLength) {
  /** Punctuation that ends sentences. */
  private static final String SENTENCE_ENDS = ".!?…。！？．؟۔।॥։‼⁇⁈⁉";

  /** Punctuation that ends clauses. */
  private static final String CLAUSE_ENDS = ",;:–—،؛、，；：·";

  /** Creates a cutter. */
  public SentenceCutter {
    Checks.atLeast("maxLength", maxLength, 0);
  }

  /** Returns the pieces of a sentence in order, or the sentence itself if it is not too long. */
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
      for (Span segment : known) {
        boolean isCut = segment.start() < end && end < segment.end();
        if (isCut && start < segment.start()) {
          end = segment.start();
        }
      }
      pieces.add(sentence.slice(start, end));
      start = end;
    }
    pieces.add(sentence.slice(start, sentence.length()));
    return pieces;
  }

  /** Returns the end of a piece, without regard to known segments. */
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
