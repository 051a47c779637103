package org.gpchain.internal.server.annotations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.training.io.ChecksummedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests merging of the annotations of several users. */
class TeamSentencesTest {
  private static final TokenSequence WORDS = TokenSequence.ofWords(List.of("a", "b", "c", "d"));
  private static final ModelKey KEY = new ModelKey("p", "l", "f", "", Anchoring.SEGMENTS);

  @TempDir private Path folder;
  private final List<String> log = new ArrayList<>();

  private static LabeledSequence sentence(int document, Span... spans) {
    return new LabeledSequence(WORDS, List.of(spans), List.of(), document);
  }

  private static List<Span> agreed(LabeledSequence... sentences) {
    List<LabeledSequence> all =
        TeamSentences.majority(List.of(sentences).stream().map(List::of).toList());
    assertThat(all).hasSize(1);
    return all.get(0).spans();
  }

  @Test
  void keepsSegmentsOfHalfOfTheUsers() {
    Span x = new Span(0, 1, "X");
    Span y = new Span(2, 4, "Y");
    assertThat(agreed(sentence(0, x, y), sentence(0, y), sentence(0))).containsExactly(y);
    assertThat(agreed(sentence(0, x), sentence(0))).containsExactly(x);
  }

  @Test
  void prefersMostVotesThenTheLongestSegment() {
    Span one = new Span(0, 1, "X");
    Span two = new Span(0, 2, "X");
    assertThat(agreed(sentence(0, one), sentence(0, two))).containsExactly(two);
    assertThat(agreed(sentence(0, one), sentence(0, one), sentence(0, two), sentence(0, two)))
        .containsExactly(two);
    assertThat(agreed(sentence(0, two), sentence(0, one), sentence(0, one))).containsExactly(one);
  }

  /** Sentences with the same words are different if they are repeated or in another document. */
  @Test
  void keepsRepeatedSentencesApartAndSortsByDocument() {
    Span x = new Span(0, 1, "X");
    List<LabeledSequence> all =
        TeamSentences.majority(
            List.of(
                List.of(sentence(2), sentence(1, x), sentence(1)),
                List.of(sentence(1, x), sentence(1))));
    assertThat(all).extracting(LabeledSequence::document).containsExactly(1, 1, 2);
    assertThat(all).extracting(one -> one.spans().size()).containsExactly(1, 0, 0);
  }

  @Test
  void tokensAnnotatedByAnyUserAreKnown() {
    Span x = new Span(2, 3, "X");
    List<UnknownToken> all = List.of(0, 1, 2).stream().map(UnknownToken::of).toList();
    List<UnknownToken> some = List.of(1, 2, 3).stream().map(UnknownToken::of).toList();
    LabeledSequence first = new LabeledSequence(WORDS, List.of(), all, 0);
    LabeledSequence second = new LabeledSequence(WORDS, List.of(), some, 0);
    LabeledSequence third =
        new LabeledSequence(WORDS, List.of(x), List.of(UnknownToken.of(1), UnknownToken.of(3)), 0);
    assertThat(unknown(first, second)).containsExactly(1, 2);
    assertThat(unknown(first, third)).containsExactly(1);
  }

  private static List<Integer> unknown(LabeledSequence... sentences) {
    return TeamSentences.majority(List.of(sentences).stream().map(List::of).toList())
        .get(0)
        .unknown()
        .stream()
        .map(UnknownToken::token)
        .toList();
  }

  @Test
  void usesTheNewestSentencesOfEachUser() throws IOException {
    TeamSentences team = new TeamSentences(folder, log::add);
    Span x = new Span(0, 1, "X");
    Span y = new Span(1, 2, "Y");
    assertThat(team.put(KEY, "ann", List.of(sentence(0, x))).get(0).spans()).containsExactly(x);
    assertThat(team.put(KEY, "ann", List.of(sentence(0, y))).get(0).spans()).containsExactly(y);
    assertThat(team.put(KEY, "bob", List.of(sentence(0, x))).get(0).spans()).containsExactly(x, y);

    ModelKey other = new ModelKey("q", "l", "f", "", Anchoring.SEGMENTS);
    assertThat(team.put(other, "cy", List.of(sentence(0))).get(0).spans()).isEmpty();
  }

  /** Each result contains all sentences stored before it, and no file is read half-written. */
  @Test
  void storesSentencesOfManyUsersAtOnce() throws Exception {
    TeamSentences team = new TeamSentences(folder, log::add);
    List<Callable<Integer>> users = new ArrayList<>();
    for (int n = 0; n < 40; n++) {
      int user = n;
      users.add(() -> team.put(KEY, "u" + user, List.of(sentence(user))).size());
    }

    List<Integer> sizes = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      for (Future<Integer> size : pool.invokeAll(users)) {
        sizes.add(size.get());
      }
    } finally {
      pool.shutdown();
    }

    assertThat(sizes).hasSize(40).doesNotHaveDuplicates().contains(1, 40);
    assertThat(log).isEmpty();
  }

  /** Stored sentences without the columns of the newest sentences are left out. */
  @Test
  void leavesOutSentencesThatLackColumns() throws IOException {
    TeamSentences team = new TeamSentences(folder, log::add);
    TokenSequence tagged = WORDS.with("pos", List.of("N", "V", "N", "V"));
    LabeledSequence rich = new LabeledSequence(tagged, List.of(), List.of(), 1);
    assertThat(team.put(KEY, "ann", List.of(sentence(0)))).hasSize(1);
    assertThat(team.put(KEY, "bob", List.of(rich))).containsExactly(rich);
    assertThat(team.put(KEY, "ann", List.of(sentence(0)))).hasSize(2);
    assertThat(team.put(KEY, "bob", List.of())).hasSize(1);
  }

  @Test
  void limitsTheUsersOfAModel() throws IOException {
    TeamSentences team = new TeamSentences(folder, log::add);
    List<LabeledSequence> one = List.of(sentence(0));
    team.put(KEY, "0", one);
    Path file = Files.list(folder).findFirst().orElseThrow();
    for (int n = 1; n < 200; n++) {
      String name = file.getFileName().toString();
      Files.copy(file, folder.resolve(name.replace("-", "-" + n)));
    }
    assertThat(team.put(KEY, "0", one)).as("one of them").hasSize(1);
    assertThatThrownBy(() -> team.put(KEY, "other", one))
        .isInstanceOf(RejectedExecutionException.class);
  }

  /** Each damaged file is named and set aside, and the sentences of the others are used. */
  @Test
  void usesTheOtherUsersWhateverTheDamage() throws Exception {
    TeamSentences team = new TeamSentences(folder, log::add);
    LabeledSequence other = sentence(1, new Span(0, 1, "X"));
    LabeledSequence own = sentence(0, new Span(0, 2, "Z"));
    team.put(KEY, "ann", List.of(own));
    Path damaged;
    try (Stream<Path> files = Files.list(folder)) {
      damaged = files.findFirst().orElseThrow();
    }
    byte[] sound = Files.readAllBytes(damaged);
    team.put(KEY, "bob", List.of(other));

    Fuzz.attack(
        "store-sentences",
        10 * Fuzz.MUTANTS,
        random -> Mutations.bytes(sound, random),
        mutant -> {
          log.clear();
          Files.write(damaged, mutant);
          List<List<LabeledSequence>> byUser = team.read(KEY, List.of());
          if (Arrays.equals(mutant, sound)) {
            assertThat(byUser).containsExactlyInAnyOrder(List.of(own), List.of(other));
          } else {
            assertThat(byUser).containsExactlyInAnyOrder(List.of(), List.of(other));
            assertThat(log)
                .singleElement()
                .asString()
                .endsWith("set aside as .damaged: " + damaged.getFileName());
            assertThat(damaged).doesNotExist();
          }
        });
    assertThat(team.put(KEY, "cy", List.of(own))).containsExactly(own, other);
  }

  /** The content of a file is checked even if its checksum is right. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[null]",
        "{}",
        "[",
        "[{'document':0,'plain':{'word':['a']},'weighted':{},'spans':[SPAN],'unknown':[]}]",
        "[{'document':0,'plain':{'tag':['a']},'weighted':{},'spans':[],'unknown':[]}]",
        "\0\0\0[\ud83d"
      })
  void checksTheContentOfFiles(String content) throws IOException {
    TeamSentences team = new TeamSentences(folder, log::add);
    LabeledSequence own = sentence(2, new Span(1, 3, "Y"));
    team.put(KEY, "ann", List.of(own));
    Path file;
    try (Stream<Path> files = Files.list(folder)) {
      file = files.findFirst().orElseThrow();
    }

    String span = "{'start':%s,'end':%s,'type':%s}";
    List<String> spans =
        List.of(
            span.formatted(0, Integer.MAX_VALUE, "'X'"),
            span.formatted(-1, 1, "'X'"),
            span.formatted(0, 1, "null"),
            span.formatted(0, 1, "'X\\n'"),
            span.formatted(0, 1, "'" + "x".repeat(999) + "'"));
    for (String one : spans) {
      log.clear();
      String json = content.replace("SPAN", one).replace('\'', '"');
      ChecksummedFile.write(file, json.getBytes(StandardCharsets.UTF_8));
      assertThat(team.put(KEY, "bob", List.of(own))).as(json).containsExactly(own);
      assertThat(log)
          .containsExactly(
              "damaged, has invalid content, set aside as .damaged: " + file.getFileName());
    }
  }
}
