package org.gpchain.internal.documents.output;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.internal.formats.cas.CasCorpusReader;
import org.gpchain.internal.formats.spans.SpanDocuments;
import org.gpchain.internal.formats.spans.SpanFormat;
import org.gpchain.training.uima.DocumentMarks;
import org.gpchain.training.uima.LabelSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that segments can be written and read again in each format of texts with spans. */
class RoundTripTest {
  private static final String TEXT =
      "😀 Tove Ahl's house in New\nRo opened.\r\n\r\nUlf*1 left \\ it. ";

  @TempDir private Path directory;

  /** Returns a document with a segment in a part of a token, and one over the end of a line. */
  private static AnnotatedDocument document(Layer... layers) {
    List<AnnotatedToken> first =
        tokens("😀", "Tove", "Ahl's", "house", "in", "New", "Ro", "opened", ".");
    List<AnnotatedToken> second = tokens("Ulf*1", "left", "\\", "it", ".");
    List<Segment> ofFirst =
        List.of(
            segment(0, "Tove Ahl", new Span(1, 3, "PER")),
            segment(0, "New\nRo", new Span(5, 7, "LOC_a|b")));
    List<Segment> ofSecond = new ArrayList<>();
    ofSecond.add(segment(0, "Ulf*1", new Span(0, 1, "PER[2]")));

    if (layers.length > 1) {
      ofSecond.add(segment(1, "Ulf*1 left", new Span(0, 2, "X")));
    }
    return new AnnotatedDocument(
        "d",
        "en",
        TEXT,
        List.of(new AnnotatedSentence(first, ofFirst), new AnnotatedSentence(second, ofSecond)),
        List.of(layers));
  }

  private static Layer layer(String model, String type) {
    return new Layer(model, type, null);
  }

  private static List<AnnotatedToken> tokens(String... words) {
    List<AnnotatedToken> tokens = new ArrayList<>();
    int end = TEXT.indexOf(words[0]);
    for (String word : words) {
      int begin = TEXT.indexOf(word, end);
      end = begin + word.length();
      tokens.add(new AnnotatedToken(begin, end, word, null));
    }
    return tokens;
  }

  private static Segment segment(int layer, String text, Span span) {
    int begin = TEXT.indexOf(text);
    return new Segment(layer, begin, begin + text.length(), span, 0.5, List.of());
  }

  /** Writes a document, reads it as a corpus, and returns its segments without spaces. */
  private List<String> segments(AnnotatedDocument document, OutputFormat written, SpanFormat read)
      throws IOException {
    List<byte[]> contents = written.write(null, document);
    Path file = null;
    for (int i = 0; i < contents.size(); i++) {
      file = directory.resolve("d." + written.endings().get(i));
      Files.write(file, contents.get(i));
    }
    SegmentLayer names = SegmentLayer.NAMED_ENTITY;
    SpanDocuments.Settings settings =
        new SpanDocuments.Settings(names, false, () -> TextSegmenter.of("en"));
    Corpus corpus =
        CasCorpusReader.of(
                SpanDocuments.opener(read, settings),
                new LabelSource(names, false, Set.of()),
                List.of(),
                List.of(),
                DocumentMarks.NONE)
            .read(file);
    assertThat(corpus.warnings()).isEmpty();

    List<String> segments = new ArrayList<>();
    for (LabeledSequence sentence : corpus.sentences()) {
      List<String> words = sentence.tokens().column("word");
      for (Span span : sentence.spans()) {
        segments.add(span.type() + " " + String.join("", words.subList(span.start(), span.end())));
      }
    }
    return segments;
  }

  @ParameterizedTest
  @CsvSource({"JSONL, JSONL", "JSON, JSONL", "BRAT, BRAT", "WEBANNO, WEBANNO"})
  void readsTheSameSegments(OutputFormat written, SpanFormat read) throws IOException {
    AnnotatedDocument document = document(layer("names", NamedEntity._TypeName));
    assertThat(segments(document, written, read))
        .containsExactly("PER ToveAhl", "LOC_a|b NewRo", "PER[2] Ulf*1");
  }

  /** In formats with types, the other layers have other types. */
  @Test
  void readsOneOfSeveralLayers() throws IOException {
    AnnotatedDocument document =
        document(layer("names", NamedEntity._TypeName), layer("others", "my.Other"));
    assertThat(segments(document, OutputFormat.WEBANNO, SpanFormat.WEBANNO))
        .containsExactly("PER ToveAhl", "LOC_a|b NewRo", "PER[2] Ulf*1");
  }

  @Test
  void webAnnoHasALineForEachPartOfAToken() throws IOException {
    AnnotatedDocument document =
        document(layer("names", NamedEntity._TypeName), layer("others", "my.Other"));
    assertThat(TestDocument.written(OutputFormat.WEBANNO, document))
        .isEqualTo(
            """
            #FORMAT=WebAnno TSV 3.3
            #T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|value
            #T_SP=my.Other|value


            #Text=😀 Tove Ahl's house in New\\nRo opened.
            1-1\t0-2\t😀\t_\t_\t
            1-2\t3-7\tTove\tPER[1]\t_\t
            1-3\t8-13\tAhl's\t_\t_\t
            1-3.1\t8-11\tAhl\tPER[1]\t_\t
            1-4\t14-19\thouse\t_\t_\t
            1-5\t20-22\tin\t_\t_\t
            1-6\t23-26\tNew\tLOC\\_a\\|b[2]\t_\t
            1-7\t27-29\tRo\tLOC\\_a\\|b[2]\t_\t
            1-8\t30-36\topened\t_\t_\t
            1-9\t36-37\t.\t_\t_\t

            #Text=Ulf*1 left \\\\ it.
            2-1\t41-46\tUlf\\*1\tPER\\[2\\]\tX[3]\t
            2-2\t47-51\tleft\t_\tX[3]\t
            2-3\t52-53\t\\\\\t_\t_\t
            2-4\t54-56\tit\t_\t_\t
            2-5\t56-57\t.\t_\t_\t
            """);
  }
}
