package org.gpchain.internal.corpora.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntryFileTest {
  @TempDir private Path directory;

  /** The words of sentences are composed too, so that entries are found in them. */
  @Test
  void entriesAreNormalizedToComposedCharacters() throws IOException {
    Path file = directory.resolve("places.txt");
    Files.writeString(file, "Orle\u0301ans\nOrl\u00e9ans\nTours\n");
    EntryFile read = EntryFile.read(file, StandardCharsets.UTF_8);
    assertThat(read.entries()).containsExactly("Orl\u00e9ans", "Tours");
    assertThat(read.notes()).singleElement().asString().contains("1 repeated entry");
  }
}
