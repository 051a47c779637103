package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.corpora.ModelLocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of word resources, lexicons and lists of names, and of training with them. */
class WordsTest extends CommandTest {
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
      String subject = nouns[random.nextInt(nouns.length)];
      String verb = verbs[random.nextInt(verbs.length)];
      String object = nouns[random.nextInt(nouns.length)];
      lines.add(String.format("The %s %s the %s .", subject, verb, object));
    }
    text = Files.write(path("raw.txt"), lines);
    corpus = file("train.txt", Corpora.CHUNKS);
    words = path("toy.words");
    model = path("chunk.gpchain");
  }

  private CommandLineRun learn(Object... more) {
    return gpchain("words learn --output", words, "--clusters 2,4 --states 3", more);
  }

  @Test
  void learnsAResourceAndTrainsAModelWithIt() throws IOException {
    CommandLineRun learned = learn("--tokenized", text, "--licence CC0 --threads 2").succeeds();
    assertThat(learned.out()).contains("cluster2, cluster4, state");
    assertThat(learned.err()).contains("pass 5 of 5");
    byte[] bytes = Files.readAllBytes(words);
    learn("--tokenized", text, "--licence CC0 --threads 1");
    assertThat(Files.readAllBytes(words)).isEqualTo(bytes);

    assertThat(gpchain("words show", words).out())
        .contains("licence:     CC0")
        .containsPattern("SHA-256:     [0-9a-f]{64}")
        .contains("raw.txt");
    assertThat(gpchain("words show", words, "--column cluster4").out()).contains("boats");
    assertThat(gpchain("words show", words, "--column state").out()).contains("heron");

    assertThat(learn("--input", text, "--language nb").succeeds().err())
        .contains("note: no sentence model for nb: sentences are found by rules of the JDK");
    assertThat(gpchain("words show", words, "--column state").out()).contains("heron");
    learn("--tokenized", text, "--licence CC0");
    Path latin =
        Files.writeString(path("latin.txt"), "é a\n".repeat(5), StandardCharsets.ISO_8859_1);
    gpchain("words learn --encoding latin1 --states 0 --tokenized", latin, "--output", model)
        .succeeds();
    assertThat(gpchain("words show", model, "--column cluster64").out()).contains("é");

    train(corpus, "--words", words).succeeds();
    assertThat(gpchain("inspect --features 200 --model", model).out())
        .containsPattern("%x\\[0,cluster4] = [0-3] \\(like [a-z]+, [a-z]+")
        .containsPattern("%x\\[0,state] = [0-2] \\(like [a-z]+, [a-z]+");
    Files.delete(words);
    assertThat(gpchain("tag --model", model, "--input", corpus).succeeds().out())
        .contains("ferry NN I-NP ");
  }

  @Test
  void checkpointsAreDeletedAtTheEndAndChecked() throws IOException {
    learn("--tokenized", text, "--quiet");
    byte[] bytes = Files.readAllBytes(words);
    Path checkpoint = path("toy.checkpoint");
    learn("--tokenized", text, "--checkpoint", checkpoint).succeeds();
    assertThat(Files.readAllBytes(words)).isEqualTo(bytes);
    assertThat(checkpoint).doesNotExist();

    Files.writeString(checkpoint, "something else");
    learn("--tokenized", text, "--checkpoint", checkpoint)
        .fails(1, "toy.checkpoint", "delete the file");
    assertThat(checkpoint).exists();
  }

  @Test
  void trainsChunksWithoutPartsOfSpeech() throws IOException {
    learn("--tokenized", text);
    Path plain = file("words.txt", Corpora.CHUNKS.replaceAll("(?m)^(\\S+) \\S+ ", "$1 "));
    train(plain, "--columns word,label --words", words).succeeds();
  }

  @Test
  void lexiconsMayHaveEmptyAndRepeatedLines() throws IOException {
    Path lexicon = Files.write(path("ships.txt"), List.of("ferry", "old boats"));
    train(corpus, "--lexicon", "ships=" + lexicon).succeeds();

    Files.write(lexicon, List.of("ferry", "", "boats"));
    train(corpus, "--lexicon", "ships=" + lexicon).succeeds();
    Files.write(lexicon, List.of("ferry", "boats", "ferry"));
    train(corpus, "--lexicon", "ships=" + lexicon).succeeds();
    Files.write(lexicon, List.of());
    train(corpus, "--lexicon", "ships=" + lexicon).fails(1);
  }

  @Test
  void lexiconsIgnoreCaseByDefault() throws IOException {
    Path lexicon = file("ships.txt", "FERRY\nFerry\n");
    train(corpus, "--lexicon", "ships=" + lexicon).succeeds();
    String pairs = gpchain("inspect --features 500 --model", model).out();
    assertThat(pairs).contains("ships,shape:%x[0,ships]/%x[0,shape] = B / xx");
    train(corpus, "--lexicon-case --lexicon", "ships=" + lexicon).succeeds();
    assertThat(gpchain("inspect --features 500 --model", model).out()).doesNotContain("= B / xx");
  }

  @Test
  void learnsNamesAndTrainsAModelWithThem() throws IOException {
    Path ships = file("ships.txt", "ferry\nold boats\nthe lake\n");
    Path birds = file("birds.txt", "Grey Heron\n");
    String learn = "names learn --list ship={} --list bird={} --common {} --output {}";
    assertThat(gpchain(learn, ships, birds, text, words).succeeds().out())
        .startsWith("Learned 2 kinds of names: the columns name_bird, name_ship. Wrote ");
    byte[] bytes = Files.readAllBytes(words);
    gpchain(learn + " --quiet", ships, birds, text, words).isSilent();
    assertThat(Files.readAllBytes(words)).isEqualTo(bytes);
    assertThat(
            gpchain("names learn --list bird={} --output {}", birds, file("one.names", "")).out())
        .startsWith("Learned 1 kind of names: ");
    assertThat(gpchain("words show", words).out()).contains("ships.txt").contains("name_ship");

    train(corpus, "--names", words).succeeds();
    Files.delete(words);
    assertThat(tag().succeeds().out()).contains("ferry NN I-NP ");

    learn("--tokenized", text, "--quiet");
    train(corpus, "--names", words).fails(1, "toy.words", "has no names", "names learn");
    assertThat(gpchain("names learn --list ship={} --output {}", ships, words).succeeds().err())
        .contains("without --common");
    train(corpus, "--names", words, "--lexicon", "name_ship=" + ships).fails(2, "name_ship");
    train(corpus, "--names", words, "--no-words").succeeds();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | ship.txt, there is no entry",
        "'a\n"
            + "%s\n"
            + "%s b' | ship.txt:2, it has 1000 words, line 3: this is not a name, --skip-bad-lines",
        "'a\n\u0000\u00ff' | ship.txt, UTF-8",
      })
  void malformedListsFail(String list, String problems) throws IOException {
    Path file = path("ship.txt");
    Files.write(
        file,
        list.replace("\\n", "\n")
            .replace("%s", "a ".repeat(1000))
            .getBytes(StandardCharsets.ISO_8859_1));
    gpchain("names learn --list ship={} --output {}", file, words).fails(1, problems.split(", "));
    assertThat(words).doesNotExist();
  }

  @Test
  void skippedLinesOfListsAreReported() throws IOException {
    String name = "a ".repeat(60).strip();
    Path file = file("ship.txt", "Orla\r\n\r\n# ours\r\nOrla\r\n" + name + "\r\nBrig\tN02\r\n");
    String learn = "names learn --list ship={} --output {}";
    gpchain(learn, file, words).fails(1, "ship.txt:5: this is not a name");
    assertThat(gpchain(learn + " --skip-bad-lines", file, words).succeeds().err())
        .contains(
            "1 empty line is skipped (line 2)",
            "1 comment is skipped (line 3)",
            "1 repeated entry is skipped (line 4)",
            "ship.txt:5: 1 bad line was skipped",
            "1 line has several columns; only the first one is read (line 6)");
    assertThat(words).exists();
  }

  @Test
  void invalidOptionsForNamesFail() throws IOException {
    Path list = file("list.txt", "ferry\n");
    gpchain("names learn --output {} --list", words, "a\u00e9=" + list).fails(2, "kind of names");
    gpchain("names learn --output {} --list {}", words, list).fails(2, "--list");
    gpchain("names learn --output {}", words).fails(2, "--list");
    gpchain("names").fails(2, "learn");
    gpchain("names learn --passes 0 --output {} --list a={}", words, list).fails(2, "passes");
  }

  private CommandLineRun train(Path file, Object... more) {
    String train = "train --task chunk --train {} --model {} --kernel-rounds 0 --iterations 5";
    return gpchain(train, file, model, more);
  }

  @Test
  void invalidOptionsForWordsFail() throws IOException {
    learn().fails(2);
    learn("--tokenized", text, "--held-out 1").fails(2);
    learn("--tokenized", text, "--cutoff 0").fails(2, "cutoff must be at least 1");
    gpchain("words learn --tokenized {} --output {} --states 257", text, words)
        .fails(2, "there are at most 256 states");
    gpchain("words show --count 0", text).fails(2, "--count must be at least 1");

    String withoutStates = "words learn --tokenized {} --output {} --states 0 --checkpoint x";
    assertThat(gpchain(withoutStates, text, words).err())
        .contains("--checkpoint is for the hidden states");

    Path tiny = file("tiny.txt", "Hello\n");
    learn("--tokenized", tiny).fails(1, "tiny.txt", "--cutoff");
    assertThat(words).doesNotExist();
    assertThat(gpchain("words show", corpus).err()).contains("train.txt");
    gpchain("words").fails(2);
  }

  @Test
  void aModelWithASharedResourcePredictsTheSame() throws IOException {
    learn("--tokenized", text);
    train(corpus, "--words", words);
    byte[] containing = Files.readAllBytes(model);
    String labels = tag().out();
    train(corpus, "--words", words, "--share-words").succeeds();
    assertThat(Files.size(model)).isLessThan(containing.length);
    assertThat(tag().out()).isEqualTo(labels);

    Path elsewhere = Files.createDirectory(path("elsewhere")).resolve("x.words");
    Files.move(words, elsewhere);
    // The model needs another name, because it may still be cached.
    model = Files.copy(model, path("copy.gpchain"));
    tag().fails(1, "copy.gpchain", "'toy'", "--words");
    assertThat(tag("--words", elsewhere).out()).isEqualTo(labels);
    gpchain("evaluate --model", model, "--test", corpus, "--words", elsewhere).succeeds();
    Path document = file("a.txt", "The ferry left the storm.");
    Object[] annotate = {"--model", model, "--words", elsewhere, "--input", document};
    gpchain("annotate --output - --to conll", annotate).succeeds();

    // A resource of the same name with other content.
    learn("--tokenized", text, "--seed 7");
    model = Files.copy(model, path("third.gpchain"));
    tag().fails(1, "toy.words has the SHA-256");
  }

  private CommandLineRun tag(Object... more) {
    return gpchain("tag --model", model, "--input", corpus, more);
  }

  @Test
  void unusableResourcesFail() throws IOException {
    learn("--tokenized", text);
    train(corpus, "--words", words, "--language nb").fails(1, "toy.words", "'en'", "'nb'");
    train(corpus, "--words", words, "--language en-GB").succeeds();
    Files.delete(model);

    train(corpus, "--share-words").fails(2);
    byte[] valid = Files.readAllBytes(words);
    for (int length : new int[] {0, 100, valid.length / 2, valid.length - 1000}) {
      Path cut = Files.write(path("cut.words"), Arrays.copyOf(valid, length));
      train(corpus, "--words", cut).fails(1, "cut.words", "learn it again");
    }
    train(corpus, "--words", corpus).fails(1, "train.txt", "is not a word resource");
    assertThat(model).doesNotExist();

    Path newer = path("newer.words");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(newer))) {
      zip.putNextEntry(new ZipEntry("manifest.json"));
      zip.write(
          "{\"format\": \"gpchain-words\", \"formatVersion\": 99}"
              .getBytes(StandardCharsets.UTF_8));
    }
    train(corpus, "--words", newer).fails(1, "newer.words", "format version 99", "learn it again");

    train(corpus);
    gpchain("words show", model).fails(1, "chunk.gpchain: this is a GPChain model, not a word res");
    assertThat(tag("--words", model).err()).contains("this is a GPChain model, not a word res");
    gpchain("tag --model", words, "--input", corpus)
        .fails(1, "toy.words: this is a word resource, not a GPChain model");
  }

  /** Resources on the class path are found by name, and by language unless options prevent it. */
  @Test
  void findsResourcesOnTheClassPath() throws IOException {
    Path jar = path("jar");
    words = jar.resolve("org/gpchain/words/words-xx.words");
    learn("--tokenized", text, "--language xx --seed 5").succeeds();
    Path template = file("template", "U:%x[0,word]\nB\n");
    Path lexicon = file("lexicon", "ferry\n");
    Path plain = file("plain.txt", Corpora.CHUNKS.replaceAll("(?m)^(\\S+) \\S+ ", "$1 "));
    Thread thread = Thread.currentThread();
    ClassLoader original = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, original)) {
      thread.setContextClassLoader(loader);
      String all = "--words words-xx --language xx";
      assertThat(gpchain("words show words-xx").succeeds().out()).contains("language:    xx");
      assertThat(learned(all)).isEqualTo(learned("--words", words, "--language xx"));
      assertThat(learned("--language xx-YY")).isEqualTo("With words-xx: " + learned(all));
      assertThat(learned("--language xx --share-words")).startsWith("With words-xx: cluster2");
      assertThat(tag().succeeds().out()).contains("ferry NN I-NP ");

      assertThat(learned("--language xx --no-words")).isEmpty();
      assertThat(learned("--language xx --template", template)).isEmpty();
      assertThat(learned("--language xx --inducing 2")).isEmpty();
      assertThat(learned("--language xx --lexicon", "state=" + lexicon)).isEqualTo("state");
      assertThat(learned("--language xx --lexicon", "a=" + lexicon))
          .isEqualTo("With words-xx: cluster2 cluster4 state a");
      train(corpus, "--no-words --language xx -w words-xx")
          .fails(2, "--no-words and --words cannot be combined");
      train(corpus, "--words words-yy").fails(1, "words-yy: there is no such file");

      assertThat(train(corpus, "--language yy").out())
          .endsWith(
              "most: word clusters from raw text; create them with gpchain words"
                  + " learn, and use them with --words FILE.\n");
      assertThat(train(corpus).out()).contains("most: word clusters from raw text; --language en");
      assertThat(train(corpus, "--limit 2 --no-words").out()).endsWith("MB).\n");
      gpchain("crossval --task chunk --train {} --columns word,label --folds 2", plain)
          .fails(1, "need");
      gpchain(
              "crossval --task chunk --train {} --columns word,label --folds 2 --language xx",
              plain)
          .succeeds();
    } finally {
      thread.setContextClassLoader(original);
    }
  }

  /** Trains, and returns the note about the default resource, if any, with the word columns. */
  private String learned(Object... options) throws IOException {
    String remarks = train(corpus, options).succeeds().err();
    String result = "";
    if (remarks.contains("gpchain: using words-xx (")) {
      result += "With words-xx: ";
    }
    WordResource resource = ModelLocation.of(model).load(Contents.EVERYTHING).words();
    if (resource != null) {
      result += String.join(" ", resource.columns());
    }
    return result;
  }

  /** Values may be separated by commas or blanks, and file names may contain commas. */
  @Test
  void learnsFromSeveralTexts() throws IOException {
    Path other = file("a,b.txt", "The ferry left the storm .\n");
    String options = "--clusters 2 4 --states 3 --output {}";
    CommandLineRun run = gpchain("words learn --tokenized {} {}", text, other, options, words);
    assertThat(run.succeeds().out()).contains("2,406 tokens", "columns cluster2, cluster4, state");
    Object list = text + "," + text;
    assertThat(gpchain("words learn -o {} --tokenized {} --states 0 -q", words, list))
        .returns(0, CommandLineRun::exitCode);
  }

  @Test
  void unusableTextsFail() throws IOException {
    Path empty = Files.createFile(path("empty.txt"));
    for (String option : List.of("--input", "--tokenized")) {
      learn(option, empty).fails(1, "empty.txt", "--cutoff");
      // A text of a single word has no clusters.
      Path oneWord = file("one.txt", "hello\n".repeat(20));
      assertThat(learn(option, oneWord).err()).contains("one.txt");
    }
    Path latin1 = Files.write(path("latin1.txt"), new byte[] {'a', '\n', (byte) 0xE9});
    assertThat(learn("--tokenized", latin1).err()).contains("latin1.txt:2").contains("UTF-8");
    assertThat(words).doesNotExist();
  }
}
