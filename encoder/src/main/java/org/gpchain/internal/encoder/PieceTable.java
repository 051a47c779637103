package org.gpchain.internal.encoder;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.vectors.EncoderException;

/**
 * Fixed vectors of word pieces with 8 bits a number, and their file.
 *
 * @param name name of the encoder
 * @param lowerCase whether words are lower-cased and lose their accents first
 * @param pieces the P pieces, in the order of their numbers
 * @param factors factor of each column, {@code [E]}; not to be modified
 * @param quantized {@code [P×E]} row-major; multiplied by the factor of their column, they are the
 *     vectors; not to be modified
 */
@SuppressWarnings("ArrayRecordComponent") // large; shared, never compared
record PieceTable(
    String name, boolean lowerCase, List<String> pieces, float[] factors, byte[] quantized) {
  /** First bytes of a file: "GPV1". */
  private static final int MAGIC = 0x47505631;

  /** Maximum number of dimensions of a vector. */
  private static final int MAX_DIMENSION = 1 << 16;

  /**
   * Returns the table whose 8-bit numbers are nearest to given vectors.
   *
   * @param vectors {@code [P×E]} row-major, finite; not modified
   * @param dimension E
   */
  static PieceTable quantize(
      String name, boolean lowerCase, List<String> pieces, float[] vectors, int dimension) {
    float[] factors = new float[dimension];
    for (int i = 0; i < vectors.length; i++) {
      float factor = Math.abs(vectors[i]) / Byte.MAX_VALUE;
      factors[i % dimension] = Math.max(factors[i % dimension], factor);
    }

    byte[] quantized = new byte[vectors.length];
    for (int i = 0; i < vectors.length; i++) {
      float factor = factors[i % dimension];
      quantized[i] = factor == 0 ? 0 : (byte) Math.round(vectors[i] / factor);
    }
    return new PieceTable(name, lowerCase, pieces, factors, quantized);
  }

  /**
   * Reads a table.
   *
   * @param content content of a file
   * @throws EncoderException if it is damaged
   */
  static PieceTable read(byte[] content) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(content))) {
      if (in.readInt() != MAGIC) {
        throw new EncoderException("The file is not a table of static vectors.");
      }
      String name = in.readUTF();
      boolean lowerCase = in.readBoolean();
      int pieceCount = in.readInt();
      List<String> pieces = new ArrayList<>();
      for (int piece = 0; piece < pieceCount; piece++) {
        pieces.add(in.readUTF());
      }

      int dimension = in.readInt();
      boolean isValid = pieceCount > 0 && dimension > 0 && dimension <= MAX_DIMENSION;
      if (!isValid || in.available() != (4L + pieceCount) * dimension) {
        throw damaged(null);
      }
      float[] factors = new float[dimension];
      for (int e = 0; e < dimension; e++) {
        factors[e] = in.readFloat();
        if (!Float.isFinite(factors[e] * Byte.MAX_VALUE)) {
          throw damaged(null);
        }
      }
      return new PieceTable(name, lowerCase, List.copyOf(pieces), factors, in.readAllBytes());
    } catch (IOException e) {
      throw damaged(e);
    }
  }

  private static EncoderException damaged(IOException cause) {
    return new EncoderException(
        "The table of static vectors is damaged. Make it again with 'gpchain words distill'.",
        cause);
  }

  /** Returns the content of the table's file. */
  byte[] bytes() throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(content)) {
      out.writeInt(MAGIC);
      out.writeUTF(name);
      out.writeBoolean(lowerCase);
      out.writeInt(pieces.size());
      for (String piece : pieces) {
        out.writeUTF(piece);
      }

      out.writeInt(factors.length);
      for (float factor : factors) {
        out.writeFloat(factor);
      }
      out.write(quantized);
    }
    return content.toByteArray();
  }

  /** Returns the number of dimensions E of a vector. */
  int dimension() {
    return factors.length;
  }

  /** Adds a multiple of the vector of a piece to E numbers from {@code start} on. */
  void addTo(float[] sum, int start, int piece, float factor) {
    for (int e = 0; e < factors.length; e++) {
      sum[start + e] += factor * factors[e] * quantized[piece * factors.length + e];
    }
  }
}
