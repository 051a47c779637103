package org.gpchain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
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
    return CommandLineRun.line(args.toArray());
  }

  @Test
  void fromRawTextToLabels() throws IOException {
    CommandLineRun learned = learn("--tokenized", text, "--licence CC0 --threads 2");
    assertThat(learned.exitCode()).as(learned.err()).isZero();
    assertThat(learned.out()).contains("cluster2, cluster4, state");
    assertThat(learned.err()).contains("pass 5 of 5");
    byte[] bytes = Files.readAllBytes(words);
    learn("--tokenized", text, "--licence CC0 --threads 1");
    assertThat(Files.readAllBytes(words)).isEqualTo(bytes);

    assertThat(CommandLineRun.line("words show", words).out())
        .contains("licence:     CC0")
        .containsPattern("SHA-256:     [0-9a-f]{64}")
        .contains("raw.txt");
    assertThat(CommandLineRun.line("words show", words, "--column cluster4").out())
        .contains("boats");
    assertThat(CommandLineRun.line("words show", words, "--column state").out()).contains("heron");

    CommandLineRun trained = train(corpus, "--words", words);
    assertThat(trained.exitCode()).as(trained.err()).isZero();
    Files.delete(words);
    CommandLineRun tagged = CommandLineRun.line("tag --model", model, "--input", corpus);
    assertThat(tagged.exitCode()).as(tagged.err()).isZero();
    assertThat(tagged.out()).contains("ferry NN I-NP ");
  }

  @Test
  void vectorsOfStates() throws IOException {
    learn("--tokenized", text, "--quiet");
    Path vectors = directory.resolve("vectors.txt");
    CommandLineRun run = CommandLineRun.line("words vectors", words, "--output", vectors);
    assertThat(run.exitCode()).as(run.err()).isZero();
    List<String> lines = Files.readAllLines(vectors);
    assertThat(lines.get(0)).matches("1[0-9] 3");
    assertThat(lines).anyMatch(line -> line.matches("ferry( 0| 0\\.[0-9]{4}| 1\\.0000){3}"));
    assertThat(train(corpus, "--posterior sparse --inducing 5 --embeddings", vectors))
        .returns(0, CommandLineRun::exitCode);

    CommandLineRun two =
        CommandLineRun.line("words vectors", words, "--output", vectors, "--limit 2");
    assertThat(two.out()).startsWith("2 words, 3 numbers each.");
    assertThat(Files.readAllLines(vectors)).hasSize(3);
  }

  @Test
  void vectorsNeedStates() throws IOException {
    Path paths = Files.writeString(directory.resolve("paths"), "0\tferry\t3\n1\tleft\t2\n");
    CommandLineRun.line("words import --brown", paths, "--output", words);
    Path vectors = directory.resolve("vectors.txt");
    CommandLineRun run = CommandLineRun.line("words vectors", words, "--output", vectors);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("has no hidden states", "brown4");
    assertThat(vectors).doesNotExist();
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
    CommandLineRun trained = train(plain, "--columns word,label --words", words);
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
    return CommandLineRun.line(args.toArray());
  }

  @Test
  void whatCannotBeUsed() throws IOException {
    assertThat(learn().exitCode()).isEqualTo(2);
    assertThat(learn("--input", text, "--language nb").err()).contains("--tokenized");
    assertThat(learn("--tokenized", text, "--held-out 1").exitCode()).isEqualTo(2);
    Object[] withoutStates = {
      "words", "learn", "--tokenized", text, "--output", words, "--states", 0, "--checkpoint", "x"
    };
    assertThat(CommandLineRun.line(withoutStates).err()).contains("--checkpoint is for the states");
    Path tiny = Files.writeString(directory.resolve("tiny.txt"), "Hello\n");
    CommandLineRun run = learn("--tokenized", tiny);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("tiny.txt").contains("--cutoff");
    assertThat(words).doesNotExist();
    assertThat(CommandLineRun.line("words show", corpus).err()).contains("train.txt");
    assertThat(CommandLineRun.line("words").exitCode()).isEqualTo(2);
  }

  /** A model that refers to its resource labels as one that contains it, and is smaller. */
  @Test
  void modelsShareAResource() throws IOException {
    learn("--tokenized", text);
    train(corpus, "--words", words);
    byte[] containing = Files.readAllBytes(model);
    String labels = tag().out();
    CommandLineRun trained = train(corpus, "--words", words, "--share-words");
    assertThat(trained.exitCode()).as(trained.err()).isZero();
    assertThat(Files.size(model)).isLessThan(containing.length);
    assertThat(tag().out()).isEqualTo(labels);

    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere")).resolve("x.words");
    Files.move(words, elsewhere);
    // Under another name, since this virtual machine may still hold the model.
    model = Files.copy(model, directory.resolve("copy.gpchain"));
    CommandLineRun missing = tag();
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("copy.gpchain").contains("'toy'").contains("--words");
    assertThat(tag("--words", elsewhere).out()).isEqualTo(labels);
    CommandLineRun evaluated =
        CommandLineRun.line("evaluate --model", model, "--test", corpus, "--words", elsewhere);
    assertThat(evaluated.exitCode()).as(evaluated.err()).isZero();
    Path document = Files.writeString(directory.resolve("a.txt"), "The ferry left the storm.");
    CommandLineRun annotated =
        CommandLineRun.line(
            "annotate --model",
            model,
            "--words",
            elsewhere,
            "--input",
            document,
            "--output - --to conll");
    assertThat(annotated.exitCode()).as(annotated.err()).isZero();

    // Another resource of the same name.
    learn("--tokenized", text, "--seed 7");
    model = Files.copy(model, directory.resolve("third.gpchain"));
    CommandLineRun other = tag();
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("toy.words has the SHA-256");
  }

  private CommandLineRun tag(Object... more) {
    List<Object> args = new ArrayList<>(List.of("tag", "--model", model, "--input", corpus));
    args.addAll(List.of(more));
    return CommandLineRun.line(args.toArray());
  }

  /** What the templates do not use is not in the model. */
  @Test
  void modelsContainNoMoreThanTheyUse() throws IOException {
    learn("--tokenized", text);
    Path template =
        Files.writeString(directory.resolve("template"), "U:%x[0,word]\nU1:%x[0,cluster4]\nB\n");
    CommandLineRun trained = train(corpus, "--words", words, "--template", template);
    assertThat(trained.exitCode()).as(trained.err()).isZero();
    try (ZipFile file = new ZipFile(model.toFile())) {
      assertThat(file.stream().map(ZipEntry::getName).filter(name -> name.contains("words-")))
          .containsExactlyInAnyOrder(
              "arrays/words-known-ends",
              "arrays/words-known",
              "arrays/words-classes-ends",
              "arrays/words-classes",
              "arrays/words-clusters-cluster4");
    }
  }

  @Test
  void badResources() throws IOException {
    learn("--tokenized", text);
    CommandLineRun wrongLanguage = train(corpus, "--words", words, "--language nb");
    assertThat(wrongLanguage.exitCode()).isEqualTo(1);
    assertThat(wrongLanguage.err()).contains("toy.words").contains("'en'").contains("'nb'");
    assertThat(train(corpus, "--words", words, "--language en-GB").exitCode()).isZero();
    Files.delete(model);

    assertThat(train(corpus, "--share-words").exitCode()).isEqualTo(2);
    byte[] sound = Files.readAllBytes(words);
    for (int length : new int[] {0, 100, sound.length / 2, sound.length - 1000}) {
      Path cut = Files.write(directory.resolve("cut.words"), Arrays.copyOf(sound, length));
      CommandLineRun run = train(corpus, "--words", cut);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("cut.words").contains("learn it again");
    }
    CommandLineRun text = train(corpus, "--words", corpus);
    assertThat(text.exitCode()).isEqualTo(1);
    assertThat(text.err()).contains("train.txt").contains("is not a word resource");
    assertThat(model).doesNotExist();

    Path newer = directory.resolve("newer.words");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(newer))) {
      zip.putNextEntry(new ZipEntry("manifest.json"));
      zip.write(
          "{\"format\": \"gpchain-words\", \"formatVersion\": 99}"
              .getBytes(StandardCharsets.UTF_8));
    }
    CommandLineRun tooNew = train(corpus, "--words", newer);
    assertThat(tooNew.exitCode()).isEqualTo(1);
    assertThat(tooNew.err()).contains("newer.words").contains("99").contains("a newer GPChain");

    train(corpus);
    CommandLineRun asWords = CommandLineRun.line("words show", model);
    assertThat(asWords.exitCode()).isEqualTo(1);
    assertThat(asWords.err()).contains("chunk.gpchain: this is a GPChain model, not a word res");
    assertThat(tag("--words", model).err()).contains("this is a GPChain model, not a word res");
    CommandLineRun asModel = CommandLineRun.line("tag --model", words, "--input", corpus);
    assertThat(asModel.exitCode()).isEqualTo(1);
    assertThat(asModel.err()).contains("toy.words: this is a word resource, not a GPChain model");
  }

  @Test
  void badTexts() throws IOException {
    Path empty = Files.createFile(directory.resolve("empty.txt"));
    for (String option : List.of("--input", "--tokenized")) {
      CommandLineRun run = learn(option, empty);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("empty.txt").contains("--cutoff");
      // One word, however often, has no neighbours.
      Path oneWord = Files.writeString(directory.resolve("one.txt"), "hello\n".repeat(20));
      assertThat(learn(option, oneWord).err()).contains("one.txt");
    }
    Path latin1 = Files.write(directory.resolve("latin1.txt"), new byte[] {'a', '\n', (byte) 0xE9});
    assertThat(learn("--tokenized", latin1).err()).contains("latin1.txt:2").contains("UTF-8");
    assertThat(words).doesNotExist();
  }
}
