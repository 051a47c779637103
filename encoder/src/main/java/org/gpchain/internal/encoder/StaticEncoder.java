package org.gpchain.internal.encoder;

import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.TokenVectors;

/**
 * Token vectors without context and without native code: the vector of a word is the mean of the
 * fixed vectors of its pieces. Immutable.
 */
final class StaticEncoder implements TokenVectors {
  private final String id;
  private final PieceTable table;
  private final WordpieceTokenizer tokenizer;

  /**
   * Creates an encoder.
   *
   * @param id name and hash of the table's file
   * @param table vectors of the pieces
   */
  StaticEncoder(String id, PieceTable table) {
    this.id = id;
    this.table = table;
    this.tokenizer =
        new WordpieceTokenizer(PieceVocabulary.ofLines(table.pieces()), table.lowerCase());
  }

  @Override
  public int dimension() {
    return table.dimension();
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public DenseRows vectors(TokenSequence sentence) {
    List<String> words = sentence.words();
    int dimension = table.dimension();
    float[] values = new float[words.size() * dimension];
    for (int t = 0; t < words.size(); t++) {
      int[] pieces = tokenizer.pieces(words.get(t));
      for (int piece : pieces) {
        table.addTo(values, t * dimension, piece, 1f / pieces.length);
      }
    }
    return new DenseRows(words.size(), dimension, values);
  }
}
