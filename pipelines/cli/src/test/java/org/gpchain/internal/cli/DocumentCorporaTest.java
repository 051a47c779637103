package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Lemma;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.jcas.JCas;
import org.apache.uima.json.jsoncas2.JsonCas2Serializer;
import org.dkpro.core.io.bincas.BinaryCasReader;
import org.dkpro.core.io.bincas.BinaryCasWriter;
import org.dkpro.core.io.xmi.XmiReader;
import org.dkpro.core.io.xmi.XmiWriter;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.ModelLocation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of training and evaluation on UIMA documents. */
class DocumentCorporaTest extends CommandTest {
  private static final String POS = "de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS";

  private static final String LEMMA = Lemma.class.getName();

  @TempDir private static Path corpora;
  private static Path columns;
  private static Path xmi;
  private static Path binary;
  private static Path json;

  @BeforeAll
  static void writeCorpora() throws IOException, UIMAException {
    columns = corpora.resolve("corpus.tsv");
    xmi = corpora.resolve("xmi");
    binary = corpora.resolve("binary");
    json = corpora.resolve("json");
    DocumentCorpus corpus = new DocumentCorpus();
    corpus.writeColumns(columns, "# newdoc\n");
    corpus.write(XmiWriter.class, xmi);
    corpus.write(BinaryCasWriter.class, binary);
    corpus.writeJson(json);
  }

  private Path model() {
    return path("model.gpchain");
  }

  /** Trains with few steps on one thread. */
  private CommandLineRun train(Object... more) {
    return gpchain("train --threads 1 --iterations 5 --kernel-rounds 0 --model {}", model(), more);
  }

  /** Trains, and returns the entries of the model file without the run's record. */
  private Map<String, String> trained(Object... options) throws IOException {
    train(options).succeeds();
    return DocumentCorpus.entries(model());
  }

  @ParameterizedTest
  @CsvSource({
    "chunk, 'word,pos,label,_', IOB2",
    "np, 'word,pos,label,_', IOBES",
    "ne, 'word,pos,_,label', IOB1"
  })
  void allFormatsGiveTheSameModel(String task, String names, String scheme) throws IOException {
    List<Object> common = List.of("--task", task, "--scheme", scheme, "--train");
    Map<String, String> expected = trained(common, columns, "--columns", names);
    assertThat(expected.get("manifest.json")).contains(scheme);
    assertThat(trained(common, xmi, "--format xmi")).isEqualTo(expected);
    assertThat(trained(common, xmi + "/*.xmi", "--format xmi")).isEqualTo(expected);
    assertThat(trained(common, binary, binaryReader())).isEqualTo(expected);
    assertThat(trained(common, json, "--format jsoncas")).isEqualTo(expected);
    String reader = "--reader {} --reader-param patterns=[+]*.xmi --type-system {}";
    Object[] readerOptions = {reader, XmiReader.class.getName(), xmi.resolve("TypeSystem.xml")};
    assertThat(trained(common, xmi, readerOptions)).isEqualTo(expected);
  }

  @Test
  void doneTypeNeedsTheAnnotatedOption() {
    String documents = "--format xmi --done-type my.Done";
    gpchain("train --task ne --train {} --model {}", xmi, directory.resolve("m"), documents)
        .fails(2, "--done-type needs --annotated");
    gpchain("crossval --task ne --train {}", xmi, documents)
        .fails(2, "--done-type needs a command that has --annotated, such as train");
  }

  /** Only train has the option that --done-type needs. */
  @Test
  void doneTypeIsOnlyOfferedWhereItIsAccepted() {
    assertThat(gpchain("train --help-all").out()).contains("--done-type");
    for (String command : List.of("check", "crossval", "evaluate", "weak", "compare", "tag")) {
      assertThat(gpchain("help {}", command).out()).as(command).doesNotContain("--done-type");
    }
    assertThat(gpchain("crossval --help-all").out()).doesNotContain("--done-type");
  }

  @Test
  void learnsCustomTypes() throws IOException {
    String place = "--task ne --annotation-type {} --annotation-feature {} --train";
    Object[] common = {place, DocumentCorpus.PLACE, DocumentCorpus.KIND};
    Map<String, String> expected =
        trained("--task ne --train", columns, "--columns word,pos,_,label");

    assertThat(trained(common, xmi, "--format xmi")).isEqualTo(expected);
    assertThat(trained(common, binary, binaryReader())).isEqualTo(expected);
    assertThat(trained(common, json, "--format jsoncas")).isEqualTo(expected);

    trained(
        "--task ne --annotation-type {} --subtypes-as-labels --format jsoncas --train {}",
        DocumentCorpus.PLACE,
        json.resolve("doc-1.json"));

    assertThat(ModelLocation.of(model()).load(Contents.DECODING).labels().labels())
        .containsExactly("B-Place", "I-Place", "O");
  }

  /** DKPro's reader needs a type system for some binary formats. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "4", "6"})
  void readsBinaryDocumentsWithATypeSystemFile(String form) throws UIMAException, IOException {
    Path untyped = path("untyped");
    new DocumentCorpus().write(BinaryCasWriter.class, untyped, BinaryCasWriter.PARAM_FORMAT, form);
    String reader =
        "--task ne --reader-param patterns=*.bin --reader {} --type-system {} --train {}";
    Path types = xmi.resolve("TypeSystem.xml");
    train(reader, BinaryCasReader.class.getName(), types, untyped).succeeds();
  }

  /** Returns options for DKPro's reader of binary documents. */
  private static Object binaryReader() {
    String reader = "--reader {} --reader-param patterns=*.bcas --type-system {}";
    return List.of(reader, BinaryCasReader.class.getName(), xmi.resolve("TypeSystem.xml"));
  }

  @Test
  void messagesForBinaryDocumentsNameTheReader() {
    String advice = "reader org.dkpro.core.io.bincas.BinaryCasReader";
    assertFailure(2, trainNames(binary, "bincas"), "'bincas' cannot be read", advice);
    assertFailure(2, trainNames(json, "json"), "'json' cannot be read", "use jsoncas");
    assertFailure(
        1, trainNames(binary.resolve("doc-0.bcas"), "xmi"), "this is a binary CAS", advice);
  }

  @Test
  void learnsLabelsOfTokens() throws IOException {
    Path template = file("t", "U:%x[0,word]\nB\n");
    List<Object> common =
        List.of("--task", "pos", "--scheme", "TOKEN", "--template", template, "--train");
    Map<String, String> expected = trained(common, columns, "--columns word,label,_,_");
    String pos = "--format xmi --annotation-type {} --annotation-feature PosValue";
    assertThat(trained(common, xmi, pos, POS)).isEqualTo(expected);
    assertThat(ModelLocation.of(model()).load(Contents.DECODING).scheme())
        .isEqualTo(TagScheme.TOKEN);
  }

  @Test
  void theSuggestedCommandHasTheSameFormat() {
    assertThat(train("--task ne --subtypes-as-labels --format xmi --train", xmi).succeeds().out())
        .contains("--test FILE --format xmi --subtypes-as-labels");
  }

  @Test
  void trainsOnALimitedCorpusWithADevelopmentCorpus() throws IOException {
    Object[] parts = {"--train", xmi, "--dev", xmi.resolve("doc-2.xmi")};
    assertThat(train("--task ne --limit 13 --format xmi", parts).succeeds().out())
        .contains("from 13 sentences");
  }

  /** Checks that a run failed with one line that contains all parts, and wrote no model. */
  private void assertFailure(int exitCode, CommandLineRun run, Object... parts) {
    run.fails(exitCode, Stream.of(parts).map(Object::toString).toArray(String[]::new));
    assertThat(run.err()).hasLineCount(1);
    assertThat(model()).doesNotExist();
  }

  @Test
  void missingAndBrokenFilesAreNamed() throws IOException {
    Path broken = path("broken");
    Files.createDirectories(broken);
    assertFailure(1, trainNames(broken, "xmi"), broken, "ends in .xmi");
    assertFailure(1, trainNames(broken.resolve("a.xmi"), "xmi"), "a.xmi: there is no such file");
    assertFailure(1, trainNames(broken.resolve("*.x"), "xmi"), "*.x: no file matches this pattern");

    for (String format : List.of("xmi", "jsoncas")) {
      Path file = Files.writeString(broken.resolve("b." + format), "<nonsense");
      String problem = ": cannot read this as " + format;
      assertFailure(1, trainNames(file, format), file, problem, "check the format");
    }
    CommandLineRun noTypes = trainNames(xmi, "xmi", "--type-system", columns);

    assertFailure(1, noTypes, columns, "not a description of a type system");
  }

  private CommandLineRun trainNames(Path input, String format, Object... more) {
    return train(List.of("--task", "ne", "--train", input, "--format", format), more);
  }

  @Test
  void missingAnnotationTypesAreNamed() {
    String place = DocumentCorpus.PLACE + " (";
    String type = "--annotation-feature value --annotation-type";
    CommandLineRun noType = trainNames(xmi, "xmi", type, "my.Type");
    assertFailure(1, noType, xmi.resolve("doc-0.xmi"), "no annotation type 'my.Type'", place);
    CommandLineRun noLemmas = trainNames(json, "jsoncas", type, Lemma.class.getName());
    String problem = "in 30 sentences there was no Lemma annotation";
    assertFailure(1, noLemmas, json, problem, NamedEntity.class.getName() + " (", place);
  }

  @Test
  void missingPartsOfSpeechAreReported() throws IOException, UIMAException {
    Path words = path("words");
    JCas document = new DocumentCorpus().documents().get(0);
    document.select(Token.class).forEach(token -> token.setPos(null));
    Files.createDirectories(words);
    new JsonCas2Serializer().serialize(document.getCas(), words.resolve("w.json").toFile());
    CommandLineRun run = train("--task chunk --format jsoncas --train", words);
    String problem = "has no part of speech, which the features need";
    assertFailure(1, run, words.resolve("w.json"), problem, "--template");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "2; my.Reader; no class my.Reader|GPCHAIN_CLASSPATH|--help",
        "2; java.lang.String; not a UIMA collection reader",
        "1; {} --reader-param colour=red; no parameter 'colour'|sourceLocation",
        "1; {} --reader-param lenient=maybe; the parameter 'lenient' takes a value of the type"
            + " Boolean, had 'maybe'",
        "1; {} --reader-param language=en --reader-param language=de; takes one value",
        "1; {} --reader-param patterns=*.xmi; the reader {} cannot read a document"
      })
  void invalidReadersAndParametersAreNamed(int exitCode, String reader, String problems) {
    String name = XmiReader.class.getName();
    Object[] parts = problems.replace("{}", name).split("[|]");
    assertFailure(
        exitCode, train("--task ne --train", xmi, "--reader", reader.replace("{}", name)), parts);
  }

  @Test
  void documentsWithoutSentencesFail() throws IOException {
    Path texts = Files.createDirectory(path("texts"));
    Files.writeString(texts.resolve("a.txt"), "Ada left.");
    Files.writeString(texts.resolve("b.md"), "");
    String[][] failures = {
      {"txt", "a.txt", "has no tokens", "segmenter"},
      {"md", "there are no sentences in these documents"},
      {"doc", "the reader finds no documents"}
    };

    for (String[] failure : failures) {
      String line = "--task ne --reader {} --reader-param patterns=*.{} --train {}";
      CommandLineRun run = train(line, "org.dkpro.core.io.text.TextReader", failure[0], texts);
      assertFailure(1, run.fails(1, texts.toString()), Stream.of(failure).skip(1).toArray());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--task ne --annotation-type my.Type",
        "--task ne --format conll2000 --subtypes-as-labels",
        "--task ne --format xmi --columns word,label",
        "--task ne --format xmi --reader my.Reader",
        "--task ne --format xmi --reader-param a=b",
        "--task ne --format xmi --annotation-type my.Type",
        "--task ne --reader org.dkpro.core.io.xmi.XmiReader --reader-param a",
        "--task ne --scheme BILOU"
      })
  void wrongUseExitsWithTwo(String options) {
    assertFailure(2, train(List.of("--train", xmi), (Object[]) options.split(" ", -1)), "--help");
  }

  private static final String PLACES = "place=" + DocumentCorpus.PLACE;

  /** A column of a file and annotations of UIMA documents give the same model. */
  @Test
  void annotationsCanBeReadAsAColumn() throws IOException {
    String chunks = "--task chunk --no-words --column {} --train {}";
    String column = PLACES + "/" + DocumentCorpus.KIND;
    String names = "--columns word,pos,label,place";
    Map<String, String> expected = trained(chunks, column, columns, names);

    assertThat(expected.get("manifest.json"))
        .contains("\"formatVersion\" : 1,", DocumentCorpus.PLACE, "U:place1:%x[1,place]");
    assertThat(trained(chunks, column, xmi, "--format xmi")).isEqualTo(expected);
    assertThat(trained(chunks, PLACES, xmi, "--format xmi")).isNotEqualTo(expected);

    Path template = file("t", "U:%x[0,word]\nU1:%x[0,place]\nB\n");
    assertThat(trained(chunks, column, xmi, "--format xmi --template {}", template))
        .satisfies(entries -> assertThat(entries.get("manifest.json")).doesNotContain("place1"));

    trained(chunks, column, xmi, "--format xmi");
    String measures = evaluated(xmi, "--format xmi");
    assertThat(measures).isEqualTo(evaluated(columns, names));
    // Without a feature, the column has other values.
    assertThat(evaluated(xmi, "--format xmi --column {}", PLACES)).isNotEqualTo(measures);

    gpchain("annotate --model {} --input {} --format xmi -o {} --to conll", model(), xmi, path("a"))
        .succeeds();
    String select = "select --model {} --input {} --format xmi --output {} --count 2";
    gpchain(select, model(), xmi, path("s")).succeeds();
    gpchain("compare --model {} --against {} --test {} --format xmi", model(), model(), xmi)
        .succeeds();
  }

  /** Returns the output of evaluate without times. */
  private String evaluated(Path test, Object... more) {
    return gpchain("evaluate --json --model {} --test {}", model(), test, more)
        .succeeds()
        .out()
        .replaceAll("(?mi)^.*second.*$", "");
  }

  @Test
  void invalidColumnsFail() throws IOException {
    Object[] chunks = {"--task chunk --format xmi --train {} --column", xmi};
    assertFailure(2, train(chunks, "place"), "NAME=TYPE/FEATURE", "was 'place'");
    assertFailure(2, train(chunks, "word=A"), "another column 'word'");
    assertFailure(2, train(chunks, "state=A --words words-en"), "another column 'state'");
    assertFailure(2, train(chunks, "a=A", "--column a=B"), "another column 'a'");
    assertFailure(1, train(chunks, "a=my.A"), ".xmi", "no annotation type 'my.A'");
    assertFailure(1, train(chunks, "a=" + LEMMA), xmi, "column a=" + LEMMA, "comes first");
    assertFailure(1, train(chunks, "a=" + DocumentCorpus.PLACE + "/x"), "no feature 'x'");
    Object[] file = {
      "--task chunk --train", columns, "--columns word,pos,label,_ --column", PLACES
    };
    assertFailure(1, train(file), columns + ":2: ", "not all of [place]", "--columns");
    assertThat(model()).doesNotExist();

    trained("--task chunk --format xmi --train {} --column {}", xmi, PLACES);
    String evaluate = "evaluate --model {} --test {} --format xmi --column";
    gpchain(evaluate, model(), xmi, "other=A").fails(1, "no column 'other'", PLACES);
    gpchain(evaluate, model(), xmi, "place=my.A").fails(1, "no annotation type 'my.A'");
    gpchain("evaluate --model {} --test {} --columns word,pos,label,_", model(), columns)
        .fails(1, "'place' is missing", "--columns");
    Path output = path("out");
    String annotate = "annotate --model {} --input {} --output {}";
    Path text = file("a.txt", "Dana left");
    gpchain(annotate, model(), text, output)
        .fails(1, "place=" + DocumentCorpus.PLACE, "--pipeline");
    gpchain(annotate, model(), xmi, output, "--format xmi --column other=A")
        .fails(1, "no column 'other'");
    assertThat(output).doesNotExist();
    gpchain(annotate, model(), xmi, output, "--format xmi --column place=my.A").fails(1);
    assertThat(Files.readString(output.resolve("errors.jsonl")))
        .contains("no annotation type 'my.A'", "run the engine that writes these");
  }
}
