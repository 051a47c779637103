package org.gpchain.corpora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.corpora.Corpus.Place;
import org.gpchain.training.data.Annotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnReaderTest {
  private static final CorpusReader CONLL2000 = ColumnReader.of(ColumnFormat.conll2000());

  @TempDir private Path directory;

  private Path file(String content) throws IOException {
    return Files.writeString(directory.resolve("corpus.txt"), content);
  }

  private Corpus read(CorpusReader reader, String content) throws IOException {
    return reader.read(file(content));
  }

  private void assertProblem(CorpusReader reader, String content, String place, String... parts)
      throws IOException {
    Path file = file(content);
    assertThatThrownBy(() -> reader.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + place + ": ")
        .hasMessageContainingAll(parts)
        .hasMessageContaining("; ");
  }

  private static List<String> words(Corpus corpus) {
    return corpus.sentences().stream()
        .flatMap(sentence -> sentence.tokens().column("word").stream())
        .toList();
  }

  /** The labels of all sentences; between segments, in IOB2. */
  private static List<String> labels(Corpus corpus) {
    return corpus.sentences().stream()
        .flatMap(sentence -> sentence.labels(corpus.shownScheme()).stream())
        .toList();
  }

  private static void assertWarning(Corpus corpus, String warning) {
    assertThat(corpus.warnings()).singleElement().asString().startsWith(corpus.file() + warning);
  }

  @Test
  void readsColumnsLabelsAndLineNumbers() throws IOException {
    Corpus corpus = read(CONLL2000, "The DT B-NP\ndog NN I-NP\n\n\nbarks VBZ B-VP\n\n");

    assertThat(corpus.columns()).containsExactly("word", "pos");
    assertThat(corpus.sentences()).extracting(LabeledSequence::length).containsExactly(2, 1);
    assertThat(words(corpus)).containsExactly("The", "dog", "barks");
    assertThat(corpus.sentences().get(0).tokens().column("pos")).containsExactly("DT", "NN");
    assertThat(labels(corpus)).containsExactly("B-NP", "I-NP", "B-VP");
    assertThat(corpus.places()).extracting(Place::line).containsExactly(1, 5);
    assertThat(corpus.tokenCount()).isEqualTo(3);
    assertThat(corpus.warnings()).isEmpty();
  }

  @Test
  void marksSayWhatIsNotKnown() throws IOException {
    String text = "Ann NP B-PER\nLee NP I-PER\nmet V ?\nRay NP !PER|LOC\n\n. S O\n\n. S ?\n";
    Corpus marked = read(CONLL2000.withAnnotated(Annotated.MARKED), text);
    assertThat(marked.scheme()).isEqualTo(TagScheme.IOB2);
    assertThat(marked.warnings()).isEmpty();
    assertThat(labels(marked)).containsExactly("B-PER", "I-PER", "?", "!LOC|PER", "O", "?");
    Corpus sentences = read(CONLL2000.withAnnotated(Annotated.SENTENCES), text);
    assertThat(sentences.places()).extracting(Place::line).containsExactly(1, 6);
    Corpus segments = read(CONLL2000.withAnnotated(Annotated.SEGMENTS), text);
    assertThat(segments.sentences().get(1).isComplete()).isTrue();
    assertThat(segments.sentences().get(2).isComplete()).isFalse();
  }

  @Test
  void marksAreLabelsAmongLabelsOfTokensWhereAllIsAnnotated() throws IOException {
    assertThat(read(CONLL2000, "a X ?\nb X !\n").scheme()).isEqualTo(TagScheme.TOKEN);
    assertProblem(
        CONLL2000, "a X B-A\nb X O\n\nc X O\nd X !A\n", ":5", "'!A'", "--annotated marked");
  }

  @Test
  void withoutMarksASentenceWithoutSegmentsIsNotAnnotated() throws IOException {
    Corpus sentences =
        read(CONLL2000.withAnnotated(Annotated.SENTENCES), "a X O\n\nb X B-A\nc X O\n");
    assertThat(sentences.sentences()).hasSize(1);
    assertThat(sentences.sentences().get(0).isComplete()).isTrue();
    assertProblem(
        CONLL2000.withAnnotated(Annotated.SENTENCES), "a X O\n", "", "no sentence", "annotation");
  }

  @Test
  void unknownLabelsOfTokens() throws IOException {
    Corpus corpus =
        read(CONLL2000.withAnnotated(Annotated.MARKED).withTokenLabels(true), "a X N\nb X ?\n");
    assertThat(labels(corpus)).containsExactly("N", "?");
    assertThat(corpus.sentences().get(0).spans()).hasSize(1);
  }

  @Test
  void acceptsByteOrderMarkCarriageReturnsBlanksAndAMissingLastLineEnd() throws IOException {
    Corpus corpus = read(CONLL2000, "\uFEFFThe DT B-NP\r\n  \r\ndog   NN I-NP ");

    assertThat(corpus.sentences()).hasSize(2);
    assertThat(words(corpus)).containsExactly("The", "dog");
    assertThat(labels(corpus)).containsExactly("B-NP", "B-NP");
  }

  /** TABs separate cells that contain spaces; without them only the ASCII space does. */
  @ParameterizedTest
  @CsvSource({
    "'10 000\tCD\tB-NP  ', 10 000",
    "' a b \t CD\t B-NP', a b",
    "\u3000 S B-NP, \u3000",
    "10\u00A0000 N B-NP, 10\u00A0000",
    "next\u0085line N B-NP, next\u0085line"
  })
  void cellsMayHaveWhiteSpace(String line, String word) throws IOException {
    Corpus corpus = read(CONLL2000, line + "\n");
    assertThat(words(corpus)).containsExactly(word);
    assertThat(labels(corpus)).containsExactly("B-NP");
  }

  @Test
  void conll2002HasWordsWithOrWithoutPartsOfSpeech() throws IOException {
    CorpusReader reader = ColumnReader.of(ColumnFormat.conll2002());

    assertThat(read(reader, "-DOCSTART- O\n\nAda B-PER\n").columns()).containsExactly("word");
    Corpus corpus = read(reader, "-DOCSTART- -X- O\nAda N B-PER\n-DOCSTART- -X- O\nBo N B-PER\n");
    assertThat(corpus.columns()).containsExactly("word", "pos");
    assertThat(corpus.sentences()).hasSize(2);
    assertThat(corpus.places()).extracting(Place::line).containsExactly(2, 4);
  }

  @Test
  void conll2003HasNamesOrChunksByTask() throws IOException {
    String content = "-DOCSTART- -X- -X- O\n\nU.N. NNP I-NP I-ORG\n";

    Corpus names = read(ColumnReader.of(ColumnFormat.conll2003("ne")), content);
    assertThat(names.columns()).containsExactly("word", "pos", "chunk");
    assertThat(labels(names)).containsExactly("B-ORG");
    Corpus chunks = read(ColumnReader.of(ColumnFormat.conll2003("chunk")), content);
    assertThat(chunks.columns()).containsExactly("word", "pos");
    assertThat(labels(chunks)).containsExactly("B-NP");
  }

  @Test
  void usualFormatOfNamesFollowsTheNumberOfColumns() throws IOException {
    CorpusReader reader = ColumnReader.of(ColumnFormat.usual("ne"));

    assertThat(read(reader, "a B-X\n").columns()).containsExactly("word");
    assertThat(read(reader, "a p B-X\n").columns()).containsExactly("word", "pos");
    assertThat(read(reader, "a p c B-X\n").columns()).containsExactly("word", "pos", "chunk");
  }

  @Test
  void columnsMayBeIgnored() throws IOException {
    List<String> columns = List.of("_", "word", "label", "_");
    Corpus corpus = read(ColumnReader.of(ColumnFormat.ofColumns(columns)), "1\tAda\tB-PER\t\n");
    assertThat(corpus.columns()).containsExactly("word");
    assertThat(labels(corpus)).containsExactly("B-PER");
  }

  @ParameterizedTest
  @CsvSource({
    "I-X I-X B-X O I-Y-Z, IOB1, B-X I-X B-X O B-Y-Z",
    "S-X B-X I-X E-X, IOBES, B-X B-X I-X I-X",
    "NOUN VERB, TOKEN, NOUN VERB"
  })
  void theSchemeIsDetected(String written, TagScheme scheme, String shown) throws IOException {
    Corpus corpus = read(CONLL2000, "w p " + written.replace(" ", "\nw p ") + "\n");

    assertThat(corpus.scheme()).isEqualTo(scheme);
    assertThat(labels(corpus)).containsExactly(shown.split(" "));
    assertThat(corpus.repairedLabels()).isZero();
    assertThat(corpus.warnings()).isEmpty();
  }

  @Test
  void illegalLabelsAreRepairedAndCounted() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-X\nb p O\nc p I-X\nd p I-Y\n\ne p B-X\nf p B-X\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.IOB2);
    assertThat(labels(corpus)).startsWith("B-X", "O", "B-X", "B-Y");
    assertThat(corpus.repairedLabels()).isEqualTo(2);
    assertWarning(corpus, ":3: 2 labels break the scheme IOB2");
  }

  @Test
  void anUnfinishedIobesSegmentIsAnIllegalEnd() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-X\nb p E-X\n\nc p O\nd p B-X\n");

    assertThat(corpus.repairedLabels()).isEqualTo(1);
    assertWarning(corpus, ":5: 1 label breaks");
  }

  @Test
  void labelsThatLookLikeSegmentsCanBeLeftAlone() throws IOException {
    Corpus corpus = read(CONLL2000.withTokenLabels(true), "a p S\nb p B\nc p I\nd p I\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.TOKEN);
    assertThat(labels(corpus)).containsExactly("S", "B", "I", "I");
  }

  @Test
  void oneStrangeLabelAmongSegmentsIsPointedOut() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-NP\nb p b-NP\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.TOKEN);
    assertWarning(corpus, ":2: 'b-NP' is not the label of a segment such as B-NP, I-NP or O, so");
  }

  @Test
  void otherNotationsAreReadAndTold() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-X\nb p L-X\nc p U-Y\nd p O\n");

    assertThat(labels(corpus)).containsExactly("B-X", "I-X", "B-Y", "O");
    assertThat(corpus.notation()).hasToString("BILOU");
    assertThat(corpus.notes()).containsExactly(corpus.file() + ": the labels are read as BILOU");
    assertThat(corpus.repairedLabels()).isZero();
  }

  @Test
  void aHyphenAmongSegmentsIsATokenThatIsNotAnnotated() throws IOException {
    String text = "a p B-X\nb p L-X\nc p -\nd p O\n";

    Corpus corpus = read(CONLL2000.withAnnotated(Annotated.MARKED), text);
    assertThat(labels(corpus)).containsExactly("B-X", "I-X", "?", "O");
    assertProblem(CONLL2000, text, ":3", "not annotated", "--annotated marked");
  }

  @Test
  void bracketsInsideOfOthersAreLeftOut() throws IOException {
    Corpus corpus = read(CONLL2000, "a p *\n\nb p (A(B*\nc p *)\nd p *)\ne p (C*\n");

    assertThat(labels(corpus)).containsExactly("O", "B-A", "I-A", "I-A", "B-C");
    assertThat(corpus.warnings())
        .containsExactly(
            corpus.file()
                + ":6: 1 label breaks the scheme star brackets of this file (this is the first);"
                + " read leniently, as conlleval does",
            corpus.file()
                + ":3: 1 segment inside of others (the first in this sentence) left out; the"
                + " outermost are read");
  }

  @Test
  void labelsOfTokensAreNoSegments() throws IOException {
    Corpus corpus = read(CONLL2000, "a p O\nb p B-X\nc p NN\n");
    assertThatThrownBy(corpus::checkHasSegments)
        .hasMessageContaining(":3: 'NN' is not the label of a segment such as B-PER, I-PER or O;")
        .hasMessageContaining("--task pos");
    read(CONLL2000, "a p PER\nb p O\n").checkHasSegments();
  }

  @Test
  void nounPhrasesAreAllThatIsKeptForTheirTask() throws IOException {
    CorpusReader reader = ColumnReader.of(ColumnFormat.conll2000(), "np");

    assertThat(labels(read(reader, "a p I-NP\nb p B-NP\nc p I-VP\nd p I-NP\n")))
        .containsExactly("B-NP", "B-NP", "O", "B-NP");
    assertThat(labels(read(reader, "a p B\nb p I\nc p O\n"))).containsExactly("B", "I", "O");
    assertProblem(reader, "a p B-VP\n", "", "no segment of the type NP");
    assertProblem(reader, "a p NP\n", ":1", "'NP' is not the label of a segment");
  }

  @Test
  void readsTheFirstSentencesOnly() throws IOException {
    Corpus corpus = read(CONLL2000.withLimit(1), "a p O\n\nb p O\n\nbroken\n");

    assertThat(corpus.sentences()).hasSize(1);
    assertThat(read(CONLL2000.withLimit(5), "a p O\n\nb p O").sentences()).hasSize(2);
  }

  @Test
  void aSentenceMayBeLong() throws IOException {
    Corpus corpus = read(CONLL2000, "word NN B-NP\n".repeat(5_000));

    assertThat(corpus.sentences()).singleElement().matches(s -> s.length() == 5_000);
    assertWarning(corpus, ": a sentence of this file has 5000 tokens on average; put a blank line");
    assertThat(read(CONLL2000, "word NN B-NP\n".repeat(200)).warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'a p O\n\nb p q O\n'; :3; this line has 4 columns, line 1 has 3",
        "a p q O; :1; '4 columns, conll2000 has 3 (word pos label); fix the line, or say with'",
        "'a O\nb p O\n'; :1; this line has 2 columns",
        "'a p\nb p\n'; :1; 'this file has no labels: its lines have 2 columns,'",
        "'a\nb\n'; :1; 'this file has no labels: its lines have 1 column,'",
        "'a\tp\t\nb\tp\t\n'; :1; the column 'label' is empty",
        "'a\t\tO\n'; :1; the column 'pos' is empty",
        "'a p O\nb p B-\n'; :2; the label 'B-' has no type",
        "'<?xml version=\"1.0\"?><x/>'; :1; 'without columns; of a UIMA document say --format xmi'",
        "'<xmi:XMI xmlns=\"x\"/>'; :1; --format xmi",
        "''; ''; there is no sentence",
        "' \n\t\n\r\n'; ''; there is no sentence"
      })
  void problemsAreNamedWithTheirLine(String content, String place, String problem)
      throws IOException {
    assertProblem(CONLL2000, content, place, problem);
  }

  @Test
  void aCompressedFileIsNamed() throws IOException {
    byte[] gzip = {0x1f, (byte) 0x8b, 8, 0};
    Path file = Files.write(directory.resolve("corpus.txt.gz"), gzip);
    assertThatThrownBy(() -> CONLL2000.read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(
            file + ": this is compressed; unpack it first, for example with gunzip or unxz");
  }

  @Test
  void aFileOfMarksHasNoSentence() throws IOException {
    assertProblem(
        ColumnReader.of(ColumnFormat.conll2002()), "-DOCSTART- O\n", "", "there is no sentence");
  }

  @Test
  void aMissingFileAndADirectoryAreNamed() {
    Path missing = directory.resolve("missing.txt");
    assertThatThrownBy(() -> CONLL2000.read(missing))
        .isInstanceOf(InputException.class)
        .hasMessage(missing + ": there is no such file; check the path");
    assertThatThrownBy(() -> CONLL2000.read(directory))
        .isInstanceOf(InputException.class)
        .hasMessage(directory + ": this is a directory; name a file in it");
  }

  @ParameterizedTest
  @CsvSource({
    "'ä p O\n\ncafé p O\n', ':1: this is not UTF-8: the byte 0xe4 at offset 0 '",
    "'a p O\n\ncafé p O\n', ':3: this is not UTF-8: the byte 0xe9 at offset 10 '",
    "'a p Ã\n', ':1: this is not UTF-8: the byte 0xc3 at offset 4 '",
    "'ÿþa', ':1: this is not UTF-16LE: the byte 0x61 at offset 2 '"
  })
  void malformedBytesAreNamedWithLineAndOffset(String latin1, String message) throws IOException {
    Path file = directory.resolve("latin1.txt");
    Files.write(file, latin1.getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> CONLL2000.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + message)
        .hasMessageContaining("iconv");
  }

  @Test
  void textHasNoZeroBytes() throws IOException {
    Path file = Files.writeString(directory.resolve("zero.txt"), "a p O\n\nb\0 p O\n");
    assertThatThrownBy(() -> CONLL2000.read(file))
        .hasMessageStartingWith(file + ":3: this is not text: the byte at offset 8 is zero")
        .hasMessageContaining("--encoding UTF-16LE");
    Files.write(file, "a p O\n".getBytes(StandardCharsets.UTF_16BE));
    assertThatThrownBy(() -> CONLL2000.read(file))
        .hasMessageStartingWith(file + ":1: this is not text: the byte at offset 0 is zero");
  }
}
