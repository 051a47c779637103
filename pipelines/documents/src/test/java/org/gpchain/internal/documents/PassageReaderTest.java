package org.gpchain.internal.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassageReaderTest {
  @TempDir private Path directory;

  @Test
  void readsTokensWithOffsetsInTheText() throws IOException {
    Path model = TestModel.write("ne", directory.resolve("ne.gpchain"));
    try (PassageReader reader = new PassageReader(List.of(model), List.of())) {
      List<Passage> passages = reader.read("\uFEFFThe ferry left.\n\nIt is old.");
      assertThat(passages).hasSize(2);
      Passage second = passages.get(1);
      assertThat(second.units().column(TokenSequence.WORD)).containsExactly("It", "is", "old", ".");
      assertThat(second.begins()).containsExactly(18, 21, 24, 27);
      assertThat(reader.read("")).isEmpty();
      assertThat(reader.note()).isEmpty();
    }
  }

  @Test
  void addsPartsOfSpeechAsAnnotateDoes() throws IOException {
    Path model = TestModel.write("chunk", directory.resolve("chunk.gpchain"));
    try (PassageReader reader = new PassageReader(List.of(model), List.of())) {
      TokenSequence units = reader.read("She saw the old town.").get(0).units();
      assertThat(units.column(TokenSequence.POS))
          .containsExactly("PRON", "VERB", "DET", "ADJ", "NOUN", "PUNCT");
    }
  }

  @Test
  void refusesModelsThatNeedOtherColumns() throws IOException {
    Path model = TestModel.writeUnknownTags(directory.resolve("chunk.gpchain"));
    assertThatThrownBy(() -> new PassageReader(List.of(model), List.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("parts of speech");
  }
}
