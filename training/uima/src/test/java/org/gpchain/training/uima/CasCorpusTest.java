package org.gpchain.training.uima;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.Location;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.Person;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Heading;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Lemma;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.annotator.cas.TokenReader;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CasCorpusTest {
  private static final LabelSource NAMES = LabelSource.ofTask("ne").orElseThrow();

  private CasCorpus corpus;

  @BeforeEach
  void makeCorpus() throws UIMAException {
    corpus = corpus(NAMES, TagScheme.IOB2);
  }

  private static CasCorpus corpus(LabelSource source, TagScheme scheme) throws UIMAException {
    return corpus(source, scheme, Annotated.ALL, DocumentMarks.NONE);
  }

  private static CasCorpus corpus(
      LabelSource source, TagScheme scheme, Annotated annotated, DocumentMarks marks)
      throws UIMAException {
    return new CasCorpus(
        source, TokenReader.of(List.of("word"), List.of(), ""), scheme, annotated, marks);
  }

  private static JCas document(String text) throws UIMAException {
    JCas document = JCasFactory.createJCas();
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, text);
    return document;
  }

  private static void entity(JCas document, int begin, int end, String value) {
    add(new NamedEntity(document, begin, end), value);
  }

  private static void add(NamedEntity entity, String value) {
    entity.setValue(value);
    entity.addToIndexes();
  }

  /** Adds a document and checks its labels, which are given with slashes between sentences. */
  private void assertLabels(JCas document, String labels) throws UIMAException {
    corpus.add(document);
    assertThat(labels(TagScheme.IOB2).stream().map(sentence -> String.join(" ", sentence)))
        .containsExactly(labels.split(" / "));
  }

  private List<List<String>> labels(TagScheme scheme) {
    return corpus.sentences().stream().map(sentence -> sentence.labels(scheme)).toList();
  }

  @Test
  void readsSegmentsAsLabels() throws UIMAException {
    JCas document = document("Ada Lovelace met Bob Carol Roe\nnobody 😀 met Dan");
    entity(document, 0, 12, "PER");
    // Adjacent segments stay separate, in any order.
    entity(document, 21, 30, "PER");
    entity(document, 17, 20, "PER");
    entity(document, 45, 48, "event-name");
    assertLabels(document, "B-PER I-PER O B-PER B-PER I-PER / O O O B-event-name");
    assertThat(corpus.sentences().get(1).tokens().column("word"))
        .containsExactly("nobody", "😀", "met", "Dan");
    assertThat(corpus.warnings()).isEmpty();
  }

  /**
   * Returns a document of three sentences: with a name, without annotations, and marked as done.
   */
  private static JCas partlyAnnotated() throws UIMAException {
    JCas document = document("Ada met\nBob sat\nDan ate");
    entity(document, 0, 3, "PER");
    new Heading(document, 16, 23).addToIndexes();
    return document;
  }

  @Test
  void readsOnlyAnnotatedSentences() throws UIMAException {
    DocumentMarks marks = new DocumentMarks(Heading.class.getName(), null);
    corpus = corpus(NAMES, TagScheme.IOB2, Annotated.SENTENCES, marks);
    assertLabels(partlyAnnotated(), "B-PER O / O O");
    assertThat(corpus.read()).isEqualTo(3);
    assertThat(corpus.warnings()).singleElement().asString().contains("1 of 3 sentences");
  }

  @Test
  void tokensWithoutAnnotationAreUnknownAndRejectedLabelsExcluded() throws UIMAException {
    LabelSource persons =
        new LabelSource(new SegmentLayer(Person.class.getName(), "value"), false, Set.of());
    DocumentMarks marks = new DocumentMarks(Heading.class.getName(), Location.class.getName());
    corpus = corpus(persons, TagScheme.IOB2, Annotated.SEGMENTS, marks);
    JCas document = partlyAnnotated();
    add(new Person(document, 4, 7), "PER");
    add(new Location(document, 8, 11), "GPE");
    assertLabels(document, "? B-PER / !GPE ? / O O");
  }

  @Test
  void rejectedSubtypesAreNotReadAsSegments() throws UIMAException {
    DocumentMarks marks = new DocumentMarks(null, Person.class.getName());
    corpus = corpus(NAMES, TagScheme.IOB2, Annotated.SEGMENTS, marks);
    JCas document = document("Ada met Bob");
    entity(document, 0, 3, "PER");
    add(new Person(document, 8, 11), "PER");
    assertLabels(document, "B-PER ? !PER");
  }

  @Test
  void tokensMayHaveNoLabelIfNotAllIsAnnotated() throws UIMAException {
    corpus = corpus(NAMES, TagScheme.TOKEN, Annotated.MARKED, DocumentMarks.NONE);
    JCas document = document("Ada met");
    entity(document, 0, 3, "N");
    corpus.add(document);
    assertThat(labels(TagScheme.TOKEN)).containsExactly(List.of("N", "?"));
  }

  @Test
  void typeThatMarksDoneTextMustExist() throws UIMAException {
    DocumentMarks marks = new DocumentMarks("no.such.Type", null);
    corpus = corpus(NAMES, TagScheme.IOB2, Annotated.SENTENCES, marks);
    JCas document = document("Ada met");
    assertThatThrownBy(() -> corpus.add(document))
        .isInstanceOf(UnusableCasException.class)
        .hasMessageContaining("no.such.Type");
  }

  @Test
  void keepsTheLongestOfOverlappingSegments() throws UIMAException {
    JCas document = document("University of New York State");
    entity(document, 14, 22, "LOC");
    entity(document, 0, 22, "ORG");
    entity(document, 18, 28, "LOC");
    assertLabels(document, "B-ORG I-ORG I-ORG I-ORG O");
    assertThat(corpus.warnings())
        .containsExactly(
            "NamedEntity annotations that overlap one that is at least as long, which was used"
                + " instead: 2; the first is 'York State' at 18 to 28 of the document");
  }

  @Test
  void countsSegmentsThatLabelsCannotExpress() throws UIMAException {
    JCas document = document("New York\nAda");
    entity(document, 0, 2, "LOC");
    entity(document, 4, 12, "LOC");
    assertLabels(document, "O O / O");
    assertThat(corpus.warnings())
        .containsExactly(
            "NamedEntity annotations that do not begin and end with tokens of one sentence, so"
                + " their tokens were treated as outside: 2; the first is 'York Ada' at 4 to 12 of"
                + " the document");
  }

  @Test
  void whiteSpaceAroundAnnotationsIsCutOff() throws UIMAException {
    JCas document = document("in New York now\nAda");
    entity(document, 2, 12, "LOC");
    entity(document, 15, 19, "PER");
    assertLabels(document, "O B-LOC I-LOC O / B-PER");
    assertThat(corpus.warnings())
        .containsExactly(
            "NamedEntity annotations that have white space at their boundaries,"
                + " which was removed: 2; the first is ' New York ' at 2 to 12 of the"
                + " document");
  }

  @Test
  void leavesOutAnnotationsWithoutText() throws UIMAException {
    JCas document = document("in York");
    entity(document, 2, 3, "LOC");
    entity(document, 7, 7, null);
    corpus.add(document, "a.xmi");
    assertThat(labels(TagScheme.IOB2)).containsExactly(List.of("O", "O"));
    assertThat(corpus.warnings())
        .containsExactly(
            "NamedEntity annotations that have no text, and were skipped: 2; the"
                + " first is ' ' at 2 to 3 of a.xmi");
  }

  /** Sentences overlap if two segmenters have run. */
  @Test
  void overlappingSentencesEachHaveTheirSegments() throws UIMAException {
    JCas document = document("Ada met\nBob sat");
    entity(document, 0, 3, "PER");
    entity(document, 8, 11, "PER");
    new Sentence(document, 0, 15).addToIndexes();
    assertLabels(document, "B-PER O B-PER O / B-PER O / B-PER O");
    assertThat(corpus.warnings()).isEmpty();
  }

  /** Tokens begin at the same offset if, for example, they are parts of a contraction. */
  @Test
  void segmentBeginsWithTheFirstTokenAtItsOffset() throws UIMAException {
    JCas document = document("au Havre");
    new Token(document, 0, 2).addToIndexes();
    entity(document, 0, 8, "LOC");
    assertLabels(document, "B-LOC I-LOC I-LOC");
  }

  @Test
  void leavesOutSegmentsWithOtherTags() throws UIMAException {
    JCas document = document("Monday in York");
    entity(document, 0, 14, "DATE");
    entity(document, 10, 14, "LOC");
    corpus =
        corpus(new LabelSource(SegmentLayer.NAMED_ENTITY, false, Set.of("LOC")), TagScheme.IOB2);
    assertLabels(document, "O O B-LOC");
    assertThat(corpus.warnings()).isEmpty();
  }

  @Test
  void skipsDocumentMarksOfConll2003() throws UIMAException {
    assertLabels(document("-DOCSTART-\nAda"), "O");
  }

  @Test
  void sentencesWithAnAnnotationWithoutAValueAreLeftOut() throws UIMAException {
    JCas document = document("in York\nAda left\nto York");
    entity(document, 3, 7, null);
    entity(document, 8, 11, "PER");
    entity(document, 20, 24, "");
    assertLabels(document, "B-PER O");
    assertThat(corpus.read()).isEqualTo(3);
    assertThat(corpus.warnings())
        .containsExactly(
            "NamedEntity annotations that have no value, so that their sentences are"
                + " skipped (2 sentences): 2; the first is 'York' at 3 to 7 of the"
                + " document");
  }

  @Test
  void annotationsWithoutAValueKeepSentencesIfOnlySegmentsAreAnnotated() throws UIMAException {
    corpus = corpus(NAMES, TagScheme.IOB2, Annotated.SEGMENTS, DocumentMarks.NONE);
    JCas document = document("Ada in York");
    entity(document, 0, 3, "PER");
    entity(document, 7, 11, null);
    corpus.add(document);
    assertThat(corpus.sentences()).hasSize(1);
  }

  @Test
  void reportsThatNoAnnotationHasAValue() throws UIMAException {
    JCas document = document("in York");
    entity(document, 3, 7, null);
    corpus.add(document);
    assertThatThrownBy(corpus::checkSegments)
        .hasMessageContaining("no NamedEntity annotation to learn")
        .hasMessageContaining(
            "NamedEntity annotations that have no value: 1; the first is 'York' at 3 to 7");
  }

  @Test
  void namesOfSubtypesCanBeLabels() throws UIMAException {
    JCas document = document("Ada left York Monday late");
    add(new Person(document, 0, 3), "PER");
    new Location(document, 9, 13).addToIndexes();
    entity(document, 14, 20, "DATE");
    entity(document, 21, 25, null);
    corpus = corpus(new LabelSource(SegmentLayer.NAMED_ENTITY, true, Set.of()), TagScheme.IOB2);
    assertLabels(document, "B-Person O B-Location B-DATE B-NamedEntity");
  }

  @Test
  void namesOfTypesAreTheLabelsOfLayersWithoutAFeature() throws UIMAException {
    SegmentLayer lemmas = new SegmentLayer(Lemma._TypeName, "");
    JCas document = document("Ada left");
    new Lemma(document, 4, 8).addToIndexes();
    corpus = corpus(new LabelSource(lemmas, true, Set.of()), TagScheme.IOB2);
    assertLabels(document, "O B-Lemma");
    assertThatThrownBy(() -> new LabelSource(lemmas, false, Set.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name the feature, or take sub-types as labels");
    CasCorpus unknownType =
        corpus(new LabelSource(new SegmentLayer("my.Type", ""), true, Set.of()), TagScheme.IOB2);
    assertThatThrownBy(() -> unknownType.add(document))
        .hasMessageContaining("no annotation type 'my.Type'")
        .hasMessageContaining("type.Lemma (1), ")
        .hasMessageContaining("type.Token (2)");
  }

  @Test
  void eachTokenIsLabelledByOneAnnotation() throws UIMAException {
    LabelSource source =
        new LabelSource(new SegmentLayer(POS._TypeName, "PosValue"), false, Set.of());
    corpus = corpus(source, TagScheme.TOKEN);
    JCas document = document("Ada left");
    pos(document, 0, 3, "B-NNP");
    pos(document, 4, 8, "VBD");
    pos(document, 4, 8, "VBN");
    pos(document, 0, 8, "X");
    corpus.add(document);

    assertThat(labels(TagScheme.TOKEN)).containsExactly(List.of("B-NNP", "VBD"));
    assertThat(corpus.warnings())
        .containsExactly(
            "POS annotations that overlap one that is at least as long, which was used instead: 1;"
                + " the first is 'left' at 4 to 8 of the document",
            "POS annotations that do not cover exactly one token, and were skipped:"
                + " 1; the first is 'Ada left' at 0 to 8 of the document");

    JCas incomplete = document("Ada left");
    pos(incomplete, 0, 3, "NNP");
    assertThatThrownBy(() -> corpus.add(incomplete))
        .hasMessageContaining("the token 'left' at offset 4 has no POS annotation")
        .hasMessageContaining("IOB2");
    assertThat(corpus.sentences()).hasSize(1);
  }

  private static void pos(JCas document, int begin, int end, String value) {
    POS pos = new POS(document, begin, end);
    pos.setPosValue(value);
    pos.addToIndexes();
  }

  @Test
  void missingSegmentsAreReportedWithTheExistingTypes() throws UIMAException {
    corpus.add(document("in York"));
    assertThatThrownBy(corpus::checkSegments)
        .hasMessageContaining("in 1 sentence there was no NamedEntity annotation to learn")
        .hasMessageContaining("segmentation.type.Sentence (1), ")
        .hasMessageContaining("segmentation.type.Token (2)");
    assertThatThrownBy(
            () -> corpus(LabelSource.ofTask("np").orElseThrow(), TagScheme.IOB2).checkSegments())
        .hasMessageContaining("no Chunk annotation with the value NP")
        .hasMessageContaining("there are no annotations at all");
  }

  private static List<String> cells(JCas document, String column) throws UIMAException {
    AnnotationColumn parsed = AnnotationColumn.parse(List.of(column), List.of()).get(0);
    TokenReader reader = TokenReader.of(List.of("word", parsed.name()), List.of(parsed), "");
    return reader.read(document, CasSentences.of(document)).stream()
        .flatMap(sentence -> sentence.column(parsed.name()).stream())
        .toList();
  }

  @Test
  void readsColumnsOfAnnotations() throws UIMAException {
    JCas document = document("Ada Lovelace met Bob Carol Roe\nnobody met Dan");
    String column = "name=" + NamedEntity.class.getName() + "/value";
    // The longest annotation is used, or the first of equally long ones.
    entity(document, 0, 12, "PER");
    entity(document, 4, 12, "LOC");
    entity(document, 17, 26, "PER");
    entity(document, 21, 30, "ORG");
    // Annotations without a whole token are ignored.
    entity(document, 13, 15, "PER");
    entity(document, 16, 16, "PER");

    assertThat(cells(document, column))
        .containsExactly("B-PER", "I-PER", "O", "B-PER", "I-PER", "O", "O", "O", "O");

    // An annotation of a subtype, without a value, and across the end of a sentence.
    add(new Person(document, 27, 37), null);
    assertThat(cells(document, column)).endsWith("B", "I", "O", "O");

    String subtypeColumn = "name=" + Person.class.getName();
    assertThat(cells(document, subtypeColumn)).endsWith("O", "B", "I", "O", "O");
    assertThat(cells(document, "any=uima.tcas.Annotation/begin")).startsWith("B-0", "I-0");
  }

  @Test
  void invalidColumnsAreReported() throws UIMAException {
    JCas document = document("Ada met Bob");
    String entity = NamedEntity.class.getName();
    Map<String, String> problemOfColumn =
        Map.of(
            "drug=my.Drug",
            "no annotation type 'my.Drug'",
            "drug=" + entity + "/code",
            "has no feature 'code' that is a string or a number",
            "drug=uima.cas.TOP",
            "no annotation type 'uima.cas.TOP'",
            "drug=uima.tcas.Annotation/sofa",
            "are [begin, end]");

    for (Map.Entry<String, String> entry : problemOfColumn.entrySet()) {
      String column = entry.getKey();
      assertThatThrownBy(() -> cells(document, column))
          .isInstanceOf(UnusableCasException.class)
          .hasMessageContainingAll("the column " + column, entry.getValue());
    }
  }

  /** The characters become underscores, as in the CoNLL format. */
  @Test
  void whiteSpaceAndControlCharactersInColumnsAreReplaced() throws UIMAException {
    for (String value : List.of("a b", "a\nb", "a\u200eb", "a\u0007b", "a\u00a0b")) {
      JCas document = document("Ada met Bob");
      entity(document, 4, 7, value);
      assertThat(cells(document, "drug=" + NamedEntity.class.getName() + "/value"))
          .containsExactly("O", "B-a_b", "O");
    }
  }

  @Test
  void columnWithoutAnnotationsIsReported() throws UIMAException {
    AnnotationColumn lemma = new AnnotationColumn("lemma", Lemma.class.getName(), "value");
    TokenReader reader = TokenReader.of(List.of("word", "lemma"), List.of(lemma), "");
    corpus = new CasCorpus(NAMES, reader, TagScheme.IOB2, Annotated.ALL, DocumentMarks.NONE);
    JCas document = document("Ada met Bob");
    entity(document, 0, 3, "PER");
    corpus.add(document);
    assertThatThrownBy(corpus::checkSegments)
        .hasMessageContainingAll("column " + lemma, "NamedEntity (1)", "comes first");
    new Lemma(document, 0, 3).addToIndexes();
    corpus.add(document);
    corpus.checkSegments();
  }
}
