package org.gpchain.pipelines.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Word resources and lexicons, from raw text to a model that labels with them. */
class WordsTest {
  @TempDir private Path directory;
  private Path text;
  private Path corpus;
  private Path words;
  private Path model;

  @BeforeEach
  void writeTexts() throws IOException {
    Random random = new Random(1);
    List<String> lines = new ArrayList<>();
    String[] nouns = {"ferry", "storm", "roof", "boats", "heron", "letter"};
    String[] verbs = {"left", "took", "came", "sings", "saw", "reached"};
    for (int i = 0; i < 400; i++) {
      lines.add(
          "The "
              + nouns[random.nextInt(nouns.length)]
              + " "
              + verbs[random.nextInt(verbs.length)]
              + " the "
              + nouns[random.nextInt(nouns.length)]
              + " .");
    }
    text = Files.write(directory.resolve("raw.txt"), lines);
    corpus = Files.writeString(directory.resolve("train.txt"), Corpora.CHUNKS);
    words = directory.resolve("toy.words");
    model = directory.resolve("chunk.gpchain");
  }

  private CommandLineRun learn(Object... more) {
    List<Object> args =
        new ArrayList<>(
            List.of("words", "learn", "--output", words, "--clusters", "2,4", "--states", 3));
    args.addAll(List.of(more));
    return CommandLineRun.of(args.toArray());
  }

  @Test
  void fromRawTextToLabels() throws IOException {
    CommandLineRun learned = learn("--tokenized", text, "--licence", "CC0", "--threads", 2);
    assertThat(learned.exitCode()).as(learned.err()).isZero();
    assertThat(learned.out()).contains("cluster2, cluster4, state");
    assertThat(learned.err()).contains("pass 5 of 5");
    byte[] bytes = Files.readAllBytes(words);
    learn("--tokenized", text, "--licence", "CC0", "--threads", 1);
    assertThat(Files.readAllBytes(words)).isEqualTo(bytes);

    assertThat(CommandLineRun.of("words", "show", words).out())
        .contains("licence:     CC0")
        .contains("raw.txt");
    assertThat(CommandLineRun.of("words", "show", words, "--column", "cluster4").out())
        .contains("boats");
    assertThat(CommandLineRun.of("words", "show", words, "--column", "state").out())
        .contains("heron");

    CommandLineRun trained = train(corpus, "--words", words);
    assertThat(trained.exitCode()).as(trained.err()).isZero();
    Files.delete(words);
    CommandLineRun tagged = CommandLineRun.of("tag", "--model", model, "--input", corpus);
    assertThat(tagged.exitCode()).as(tagged.err()).isZero();
    assertThat(tagged.out()).contains("ferry NN I-NP ");
  }

  /** A checkpoint is there as long as it may be needed. */
  @Test
  void checkpoints() throws IOException {
    learn("--tokenized", text, "--quiet");
    byte[] bytes = Files.readAllBytes(words);
    Path checkpoint = directory.resolve("toy.checkpoint");
    CommandLineRun run = learn("--tokenized", text, "--checkpoint", checkpoint);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readAllBytes(words)).isEqualTo(bytes);
    assertThat(checkpoint).doesNotExist();

    Files.writeString(checkpoint, "something else");
    run = learn("--tokenized", text, "--checkpoint", checkpoint);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("toy.checkpoint").contains("delete the file");
    assertThat(checkpoint).exists();
  }

  @Test
  void quietly() {
    CommandLineRun run = learn("--tokenized", text, "--quiet");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEmpty();
  }

  /** Without parts of speech the lines of the default template that need them are left out. */
  @Test
  void chunksWithoutPartsOfSpeech() throws IOException {
    learn("--tokenized", text);
    Path plain =
        Files.writeString(
            directory.resolve("words.txt"), Corpora.CHUNKS.replaceAll("(?m)^(\\S+) \\S+ ", "$1 "));
    CommandLineRun trained = train(plain, "--columns", "word,label", "--words", words);
    assertThat(trained.exitCode()).as(trained.err()).isZero();
  }

  @Test
  void lexicons() throws IOException {
    Path lexicon = Files.write(directory.resolve("ships.txt"), List.of("ferry", "old boats"));
    CommandLineRun trained = train(corpus, "--lexicon", "ships=" + lexicon);
    assertThat(trained.exitCode()).as(trained.err()).isZero();

    Files.write(lexicon, List.of("ferry", "", "boats"));
    assertThat(train(corpus, "--lexicon", "ships=" + lexicon).err())
        .contains("ships.txt:2")
        .contains("empty");
    Files.write(lexicon, List.of("ferry", "boats", "ferry"));
    assertThat(train(corpus, "--lexicon", "ships=" + lexicon).err())
        .contains("ships.txt:3")
        .contains("line 1 already");
    Files.write(lexicon, List.of());
    assertThat(train(corpus, "--lexicon", "ships=" + lexicon).exitCode()).isEqualTo(1);
  }

  private CommandLineRun train(Path file, Object... more) {
    List<Object> args =
        new ArrayList<>(List.of("train", "--task", "chunk", "--train", file, "--model", model));
    args.addAll(List.of("--kernel-rounds", 0, "--iterations", 5));
    args.addAll(List.of(more));
    return CommandLineRun.of(args.toArray());
  }

  @Test
  void whatCannotBeUsed() throws IOException {
    assertThat(learn().exitCode()).isEqualTo(2);
    assertThat(learn("--input", text, "--language", "nb").err()).contains("--tokenized");
    assertThat(learn("--tokenized", text, "--held-out", 1).exitCode()).isEqualTo(2);
    Object[] withoutStates = {
      "words", "learn", "--tokenized", text, "--output", words, "--states", 0, "--checkpoint", "x"
    };
    assertThat(CommandLineRun.of(withoutStates).err()).contains("--checkpoint is for the states");
    Path tiny = Files.writeString(directory.resolve("tiny.txt"), "Hello\n");
    CommandLineRun run = learn("--tokenized", tiny);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("tiny.txt").contains("--cutoff");
    assertThat(words).doesNotExist();
    assertThat(CommandLineRun.of("words", "show", corpus).err()).contains("train.txt");
    assertThat(CommandLineRun.of("words").exitCode()).isEqualTo(2);
  }
}
