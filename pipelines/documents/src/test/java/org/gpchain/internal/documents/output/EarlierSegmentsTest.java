package org.gpchain.internal.documents.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.FSArray;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests malformed segments of earlier runs in input documents. */
class EarlierSegmentsTest {
  private static final String WORD = "word ";
  private static final int WORDS = 100;

  private JCas document;

  @BeforeEach
  void makeDocument() throws Exception {
    document = JCasFactory.createJCas();
    document.setDocumentText(WORD.repeat(WORDS));
    for (int i = 0; i < WORDS; i++) {
      new Token(document, i * WORD.length(), (i + 1) * WORD.length() - 1).addToIndexes();
    }
    new Sentence(document, 0, WORDS * WORD.length() - 1).addToIndexes();
  }

  private ScoredSegment add(int begin, int end, String value, double probability) {
    ScoredSegment score = new ScoredSegment(document, begin, end);
    score.setValue(value);
    score.setValue_score(probability);
    score.addToIndexes();
    return score;
  }

  private AnnotatedDocument copied() throws UnusableCasException {
    return AnnotatedDocument.of("name", document, List.of(), 0, UnaryOperator.identity());
  }

  @Test
  void refusesMissingValuesAndInvalidProbabilities() {
    for (double probability : new double[] {Double.NaN, -0.1, 1.1, Double.POSITIVE_INFINITY}) {
      ScoredSegment score = add(0, 4, "X", probability);
      assertThatThrownBy(this::copied)
          .isInstanceOf(UnusableCasException.class)
          .hasMessageContainingAll("at 0 to 4", Double.toString(probability));
      score.removeFromIndexes();
    }
    add(5, 9, null, 0.5);
    assertThatThrownBy(this::copied).hasMessageContaining("at 5 to 9");
  }

  @Test
  void copiesSegmentsWithinATokenToSeparateLayers() throws Exception {
    int last = (WORDS - 1) * WORD.length();
    add(last + 1, last + 2, "X", 0.5);
    add(last + 3, last + 4, "X", 0.5);
    AnnotatedDocument copy = copied();
    assertThat(copy.layers()).hasSize(2);
    assertThat(TestDocument.written(OutputFormat.CONLL, copy))
        .endsWith("word\tB-X\t0.5000\tB-X\t0.5000\n\n");
  }

  @Test
  void limitsTheNumberOfLayers() {
    for (int i = 0; i < 60; i++) {
      add(0, 4, "X", 0.5);
    }
    assertThatThrownBy(this::copied).hasMessageContaining("more than 50 models");
  }

  @Test
  void ignoresCyclesOfAlternatives() throws Exception {
    ScoredSegment score = add(0, 4, "X", 0.5);
    score.setAlternatives(new FSArray<>(document, 2));
    score.getAlternatives().set(0, score);
    AnnotatedDocument copy = copied();
    assertThat(copy.segments().get(0).alternatives()).hasSize(1);
    assertThat(copy.segments().get(0).alternatives().get(0).alternatives()).isEmpty();
  }

  @Test
  void limitsTheLengthOfAlternatives() {
    FSArray<ScoredSegment> shared = new FSArray<>(document, 100);
    for (int i = 0; i < 100; i++) {
      ScoredSegment other = new ScoredSegment(document, 0, WORDS * WORD.length() - 1);
      other.setValue("X");
      shared.set(i, other);
    }
    for (int i = 0; i < WORDS; i++) {
      add(i * WORD.length(), i * WORD.length() + 4, "X", 0.5).setAlternatives(shared);
    }
    assertThatThrownBy(this::copied).hasMessageContaining("1000 times as long as the text");
  }

  @Test
  void copiesSegmentsOfNestedSentencesOnce() {
    for (int i = 1; i < 50; i++) {
      new Sentence(document, 0, WORDS * WORD.length() - i * WORD.length() / 2).addToIndexes();
    }
    assertThatThrownBy(this::copied)
        .isInstanceOf(UnusableCasException.class)
        .hasMessageContaining("Sentence overlap");
  }

  /**
   * A segment in two overlapping sentences is copied with the first. All writers accept such a
   * document, and the page marks each segment once.
   */
  @Test
  void writesOverlappingSentencesInAllFormats() throws Exception {
    new Sentence(document, 10, 99).addToIndexes();
    add(10, 14, "<b>\n\t", 0.5);
    add(15, 24, "\"x\" onclick=alert(1)", 0.5);
    AnnotatedDocument copy = copied();
    assertThat(copy.segments()).extracting(Segment::begin).containsExactly(10, 15);
    String page = TestDocument.written(OutputFormat.HTML, copy);
    assertThat(page).contains("&lt;b&gt;").doesNotContain("<b>\n\t").doesNotContain("\"x\" on");
    String columns = TestDocument.written(OutputFormat.CONLL, copy);
    assertThat(columns.lines().filter(line -> !line.isEmpty()))
        .allMatch(line -> line.split("\t", -1).length == 3);
    assertThat(columns).contains("B-<b>__").contains("B-\"x\"_onclick=alert(1)");
  }
}
