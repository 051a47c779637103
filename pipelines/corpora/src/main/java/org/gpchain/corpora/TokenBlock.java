package org.gpchain.corpora;

import java.util.List;
import org.gpchain.core.text.TokenSequence;

/**
 * A piece of a file with one sentence.
 *
 * @param tokens the sentence; empty behind the last one
 * @param lines those of its tokens, those before that belong to no sentence, and the one that ends
 *     it
 */
public record TokenBlock(TokenSequence tokens, List<TokenLine> lines) {
  /** Copies the lines. */
  public TokenBlock {
    lines = List.copyOf(lines);
  }
}
