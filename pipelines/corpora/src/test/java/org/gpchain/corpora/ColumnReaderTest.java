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

  @Test
  void readsColumnsLabelsAndLineNumbers() throws IOException {
    Corpus corpus = read(CONLL2000, "The DT B-NP\ndog NN I-NP\n\n\nbarks VBZ B-VP\n\n");

    assertThat(corpus.columns()).containsExactly("word", "pos");
    assertThat(corpus.sentences()).hasSize(2);
    LabeledSequence first = corpus.sentences().get(0);
    assertThat(first.tokens().column("word")).containsExactly("The", "dog");
    assertThat(first.tokens().column("pos")).containsExactly("DT", "NN");
    assertThat(first.labels(TagScheme.IOB2)).containsExactly("B-NP", "I-NP");
    assertThat(corpus.places()).extracting(Place::line).containsExactly(1, 5);
    assertThat(corpus.tokenCount()).isEqualTo(3);
    assertThat(corpus.sentences().get(1).labels(TagScheme.IOB2)).containsExactly("B-VP");
    assertThat(corpus.warnings()).isEmpty();
  }

  @Test
  void marksSayWhatIsNotKnown() throws IOException {
    String text = "Ann NP B-PER\nLee NP I-PER\nmet V ?\nRay NP !PER|LOC\n\n. S O\n\n. S ?\n";
    Corpus marked = read(CONLL2000.withAnnotated(Annotated.MARKED), text);
    assertThat(marked.scheme()).isEqualTo(TagScheme.IOB2);
    assertThat(marked.warnings()).isEmpty();
    assertThat(marked.sentences())
        .extracting(sentence -> sentence.labels(TagScheme.IOB2))
        .containsExactly(List.of("B-PER", "I-PER", "?", "!LOC|PER"), List.of("O"), List.of("?"));
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
    assertThat(corpus.sentences().get(0).labels(TagScheme.TOKEN)).containsExactly("N", "?");
    assertThat(corpus.sentences().get(0).spans()).hasSize(1);
  }

  @Test
  void acceptsByteOrderMarkCarriageReturnsBlanksAndAMissingLastLineEnd() throws IOException {
    Corpus corpus =
        read(CONLL2000, "\uFEFFThe DT B-NP\r\n \t \r\ndog   NN\t I-NP ".replace("\t", ""));

    assertThat(corpus.sentences()).hasSize(2);
    assertThat(corpus.sentences().get(0).tokens().column("word")).containsExactly("The");
    assertThat(corpus.sentences().get(1).tokens().column("pos")).containsExactly("NN");
  }

  @Test
  void tabSeparatesCellsThatContainSpaces() throws IOException {
    Corpus corpus = read(CONLL2000, "10 000\tCD\tB-NP  \n");

    assertThat(corpus.sentences().get(0).tokens().column("word")).containsExactly("10 000");
    assertThat(corpus.sentences().get(0).labels(TagScheme.IOB2)).containsExactly("B-NP");
  }

  @Test
  void onlyAsciiSpaceSeparates() throws IOException {
    String ideographic = "\u3000";
    String noBreak = "10\u00A0000";
    Corpus corpus =
        read(CONLL2000, ideographic + " S O\n" + noBreak + " N O\nnext\u0085line N O\n");

    assertThat(corpus.sentences().get(0).tokens().column("word"))
        .containsExactly(ideographic, noBreak, "next\u0085line");
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
    assertThat(names.sentences().get(0).labels(TagScheme.IOB2)).containsExactly("B-ORG");
    Corpus chunks = read(ColumnReader.of(ColumnFormat.conll2003("chunk")), content);
    assertThat(chunks.columns()).containsExactly("word", "pos");
    assertThat(chunks.sentences().get(0).labels(TagScheme.IOB2)).containsExactly("B-NP");
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
    CorpusReader reader =
        ColumnReader.of(ColumnFormat.ofColumns(List.of("_", "word", "label", "_")));

    Corpus corpus = read(reader, "1\tAda\tB-PER\t\n");
    assertThat(corpus.columns()).containsExactly("word");
    assertThat(corpus.sentences().get(0).labels(TagScheme.IOB2)).containsExactly("B-PER");
  }

  @Test
  void readsIob1() throws IOException {
    Corpus corpus = read(CONLL2000, "a p I-X\nb p I-X\nc p B-X\nd p O\ne p I-Y-Z\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.IOB1);
    assertThat(corpus.sentences().get(0).labels(TagScheme.IOB2))
        .containsExactly("B-X", "I-X", "B-X", "O", "B-Y-Z");
    assertThat(corpus.repairedLabels()).isZero();
  }

  @Test
  void readsIobes() throws IOException {
    Corpus corpus = read(CONLL2000, "a p S-X\nb p B-X\nc p I-X\nd p E-X\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.IOBES);
    assertThat(corpus.sentences().get(0).labels(TagScheme.IOB2))
        .containsExactly("B-X", "B-X", "I-X", "I-X");
    assertThat(corpus.repairedLabels()).isZero();
  }

  @Test
  void illegalLabelsAreRepairedAndCounted() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-X\nb p O\nc p I-X\nd p I-Y\n\ne p B-X\nf p B-X\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.IOB2);
    assertThat(corpus.sentences().get(0).labels(TagScheme.IOB2))
        .containsExactly("B-X", "O", "B-X", "B-Y");
    assertThat(corpus.repairedLabels()).isEqualTo(2);
    assertThat(corpus.warnings())
        .singleElement()
        .asString()
        .startsWith(corpus.file() + ":3: 2 labels break the scheme IOB2");
  }

  @Test
  void anUnfinishedIobesSegmentIsAnIllegalEnd() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-X\nb p E-X\n\nc p O\nd p B-X\n");

    assertThat(corpus.repairedLabels()).isEqualTo(1);
    assertThat(corpus.warnings().get(0)).startsWith(corpus.file() + ":5: 1 label breaks");
  }

  @Test
  void labelsOfTokensAreLeftAlone() throws IOException {
    Corpus corpus = read(ColumnReader.of(ColumnFormat.conll2002()), "a NOUN\nb VERB\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.TOKEN);
    assertThat(corpus.sentences().get(0).labels(TagScheme.TOKEN)).containsExactly("NOUN", "VERB");
    assertThat(corpus.warnings()).isEmpty();
  }

  @Test
  void labelsThatLookLikeSegmentsCanBeLeftAlone() throws IOException {
    Corpus corpus =
        read(
            ColumnReader.of(ColumnFormat.conll2002()).withTokenLabels(true),
            "a S\nb B\nc I\nd I\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.TOKEN);
    assertThat(corpus.sentences().get(0).labels(TagScheme.TOKEN))
        .containsExactly("S", "B", "I", "I");
  }

  @Test
  void oneStrangeLabelAmongSegmentsIsPointedOut() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-NP\nb p b-NP\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.TOKEN);
    assertThat(corpus.warnings())
        .singleElement()
        .asString()
        .startsWith(corpus.file() + ":2: 'b-NP' is not the label of a segment");
  }

  @Test
  void nounPhrasesAreAllThatIsKeptForTheirTask() throws IOException {
    CorpusReader reader = ColumnReader.of(ColumnFormat.conll2000(), "np");

    assertThat(
            read(reader, "a p I-NP\nb p B-NP\nc p I-VP\nd p I-NP\n")
                .sentences()
                .get(0)
                .labels(TagScheme.IOB2))
        .containsExactly("B-NP", "B-NP", "O", "B-NP");
    assertThat(read(reader, "a p B\nb p I\nc p O\n").sentences().get(0).labels(TagScheme.IOB2))
        .containsExactly("B", "I", "O");
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
  }

  @Test
  void wrongNumbersOfColumnsAreNamedWithTheirLine() throws IOException {
    assertProblem(CONLL2000, "a p O\n\nb p q O\n", ":3", "this line has 4 columns, line 1 has 3");
    assertProblem(
        CONLL2000, "a p q O\n", ":1", "4 columns, conll2000 has 3 (word pos label)", "--columns");
    assertProblem(CONLL2000, "a O\nb p O\n", ":1", "this line has 2 columns");
  }

  @Test
  void aFileWithoutLabelsIsCalledThat() throws IOException {
    assertProblem(CONLL2000, "a p\nb p\n", ":1", "this file has no labels", "2 columns");
    assertProblem(CONLL2000, "a\nb\n", ":1", "this file has no labels", "1 column,");
    assertProblem(
        CONLL2000, "a\tp\t\nb\tp\t\n", ":1", "the column 'label' is empty", "every token");
    assertProblem(CONLL2000, "a\t\tO\n", ":1", "the column 'pos' is empty");
  }

  @Test
  void anEmptyFileHasNoSentence() throws IOException {
    assertProblem(CONLL2000, "", "", "there is no sentence");
    assertProblem(CONLL2000, " \n\t\n\r\n", "", "there is no sentence");
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

  @Test
  void malformedUtf8IsNamedWithLineAndOffset() throws IOException {
    Path file = directory.resolve("latin1.txt");
    Files.write(file, "ä p O\n\ncafé p O\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> CONLL2000.read(file))
        .hasMessageStartingWith(file + ":1: this is not UTF-8: the byte 0xe4 at offset 0 ");

    Files.write(file, "a p O\n\ncafé p O\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> CONLL2000.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ":3: this is not UTF-8: the byte 0xe9 at offset 10 ")
        .hasMessageContaining("iconv");
  }

  @Test
  void aSequenceThatIsCutOffIsMalformedToo() throws IOException {
    Path file = directory.resolve("cut.txt");
    Files.write(file, new byte[] {'a', ' ', 'p', ' ', (byte) 0xC3, '\n'});

    assertThatThrownBy(() -> CONLL2000.read(file))
        .hasMessageStartingWith(file + ":1: this is not UTF-8: the byte 0xc3 at offset 4 ");
  }
}
