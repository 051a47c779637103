package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code gpchain check}. */
class CheckCommandTest extends CommandTest {
  private static final String SOUND = "Eva/B-PER sees/O Oslo/B-LOC and/O Bergen/B-LOC";

  /** Writes a corpus of sentences such as {@code Eva/B-PER sees/O}. */
  private Path corpus(String name, String... sentences) throws IOException {
    String lines =
        Arrays.stream(sentences)
            .map(sentence -> sentence.replace('/', '\t').replace(' ', '\n') + "\n\n")
            .collect(Collectors.joining());
    return Files.writeString(path(name), lines);
  }

  private static String check(Object... args) {
    return gpchain("check --columns word,label --train", args).succeeds().out();
  }

  @ParameterizedTest
  @CsvSource({
    "a/O b/O c/O d/O Eva/I-PER,             1 label against the scheme",
    "Eva/B-PER,                             fewer than 20 examples of",
    "Caf\u00c3\u00a9/O Eva/B-PER,           (the first: line 7) has characters that look as if"
        + " UTF-8",
    "soft\u00adware/O Eva/B-PER,            (the first: line 7) has invisible characters",
    "Eva/B-PER sees/O Oslo/B-LOC and/O Bergen/B-LOC, 1 sentence (the first: line 7) occurs"
        + " twice",
    "Eva/B-PER sees/O Oslo/O and/O Bergen/O, occurs twice with different segments",
    "this/? is/O Eva/B-PER,                 of the tokens are not annotated",
  })
  void findsProblems(String second, String problem) throws IOException {
    assertThat(check(corpus("train.txt", SOUND, second))).contains("train.txt: ", problem);
  }

  @Test
  void tokenLabelsNeedATaskOfTokens() throws IOException {
    Path tags = corpus("tags.txt", "Eva/PROPN sees/VERB Oslo/PROPN");
    gpchain("check --columns word,label --train", tags)
        .fails(1, tags + ":1: 'PROPN' is not the label of a segment such as B-PER");
    gpchain("check --task pos --columns word,label --train", tags).succeeds();
  }

  @Test
  void namesTheNotationOfLabels() throws IOException {
    Path bilou = corpus("bilou.txt", "Eva/B-PER Aune/L-PER sees/O Oslo/U-LOC");
    assertThat(check(bilou)).containsPattern("bilou.txt +1 +4 +1 +2 +BILOU");
  }

  @Test
  void reportsACorpusWithoutSegments() throws IOException {
    assertThat(check(corpus("train.txt", "Eva/O sees/O it/O")))
        .contains("train.txt: every label is O. Say which column")
        .doesNotContain("No problems found");
  }

  @Test
  void comparesTrainingAndTestCorpus() throws IOException {
    Path train = corpus("train.txt", SOUND, "Oslo/O is/O a/O town/O");
    Path test = corpus("test.txt", "a/O Ship/B-SHIP", SOUND);
    assertThat(check(train, "--test", test))
        .contains("types without training examples: [SHIP]")
        .contains("test.txt: 1 sentence (the first: line 4) also occurs in ");
  }

  @Test
  void listsInconsistentlyAnnotatedTexts() throws IOException {
    String[] sentences = {
      "Oslo/B-LOC 1/O", "Oslo/B-LOC 2/O", "Oslo/B-LOC 3/O", "Oslo/B-ORG 4/O", "Oslo/O 5/O"
    };
    assertThat(check(corpus("train.txt", sentences))).contains("Oslo {LOC=3, ORG=1, none=1}");
  }

  @Test
  void reportsThatNoProblemWasFound() throws IOException {
    String[] sentences = new String[20];
    for (int i = 0; i < sentences.length; i++) {
      sentences[i] = "Eva" + i + "/B-PER sees/O it/O";
    }
    assertThat(check(corpus("train.txt", sentences))).contains("PER", "No problems found.");
  }

  @Test
  void malformedCorporaFailWithTheLine() throws IOException {
    gpchain("check --columns word,label --train", corpus("bad.txt", "a b/O")).fails(1, "bad.txt:1");
  }
}
