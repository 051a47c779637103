package org.gpchain.internal.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.fit.component.JCasAnnotator_ImplBase;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCopier;
import org.apache.uima.util.CasIOUtils;
import org.apache.uima.util.TypeSystemUtil;
import org.dkpro.core.io.bincas.BinaryCasReader;
import org.dkpro.core.io.xmi.XmiReader;
import org.dkpro.core.io.xmi.XmiWriter;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.internal.documents.TestModel;
import org.gpchain.internal.documents.TestXmi;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code gpchain annotate} with all input formats. */
class AnnotateFormatsTest extends CommandTest {
  private DocumentCorpus corpus;
  private Path columns;
  private Path xmi;
  private Path model;

  @BeforeEach
  void writeCorpora() throws Exception {
    corpus = new DocumentCorpus();
    columns = path("corpus.txt");
    corpus.writeColumns(columns);
    xmi = path("xmi");
    corpus.write(XmiWriter.class, xmi);
    model = TestModel.write("chunk", path("chunk.gpchain"));
  }

  private CommandLineRun annotate(Path input, Object output, Object... more) {
    return gpchain("annotate --model {} --input {} --output {}", model, input, output, more);
  }

  /** Returns the tokens of all documents with their labels. */
  private String labelled(Path input, Object... more) {
    CommandLineRun run = annotate(input, "-", "--to conll", more).succeeds();
    assertThat(run.err()).doesNotContain("note");
    return run.out();
  }

  private Path document(String name, JCas document) throws IOException {
    return TestXmi.write(document, path(name));
  }

  /** Returns the offsets of all annotations of a type. */
  private static List<String> places(JCas document, Class<? extends Annotation> type) {
    return JCasUtil.select(document, type).stream()
        .map(annotation -> annotation.getBegin() + "-" + annotation.getEnd())
        .toList();
  }

  /** Copies a document without GPChain's types, as other annotation tools write it. */
  private static JCas withoutGpChainTypes(JCas document) throws UIMAException {
    TypeSystemDescription types =
        TypeSystemUtil.typeSystem2TypeSystemDescription(document.getTypeSystem());
    types.setTypes(
        Arrays.stream(types.getTypes())
            .filter(type -> !type.getName().startsWith("org.gpchain"))
            .toArray(TypeDescription[]::new));
    JCas copy = JCasFactory.createJCas(types);
    CasCopier.copyCas(document.getCas(), copy.getCas(), true);
    return copy;
  }

  @Test
  void allInputFormatsGiveTheSameSegments() throws Exception {
    String expected = labelled(columns, "--columns word,pos,label,_");
    assertThat(expected.lines().filter(String::isEmpty)).hasSize(30);
    assertThat(expected).contains("\tB-NP\t");
    assertThat(labelled(columns, "--format conll2003")).isEqualTo(expected);
    assertThat(labelled(xmi, "--format xmi")).isEqualTo(expected);
    assertThat(labelled(Path.of(xmi + "/*.xmi"), "--format xmi")).isEqualTo(expected);

    Path json = path("json");
    corpus.writeJson(json);
    assertThat(labelled(json, "--format jsoncas")).isEqualTo(expected);

    String reader = "--reader {} --reader-param patterns=[+]*.xmi --type-system {}";
    assertThat(labelled(xmi, reader, XmiReader.class.getName(), xmi.resolve("TypeSystem.xml")))
        .isEqualTo(expected);
  }

  @Test
  void aRunResumesOnlyWithTheSameReaderParametersAndDocuments() throws Exception {
    String reader =
        "--to jsonl --reader {} --reader-param patterns=[+]*.xmi --type-system {} --quiet";
    Object[] readerOptions = {reader, XmiReader.class.getName(), xmi.resolve("TypeSystem.xml")};
    Path output = path("read");
    annotate(xmi, output, readerOptions).succeeds();
    annotate(xmi, output, readerOptions).succeeds();

    annotate(xmi, output, readerOptions, "--reader-param lenient=true")
        .fails(1, "with other settings");

    try (Stream<Path> files = Files.list(xmi)) {
      Path document =
          files.filter(file -> file.toString().endsWith(".xmi")).findFirst().orElseThrow();
      Files.writeString(
          document,
          Files.readString(document).replaceFirst("sofaString=\"\\w+", "sofaString=\"Queue"));
    }

    annotate(xmi, output, readerOptions).fails(1, "was changed, or other documents come before it");
  }

  @Test
  void readsBinaryDocumentsWithoutGpChainTypes() throws Exception {
    String expected = labelled(xmi, "--format xmi");
    Path binary = Files.createDirectories(path("binary"));
    for (JCas original : corpus.documents()) {
      JCas document = withoutGpChainTypes(original);
      assertThat(document.getTypeSystem().getType(ScoredSegment._TypeName)).isNull();
      String name = JCasUtil.selectSingle(document, DocumentMetaData.class).getDocumentId();
      try (OutputStream out = Files.newOutputStream(binary.resolve(name + ".bcas"))) {
        CasIOUtils.save(document.getCas(), out, SerialFormat.COMPRESSED_FILTERED_TSI);
      }
    }

    String reader = "--reader {} --reader-param patterns=[+]*.bcas";
    assertThat(labelled(binary, reader, BinaryCasReader.class.getName())).isEqualTo(expected);
  }

  @Test
  void predictionsAgreeWithKeptAnnotations() throws Exception {
    Path output = path("out");
    String keep = "--format xmi --to xmi --overwrite --keep ";
    annotate(xmi, output, keep + Chunk._TypeName + "=NP --strict").succeeds();
    List<String> existing = places(TestXmi.read(xmi.resolve("doc-0.xmi")), Chunk.class);

    assertThat(places(TestXmi.read(output.resolve("doc-0.xmi")), Chunk.class))
        .containsAll(existing)
        .doesNotHaveDuplicates();

    annotate(xmi, output, keep + NamedEntity._TypeName + "=O").succeeds();
    annotate(xmi, output, keep + NamedEntity._TypeName + "/value --strict").fails(1);
    assertThat(output.resolve("errors.jsonl"))
        .content()
        .contains("doc-0", "the labels of the model cannot represent it");
    annotate(columns, output, "--columns word,pos,label,_ --keep " + Chunk._TypeName)
        .fails(1, "and documents with annotations; use one model that is not a tagger");
    annotate(xmi, output, "--format xmi --overwrite --keep 1=NP").fails(1, "TYPE/FEATURE");
  }

  @Test
  void sentencesOfConlluKeepTheirComments() throws IOException {
    String text =
        """
        # newdoc id = a
        # sent_id = a-1
        # text = The ferry's old.
        1\tThe\tthe\tDET\tDT\t_\t_\t_\t_\t_
        2-3\tferry's\t_\t_\t_\t_\t_\t_\t_\t_
        2\tferry\tferry\tNOUN\tNN\t_\t_\t_\t_\t_
        3\t's\tbe\tAUX\tVBZ\t_\t_\t_\t_\t_
        4\told\told\tADJ\tJJ\t_\t_\t_\t_\tSpaceAfter=No
        5\t.\t.\tPUNCT\t.\t_\t_\t_\t_\t_

        # newdoc id = b
        # sent_id = b-1
        1\tIt\tit\tPRON\tPRP\t_\t_\t_\t_\t_
        2\tleft\tleave\tVERB\tVBD\t_\t_\t_\t_\t_

        """;
    Path input = file("in.conllu", text);
    CommandLineRun run = annotate(input, path("out"), "--format conllu --to conllu");
    assertThat(run.succeeds().err()).contains("multiword tokens and empty nodes are skipped: 1");

    assertThat(path("out/in.conllu"))
        .content()
        .contains("# newdoc id = a\n# sent_id = a-1\n# text = The ferry's old.\n")
        .contains("# newdoc id = b\n# sent_id = b-1\n# text = It left\n");
  }

  @Test
  void keepsTextAndExistingAnnotations() throws Exception {
    Path output = path("out");
    annotate(xmi, output, "--format xmi --to xmi").succeeds();
    JCas before = TestXmi.read(xmi.resolve("doc-0.xmi"));
    JCas after = TestXmi.read(output.resolve("doc-0.xmi"));

    assertThat(after.getDocumentText()).isEqualTo(before.getDocumentText());
    for (Class<? extends Annotation> type :
        List.of(Sentence.class, Token.class, POS.class, NamedEntity.class)) {
      assertThat(places(after, type)).as(type.getName()).isEqualTo(places(before, type));
    }

    CAS cas = after.getCas();
    assertThat(cas.getAnnotationIndex(cas.getTypeSystem().getType(DocumentCorpus.PLACE)))
        .isNotEmpty();
    assertThat(JCasUtil.select(after, ScoredSegment.class)).isNotEmpty();
  }

  @Test
  void documentNamesCannotLeaveTheOutputDirectory() throws Exception {
    JCas document = JCasFactory.createText("The ferry slept.", "en");
    DocumentMetaData.create(document).setDocumentId("../../a/../evil");
    document("evil.xmi", document);
    Path output = path("out");
    String reader = "--reader {} --reader-param patterns=[+]evil.xmi --to json";
    annotate(directory, output, reader, XmiReader.class.getName()).succeeds();
    assertThat(output.resolve("a/evil.json")).exists();
  }

  @Test
  void addsMissingSentencesTokensAndTagsWithANote() throws Exception {
    JCas bare = JCasFactory.createText("The old ferry slept. It left.", "en");
    CommandLineRun run =
        annotate(document("bare.xmi", bare), "-", "--format xmi --to conll").succeeds();
    assertThat(run.out().lines().filter(String::isEmpty)).hasSize(2);
    assertThat(run.err())
        .contains("note: documents without tokens: 1; their sentences and tokens were found by")
        .contains("note: tokens without a part of speech: 8; tagged by OpenNLP's model");

    JCas unstated = JCasFactory.createText("Ada kom. Hun gikk.");
    Path input = document("nb.xmi", unstated);
    Path names = TestModel.writeNames("nb", path("nb.gpchain"));
    run =
        gpchain(
            "annotate --format xmi --model {} --input {} --output {}", names, input, path("out"));
    assertThat(run.succeeds().err()).contains("tokens were found by rules of the JDK");
    JCas after = TestXmi.read(path("out/nb.xmi"));
    assertThat(after.getDocumentLanguage()).isEqualTo("x-unspecified");
    assertThat(JCasUtil.select(after, Sentence.class)).hasSize(2);
  }

  @Test
  void keepsExistingPartsOfSpeech() throws Exception {
    JCas document = JCasFactory.createText("The old ferry", "en");
    new Sentence(document, 0, 13).addToIndexes();
    for (int[] offsets : new int[][] {{0, 3}, {4, 7}, {8, 13}}) {
      new Token(document, offsets[0], offsets[1]).addToIndexes();
    }
    POS existing = new POS(document, 4, 7);
    existing.setPosValue("INTJ");
    existing.addToIndexes();
    JCasUtil.selectAt(document, Token.class, 4, 7).get(0).setPos(existing);

    assertThat(annotate(document("partly.xmi", document), path("out"), "--format xmi").err())
        .contains("tokens without a part of speech: 2;");

    JCas after = TestXmi.read(path("out/partly.xmi"));
    for (Class<? extends Annotation> type : List.of(POS.class, Token.class)) {
      assertThat(JCasUtil.select(after, type))
          .extracting("posValue")
          .containsExactly("DET", "INTJ", "NOUN");
    }
  }

  @Test
  void aTaggerModelWritesPartsOfSpeech() throws Exception {
    assumeTrue(ModelsOnClassPath.find("tagger-en").isPresent(), "models/rebuild makes it");
    Path text = file("ferry.txt", "The old ferry slept .");
    Path out = path("out");
    String command = "annotate --model tagger-en --input {} --output {}";
    assertThat(gpchain(command + " --to xmi,conll,json,jsonl,html,brat,bincas", text, out).out())
        .startsWith("1 document, 1 sentence, 5 segments.\n");
    JCas document = TestXmi.read(out.resolve("ferry.xmi"));
    assertThat(JCasUtil.select(document, Token.class))
        .extracting(token -> token.getPos().getType().getShortName(), Token::getPosValue)
        .startsWith(tuple("POS_DET", "DT"), tuple("POS_ADJ", "JJ"), tuple("POS_NOUN", "NN"));
    assertThat(out.resolve("ferry.conll")).content().containsPattern("old\tJJ\tJJ\t0[.]9\\d+\n");
    assertThat(out.resolve("ferry.json")).content().contains("\"value\" : \"JJ\"");
    assertThat(out.resolve("ferry.jsonl")).content().contains("\"type\":\"JJ\"");
    assertThat(out.resolve("ferry.ann")).content().contains("JJ 4 7\told");
    assertThat(out.resolve("ferry.html")).content().contains("data-t=\"JJ\"");

    // Tags of other tools are kept and ignored. Tags of the same model are not written twice.
    document("both.xmi", document);
    JCasUtil.select(document, POS.class).forEach(pos -> pos.setPosValue("X"));
    JCasUtil.select(document, ScoredSegment.class).forEach(ScoredSegment::removeFromIndexes);
    document("foreign.xmi", document);
    for (String name : List.of("both.xmi", "foreign.xmi")) {
      gpchain(command + " --format xmi --to xmi --overwrite", path(name), out).succeeds();
      document = TestXmi.read(out.resolve(name));
      assertThat(JCasUtil.select(document, Token.class))
          .extracting(Token::getPosValue)
          .startsWith("DT", "JJ", "NN");
      assertThat(JCasUtil.select(document, POS.class)).hasSize(name.startsWith("b") ? 5 : 10);
    }
  }

  @Test
  void existingSentencesAreKeptWhenTokensAreAdded() throws Exception {
    JCas document = JCasFactory.createText("The ferry slept. It left.", "en");
    new Sentence(document, 0, 25).addToIndexes();
    CommandLineRun run = annotate(document("one.xmi", document), "-", "--format xmi --to conll");
    assertThat(run.out().lines().filter(String::isEmpty)).hasSize(1);
    assertThat(run.out().lines().map(line -> line.split("\t", -1)[0]).collect(joining()))
        .isEqualTo("Theferryslept.Itleft.");
  }

  @Test
  void usesTheSegmenterOfTheUser() throws Exception {
    Path names = TestModel.writeNames("de", path("de.gpchain"));
    Path text = file("a.txt", "Die Fähre|erreichte Ostrey");
    String command =
        "annotate --model {} --input {} --output - --to conll --segmenter {}"
            + " --segmenter-param mark=|";
    CommandLineRun run = gpchain(command, names, text, BarSegmenter.class.getName());
    assertThat(run.succeeds().out().lines().map(line -> line.split("\t", -1)[0]))
        .containsExactly("Die_Fähre", "erreichte_Ostrey", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--segmenter-param a=b; --segmenter-param needs --segmenter CLASS",
        "--segmenter no.such.Engine; no class no.such.Engine on the class path|GPCHAIN_CLASSPATH",
        "--segmenter {} --segmenter-param marks=x; no parameter 'marks'|[mark]|--segmenter-param",
        "--type-system x; --type-system needs --format xmi or jsoncas, or --reader",
        "--format xmi --columns word; --columns needs --format column, not xmi",
        "--format column; needs --columns"
      })
  void wrongUseOfSegmentersAndReadersIsExplained(String options, String problems) {
    String line = options.replace("{}", BarSegmenter.class.getName());
    assertThat(annotate(columns, path("out"), line).err()).contains(problems.split("[|]"));
  }

  /** A segmenter that splits a text into tokens at a mark. */
  public static final class BarSegmenter extends JCasAnnotator_ImplBase {
    @ConfigurationParameter(name = "mark")
    private String mark;

    @Override
    public void process(JCas document) {
      String text = document.getDocumentText();
      new Sentence(document, 0, text.length()).addToIndexes();
      int begin = 0;
      for (String part : text.split(Pattern.quote(mark), -1)) {
        new Token(document, begin, begin + part.length()).addToIndexes();
        begin += part.length() + mark.length();
      }
    }
  }
}
