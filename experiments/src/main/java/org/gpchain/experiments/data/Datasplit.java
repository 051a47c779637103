package org.gpchain.experiments.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.Utf8Lines;

/** Reads the folds of an experiment. */
final class Datasplit {
  /** Number of folds in a file. */
  static final int FOLDS = 5;

  private Datasplit() {}

  /**
   * Reads a file of five lines, each a permutation of the sentence numbers from 1 on.
   *
   * @param sentences number of sentences
   * @return {@code [5][sentences]}, the permutations, with sentence numbers from 0 on
   * @throws InputException if it cannot be used
   */
  static List<int[]> read(Path file, int sentences) throws IOException {
    List<int[]> folds = new ArrayList<>();
    try (Utf8Lines lines = new Utf8Lines(file)) {
      for (String text = lines.next(); text != null; text = lines.next()) {
        folds.add(permutation(file, lines.line(), text, sentences));
      }
    }
    if (folds.size() != FOLDS) {
      throw new InputException(
          file,
          0,
          "expected " + FOLDS + " folds, a line each, found " + folds.size(),
          "take the whole file");
    }
    return folds;
  }

  private static int[] permutation(Path file, int line, String text, int sentences)
      throws InputException {
    String[] words = text.strip().split("\\s+", -1);
    if (words.length != sentences) {
      throw notAPermutation(file, line, sentences, "it has " + words.length + " of them");
    }
    boolean[] seen = new boolean[sentences];
    int[] permutation = new int[sentences];
    for (int i = 0; i < sentences; i++) {
      int number = IntegerField.parse(file, line, "the sentence number", words[i]);
      if (number < 1 || number > sentences) {
        throw notAPermutation(file, line, sentences, number + " is none of them");
      }
      if (seen[number - 1]) {
        throw notAPermutation(file, line, sentences, number + " is there twice");
      }
      seen[number - 1] = true;
      permutation[i] = number - 1;
    }
    return permutation;
  }

  private static InputException notAPermutation(Path file, int line, int sentences, String why) {
    return new InputException(
        file,
        line,
        "this is not a permutation of the sentence numbers from 1 to " + sentences + ": " + why,
        "fix the line");
  }
}
