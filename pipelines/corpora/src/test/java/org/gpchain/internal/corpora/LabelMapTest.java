package org.gpchain.internal.corpora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.TagScheme;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelMapTest {
  private static final CorpusReader READER =
      ColumnReader.of(ColumnFormat.ofColumns(List.of("word", "label")));

  @TempDir private Path directory;
  private Path map;

  @BeforeEach
  void writeMap() throws IOException {
    map =
        Files.writeString(
            directory.resolve("labels.map"),
            "# types\n\nGPE\tLOC\nFAC\tLOC\nPER\tPER\nMoney\t-\na-type\tMISC\n");
  }

  private Corpus corpus(String content) throws IOException {
    return READER.read(Files.writeString(directory.resolve("corpus.txt"), content));
  }

  private List<String> mapped(String content) throws IOException {
    return LabelMap.apply(map, LabelMap.read(map, false, note -> {}), corpus(content))
        .sentences()
        .stream()
        .flatMap(sentence -> sentence.labels(TagScheme.IOB2).stream())
        .toList();
  }

  /** Adjacent segments whose types become equal stay separate, also in IOB1. */
  @ParameterizedTest
  @CsvSource({
    "B-GPE I-GPE B-Money I-Money O B-a-type B-PER, B-LOC I-LOC O O O B-MISC B-PER",
    "I-GPE I-FAC I-FAC B-FAC, B-LOC B-LOC I-LOC B-LOC",
    "B-GPE E-GPE S-PER O, B-LOC I-LOC B-PER O",
    "B I O, B I O"
  })
  void renamesAndDropsTypesInEveryScheme(String written, String mapped) throws IOException {
    assertThat(mapped("w " + written.replace(" ", "\nw ") + "\n"))
        .containsExactly(mapped.split(" "));
  }

  @Test
  void keepsTokensAndPlaces() throws IOException {
    Corpus before = corpus("a B-GPE\n\n\nb B-PER\n");
    Corpus after = LabelMap.apply(map, LabelMap.read(map, false, note -> {}), before);
    assertThat(after.places()).isEqualTo(before.places());
    assertThat(after.sentences().get(0).tokens()).isEqualTo(before.sentences().get(0).tokens());
  }

  @Test
  void namesTheFirstTypeThatIsNotListed() throws IOException {
    Corpus corpus = corpus("a B-GPE\n\nb O\nc B-EVENT\n");
    assertThatThrownBy(() -> LabelMap.apply(map, LabelMap.read(map, false, note -> {}), corpus))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(corpus.file() + ":4: the type EVENT is not listed in " + map);
  }

  @Test
  void refusesCorporaWithTokenLabels() throws IOException {
    Corpus corpus = corpus("a DET\nb NOUN\n");
    assertThatThrownBy(() -> LabelMap.apply(map, LabelMap.read(map, false, note -> {}), corpus))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("remove --label-map");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GPE LOC", "GPE\t", "\tLOC", "GPE\tLOC\tX", "PER\tPER"})
  void refusesMalformedAndRepeatedLines(String line) throws IOException {
    Files.writeString(map, "PER\tPER\n" + line + "\n");
    Corpus corpus = corpus("a B-PER\n");
    assertThatThrownBy(() -> LabelMap.apply(map, LabelMap.read(map, false, note -> {}), corpus))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(map + ":2: ");
  }

  @Test
  void badLinesAreAllReportedOrSkipped() throws IOException {
    Files.writeString(map, "PER\tPER\nGPE LOC\n\nPER\tX\nLOC\tPLACE\n");
    assertThatThrownBy(() -> LabelMap.read(map, false, note -> {}))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(map + ":2: ")
        .hasMessageContaining("; line 4: the type PER already has a line")
        .hasMessageEndingWith("; or skip bad lines with --skip-bad-lines");

    List<String> notes = new ArrayList<>();
    Corpus corpus = LabelMap.apply(map, LabelMap.read(map, true, notes::add), corpus("a B-LOC\n"));
    assertThat(corpus.sentences().get(0).spans().get(0).type()).isEqualTo("PLACE");
    assertThat(notes).singleElement().asString().startsWith(map + ":2: 2 bad lines were skipped");
  }
}
