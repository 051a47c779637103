package org.gpchain.internal.formats.spans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the reading of brat's texts and annotations. */
class BratStandoffTest extends SpanCase {
  private Corpus read(String text, String annotations) throws IOException {
    write("a.txt", text);
    return read(SpanFormat.BRAT, write("a.ann", annotations));
  }

  @Test
  void readsTextBoundAnnotationsAndCountsOtherLines() throws IOException {
    Corpus corpus =
        read(
            "😀 Tove Ahl left Vik.\n",
            """
            T1\tPER 2 10\tTove Ahl
            T2\tLOC 16 19\tVik

            R1\tfrom Arg1:T1 Arg2:T2
            A1\tCertain T1
            #1\tAnnotatorNotes T1\tsure?
            #2\tAnnotatorNotes T2\tprobability 0.5000, model m
            """);
    assertThat(segments(corpus)).containsExactly("PER Tove Ahl", "LOC Vik");
    assertThat(corpus.warnings())
        .singleElement()
        .asString()
        .contains("are not read: 3, such as 'R1 from Arg1:T1 Arg2:T2' in ", "a.ann:4");
  }

  /** Some tools count UTF-16 code units instead of code points in this format. */
  @Test
  void findsTheUnitOfOffsetsFromTheText() throws IOException {
    assertThat(segments(read("😀 Vik.", "T1\tLOC 3 6\tVik"))).containsExactly("LOC Vik");
  }

  @Test
  void readsFragmentsAsOneSegment() throws IOException {
    Corpus corpus =
        read(
            "North and South Vik or New\nVik.",
            "T1\tL 0 5;16 19\tNorth Vik\nT2\tL 23 26;27 30\tNew Vik");
    assertThat(segments(corpus)).containsExactly("L North and South Vik", "L New Vik");
    assertThat(corpus.warnings())
        .singleElement()
        .asString()
        .contains("of several fragments", ": 1, T1, 'North Vik' in ");
  }

  @Test
  void readsTheLabelFromTheNoteUnlessItWasChanged() throws IOException {
    String note = "\n#1\tAnnotatorNotes T1\tprobability 0.5000, model m, type a b\n";
    assertThat(segments(read("Vik.", "T1\ta_b 0 3\tVik" + note))).containsExactly("a b Vik");
    assertThat(segments(read("Vik.", "T1\tLOC 0 3\tVik" + note))).containsExactly("LOC Vik");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "T1 LOC 0 3 Vik | not a text-bound annotation",
        "'T1\tLOC 0\tVik' | not a pair of offsets",
        "'T1\tLOC 0 99999999999\tVik' | not a pair of offsets",
        "'T1\tLOC 0 9\tVik' | is not within the text of 4 characters",
        "'T1\tLOC 0 3\tUlf' | covers 'Vik' in the text",
        "'T1\tLOC 0 3\tVik\nT1\tPER 0 3\tVik' | another annotation T1 in line 1"
      })
  void refusesInvalidLines(String line, String problem) {
    assertThatThrownBy(() -> read("Vik.", line))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a.ann:")
        .hasMessageContaining(problem)
        .hasMessageContaining("; ");
  }

  @Test
  void findsBothFilesOfADocument() throws IOException {
    Path text = write("all/a.txt", "Vik.");
    write("all/a.ann", "T1\tLOC 0 3\tVik");
    write("all/readme.txt", "Read me.");
    assertThat(segments(read(SpanFormat.BRAT, text))).containsExactly("LOC Vik");

    Corpus corpus = read(SpanFormat.BRAT, directory.resolve("all"));
    assertThat(segments(corpus)).containsExactly("LOC Vik");
    assertThat(corpus.warnings())
        .singleElement()
        .asString()
        .contains("texts without annotations (.ann) are skipped: 1", "readme.txt");

    assertThatThrownBy(() -> read(SpanFormat.BRAT, directory.resolve("all/readme.txt")))
        .hasMessageContaining("there is no file readme.ann with its annotations");
  }
}
