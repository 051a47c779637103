package org.gpchain.internal.encoder;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.vectors.EncoderException;

/** The word pieces of an encoder and their numbers. Immutable. */
public final class PieceVocabulary {
  private static final String UNKNOWN = "[UNK]";
  private static final String START = "[CLS]";
  private static final String END = "[SEP]";

  private final Map<String, Integer> idByPiece;
  private final int unknown;
  private final int start;
  private final int end;

  private PieceVocabulary(Map<String, Integer> idByPiece) {
    this.idByPiece = idByPiece;
    this.unknown = require(UNKNOWN);
    this.start = require(START);
    this.end = require(END);
  }

  /**
   * Returns the vocabulary of a {@code vocab.txt}.
   *
   * @param lines one piece per line; the number of a piece is its line, starting at 0
   * @throws EncoderException if a special piece is missing
   */
  public static PieceVocabulary ofLines(List<String> lines) {
    Map<String, Integer> idByPiece = new HashMap<>();
    for (int id = 0; id < lines.size(); id++) {
      idByPiece.put(lines.get(id), id);
    }
    return new PieceVocabulary(idByPiece);
  }

  /**
   * Returns the vocabulary of a {@code tokenizer.json}.
   *
   * @param idByPiece number of each piece; copied
   * @throws EncoderException if a special piece is missing
   */
  public static PieceVocabulary of(Map<String, Integer> idByPiece) {
    return new PieceVocabulary(new HashMap<>(idByPiece));
  }

  /** Returns the number of a piece, or −1 if the vocabulary doesn't have it. */
  public int id(String piece) {
    return idByPiece.getOrDefault(piece, -1);
  }

  /**
   * Returns the lines of a {@code vocab.txt} with this vocabulary.
   *
   * @throws EncoderException if the numbers of the pieces don't run from 0 without gaps, or a piece
   *     contains a line break
   */
  public List<String> lines() {
    String[] lines = new String[idByPiece.size()];
    for (Map.Entry<String, Integer> piece : idByPiece.entrySet()) {
      int id = piece.getValue();
      boolean isFreeLine = id >= 0 && id < lines.length && lines[id] == null;
      boolean isOneLine = piece.getKey().chars().noneMatch(c -> c == '\n' || c == '\r');
      if (!isFreeLine || !isOneLine) {
        throw new EncoderException(
            String.format(
                "The piece '%s' with the number %d can't be a line of vocab.txt.",
                piece.getKey(), id));
      }
      lines[id] = piece.getKey();
    }
    return List.of(lines);
  }

  /** Returns the largest number of a piece. */
  public int largestId() {
    return idByPiece.values().stream().mapToInt(Integer::intValue).max().orElse(-1);
  }

  /** Returns the number of the piece for words that can't be put together from pieces. */
  public int unknown() {
    return unknown;
  }

  /** Returns the number of the piece in front of a sentence. */
  public int start() {
    return start;
  }

  /** Returns the number of the piece at the end of a sentence. */
  public int end() {
    return end;
  }

  private int require(String piece) {
    Integer id = idByPiece.get(piece);
    if (id == null) {
      throw new EncoderException(
          "The encoder's vocabulary has no piece "
              + piece
              + ". Encoders of the BERT family with a WordPiece vocabulary are supported.");
    }
    return id;
  }
}
