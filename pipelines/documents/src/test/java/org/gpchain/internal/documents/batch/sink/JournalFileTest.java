package org.gpchain.internal.documents.batch.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.corpora.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalFileTest {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("run.journal");
  }

  private void append(int... numbers) throws IOException {
    try (JournalFile journal = JournalFile.open(file())) {
      numbers(journal);
      for (int number : numbers) {
        journal.append(Map.of("n", number));
      }
    }
  }

  private List<Integer> lines() throws IOException {
    try (JournalFile journal = JournalFile.open(file())) {
      List<Integer> lines = numbers(journal);
      journal.rewind();
      assertThat(numbers(journal)).isEqualTo(lines);
      return lines;
    }
  }

  /** Returns the numbers of all valid lines. */
  private static List<Integer> numbers(JournalFile journal) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (String line = journal.next(); line != null; line = journal.next()) {
      numbers.add(Integer.valueOf(line.replaceAll("\\D", "")));
    }
    return numbers;
  }

  @Test
  void appendsLines() throws IOException {
    append(1, 2);
    append(3);
    assertThat(lines()).containsExactly(1, 2, 3);
  }

  /** Wherever a line is cut off, the lines before it can be read, and new lines can be appended. */
  @Test
  void ignoresAnIncompleteLine() throws IOException {
    append(1, 2);
    int whole = (int) Files.size(file());
    append(3);
    byte[] all = Files.readAllBytes(file());
    for (int length = whole; length < all.length; length++) {
      Files.write(file(), Arrays.copyOf(all, length));
      assertThat(lines()).containsExactly(1, 2);
      append(4);
      assertThat(lines()).containsExactly(1, 2, 4);
    }
  }

  /** Bytes that a file system can leave after the last line. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\0\0\0\0",
        "\n",
        "\n\n",
        "\r\n",
        "1234567\n",
        "12345678\n",
        "00000000 {}\n",
        "\uFFFF"
      })
  void ignoresGarbageAfterTheLastLine(String end) throws IOException {
    append(1, 2);
    Files.writeString(file(), end, StandardOpenOption.APPEND);
    assertThat(lines()).containsExactly(1, 2);
    append(4);
    assertThat(lines()).containsExactly(1, 2, 4);
    Files.writeString(file(), end);
    assertThat(lines()).isEmpty();
    append(5);
    assertThat(lines()).containsExactly(5);
  }

  @Test
  void ignoresADamagedLine() throws IOException {
    append(1, 2, 3);
    byte[] all = Files.readAllBytes(file());
    int second = all.length / 3 + 12;
    all[second] ^= 1;
    Files.write(file(), all);
    assertThat(lines()).containsExactly(1);
    append(4);
    assertThat(lines()).as("the third line does not come back").containsExactly(1, 4);
  }

  @Test
  void allowsOneRunAtATime() throws IOException {
    JournalFile first = JournalFile.open(file());
    assertThatThrownBy(() -> JournalFile.open(file()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("another run is writing to this folder");
    first.close();
    JournalFile.open(file()).close();
  }
}
