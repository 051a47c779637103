package org.gpchain.internal.server.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.annotations.TeamSentences;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.io.ChecksummedFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files of models and keys are named and set aside, and do not affect other models. */
class StoreDamageTest {
  private static final ModelKey KEY = new ModelKey("p", "l", "f", "ann", Anchoring.SEGMENTS);
  private static final ModelKey OTHER = KEY.withUser("bob");

  /** Number of damaged versions of each kind of file. */
  private static final int DAMAGED_VERSIONS = 10 * Fuzz.MUTANTS;

  @TempDir private Path directory;
  private final List<String> log = new ArrayList<>();

  private ModelStore open() throws IOException {
    return ModelStore.open(directory.resolve("s"), 9, 1 << 26, List.of(), log::add);
  }

  private Path file(String extension) {
    return directory.resolve("s").resolve(KEY.id() + extension);
  }

  @BeforeEach
  void save() throws IOException {
    try (ModelStore store = open()) {
      store.save(KEY, ToyNames.MODEL);
      store.save(OTHER, ToyNames.MODEL);
    }
  }

  private static List<Suggestion> suggestions(Suggester suggester) {
    TokenSequence words = TokenSequence.ofWords(List.of("Ann", "sings", "in", "Oslo"));
    Passage passage = new Passage(words, new int[] {0, 4, 10, 13}, new int[] {3, 9, 12, 17});
    return suggester.suggest(List.of(passage), () -> {});
  }

  /** A damaged model is named, unless the damage does not change its suggestions. */
  @Test
  void keepsTheOtherModelsWhateverTheDamageOfAModel() throws Exception {
    byte[] sound = Files.readAllBytes(file(".gpchain"));
    List<Suggestion> expected;
    try (ModelStore store = open()) {
      expected = suggestions(store.find(KEY).orElseThrow());
    }
    assertThat(expected).extracting(Suggestion::type).containsExactly("PER", "LOC");

    Fuzz.attack(
        "store-model",
        DAMAGED_VERSIONS,
        random -> Mutations.bytes(sound, random),
        mutant -> {
          log.clear();
          Files.write(file(".gpchain"), mutant);
          try (ModelStore store = open()) {
            assertThat(store.keys().values()).contains(OTHER);
            Optional<Suggester> found = store.find(KEY);
            if (found.isPresent()) {
              assertThat(suggestions(found.get())).isEqualTo(expected);
            } else {
              assertThat(log).anyMatch(line -> line.contains(KEY.id() + ".gpchain"));
            }
          }
        });
    try (ModelStore store = open()) {
      assertThat(suggestions(store.find(OTHER).orElseThrow())).isEqualTo(expected);
      store.save(KEY, ToyNames.MODEL);
      assertThat(store.find(KEY)).as("trained again").isPresent();
    }
  }

  /** The name of a key's file is the hash of the key, so a request finds its model again. */
  @Test
  void findsModelsWhateverTheDamageOfTheirKeys() throws Exception {
    byte[] sound = Files.readAllBytes(file(".json"));
    Fuzz.attack(
        "store-key",
        DAMAGED_VERSIONS,
        random -> Mutations.bytes(sound, random),
        mutant -> {
          log.clear();
          Files.write(file(".json"), mutant);
          try (ModelStore store = open()) {
            if (Arrays.equals(mutant, sound)) {
              assertThat(store.keys()).containsOnlyKeys(KEY.id(), OTHER.id());
            } else {
              assertThat(store.keys()).containsOnlyKeys(OTHER.id());
              assertThat(log)
                  .hasSize(2)
                  .allMatch(line -> line.contains(KEY.id()))
                  .anyMatch(line -> line.endsWith("set aside as .damaged: " + KEY.id() + ".json"));
            }
          }
        });

    try (ModelStore store = open()) {
      assertThat(store.find(KEY)).isPresent();
      assertThat(store.keys().values()).contains(KEY, OTHER);
    }
    assertThat(file(".json")).hasBinaryContent(sound);
  }

  /** The content of a key file is checked even if its checksum is right. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "[",
        "{'project':null,'layer':'l','feature':'f','user':'ann','unit':'SEGMENTS'}",
        "{'project':'p','layer':'l','feature':'f','user':'ann','unit':null}",
        "{'project':'p','layer':'l','feature':'f','user':'eve','unit':'SEGMENTS'}",
        "\0\0\0{"
      })
  void checksTheContentOfKeyFiles(String content) throws IOException {
    ChecksummedFile.write(
        file(".json"), content.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    try (ModelStore store = open()) {
      assertThat(store.keys()).containsOnlyKeys(OTHER.id());
      assertThat(log)
          .contains("damaged, has invalid content, set aside as .damaged: " + KEY.id() + ".json");
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void onlyTheUserMayReadTheStore() throws IOException {
    Path folder = directory.resolve("s");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    new TeamSentences(folder, log::add).put(KEY.withUser(""), "ann", ToyNames.SENTENCES);
    // A file that others may read is not readable for them once it has been replaced.
    Files.setPosixFilePermissions(file(".json"), PosixFilePermissions.fromString("rw-r--r--"));
    save();

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.toList())
          .hasSize(6)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }
}
