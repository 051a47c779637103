package org.gpchain.training.data;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.text.Sha256;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;

/** A fingerprint of a training corpus: of the columns that the model reads, and the labels. */
final class DataHash {
  private static final byte[] CELL_END = {0};
  private static final byte[] TOKEN_END = {1};
  private static final byte[] SENTENCE_END = {2};
  private static final byte[] VALUES_END = {3};

  private DataHash() {}

  /**
   * SHA-256, hexadecimal, of sentences with the labels of all their tokens, and the columns read.
   */
  static String of(List<TokenSequence> corpus, EncodedLabels labels, List<String> columns) {
    MessageDigest digest = Sha256.digest();
    int next = 0;
    for (TokenSequence sentence : corpus) {
      for (int t = 0; t < sentence.length(); t++) {
        for (String column : columns) {
          if (sentence.isWeighted(column)) {
            addWeighted(digest, sentence.cells(column).get(t));
          } else {
            add(digest, sentence.column(column).get(t));
          }
        }
        add(digest, labels.written().get(next++));
        digest.update(TOKEN_END);
      }
      digest.update(SENTENCE_END);
    }
    return Sha256.hex(digest);
  }

  /** A fingerprint made of other fingerprints and numbers. */
  static String of(Stream<String> parts) {
    MessageDigest digest = Sha256.digest();
    parts.forEach(part -> add(digest, part));
    return Sha256.hex(digest);
  }

  private static void addWeighted(MessageDigest digest, List<WeightedValue> cell) {
    for (WeightedValue value : cell) {
      add(digest, value.value());
      add(digest, Double.toString(value.weight()));
    }
    digest.update(VALUES_END);
  }

  private static void add(MessageDigest digest, String cell) {
    digest.update(cell.getBytes(StandardCharsets.UTF_8));
    digest.update(CELL_END);
  }
}
