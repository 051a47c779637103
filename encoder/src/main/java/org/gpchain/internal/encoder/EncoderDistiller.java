package org.gpchain.internal.encoder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.Encoders.ProjectionSource;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.core.vectors.VectorProjection;

/**
 * Makes static vectors of an encoder: it encodes each piece of the vocabulary alone, and projects
 * the vectors to few dimensions.
 */
final class EncoderDistiller {
  private EncoderDistiller() {}

  /**
   * Returns the content of a file with the static vectors of an encoder.
   *
   * @param projections learns the projection from the vectors of all pieces
   */
  static byte[] distill(EncoderFiles files, ProjectionSource projections) throws IOException {
    List<String> pieces = files.vocabulary().pieces();
    List<TokenSequence> sentences = new ArrayList<>();
    for (String piece : pieces) {
      sentences.add(TokenSequence.ofWords(List.of(piece)));
    }

    try (OnnxEncoder encoder = OnnxEncoder.open(files)) {
      PieceVectors vectors = new PieceVectors(encoder, files.vocabulary());
      VectorProjection projection = projections.learn(vectors, sentences);

      int dimension = projection.dimension();
      float[] projected = new float[Math.multiplyExact(pieces.size(), dimension)];
      for (int piece = 0; piece < pieces.size(); piece++) {
        projection.project(vectors.vectors(sentences.get(piece)), projected, piece * dimension);
      }
      EncoderSettings settings = files.settings();
      return PieceTable.quantize(
              settings.name() + "-static", settings.lowerCase(), pieces, projected, dimension)
          .bytes();
    }
  }

  /** Vectors of sentences whose words are pieces of a vocabulary; each is encoded alone. */
  private record PieceVectors(OnnxEncoder encoder, PieceVocabulary vocabulary)
      implements TokenVectors {
    @Override
    public int dimension() {
      return encoder.dimension();
    }

    @Override
    public String id() {
      return encoder.id();
    }

    @Override
    public DenseRows vectors(TokenSequence sentence) {
      int length = sentence.length();
      float[] values = new float[length * dimension()];
      for (int t = 0; t < length; t++) {
        float[] vector = encoder.pieceVector(vocabulary.id(sentence.words().get(t)));
        System.arraycopy(vector, 0, values, t * dimension(), dimension());
      }
      return new DenseRows(length, dimension(), values);
    }
  }
}
