package org.gpchain.internal.formats.spans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the reading of WebAnno TSV 3 as exported by INCEpTION. */
class WebAnnoTsvTest extends SpanCase {
  private static final String FORMAT = "#FORMAT=WebAnno TSV 3.3\n";
  private static final String NAMES_LAYER =
      "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value\n";

  private Corpus read(String content) throws IOException {
    return read(SpanFormat.WEBANNO, write("a.tsv", content));
  }

  @Test
  void readsSentencesTokensAndStackedAnnotations() throws IOException {
    Corpus corpus =
        read(
            FORMAT
                + NAMES_LAYER
                + """


                #Sentence.id=s1
                #Text=Tove Ahl left Vik.
                1-1\t0-4\tTove\t*[1]\tPER[1]\t
                1-2\t5-8\tAhl\t*[1]\tPER[1]\t
                1-3\t9-13\tleft\t_\t_\t
                1-4\t14-18\tVik.\t_\t_\t
                1-4.1\t14-17\tVik\t*[2]|*[3]\tLOC[2]|PER[3]\t

                #Text=😀 Ulf\\nat 9 \\\\
                2-1\t20-22\t😀\t*\tOTH\\_X\\|\\[1\\]\t
                2-2\t23-26\tUlf\t_\t_\t
                2-3\t27-29\tat\t_\t_\t
                2-4\t30-31\t9\t_\t_\t
                2-5\t32-33\t\\\\\t_\t_\t
                """);
    assertThat(sentences(corpus)).containsExactly("Tove Ahl left Vik .", "😀 Ulf at 9 \\");
    assertThat(segments(corpus)).containsExactly("PER Tove Ahl", "LOC Vik", "OTH_X|[1] 😀");
    assertThat(corpus.warnings())
        .singleElement()
        .asString()
        .contains("used instead: 1")
        .contains("overlap");
    assertThat(corpus.notes()).singleElement().asString().contains("'Vik.'");
  }

  /** Older versions write each line of a sentence separately. */
  @Test
  void readsSentencesWithSeveralLines() throws IOException {
    Corpus corpus =
        read(
            "#FORMAT=WebAnno TSV 3.2\n"
                + NAMES_LAYER
                + "\n\n#Text=In\n#Text=Vik.\n"
                + "1-1\t0-2\tIn\t_\t_\t\n1-2\t3-6\tVik\t*\tLOC\t\n1-3\t6-7\t.\t_\t_\t\n");
    assertThat(segments(corpus)).containsExactly("LOC Vik");
  }

  private static final String CUSTOM =
      FORMAT
          + """
          #T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue
          #T_SP=webanno.custom.Skill|kind|note
          #T_SP=webanno.custom.Mark|
          #T_RL=webanno.custom.Link|role|BT_webanno.custom.Skill


          #Text=She welds.
          1-1\t0-3\tShe\tPRP\t_\t_\t_\t_\t_\t
          1-2\t4-9\twelds\tVBZ\tcraft\t*\t*\tof\t1-1\t
          1-3\t9-10\t.\t.\t_\t_\t_\t_\t_\t
          """;

  @Test
  void readsAnyLayer() throws IOException {
    SegmentLayer skills = new SegmentLayer("webanno.custom.Skill", "kind");
    Corpus corpus = read(SpanFormat.WEBANNO, write("a.tsv", CUSTOM), skills, true);
    assertThat(segments(corpus)).containsExactly("craft welds");
    assertThat(corpus.warnings())
        .singleElement()
        .asString()
        .contains("relations and chains", "1, ");
  }

  @Test
  void readsTheOnlyLayerOfSpans() throws IOException {
    assertThatThrownBy(() -> read(CUSTOM))
        .hasMessageContaining("no NamedEntity annotation")
        .hasMessageContaining("webanno.custom.Mark (1)")
        .hasMessageContaining("webanno.custom.Skill (1)");

    String single =
        FORMAT
            + "#T_SP=webanno.custom.Skill|kind\n\n\n#Text=She welds.\n"
            + "1-1\t0-3\tShe\t_\n1-2\t4-9\twelds\tcraft\n1-3\t9-10\t.\t_\n";
    Corpus corpus = read(single);
    assertThat(segments(corpus)).containsExactly("craft welds");
    assertThat(corpus.notes()).singleElement().asString().contains("webanno.custom.Skill/kind: 1");
  }

  /** INCEpTION exports a folder for each document, with a file for each annotator. */
  @Test
  void leavesOutCopiesFromBeforeAnnotation() throws IOException {
    write("export/annotation/a.txt/INITIAL_CAS.tsv", CUSTOM);
    write("export/annotation/a.txt/eva.tsv", CUSTOM);
    SegmentLayer skills = new SegmentLayer("webanno.custom.Skill", "kind");
    Corpus corpus = read(SpanFormat.WEBANNO, directory.resolve("export"), skills, true);
    assertThat(segments(corpus)).containsExactly("craft welds");
    assertThat(corpus.warnings())
        .anyMatch(warning -> warning.contains("before annotation (INITIAL_CAS) are skipped: 1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'1-1\t0-3\tVik' | 1-1 has 3 cells",
        "'1-1\t0-3\tUlf\t_\t_' | the token 'Ulf' covers 'Vik'",
        "'1-1\t0-9\tVik\t_\t_' | outside of its sentence",
        "'1-1\t3-0\tVik\t_\t_' | ends before it begins",
        "'1-1\t0-99999999999\tVik\t_\t_' | too large",
        "'Vik\tLOC' | not a line of WebAnno TSV"
      })
  void refusesInvalidLines(String line, String problem) {
    String message = problem.replace("1-1", "this line");
    assertThatThrownBy(() -> read(FORMAT + NAMES_LAYER + "\n\n#Text=Vik.\n" + line + "\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a.tsv:6: ")
        .hasMessageContaining(message)
        .hasMessageContaining("; ");
  }

  @Test
  void refusesOtherFormats() {
    assertThatThrownBy(() -> read("Vik\tB-LOC\n"))
        .hasMessageContaining("a.tsv:1: this is not WebAnno TSV 3");
  }
}
