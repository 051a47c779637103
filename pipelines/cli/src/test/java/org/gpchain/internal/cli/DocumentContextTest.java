package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.io.xmi.XmiWriter;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.core.Draws;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.server.TestServer;
import org.gpchain.training.uima.GpNamedEntityRecognizerTrainer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of document context: names whose type is only evident from other sentences. */
class DocumentContextTest extends CommandTest {
  private static final String[] SYLLABLES = {"ba", "qui", "lor", "te", "mun", "sha", "vel", "dri"};

  private static final String FAST = "--task ne --kernel-rounds 0 --variance 1 --threads";

  @TempDir private static Path shared;
  private static Path train;
  private static Path model;
  private static List<List<List<String[]>>> test;

  /**
   * Generates documents: lists of sentences, which are lists of words with labels. Only one
   * sentence of a document shows the type of a name.
   */
  private static List<List<List<String[]>>> documents(int seed, int count, int names) {
    Draws draws = new Draws(seed);
    List<List<List<String[]>>> documents = new ArrayList<>();
    for (int d = 0; d < count; d++) {
      List<List<String[]>> sentences = new ArrayList<>();
      int first = draws.index(names);
      for (int n = first; n < first + 2; n++) {
        String name = SYLLABLES[n / 64 % 8] + SYLLABLES[n / 8 % 8] + SYLLABLES[n % 8];
        name = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        boolean isPerson = draws.chance(0.5);
        for (String text :
            List.of(
                isPerson ? "then old Mr * slept ." : "then they met in * .",
                "* was near .",
                draws.oneOf("nobody liked * much .", "so they left * at once ."))) {
          List<String[]> sentence = new ArrayList<>();
          for (String word : text.split(" ", -1)) {
            sentence.add(
                word.equals("*")
                    ? new String[] {name, isPerson ? "B-PER" : "B-LOC"}
                    : new String[] {word, "O"});
          }
          sentences.add(draws.index(sentences.size() + 1), sentence);
        }
      }
      documents.add(sentences);
    }
    return documents;
  }

  private static String columns(List<List<List<String[]>>> documents, String mark) {
    StringBuilder text = new StringBuilder();
    for (List<List<String[]>> document : documents) {
      text.append(mark).append("\n\n");
      for (List<String[]> sentence : document) {
        sentence.forEach(cells -> text.append(String.join("\t", cells)).append('\n'));
        text.append('\n');
      }
    }
    return text.toString();
  }

  @BeforeAll
  static void learn() throws IOException {
    train =
        Files.writeString(
            shared.resolve("train.txt"), columns(documents(1, 60, 512), "-DOCSTART- O"));
    model = shared.resolve("names.gpchain");
    gpchain("train " + FAST + " 1 --train {} --model {}", train, model).succeeds();
    // With few names, the same names have different types in different documents.
    test = documents(2, 20, 3);
  }

  /** A predicted name. */
  private record PredictedName(int document, int begin, int end, String type, double probability) {
    boolean hasSameSpan(PredictedName other) {
      return equals(
          new PredictedName(other.document, other.begin, other.end, other.type, probability));
    }
  }

  private static List<JCas> cases(List<List<List<String[]>>> documents, boolean isGold)
      throws Exception {
    List<JCas> all = new ArrayList<>();
    for (List<List<String[]>> document : documents) {
      all.add(cas(document, all.size(), isGold));
    }
    return all;
  }

  private static JCas cas(List<List<String[]>> document, int number, boolean isGold)
      throws Exception {
    JCas cas = JCasFactory.createJCas();
    StringBuilder text = new StringBuilder();
    for (List<String[]> sentence : document) {
      int begin = text.length();
      for (String[] cells : sentence) {
        int end = text.length() + cells[0].length();
        new Token(cas, text.length(), end).addToIndexes();
        if (isGold && !cells[1].equals("O")) {
          NamedEntity name = new NamedEntity(cas, text.length(), end);
          name.setValue(cells[1].substring(2));
          name.addToIndexes();
        }
        text.append(cells[0]).append(' ');
      }
      new Sentence(cas, begin, text.length() - 1).addToIndexes();
    }

    cas.setDocumentText(text.toString());
    cas.setDocumentLanguage("x-unspecified");
    DocumentMetaData.create(cas).setDocumentId("doc-" + (10 + number));
    return cas;
  }

  /** Reads the names of the test documents from columns of words, labels and probabilities. */
  private static List<PredictedName> read(List<String> lines) {
    List<PredictedName> found = new ArrayList<>();
    int line = 0;
    for (int d = 0; d < test.size(); d++) {
      int begin = 0;
      for (List<String[]> sentence : test.get(d)) {
        while (lines.get(line).isBlank() || lines.get(line).matches("(?s)(-DOCS|#).*")) {
          line++;
        }

        for (String[] cells : sentence) {
          String[] read = lines.get(line++).split("\t", -1);
          assertThat(read[0]).isEqualTo(cells[0]);
          int end = begin + cells[0].length();
          boolean isName = !read[read.length - 2].equals("O");
          if (isName) {
            double p = Double.parseDouble(read[read.length - 1]);
            found.add(new PredictedName(d, begin, end, read[read.length - 2].substring(2), p));
          }
          begin = end + 1;
        }
      }
    }

    return found;
  }

  private static void assertSame(
      List<PredictedName> found, List<PredictedName> expected, double tolerance) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      PredictedName name = expected.get(i);
      assertThat(found.get(i).probability).isCloseTo(name.probability, within(tolerance));
      assertThat(found.get(i)).matches(name::hasSameSpan);
    }
  }

  private List<PredictedName> tagged(String mark) throws IOException {
    Path out = path("tagged.txt");
    String tag = "tag --marginals --threads 2 --model {} --input {} --output {}";
    gpchain(tag, model, file("words.txt", columns(test, mark)), out).succeeds();
    return read(Files.readAllLines(out));
  }

  @Test
  void allWaysOfTaggingGiveTheSameNames() throws Exception {
    List<PredictedName> expected = tagged("-DOCSTART- O");
    assertThat(expected).hasSizeGreaterThan(80);
    assertThat(tagged("# newdoc")).isEqualTo(expected);
    String text = columns(test, "-DOCSTART- O");
    List<PredictedName> correct = read(text.replaceAll("(?<=.)\n", "\t1\n").lines().toList());
    int total = correct.size() + expected.size();
    correct.removeIf(name -> expected.stream().noneMatch(name::hasSameSpan));
    assertThat(f1(model, file("gold.txt", text)))
        .isCloseTo(2.0 * correct.size() / total, within(1e-9));

    List<JCas> documents = cases(test, false);
    DocumentCorpus.process(
        documents, XmiWriter.class, XmiWriter.PARAM_TARGET_LOCATION, path("xmi").toString());
    String annotate = "annotate --format xmi --to conll --model {} --input {} --output {}";
    gpchain(annotate, model, path("xmi"), path("out")).succeeds();
    List<String> lines = new ArrayList<>();
    try (var files = Files.walk(path("out"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".conll")).sorted().toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    List<PredictedName> annotated = read(lines);
    // Label marginals approximate segment probabilities.
    assertSame(annotated, expected, 0.05);
    assertSame(served(), annotated, 2e-4);

    documents.add(JCasFactory.createText(" "));
    DocumentCorpus.process(
        documents,
        GpNamedEntityRecognizer.class,
        GpNamedEntityRecognizer.PARAM_MODEL_LOCATION,
        model.toString());
    List<PredictedName> entities = new ArrayList<>();
    for (int d = 0; d < documents.size(); d++) {
      for (NamedEntity name : JCasUtil.select(documents.get(d), NamedEntity.class)) {
        double p = expected.get(Math.min(entities.size(), expected.size() - 1)).probability;
        entities.add(new PredictedName(d, name.getBegin(), name.getEnd(), name.getValue(), p));
      }
    }
    assertSame(entities, expected, 0);
  }

  /** Returns the names that a server predicts. */
  private List<PredictedName> served() throws Exception {
    List<PredictedName> found = new ArrayList<>();
    ObjectMapper json = new ObjectMapper();
    try (TestServer server = TestServer.start(path("store"), model.toString())) {
      for (int d = 0; d < test.size(); d++) {
        List<List<String>> tokens =
            test.get(d).stream().map(s -> s.stream().map(cells -> cells[0]).toList()).toList();
        String request = json.writeValueAsString(Map.of("tokens", tokens));
        String answer = server.post("/v1/tag", request).body();
        for (JsonNode segment : json.readTree(answer).get("segments")) {
          int begin = segment.get("begin").asInt();
          int end = segment.get("end").asInt();
          double probability = segment.get("probability").asDouble();
          found.add(new PredictedName(d, begin, end, segment.get("type").asText(), probability));
        }
      }
    }
    return found;
  }

  @Test
  void documentContextImprovesF1() throws IOException {
    Path alone = path("alone.gpchain");
    gpchain("train " + FAST + " 1 --document-context off --train {} --model {}", train, alone)
        .succeeds();
    Path gold = file("gold.txt", columns(test, "-DOCSTART- O"));
    assertThat(f1(model, gold)).isGreaterThan(f1(alone, gold) + 0.1);
    assertThat(gpchain("inspect --model {}", model).succeeds().out()).contains("doc, doc_case");
    assertThat(gpchain("inspect --model {}", alone).succeeds().out()).doesNotContain("doc_case");
    assertThat(ModelLocation.of(model).load().requiredColumns()).containsExactly("word");
  }

  /** Sentences without annotation give context, but the model does not learn from them. */
  @Test
  void contextIsLearnedFromPartlyAnnotatedDocuments() throws IOException {
    StringBuilder half = new StringBuilder();
    int number = 0;
    for (String sentence : Files.readString(train).split("\n\n")) {
      boolean isOpen = number++ % 2 == 0 && !sentence.startsWith("-DOCSTART-");
      half.append(isOpen ? sentence.replaceAll("\t.*", "\t?") : sentence).append("\n\n");
    }
    Path open = path("open.gpchain");
    gpchain(
            "train " + FAST + " 1 --annotated marked --train {} --model {}",
            file("half.txt", half.toString()),
            open)
        .succeeds();

    assertThat(gpchain("inspect --model {}", open).succeeds().out()).contains("documentContext");
    assertThat(f1(open, file("gold.txt", columns(test, "-DOCSTART- O")))).isGreaterThan(0.5);
  }

  private static double f1(Path model, Path gold) throws IOException {
    return gpchain("evaluate --json --model {} --test {}", model, gold).number("/f1");
  }

  /** The UIMA trainer treats each CAS as a document. */
  @ParameterizedTest
  @CsvSource({"auto, true", "off, false"})
  void theUimaTrainerLearnsContext(String context, boolean reads) throws Exception {
    Path learned = path("learned.gpchain");
    DocumentCorpus.process(
        cases(documents(1, 60, 512), true),
        GpNamedEntityRecognizerTrainer.class,
        GpNamedEntityRecognizerTrainer.PARAM_TARGET_LOCATION,
        learned.toString(),
        GpNamedEntityRecognizerTrainer.PARAM_KERNEL_ROUNDS,
        0,
        GpNamedEntityRecognizerTrainer.PARAM_DOCUMENT_CONTEXT,
        context);
    assertThat(ModelLocation.of(learned).load().features().firstPass() != null).isEqualTo(reads);
  }

  @Test
  void theModelDoesNotDependOnTheNumberOfThreads() throws IOException {
    Path four = path("four.gpchain");
    gpchain("train " + FAST + " 4 --train {} --model {}", train, four).succeeds();
    assertThat(DocumentCorpus.entries(four)).isEqualTo(DocumentCorpus.entries(model));
  }

  @Test
  void aCorpusOfOneDocumentGivesAModelWithoutContext() throws IOException {
    String text = columns(documents(1, 20, 512), "").replaceAll("(?m)^(\\w+)\tB-LOC", "$1\tB-PER");
    Path withContext = trained(path("one.gpchain"), text, FAST, 1);
    Path off = trained(path("off.gpchain"), text, FAST, 1, "--document-context off");
    assertThat(DocumentCorpus.entries(withContext)).isEqualTo(DocumentCorpus.entries(off));
  }

  @ParameterizedTest
  @CsvSource({
    "--inducing 5, on needs calibration",
    "--calibration-folds 0, on needs calibration",
    "--posterior samples, on needs calibration",
    "--posterior sparse, on needs calibration",
    "--calibration-folds 999, at least one sentence for each"
  })
  void contradictingOptionsFail(String options, String problem) {
    gpchain(
            "train " + FAST + " 1 --document-context on " + options + " --train {} --model {}",
            train,
            path("no.gpchain"))
        .fails(problem.startsWith("on") ? 2 : 1, problem);
  }

  @Test
  void anUpdateLearnsContextFromKeptSentences() throws IOException {
    Path first = path("first.gpchain");
    Path next = path("next.gpchain");
    Path whole = path("whole.gpchain");
    String options = "train " + FAST + " 1 --document-context on --train {} ";
    gpchain(options + "--keep-sentences --model {}", train, first).succeeds();
    gpchain(options + "--update {} --model {}", train, first, next).succeeds();
    gpchain(options + "{} --model {}", train, train, whole).succeeds();
    assertThat(DocumentCorpus.entries(next)).isEqualTo(DocumentCorpus.entries(whole));
  }
}
