package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.corpora.words.WordFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code gpchain words import}. */
class WordsImportTest extends CommandTest {
  private static final String PATHS =
      """
      000	the	90
      001	a	40
      0110	ferry	7
      0111	boats	7
      0111	storm	9
      1	left	20
      10	in 1999	3
      10	1998	2
      10	1997	8
      """;

  private Path words;

  @BeforeEach
  void nameTheOutput() {
    words = path("my.words");
  }

  private CommandLineRun load(Object... args) {
    return gpchain("words import --output", words, args);
  }

  private Path paths(String content) throws IOException {
    return file("paths.txt", content);
  }

  @Test
  void importsBrownClusters() throws IOException {
    load("--brown", paths(PATHS), "--prefixes 1,3,20 --licence CC0 --language en").succeeds();
    WordResource resource = WordFiles.read(words);
    assertThat(resource.columns()).containsExactly("brown1", "brown20", "brown3");
    assertThat(resource.numbers().words())
        .containsExactly("the", "a", "left", "storm", "0000", "ferry", "boats", "in 0000");
    // The prefixes in the order of the words are 0 0 1 0 1 0 0 1, and so on.
    assertThat(resource.clusters().get("brown1")).containsExactly(0, 0, 1, 0, 1, 0, 0, 1);
    assertThat(resource.clusters().get("brown3")).containsExactly(0, 1, 2, 3, 4, 3, 3, 4);
    assertThat(resource.clusters().get("brown20")).containsExactly(0, 1, 2, 3, 4, 5, 3, 4);
    assertThat(resource.origin().licence()).isEqualTo("CC0");
    assertThat(resource.origin().tokens()).isEqualTo(184);
    assertThat(gpchain("words show", words, "--column brown1").out())
        .contains("0\tthe a storm ferry boats");
  }

  @Test
  void theDefaultTemplatesUseBrownClusters() throws IOException {
    load("--brown", paths(PATHS));
    Path corpus = file("train.txt", Corpora.CHUNKS);
    Path model = path("m.gpchain");
    String train = "train --task chunk --kernel-rounds 0 --iterations 5 --train {} --words {}";
    gpchain(train, corpus, words, "--model", model).succeeds();
    assertThat(DocumentCorpus.entries(model).get("manifest.json"))
        .contains("[0,brown4]", "[-1,brown20]/%x[0,brown20]");
    gpchain("tag --model", model, "--input", corpus).succeeds();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "00@the;:2: expected a path, a word and a count",
        "00@@3;:2: expected a path, a word and a count",
        "00@the@3@4;:2: expected a path, a word and a count",
        "00 the 3;:2: expected a path, a word and a count",
        "'';:2: expected a path, a word and a count",
        "0x1@the@3;:2: the path '0x1' is not made of 0 and 1",
        "@the@3;:2: the path '' is not made of 0 and 1",
        "00@the@many;:2: the count 'many' is not a number",
        "00@the@-3;:2: the count '-3' is not a number",
        "00@first@3;:2: the word 'first' already occurs in line 1"
      })
  void malformedPathsFailWithTheLine(String line, String problem) throws IOException {
    load("--brown", paths("1\tfirst\t5\n" + line.replace('@', '\t') + "\n0\tlast\t5\n"))
        .fails(1, "paths.txt" + problem);
    assertThat(words).doesNotExist();
  }

  @Test
  void unusableFilesAndOptionsFail() throws IOException {
    assertThat(load("--brown", paths("")).err()).contains("paths.txt: there is no word");
    Path latin1 = Files.write(path("l.txt"), new byte[] {'1', '\t', (byte) 0xE6});
    assertThat(load("--brown", latin1).err()).contains("l.txt:1").contains("UTF-8");
    assertThat(load("--brown", path("absent")).err()).contains("no such file");
    load().fails(2);
    load("--brown", paths(PATHS), "--vectors", paths(PATHS)).fails(2);
    load("--brown", paths(PATHS), "--prefixes 0").fails(2);
    assertThat(words).doesNotExist();
  }

  private static final Map<String, float[]> VECTORS =
      new TreeMap<>(
          Map.of(
              "a", new float[] {1, 0.1f, 0},
              "b", new float[] {2, 0, 0.1f},
              "c", new float[] {0, 3, 0.1f},
              "d", new float[] {0.1f, 1, 0}));

  private static String lines() {
    StringBuilder lines = new StringBuilder();
    VECTORS.forEach(
        (word, v) ->
            lines.append(String.format(Locale.ROOT, "%s %s %s %s%n", word, v[0], v[1], v[2])));
    return lines.toString();
  }

  @Test
  void allFormatsOfVectorsGiveTheSameResource() throws IOException {
    ByteArrayOutputStream binary = new ByteArrayOutputStream();
    binary.writeBytes("4 3\n".getBytes(StandardCharsets.UTF_8));
    VECTORS.forEach(
        (word, v) -> {
          binary.writeBytes((word + " ").getBytes(StandardCharsets.UTF_8));
          for (float value : v) {
            binary.writeBytes(
                ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(value).array());
          }
        });
    List<Path> files =
        List.of(
            file("word2vec.txt", "4 3\n" + lines()),
            file("glove.txt", lines()),
            Files.write(path("word2vec.bin"), binary.toByteArray()));

    for (Path file : files) {
      for (int threads : new int[] {1, 2}) {
        load("--vectors", file, "--clusters 2,3 --threads", threads).succeeds();
        WordResource resource = WordFiles.read(words);
        assertThat(resource.columns()).containsExactly("cluster2", "cluster3");
        assertThat(resource.numbers().words()).containsExactly("a", "b", "c", "d");
        assertThat(resource.clusters().get("cluster2")).containsExactly(0, 0, 1, 1);
      }
    }

    load("--vectors", files.get(0), "--limit 2");
    assertThat(WordFiles.read(words).numbers().words()).containsExactly("a", "b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a 1 2@b 1 2 3;:2: expected a word and 2 numbers, found 3",
        "a 1 2@b 3 4@a 5 6;:3: the word 'a' occurs twice",
        "2 2@a 1 2@a 3 4;:3: the word 'a' occurs twice",
        "a 1 2;: there are fewer than two words"
      })
  void malformedVectorsFail(String content, String problem) throws IOException {
    Path file = file("v.txt", content.replace('@', '\n'));
    load("--vectors", file).fails(1, "v.txt" + problem);
    assertThat(words).doesNotExist();
  }
}
