package org.gpchain.models.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.List;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;

/** The shipped words can be read in little memory, and say what their licences ask for. */
class WordsEnTest {
  private static final int LARGEST = 15_000_000;

  private static final URL FILE =
      WordsEnTest.class.getResource("/org/gpchain/words/words-en.words");

  private static WordResource read() throws IOException {
    try (InputStream in = FILE.openStream()) {
      return WordResourceFile.read(in);
    }
  }

  @Test
  void areSmall() throws IOException {
    try (InputStream in = FILE.openStream()) {
      assertThat(in.readAllBytes().length).isLessThan(LARGEST);
    }
  }

  @Test
  void sayWhereTheyAreFrom() throws IOException {
    WordResource words = read();
    assertThat(words.name()).isEqualTo("words-en");
    assertThat(words.language()).isEqualTo("en");
    assertThat(words.origin().licence()).contains("CC BY 4.0");
    assertThat(words.origin().attribution()).contains("CARD.md");
  }

  @Test
  void giveWordsOfOneKindTheSameCluster() throws IOException {
    TokenSequence sentence =
        read()
            .addTo(
                TokenSequence.ofWords(List.of("Monday", "Thursday", "March", "October")),
                new Workspace());
    List<String> clusters = sentence.column("cluster256");
    assertThat(clusters.get(0)).isEqualTo(clusters.get(1));
    assertThat(clusters.get(2)).isEqualTo(clusters.get(3));
    assertThat(sentence.cells("state"))
        .hasSize(4)
        .allSatisfy(cell -> assertThat(cell).isNotEmpty());
  }
}
