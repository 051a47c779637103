package org.gpchain.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.Arrays;
import java.util.List;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.TokenSequence;

/**
 * What is labelled together: a sentence of tokens, or a document of sentences.
 *
 * @param units tokens, or sentences, with what models read of them
 * @param begins where each begins in the text, {@code [units]}; not copied
 * @param ends where each ends, {@code [units]}; not copied
 */
public record Passage(TokenSequence units, int[] begins, int[] ends) {
  public Passage {
    Checks.length("begins", begins.length, units.length(), "[units]");
    Checks.length("ends", ends.length, units.length(), "[units]");
  }

  /** Units that tokens or sentences stand for. */
  public static Passage of(TokenSequence units, List<? extends Annotation> annotations) {
    return new Passage(
        units,
        annotations.stream().mapToInt(Annotation::getBegin).toArray(),
        annotations.stream().mapToInt(Annotation::getEnd).toArray());
  }

  /** A sentence of tokens, of which no more than their words is read. */
  public static Passage ofWords(List<Token> tokens) {
    return of(TokenSequence.ofWords(tokens.stream().map(Token::getText).toList()), tokens);
  }

  public Passage slice(TokenSequence part, int from, int to) {
    return new Passage(
        part, Arrays.copyOfRange(begins, from, to), Arrays.copyOfRange(ends, from, to));
  }

  public int begin() {
    return begins[0];
  }

  public int end() {
    return end(0, units.length());
  }

  /** Where the last of some units ends; tokens may overlap. */
  public int end(int first, int behindLast) {
    return Arrays.stream(ends, first, behindLast).max().orElse(0);
  }
}
