package org.gpchain.documents.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.text.TagScheme;
import org.gpchain.corpora.ColumnFormat;
import org.gpchain.corpora.ColumnReader;
import org.gpchain.corpora.Corpus;
import org.gpchain.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.documents.output.AnnotatedDocument.AnnotatedToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConllWriterTest {
  @TempDir private Path directory;

  @Test
  void writesATokenALine() throws IOException {
    assertThat(TestDocument.written(OutputFormat.CONLL, TestDocument.of()))
        .isEqualTo(
            """
            😀\tSYM\tB-NP\t0.7500
            said\tVERB\tO\t_
            <b>"hi"</b>\tX\tB-a"b<c>-&\t1.0000
            &\tCCONJ\tI-a"b<c>-&\t1.0000
            left\tVERB\tB-VP\t0.1235
            .\tPUNCT\tO\t_

            דנה\tPROPN\tO\t_
            ,\tPUNCT\tO\t_
            ירושלים\tPROPN\tB-NP\t0.5000

            """);
  }

  /** Parts of speech that are not there are left out. */
  @ParameterizedTest
  @CsvSource({"Ada, Ada", "'a\tb\nc\u00a0d\u2028e\u0085f', a_b_c_d_e_f"})
  void keepsLinesAndColumnsWhole(String word, String written) throws IOException {
    AnnotatedSentence sentence =
        new AnnotatedSentence(List.of(new AnnotatedToken(0, word.length(), word, null)), List.of());
    AnnotatedDocument document =
        new AnnotatedDocument("d", "en", word, List.of(sentence), List.of(TestDocument.layer()));
    assertThat(TestDocument.written(OutputFormat.CONLL, document))
        .isEqualTo(written + "\tO\t_\n\n");
  }

  @Test
  void writesWhatOurReaderReads() throws IOException {
    Path file = directory.resolve("document.conll");
    Files.writeString(file, TestDocument.written(OutputFormat.CONLL, TestDocument.of()));
    Corpus corpus =
        ColumnReader.of(ColumnFormat.ofColumns(List.of("word", "pos", "label", "_"))).read(file);
    assertThat(corpus.sentences()).hasSize(2);
    assertThat(corpus.sentences().get(0).labels(TagScheme.IOB2))
        .containsExactly("B-NP", "O", "B-a\"b<c>-&", "I-a\"b<c>-&", "B-VP", "O");
  }
}
