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

/** The shipped names are small, know names, and say what the licences of the lists ask for. */
class NamesEnTest {
  private static final int LARGEST = 4_000_000;

  private static final URL FILE =
      NamesEnTest.class.getResource("/org/gpchain/words/names-en.words");

  private static WordResource read() throws IOException {
    try (InputStream in = FILE.openStream()) {
      assertThat(in.available()).isLessThan(LARGEST);
      return WordResourceFile.read(in);
    }
  }

  @Test
  void sayWhereTheyAreFrom() throws IOException {
    WordResource names = read();
    assertThat(names.name()).isEqualTo("names-en");
    assertThat(names.language()).isEqualTo("en");
    assertThat(names.origin().attribution()).contains("GeoNames", "CARD.md");
  }

  @Test
  void knowNames() throws IOException {
    TokenSequence text =
        TokenSequence.ofWords(List.of("Susan", "Smith", "left", "New", "York", "for", "Germany"));
    TokenSequence marks = read().addTo(text, new Workspace());
    assertThat(value(marks, "first", 0)).isEqualTo("B");
    assertThat(value(marks, "last", 1)).isEqualTo("B");
    assertThat(value(marks, "city", 3)).isEqualTo("B");
    assertThat(value(marks, "city", 4)).isEqualTo("I");
    assertThat(value(marks, "country", 6)).isEqualTo("B");
    assertThat(marks.columns()).noneMatch(column -> column.get(5).equals("B"));
  }

  private static String value(TokenSequence marks, String kind, int token) {
    return marks.cells("name_" + kind).get(token).get(0).value();
  }
}
