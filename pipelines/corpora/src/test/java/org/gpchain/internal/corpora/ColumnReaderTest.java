package org.gpchain.internal.corpora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.Corpus.SentenceOrigin;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Returns the labels of all sentences; segments have IOB2 labels. */
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
    assertThat(corpus.places()).extracting(SentenceOrigin::line).containsExactly(1, 5);
    assertThat(corpus.tokenCount()).isEqualTo(3);
    assertThat(corpus.warnings()).isEmpty();
  }

  @Test
  void marksDenoteUnknownLabels() throws IOException {
    String text = "Ann NP B-PER\nLee NP I-PER\nmet V ?\nRay NP !PER|LOC\n\n. S O\n\n. S ?\n";
    Corpus marked = read(CONLL2000.withAnnotated(Annotated.MARKED), text);
    assertThat(marked.scheme()).isEqualTo(TagScheme.IOB2);
    assertThat(marked.warnings()).isEmpty();
    assertThat(labels(marked)).containsExactly("B-PER", "I-PER", "?", "!LOC|PER", "O", "?");

    Corpus sentences = read(CONLL2000.withAnnotated(Annotated.SENTENCES), text);
    assertThat(sentences.places()).extracting(SentenceOrigin::line).containsExactly(1, 6);
    Corpus segments = read(CONLL2000.withAnnotated(Annotated.SEGMENTS), text);
    assertThat(segments.sentences().get(1).isComplete()).isTrue();
    assertThat(segments.sentences().get(2).isComplete()).isFalse();
  }

  @Test
  void marksAreTokenLabelsOrErrorsIfAllIsAnnotated() throws IOException {
    assertThat(read(CONLL2000, "a X ?\nb X !\n").scheme()).isEqualTo(TagScheme.TOKEN);
    assertProblem(
        CONLL2000, "a X B-A\nb X O\n\nc X O\nd X !A\n", ":5", "'!A'", "--annotated marked");
  }

  @Test
  void sentencesWithoutSegmentsAreSkippedIfNotAllIsAnnotated() throws IOException {
    Corpus sentences =
        read(CONLL2000.withAnnotated(Annotated.SENTENCES), "a X O\n\nb X B-A\nc X O\n");
    assertThat(sentences.sentences()).hasSize(1);
    assertThat(sentences.sentences().get(0).isComplete()).isTrue();
    assertProblem(
        CONLL2000.withAnnotated(Annotated.SENTENCES), "a X O\n", "", "no sentence", "is annotated");
  }

  @Test
  void tokenLabelsMayBeUnknown() throws IOException {
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

  /** In a line with TABs, cells may contain spaces; otherwise, only ASCII spaces separate cells. */
  @ParameterizedTest
  @CsvSource({
    "'10 000\tCD\tB-NP  ', 10 000",
    "' a b \t CD\t B-NP', a b",
    "\u3000 S B-NP, \u3000",
    "10\u00A0000 N B-NP, 10\u00A0000",
    "next\u0085line N B-NP, next\u0085line"
  })
  void cellsMayContainWhiteSpace(String line, String word) throws IOException {
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
    assertThat(corpus.places()).extracting(SentenceOrigin::line).containsExactly(2, 4);
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
  void usualFormatOfNamesDependsOnTheNumberOfColumns() throws IOException {
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
  void unfinishedIobesSegmentIsRepaired() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-X\nb p E-X\n\nc p O\nd p B-X\n");

    assertThat(corpus.repairedLabels()).isEqualTo(1);
    assertWarning(corpus, ":5: 1 label breaks");
  }

  @Test
  void labelsThatLookLikeSegmentsCanBeTokenLabels() throws IOException {
    Corpus corpus = read(CONLL2000.withTokenLabels(true), "a p S\nb p B\nc p I\nd p I\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.TOKEN);
    assertThat(labels(corpus)).containsExactly("S", "B", "I", "I");
  }

  @Test
  void warnsAboutAnUnusualLabelAmongSegments() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-NP\nb p b-NP\n");

    assertThat(corpus.scheme()).isEqualTo(TagScheme.TOKEN);
    assertWarning(corpus, ":2: 'b-NP' is not the label of a segment such as B-NP, I-NP or O, so");
  }

  @Test
  void otherNotationsAreReadAndNoted() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-X\nb p L-X\nc p U-Y\nd p O\n");

    assertThat(labels(corpus)).containsExactly("B-X", "I-X", "B-Y", "O");
    assertThat(corpus.notation()).hasToString("BILOU");
    assertThat(corpus.notes()).containsExactly(corpus.file() + ": the labels are read as BILOU");
    assertThat(corpus.repairedLabels()).isZero();
  }

  @Test
  void hyphenAmongSegmentsIsAnUnknownLabel() throws IOException {
    String text = "a p B-X\nb p L-X\nc p -\nd p O\n";

    Corpus corpus = read(CONLL2000.withAnnotated(Annotated.MARKED), text);
    assertThat(labels(corpus)).containsExactly("B-X", "I-X", "?", "O");
    assertProblem(CONLL2000, text, ":3", "not annotated", "--annotated marked");
  }

  @Test
  void nestedBracketsAreLeftOut() throws IOException {
    Corpus corpus = read(CONLL2000, "a p *\n\nb p (A(B*\nc p *)\nd p *)\ne p (C*\n");

    assertThat(labels(corpus)).containsExactly("O", "B-A", "I-A", "I-A", "B-C");
    assertThat(corpus.warnings())
        .containsExactly(
            corpus.file()
                + ":6: 1 label breaks the scheme star brackets of this file (this is the first one);"
                + " they are read leniently, as in conlleval",
            corpus.file()
                + ":3: 1 segment inside other segments skipped (the first in this sentence);"
                + " only the outermost segments are read");
  }

  @Test
  void tokenLabelsAreRefusedWhereSegmentsAreRequired() throws IOException {
    Corpus corpus = read(CONLL2000, "a p O\nb p B-X\nc p NN\n");
    assertThatThrownBy(corpus::checkHasSegments)
        .hasMessageContaining(":3: 'NN' is not the label of a segment such as B-PER, I-PER or O;")
        .hasMessageContaining("--task pos");
    read(CONLL2000, "a p PER\nb p O\n").checkHasSegments();
  }

  @Test
  void nounPhraseTaskKeepsOnlyNounPhrases() throws IOException {
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
  void longSentencesAreReadWithAWarning() throws IOException {
    Corpus corpus = read(CONLL2000, "word NN B-NP\n".repeat(5_000));

    assertThat(corpus.sentences()).singleElement().matches(s -> s.length() == 5_000);
    assertWarning(
        corpus, ": the sentences of this file have 5000 tokens on average; put a blank line");
    assertThat(read(CONLL2000, "word NN B-NP\n".repeat(200)).warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'a p O\n\nb p q O\n'; :3; this line has 4 columns, line 1 has 3",
        "a p q O; :1; '4 columns, conll2000 has 3 (word pos label); fix the line, or specify'",
        "'a O\nb p O\n'; :1; this line has 2 columns",
        "'a p\nb p\n'; :1; 'this file has no labels: its lines have 2 columns,'",
        "'a\nb\n'; :1; 'this file has no labels: its lines have 1 column,'",
        "'a\tp\t\nb\tp\t\n'; :1; the column 'label' is empty",
        "'a\t\tO\n'; :1; the column 'pos' is empty",
        "'a p O\nb p B-\n'; :2; the label 'B-' has no type",
        "'<?xml version=\"1.0\"?><x/>'; :1; 'without columns; for UIMA documents,"
            + " use --format xmi'",
        "'<xmi:XMI xmlns=\"x\"/>'; :1; --format xmi",
        "''; ''; there is no sentence",
        "' \n\t\n\r\n'; ''; there is no sentence"
      })
  void problemsAreReportedWithTheirLine(String content, String place, String problem)
      throws IOException {
    assertProblem(CONLL2000, content, place, problem);
  }

  @Test
  void compressedFileIsReported() throws IOException {
    byte[] gzip = {0x1f, (byte) 0x8b, 8, 0};
    Path file = Files.write(directory.resolve("corpus.txt.gz"), gzip);
    assertThatThrownBy(() -> CONLL2000.read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(
            file + ": this is compressed; unpack it first, for example with gunzip or unxz");
  }

  @Test
  void fileOfDocumentMarksHasNoSentence() throws IOException {
    assertProblem(
        ColumnReader.of(ColumnFormat.conll2002()), "-DOCSTART- O\n", "", "there is no sentence");
  }

  @Test
  void missingFileAndDirectoryAreReported() {
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
  void malformedBytesAreReportedWithLineAndOffset(String latin1, String message)
      throws IOException {
    Path file = directory.resolve("latin1.txt");
    Files.write(file, latin1.getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> CONLL2000.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + message)
        .hasMessageContaining("iconv");
  }

  @Test
  void zeroBytesAreReported() throws IOException {
    Path file = Files.writeString(directory.resolve("zero.txt"), "a p O\n\nb\0 p O\n");
    assertThatThrownBy(() -> CONLL2000.read(file))
        .hasMessageStartingWith(file + ":3: this is not text: the byte at offset 8 is zero")
        .hasMessageContaining("--encoding UTF-16LE");
    Files.write(file, "a p O\n".getBytes(StandardCharsets.UTF_16BE));
    assertThatThrownBy(() -> CONLL2000.read(file))
        .hasMessageStartingWith(file + ":1: this is not text: the byte at offset 0 is zero");
  }

  /** Reads a corpus of names in the usual format, in which each slash stands for a line break. */
  private Corpus usual(String content) throws IOException {
    return read(ColumnReader.of(ColumnFormat.usual("ne")), content.replace('/', '\n'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "# a = b/Ann N c B-P/ran V c O//# d = e/Bo N c B-P; Ann ran Bo",
        "# id 7 domain=en/Ann N c B-P//# id 8 domain=en/Bo N c B-P; Ann Bo",
        "# 1/Ann B-P/ran O//# 2/Bo B-P; Ann ran Bo",
        "# sent_id 1/Ann N B-P//# sent_id 2/Bo N B-P; Ann Bo",
        "#\tsource\tof 2005/Ann\tB-P/ran\tO; Ann ran",
        "# free words/Ann\tB-P/ran\tO; Ann ran",
        "%% lemma tag/Ann B-P/ran O; Ann ran",
        "###MEDLINE:95/Ann B-P/ran O; Ann ran",
        "#begin document (x) part 000/Ann B-P//#end document; Ann",
        "Ann B-P/# O/1 O; Ann # 1",
        "# O/1 O/Ann B-P; # 1 Ann",
        "Ann B-P/ran O//#tag B-H/ran O; Ann ran #tag ran",
        "#tag B-H/ran O; #tag ran",
        "Ann B-P//#text O/#x= O; Ann #text #x=",
        "Word\tTag/Ann\tB-P/ran\tO; Ann ran",
        "token pos label/Ann N B-P; Ann",
        "Word O/Tag O/Ann B-P; Word Tag Ann"
      })
  void commentsBeforeSentencesAreSkipped(String content, String words) throws IOException {
    String lines = content.replace("\\t", "\t");
    assertThat(String.join(" ", words(usual(lines)))).isEqualTo(words);
  }

  @Test
  void commentsThatMayBeTokensAreNoted() throws IOException {
    Corpus corpus = usual("# 1/Ann B-P//# 2/Bo B-P/ran O/");
    assertThat(corpus.notes())
        .containsExactly(corpus.file() + ":1: 2 lines with # are read as comments, such as '# 1'");
    assertThat(usual("# a = 1/Ann\tB-P").notes()).isEmpty();
    assertProblem(CONLL2000, "a p O\n# b\n", ":2", "2 columns", "before the first token");
  }

  @Test
  void commentsMayBeginDocuments() throws IOException {
    Corpus corpus = usual("###MEDLINE:1//a B-X//b O//###MEDLINE:2//c B-X/#begin document 3/d O/");
    assertThat(corpus.documents()).containsExactly(0, 0, 1, 2);
  }

  @Test
  void layoutsWithTokenNumbersAreRecognized() throws IOException {
    Corpus germeval = usual("#\tone/1\tAnn\tB-P\tO/2\tran\tO\tO//1\tIn\tO\tO/");
    assertThat(words(germeval)).containsExactly("Ann", "ran", "In");
    assertThat(germeval.columns()).containsExactly("word");
    assertThat(germeval.notes())
        .containsExactly(
            germeval.file()
                + ": read as GermEval, with the columns _,word,label,_; to read other columns, use --columns");

    Corpus other = usual("1\tAnn\tNN\tB-P\tx/2\tran\tVB\tO\tx/");
    assertThat(labels(other)).containsExactly("B-P", "O");
    assertThat(other.notes()).singleElement().asString().contains("_,word,_,label,_");

    CorpusReader named = ColumnReader.of(ColumnFormat.ofColumns(List.of("word", "label")));
    assertWarning(read(named, "1 B-X\n2 O\n"), ": the words are token numbers");
  }

  @Test
  void columnsOfPlaceholdersAreIgnored() throws IOException {
    Corpus corpus = usual("Ann _ _ B-P/ran _ _ O/");
    assertThat(corpus.columns()).containsExactly("word");
    assertThat(corpus.notes()).singleElement().asString().contains("read as MultiCoNER");
  }

  private static final String CONLLU =
      """
      # newdoc id = d
      # sent_id = 1
      1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\tNE=B-PER
      2-3\tisn't\t_\t_\t_\t_\t_\t_\t_\t_
      2\tis\tbe\tAUX\tVBZ\t_\t1\tcop\t_\t_
      3\tn't\tnot\tPART\tRB\t_\t1\tadvmod\t_\t_
      3.1\tin\tin\tADP\tIN\t_\t_\t_\t1:x\t_
      4\tOslo\tOslo\tPROPN\tNNP\t_\t1\tobl\t_\tx=y|NE=B-LOC|SpaceAfter=No

      # newdoc id = e
      1\tHi\thi\tINTJ\tUH\t_\t0\troot\t_\t_
      """;

  @Test
  void conlluHasLabelsInItsLastColumn() throws IOException {
    Corpus corpus = read(ColumnReader.of(ColumnFormat.conllu("ne", "")), CONLLU);

    assertThat(words(corpus)).containsExactly("Ann", "is", "n't", "Oslo", "Hi");
    assertThat(labels(corpus)).containsExactly("B-PER", "O", "O", "B-LOC", "O");
    assertThat(corpus.sentences().get(0).tokens().column("pos"))
        .containsExactly("PROPN", "AUX", "PART", "PROPN");
    assertThat(corpus.documents()).containsExactly(0, 1);
    assertThat(corpus.notes())
        .containsExactly(
            corpus.file() + ":4: 2 multiword tokens and empty nodes are skipped, such as '2-3'",
            corpus.file()
                + ": the labels are those of the key NE; 3 tokens without it have the label O");
    assertThat(corpus.problemAt(0, 3, "bad", "mend it").line()).isEqualTo(8);
  }

  @Test
  void damagedNumbersOfConlluAreNoted() throws IOException {
    String damaged = CONLLU.replace("2-3\t", "3-2\t").replace("4\tOslo", "6\tOslo");
    Corpus corpus = read(ColumnReader.of(ColumnFormat.conllu("ne", "")), damaged + damaged);

    assertThat(words(corpus)).hasSize(10);
    assertThat(corpus.notes())
        .contains(
            corpus.file()
                + ":4: 2 multiword tokens do not fit the tokens after them and are ignored,"
                + " such as '3-2'",
            corpus.file() + ":8: 2 IDs do not follow the ones before them, such as '6'");
    String nameless = CONLLU.replace("4\tOslo", "_\tOslo");
    assertProblem(ColumnReader.of(ColumnFormat.conllu("ne", "")), nameless, ":8", "'_'", "from 1");
  }

  @Test
  void keyOfLabelsMayBeNamed() throws IOException {
    assertThat(labels(read(ColumnReader.of(ColumnFormat.conllu("ne", "ne")), CONLLU)))
        .contains("B-LOC");
    CorpusReader absent = ColumnReader.of(ColumnFormat.conllu("ne", "Name"));
    assertProblem(
        absent, CONLLU, "", "no token has the key Name; its keys are [NE, SpaceAfter, x]");
    CorpusReader none = ColumnReader.of(ColumnFormat.conllu("ne", ""));
    assertProblem(none, CONLLU.replace("NE=B-", "NE="), "", "no key", "--label-key");
  }

  @Test
  void bracketsOfEntitiesAreRead() throws IOException {
    String brackets =
        "# global.Entity = eid-etype-head\n"
            + CONLLU
                .replace("NE=B-PER", "Entity=(e1-person-1")
                .replace("1\tcop\t_\t_", "1\tcop\t_\tEntity=(e2-thing-1)e1)")
                .replace("NE=B-LOC", "Entity=(e3-place-1)");
    Corpus corpus = read(ColumnReader.of(ColumnFormat.conllu("ne", "Entity")), brackets);
    assertThat(labels(corpus)).containsExactly("B-person", "I-person", "O", "B-place", "O");
    assertThat(corpus.warnings())
        .singleElement()
        .asString()
        .contains("1 segment inside other segments");
  }

  @Test
  void conlluHasPartsOfSpeechInOneOfTwoColumns() throws IOException {
    CorpusReader reader = ColumnReader.of(ColumnFormat.conllu("pos", "")).withTokenLabels(true);
    assertThat(labels(read(reader, CONLLU))).contains("PROPN").doesNotContain("NNP");
    String others = CONLLU.replaceAll("PROPN|AUX|PART|ADP|INTJ", "_");
    assertThat(labels(read(reader, others))).contains("NNP");
  }

  @Test
  void conlluIsRecognized() throws IOException {
    assertProblem(
        ColumnReader.of(ColumnFormat.usual("ne")),
        CONLLU,
        "",
        "this looks like CoNLL-U; use --format conllu");
    List<String> columns = List.of("_,word,_,_,_,_,_,_,_,label".split(","));
    Corpus corpus = read(ColumnReader.of(ColumnFormat.ofColumns(columns)), CONLLU);
    assertThat(labels(corpus)).containsExactly("B-PER", "O", "O", "B-LOC", "O");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'{\"text\": \"Ann ran.\", \"label\": []}'; JSON; --format jsonl",
        "'[{\"id\": 1}]'; JSON; --format jsonl",
        "'#FORMAT=WebAnno TSV 3.3'; WebAnno; --format webanno",
        "'T1\tPER 0 3\tAnn'; brat; --format brat",
        "'<!doctype html><p>'; web page; one token per line",
        "'<START:person> Ann <END> ran .'; OpenNLP; one token per line",
        "'Ann,B-PER'; commas; by a TAB"
      })
  void filesOfOtherFormatsAreNamed(String content, String kind, String cure) throws IOException {
    assertProblem(CONLL2000, content.replace("\\t", "\t"), ":1", kind, cure);
  }

  @Test
  void bracketsMayBeTokens() throws IOException {
    assertThat(words(usual("[ O/Ann B-P/] O"))).containsExactly("[", "Ann", "]");
    assertThat(words(usual("{\t{\tO/a\tb\tB-P"))).containsExactly("{", "a");
    assertThat(words(usual("[\t[\tO/a\tb\tB-P"))).containsExactly("[", "a");
  }

  @ParameterizedTest
  @CsvSource({"PK\3\4x, zip archive", "PK\3\4...word/, docx", "{\\rtf1, RTF", "Rar!, RAR"})
  void archivesAndOfficeDocumentsAreNamed(String start, String kind) throws IOException {
    String bytes = start.replace("\\3", "\u0003").replace("\\4", "\u0004").replace("\\\\", "\\");
    assertProblem(CONLL2000, bytes, "", kind, "; ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r", "\r\n", "\r\r\n"})
  void linesEndInManyWays(String end) throws IOException {
    String text = "-DOCSTART- -X- O\n\na p B-X\nb p I-X\n\n\uFEFF-DOCSTART- -X- O\n\nc p O\n";
    Corpus corpus = read(CONLL2000, text.replace("\n", end));
    assertThat(labels(corpus)).containsExactly("B-X", "I-X", "O");
    assertThat(corpus.documents()).containsExactly(0, 1);
    assertThat(corpus.places()).extracting(SentenceOrigin::line).containsExactly(3, 8);
  }

  @Test
  void utf32IsDetectedByItsByteOrderMark() throws IOException {
    Path file = directory.resolve("corpus.txt");
    Files.write(file, "\uFEFFa p B-X\nb p O\n".getBytes(Charset.forName("UTF-32LE")));
    assertThat(words(CONLL2000.read(file))).containsExactly("a", "b");
  }

  @Test
  void warnsAboutTwoLabelsOfAToken() throws IOException {
    Corpus corpus = read(CONLL2000, "a p B-X|B-Y\nb p O\n");
    assertWarning(corpus, ":1: 'B-X|B-Y' looks like two labels");
  }
}
