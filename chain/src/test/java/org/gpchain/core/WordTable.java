package org.gpchain.core;

import java.util.Arrays;
import java.util.stream.Stream;

/** Tables of test words in text blocks. */
public final class WordTable {
  private WordTable() {}

  /**
   * Returns the words of a table, which are separated by white space. Lines that begin with {@code
   * //} are comments.
   */
  public static Stream<String> words(String table) {
    return table
        .lines()
        .filter(line -> !line.startsWith("//"))
        .flatMap(line -> Arrays.stream(line.strip().split("\\s+")));
  }
}
