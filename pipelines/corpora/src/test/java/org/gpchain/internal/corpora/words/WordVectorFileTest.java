package org.gpchain.internal.corpora.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.data.WordVectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordVectorFileTest {
  private static final List<String> WORDS = List.of("the", "The", "Paris", "の", "absent");

  @TempDir private Path directory;

  private Path text(String content) throws IOException {
    return Files.writeString(directory.resolve("vectors.txt"), content);
  }

  /** Writes a file in the binary format of word2vec, with numbers after each word. */
  private Path binary(String header, boolean lineFeeds, Object... wordsAndNumbers)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(header.getBytes(StandardCharsets.UTF_8));

    for (Object wordOrNumber : wordsAndNumbers) {
      if (wordOrNumber instanceof String word) {
        boolean isFirst = out.size() == header.length();
        if (lineFeeds && !isFirst) {
          out.write('\n');
        }
        out.writeBytes((word + " ").getBytes(StandardCharsets.UTF_8));
      } else {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.writeBytes(bytes.putFloat((Float) wordOrNumber).array());
      }
    }

    return Files.write(directory.resolve("vectors.bin"), out.toByteArray());
  }

  private static float[] vector(WordVectors vectors, String word) {
    int row = vectors.row(word);
    return Arrays.copyOfRange(
        vectors.vectors(), row * vectors.dimension(), (row + 1) * vectors.dimension());
  }

  private static void assertVectors(WordVectors vectors) {
    assertThat(vectors.dimension()).isEqualTo(2);
    assertThat(vectors.words()).containsExactly("the", "paris", "の");
    assertThat(vectors.vectors()).hasSize(6);
    assertThat(vector(vectors, "the")).containsExactly(1, -2.5f);
    assertThat(vector(vectors, "The")).containsExactly(1, -2.5f);
    assertThat(vector(vectors, "Paris")).containsExactly(3e-2f, 4);
    assertThat(vector(vectors, "の")).containsExactly(5, 6);
    assertThat(vectors.row("absent")).isEqualTo(-1);
    assertThat(vectors.row("unwanted")).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", " \n", "\r\n"})
  void readsText(String end) throws IOException {
    String content = "5 2@the 1 -2.5@unwanted 7 8@paris 3e-2 4@の 5 6@the 9 9@".replace("@", end);
    assertVectors(WordVectorFile.read(text(content), WORDS, 0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsBinary(boolean lineFeeds) throws IOException {
    Object[] content = {
      "the", 1f, -2.5f, "unwanted", 7f, 8f, "paris", 3e-2f, 4f, "の", 5f, 6f, "the", 9f, 9f
    };
    assertVectors(WordVectorFile.read(binary("5 2\n", lineFeeds, content), WORDS, 0));
  }

  /** The first words of the file are kept in order, even if they were not requested. */
  @Test
  void firstWordsOfTheFileAreKept() throws IOException {
    String content = "5 1\nin 1\nin 2\nof 3\nat 4\nthe 5\n";
    assertThat(WordVectorFile.read(text(content), WORDS, 2).words())
        .containsExactly("in", "of", "the");
    assertThat(WordVectorFile.read(text(content), WORDS, 0).words()).containsExactly("the");
    assertThat(WordVectorFile.read(text(content), List.of(), 100).vectors())
        .containsExactly(1, 3, 4, 5);
  }

  /** The vector of a word is preferred to the vector of its lowercase form. */
  @Test
  void lowercaseVectorIsTheFallback() throws IOException {
    WordVectors vectors = WordVectorFile.read(text("2 1\nthe 1\nThe 2\n"), WORDS, 0);
    assertThat(vector(vectors, "The")).containsExactly(2);
    assertThat(vector(vectors, "the")).containsExactly(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "the 1;:1: expected the number of words",
        "1 0@the;:1: expected the number of words",
        "1 999999@the 1;:1: expected the number of words",
        "2 2@the 1 2@;the file ends after 1 of 2 words",
        "1 2@the 1 2@a 1 2;:3: there are more words than the 1 of the first line",
        "1 2@the 1;:2: expected a word and 2 numbers, found 1 numbers",
        "1 2@the;:2: expected a word and 2 numbers",
        "1 2@the 1 2 3;found 3 numbers",
        "1 2@the 1 x2;:2: 'x2' is not a number",
        "1 2@the 1 NaN;:2: the vector of 'the' has the number NaN",
        "1 2@the 1 Infinity;:2: the vector of 'the' has the number Infinity",
        "'';:1: expected the number of words",
      })
  void malformedTextIsReportedWithItsLine(String content, String message) throws IOException {
    assertRefused(text(content.replace('@', '\n')), message);
  }

  @Test
  void malformedBinaryFileIsReported() throws IOException {
    assertRefused(binary("2 1\n", false, "the", 1f), "the file ends after 1 of 2 words");
    assertRefused(binary("1 2\n", false, "the", 1f), "the file ends after 0 of 1 words");
    assertRefused(binary("1 1\n", false, "the", Float.NaN), "the vector of 'the' has the number");
    assertRefused(binary("x 1\n", false, "the", 1f), "expected the number of words");
    assertRefused(binary("", false), "expected the number of words");
    assertRefused(binary("x".repeat(10_001), false), "not word2vec's binary format");
    assertRefused(directory.resolve("none.bin"), "there is no such file");
  }

  private static void assertRefused(Path file, String message) {
    assertThatThrownBy(() -> WordVectorFile.read(file, WORDS, 0))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll(file.toString(), message);
  }
}
