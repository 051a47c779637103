package org.gpchain.training.uima;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.SegmentLayer;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.core.text.LabeledSequence;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CasCorpusTest {
  private CasCorpus corpus;

  @BeforeEach
  void makeCorpus() throws UIMAException {
    corpus =
        new CasCorpus(
            SegmentLayer.NAMED_ENTITY,
            TokenReader.of(List.of("word"), ""),
            tag -> !tag.equals("DATE"));
  }

  private static JCas document(String text) throws UIMAException {
    JCas document = JCasFactory.createJCas();
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, text);
    return document;
  }

  private static void entity(JCas document, int begin, int end, String value) {
    NamedEntity entity = new NamedEntity(document, begin, end);
    entity.setValue(value);
    entity.addToIndexes();
  }

  private List<List<String>> labels() {
    return corpus.sentences().stream().map(LabeledSequence::labels).toList();
  }

  @Test
  void writesSegmentsInIob2() throws UIMAException {
    JCas document = document("Ada Lovelace met Bob Carol\nnobody 😀 met Dan");
    entity(document, 0, 12, "PER");
    entity(document, 17, 20, "PER");
    entity(document, 21, 26, "PER");
    entity(document, 41, 44, "event-name");
    corpus.add(document);
    assertThat(labels())
        .containsExactly(
            List.of("B-PER", "I-PER", "O", "B-PER", "B-PER"),
            List.of("O", "O", "O", "B-event-name"));
    assertThat(corpus.sentences().get(1).tokens().column("word"))
        .containsExactly("nobody", "😀", "met", "Dan");
    assertThat(corpus.segments()).isEqualTo(4);
  }

  @Test
  void keepsTheLongestOfOverlappingSegments() throws UIMAException {
    JCas document = document("University of New York State");
    entity(document, 14, 22, "LOC");
    entity(document, 0, 22, "ORG");
    entity(document, 18, 28, "LOC");
    corpus.add(document);
    assertThat(labels()).containsExactly(List.of("B-ORG", "I-ORG", "I-ORG", "I-ORG", "O"));
    assertThat(corpus.overlapping()).isEqualTo(2);
    assertThat(corpus.segments()).isEqualTo(1);
  }

  @Test
  void countsSegmentsThatLabelsCannotExpress() throws UIMAException {
    JCas document = document("New York\nAda");
    entity(document, 0, 2, "LOC");
    entity(document, 4, 12, "LOC");
    corpus.add(document);
    assertThat(labels()).containsExactly(List.of("O", "O"), List.of("O"));
    assertThat(corpus.misaligned()).isEqualTo(2);
  }

  @Test
  void leavesUnwantedSegmentsOut() throws UIMAException {
    JCas document = document("Monday in York");
    entity(document, 0, 14, "DATE");
    entity(document, 10, 14, "LOC");
    corpus.add(document);
    assertThat(labels()).containsExactly(List.of("O", "O", "B-LOC"));
    assertThat(corpus.overlapping()).isZero();
  }

  @Test
  void skipsTheBordersOfDocumentsOfConll2003() throws UIMAException {
    corpus.add(document("-DOCSTART-\nAda"));
    assertThat(labels()).containsExactly(List.of("O"));
  }

  @Test
  void saysWhichSegmentHasNoTag() throws UIMAException {
    JCas document = document("in York");
    entity(document, 3, 7, null);
    assertThatThrownBy(() -> corpus.add(document))
        .hasMessageContaining("'York' at offset 3 (NamedEntity) has no value");
    assertThat(corpus.sentences()).isEmpty();
  }
}
