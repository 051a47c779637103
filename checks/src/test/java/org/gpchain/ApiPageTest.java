package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/api.md, run as it stands there, in an empty folder. */
final class ApiPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```$");

  private static final String IMPORTS =
      """
      import java.nio.file.Path;
      import java.util.List;
      import org.gpchain.GpChain;
      import org.gpchain.core.model.Model;
      import org.gpchain.core.predict.ScoredSpan;
      import org.gpchain.core.predict.Tagger;
      import org.gpchain.core.text.LabeledSequence;
      import org.gpchain.core.text.Span;
      import org.gpchain.core.text.TokenSequence;
      """;

  @TempDir private Path folder;

  @Test
  void aTrainedModelTags() throws Exception {
    List<String> blocks = javaBlocks();
    assertThat(blocks).hasSize(2).allMatch(block -> block.lines().count() <= 10);

    assertThat(run("Train", blocks.get(0))).isEmpty();
    assertThat(run("Tag", blocks.get(1)))
        .isEqualToNormalizingNewlines("PER [Hanna, Wexley]\nLOC [Tarrin]\n");
  }

  private static List<String> javaBlocks() throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/api.md"));
    return BLOCK.matcher(page).results().map((MatchResult block) -> block.group(1)).toList();
  }

  /** What a program prints whose main method has this body. */
  private String run(String name, String body) throws IOException, InterruptedException {
    Path source = folder.resolve(name + ".java");
    Files.writeString(
        source,
        IMPORTS
            + "class %s {\n  public static void main(String[] args) throws Exception {\n"
                .formatted(name)
            + body.indent(4)
            + "  }\n}\n");
    Path messages = folder.resolve(name + ".err");
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString())
            .directory(folder.toFile())
            .redirectError(messages.toFile())
            .start();
    String printed = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(java.waitFor()).as(Files.readString(messages)).isZero();
    return printed;
  }
}
