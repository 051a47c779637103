package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.dkpro.core.io.conll.Conll2002Reader;
import org.gpchain.internal.documents.TestModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@code gpchain select}. */
class SelectCommandTest extends CommandTest {
  /** Text with a sentence and a sentence's words that the model has seen, and a short sentence. */
  private static final String FERRY =
      "The old ferry reached the harbour of Ostrey. Kalmora lay there, said Wexley. Yes.";

  private Path model;
  private Path texts;

  @BeforeEach
  void writeTexts() throws IOException {
    model = TestModel.write("ne", path("ne.gpchain"));
    texts = Files.createDirectories(path("texts/sub")).getParent();
    Files.writeString(texts.resolve("ferry.txt"), FERRY);
    Files.writeString(texts.resolve("empty.txt"), "");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(texts.resolve("sub/again.txt.gz")))) {
      out.write("Kalmora lay there, said Wexley.".getBytes(StandardCharsets.UTF_8));
    }
  }

  private CommandLineRun select(Object output, Object... more) {
    return run(texts, output, more);
  }

  private CommandLineRun run(Object input, Object output, Object... more) {
    return gpchain(
        "select --model {} --input {} --output {}",
        model,
        input,
        output,
        more,
        List.of(more).contains("--count") ? List.of() : List.of("--count", 100));
  }

  private static List<JsonNode> lines(String list) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : list.lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  @Test
  void listsTheBestSentencesFirst() throws IOException {
    CommandLineRun run = select("-").succeeds();
    assertThat(run.err())
        .contains("note: documents without sentences: 1")
        .contains("Chose 3 of 4 sentences; skipped as too similar to a better one: 1.");

    List<JsonNode> lines = lines(run.out());
    assertThat(lines).hasSize(3);
    for (int i = 0; i < 3; i++) {
      JsonNode line = lines.get(i);
      assertThat(line.get("rank").asInt()).isEqualTo(i + 1);
      assertThat(line.get("why").asText()).startsWith("all " + line.get("tokens") + " labels");
      if (i > 0) {
        assertThat(line.get("score").asDouble())
            .isLessThanOrEqualTo(lines.get(i - 1).get("score").asDouble());
      }
      String text = line.get("document").asText().equals("ferry") ? FERRY : FERRY.substring(45);
      String sentence = text.substring(line.get("begin").asInt(), line.get("end").asInt());
      assertThat(line.get("text").asText()).contains("[");
      assertThat(line.get("text").asText().replaceAll("( LOC [0-9.]+| \\?)?]|\\[", ""))
          .isEqualTo(sentence);
      assertThat(sentence).isIn((Object[]) FERRY.split("(?<=[.]) "));
    }
    assertThat(lines).anySatisfy(line -> assertThat(line.get("tokens").asInt()).isEqualTo(2));
    assertThat(lines(select("-", "--count", 1).out())).containsExactly(lines.get(0));
    assertThat(select("-", "--threads", 3).out()).isEqualTo(run.out());
  }

  /** Returns the line of the best text. */
  private JsonNode best(String options) throws IOException {
    return lines(select("-", options).out()).get(0);
  }

  @Test
  void everyCriterionExplainsItsScore() throws IOException {
    assertThat(best("--by entropy").get("why").asText()).startsWith("entropy of ");
    assertThat(best("--by f1").get("why").asText()).contains("are expected to be missed");
    JsonNode whole = best("--by entropy --per whole");
    assertThat(whole.get("why").asText())
        .endsWith(String.format(Locale.ROOT, "%.2f nats", whole.get("score").asDouble()));
    select("-", "--by", "mutual-information").fails(1, "no posterior covariance", "--inducing");
  }

  @Test
  void copiesDocumentsInTheOrderOfChoice() throws IOException {
    Path output = path("next");
    CommandLineRun run = select(output, "--unit document --to documents --max-similarity 2");
    assertThat(run.succeeds().out()).isEqualTo("Chose 2 of 2 documents.\n");

    List<JsonNode> lines = lines(Files.readString(output.resolve("selection.jsonl")));
    assertThat(lines).hasSize(2).allSatisfy(line -> assertThat(line.has("sentence")).isFalse());

    List<String> names = new ArrayList<>(List.of("selection.jsonl"));
    for (int i = 0; i < 2; i++) {
      boolean ferry = lines.get(i).get("document").asText().equals("ferry");
      String name = (i + 1) + (ferry ? "-ferry.txt" : "-again.txt");
      names.add(name);
      assertThat(output.resolve(name)).hasContent(ferry ? FERRY : FERRY.substring(45, 76));
    }
    assertThat(output.toFile().list()).containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  void annotatesTheChosenDocuments() throws IOException {
    Path output = path("next");
    select(output, "--to", "xmi").succeeds();
    assertThat(lines(Files.readString(output.resolve("selection.jsonl")))).hasSize(3);
    assertThat(output.resolve("TypeSystem.xml")).content().contains("org.gpchain.type");

    List<Path> xmi;
    try (var files = Files.list(output)) {
      xmi = files.filter(file -> file.toString().endsWith(".xmi")).sorted().toList();
    }

    assertThat(xmi).isNotEmpty();

    Path again = path("again");
    run(output, again, "--format", "xmi", "--to", "xmi", "--max-similarity", 2).succeeds();
    assertThat(again.toFile().list()).hasSize(xmi.size() + 2);
    select(output, "--to", "xmi").fails(1, "this directory is not empty");
  }

  @Test
  void readsDocumentsWithAUimaReader() throws IOException {
    Path file = file("names.conll", "Kalmora O\nlay O\n\n");
    Path output = path("next");
    String reader = Conll2002Reader.class.getName();
    run(file, output, "--reader", reader, "--to xmi --unit document").succeeds();
    assertThat(output.resolve("1-names.conll.xmi")).exists();
    run(file, path("other"), "--reader", reader, "--to", "documents")
        .fails(2, "cannot be copied: choose --to xmi");
  }

  @Test
  void anExistingListIsReplacedOnlyWithOverwrite() throws IOException {
    Path list = path("list.jsonl");
    assertThat(select(list, "--count", 1).exitCode()).isZero();
    select(list).fails(1, "this file already exists");
    assertThat(list).content().hasLineCount(1);
    assertThat(select(list, "--overwrite").exitCode()).isZero();
    assertThat(list).content().hasLineCount(3);
  }

  @Test
  void invalidOptionsFail() throws IOException {
    select("-", "--samples", 3).fails(2, "--samples needs --by mutual-information");
    select("-", "--count", 0).fails(2, "--count must be at least 1");
    select("-", "--max-similarity", 0).fails(2, "--max-similarity must be above 0");
    select("-", "--max-similarity", "NaN").fails(2, "--max-similarity must be above 0");
    select("-", "--by", "chance")
        .fails(2, "one of [entropy, sequence, f1, mutual-information] but was 'chance'");
    select("-", "--to", "xmi").fails(2, "needs a directory");
    assertThat(CommandLineRun.of("select", "--model", model, "--count", 1, "--output", "-").err())
        .contains("specify --input or --list");
    run(path("none"), "-").fails(1, "there is no such file or directory");
  }

  @Test
  void reportsUnreadableDocuments() throws IOException {
    Files.write(texts.resolve("broken.txt"), new byte[] {(byte) 0xC3, 0x28});
    CommandLineRun run = select("-").fails(1);
    assertThat(run.err()).contains("broken.txt: ", "; failed: 1.");
    assertThat(run.out()).hasLineCount(3);
    assertThat(select(path("list.jsonl"), "--max-failures", 0).fails(1).out())
        .contains("more documents failed than --max-failures allows");
    assertThat(path("list.jsonl")).doesNotExist();
  }

  @Test
  void documentsFromAListOnStandardInputCannotBeCopied() {
    Path next = path("next");
    gpchain("select --model {} --count 1 --list - --to documents --output {}", model, next)
        .fails(2, "reads documents twice");
  }
}
