package org.gpchain.internal.documents.batch.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32C;
import org.gpchain.internal.corpora.InputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which runs may continue others. Tests of sinks cover the documents of a journal. */
class JournalTest {
  @TempDir private Path directory;
  private Path output;

  @BeforeEach
  void nameOutput() {
    output = directory.resolve("out");
  }

  private Journal open(Map<String, String> settings, boolean overwrite) throws IOException {
    return Journal.open(output, settings, overwrite);
  }

  @Test
  void leavesNoTraceIfNothingIsWritten() throws IOException {
    open(Map.of(), false).close();
    assertThat(output).doesNotExist();
    Files.createDirectory(output);
    open(Map.of(), false).close();
    assertThat(output).isEmptyDirectory();
    Files.writeString(output.resolve("mine"), "");
    open(Map.of(), false).close();
    assertThat(output.toFile().list()).containsExactly("mine");
  }

  @Test
  void keepsAFolderThatIsNotEmpty() throws IOException {
    try (Journal journal = open(Map.of(), false)) {
      assertThat(journal.mayReplaceFiles()).isFalse();
      Files.writeString(output.resolve("mine"), "");
    }
    assertThat(output.toFile().list()).containsExactly("mine");
  }

  @Test
  void onlyANewRunMayReplaceFiles() throws IOException {
    Files.writeString(Files.createDirectory(output).resolve("mine"), "");
    try (Journal journal = open(Map.of(), false)) {
      assertThat(journal.mayReplaceFiles()).isTrue();
      journal.writeSettings();
    }
    try (Journal journal = open(Map.of(), false)) {
      assertThat(journal.mayReplaceFiles()).isFalse();
    }
    try (Journal journal = open(Map.of(), true)) {
      assertThat(journal.mayReplaceFiles()).isTrue();
    }
  }

  @Test
  void reportsADamagedListOfReplacedFiles() throws IOException {
    Files.writeString(Files.createDirectory(output).resolve("run.replaced"), "[\"a.json\"]");
    try (Journal journal = open(Map.of(), true)) {
      assertThat(journal.hasDamagedList()).isFalse();
    }
    Files.writeString(output.resolve("run.replaced"), "[\"a.js");
    try (Journal journal = open(Map.of(), true)) {
      assertThat(journal.hasDamagedList()).isTrue();
    }
  }

  @Test
  void requiresTheSameSettings() throws IOException {
    try (Journal journal = open(Map.of("a", "1", "b", "2"), false)) {
      assertThat(journal.replacesRun()).isFalse();
      journal.writeSettings();
      journal.writeSettings();
    }

    assertThat(Files.readString(output.resolve("run.journal")).lines()).hasSize(1);
    assertThatCode(() -> open(Map.of("b", "2", "a", "1"), false).close())
        .doesNotThrowAnyException();
    assertOther(Map.of("a", "1", "b", "3"), "(b: 2, now 3); choose another folder");
    assertOther(Map.of("a", "1"), "(b: 2, now none)");
    assertOther(Map.of("a", "1", "b", "2", "c", "3"), "(c: none, now 3)");

    try (Journal journal = open(Map.of("a", "5"), true)) {
      assertThat(journal.replacesRun()).isTrue();
      assertThat(journal.hasEarlierDocuments()).isFalse();
    }
    assertThat(output.resolve("run.journal"))
        .as("nothing was written, so the earlier run can still be continued")
        .isNotEmptyFile();
    open(Map.of("a", "1", "b", "2"), false).close();
  }

  private void assertOther(Map<String, String> settings, String difference) {
    assertThatThrownBy(() -> open(settings, false))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(output + ": an earlier run wrote to this folder with other")
        .hasMessageContaining(difference);
  }

  @Test
  void remembersThatARunWasReplaced() throws IOException {
    open(Map.of(), false).close();
    try (Journal journal = open(Map.of(), true)) {
      assertThat(journal.replacesRun()).as("there was none before").isFalse();
      journal.end();
    }
    try (Journal journal = open(Map.of(), true)) {
      journal.end();
    }
    assertThat(Files.readString(output.resolve("run.journal")).lines()).hasSize(2);
    try (Journal journal = open(Map.of(), false)) {
      assertThat(journal.replacesRun()).isTrue();
    }
  }

  @Test
  void refusesAJournalOfAnotherVersion() throws IOException {
    try (Journal journal = open(Map.of(), false)) {
      journal.writeSettings();
    }
    Path file = output.resolve("run.journal");
    String json = Files.readString(file).strip().substring(9).replace("4", "3");
    CRC32C checksum = new CRC32C();
    checksum.update(json.getBytes(StandardCharsets.UTF_8));
    Files.writeString(file, String.format("%08x %s%n", checksum.getValue(), json));
    assertOther(Map.of(), "(another version of GPChain wrote its journal)");
    assertThatCode(() -> open(Map.of(), true).close()).as("not locked").doesNotThrowAnyException();
  }
}
