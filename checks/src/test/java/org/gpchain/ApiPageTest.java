package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the code of docs/api.md in an empty folder. */
final class ApiPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```$");

  @TempDir private Path folder;

  @Test
  void codeOfThePageTrainsAModelAndTags() throws Exception {
    List<String> blocks = javaBlocks();
    assertThat(blocks).hasSize(4).allMatch(block -> block.lines().count() <= 10);
    String imports = blocks.get(0);

    assertThat(program("Train", imports, blocks.get(1))).isEmpty();
    assertThat(program("Tag", imports, blocks.get(2)))
        .isEqualToNormalizingNewlines("PER [Hanna, Wexley]\nLOC [Tarrin]\n");

    ShippedEncoder.assumeIsThere();
    ShippedEncoder.copyTo(folder.resolve("my-encoder"));
    assertThat(program("Encode", imports, blocks.get(1) + blocks.get(3))).isEmpty();
    assertThat(folder.resolve("accurate.gpchain")).exists();
  }

  /** The page promises this. */
  @Test
  void apiAndCommandLineTrainTheSameModel() throws Exception {
    List<LabeledSequence> sentences = sentences(40);
    Path corpus = folder.resolve("corpus.tsv");
    Files.writeString(
        corpus, sentences.stream().map(ApiPageTest::asColumns).collect(Collectors.joining("\n")));
    Path byApi = folder.resolve("api.gpchain");
    Path byCommand = folder.resolve("command.gpchain");

    GpChain.save(GpChain.trainer("ne").language("en").seed(3).train(sentences), byApi);
    java(
        "org.gpchain.internal.cli.Main",
        ("train --quiet --task ne --columns word,label --language en --seed 3 --train corpus.tsv"
                + " --model command.gpchain")
            .split(" "));

    assertThat(entries(byApi)).hasSizeGreaterThan(3).isEqualTo(entries(byCommand));
  }

  /** Returns sentences with names of people and places. */
  static List<LabeledSequence> sentences(int count) {
    List<String> people = List.of("Hanna", "Jonas", "Mira", "Oskar", "Tilda");
    List<String> places = List.of("Tarrin", "Ansel", "Brigg");
    return IntStream.range(0, count)
        .mapToObj(
            n ->
                LabeledSequence.ofLabels(
                    TokenSequence.ofWords(
                        List.of(people.get(n % 5), "lives", "in", places.get(n % 3), ".")),
                    List.of("B-PER", "O", "O", "B-LOC", "O"),
                    TagScheme.IOB2))
        .toList();
  }

  private static String asColumns(LabeledSequence sentence) {
    List<String> labels = sentence.labels(TagScheme.IOB2);
    return IntStream.range(0, sentence.length())
        .mapToObj(t -> sentence.tokens().words().get(t) + "\t" + labels.get(t) + "\n")
        .collect(Collectors.joining());
  }

  /** Returns the checksums of a model file's entries, without run.json, which contains times. */
  static Map<String, Long> entries(Path model) throws IOException {
    try (ZipFile file = new ZipFile(model.toFile())) {
      return file.stream()
          .filter(entry -> !entry.getName().equals("run.json"))
          .collect(Collectors.toMap(ZipEntry::getName, ZipEntry::getCrc));
    }
  }

  private static List<String> javaBlocks() throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/api.md"));
    return BLOCK.matcher(page).results().map((MatchResult block) -> block.group(1)).toList();
  }

  /** Compiles and runs a program with the given body of its main method. Returns its output. */
  private String program(String name, String imports, String body) throws Exception {
    Path source = folder.resolve(name + ".java");
    Files.writeString(
        source,
        """
        %s
        class %s {
          public static void main(String[] args) throws Exception {
        %s
          }
        }
        """
            .formatted(imports, name, body));
    return java(source.toString());
  }

  /** Runs a main class or its source file and returns its output. Fails if the program fails. */
  private String java(String main, String... arguments) throws IOException, InterruptedException {
    JavaProgram program = JavaProgram.run(folder, main, arguments);
    assertThat(program.exitCode()).as(program.messages()).isZero();
    return program.output();
  }
}
