package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.io.xmi.XmiWriter;
import org.gpchain.annotator.GpChunker;
import org.gpchain.annotator.GpSequenceTagger;
import org.gpchain.annotator.WordTagger;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.documents.TestXmi;
import org.gpchain.training.uima.GpChunkerTrainer;
import org.gpchain.training.uima.GpSegmentTrainer;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.TokenMarginals;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of chunkers that learn from probabilities of parts of speech ("soft tags"). The result does
 * not depend on how the probabilities are given, in training and in use.
 */
class SoftTagsTest extends CommandTest {
  private static final String LANGUAGE = "xq";

  @TempDir private static Path corpora;
  private static DocumentCorpus corpus;
  private static Path columns;
  private static Path lib;
  private static Path tagger;
  private static Path soft;

  /**
   * Trains a tagger with uncertain predictions, puts it on the class path, and trains a chunker.
   */
  @BeforeAll
  static void train() throws Exception {
    corpus = new DocumentCorpus();
    columns = corpora.resolve("corpus.tsv");
    corpus.writeColumns(columns);
    lib =
        Files.createDirectories(
            Path.of(SoftTagsTest.class.getResource("/").toURI())
                .resolve("org/gpchain/annotator/lib"));

    tagger = lib.resolve("tagger-" + LANGUAGE + ".gpchain");
    Files.writeString(
        lib.resolve("tagger-" + LANGUAGE + ".properties"),
        "location=classpath:/org/gpchain/annotator/lib/" + tagger.getFileName() + "\n");
    learn(tagger, "--task", "pos", "--columns", "word,label,_,_", "--variance", 0.05);

    soft = corpora.resolve("soft.gpchain");
    learnChunks(soft, "--tag-pos", tagger);
  }

  @AfterAll
  static void removeTaggerFromClassPath() throws IOException {
    Files.delete(tagger);
    Files.delete(lib.resolve("tagger-" + LANGUAGE + ".properties"));
  }

  private static CommandLineRun learn(Path model, Object... more) {
    String train = "train --threads 1 --iterations 5 --kernel-rounds 0 --language {} --model {}";
    return gpchain(
            train,
            LANGUAGE,
            model,
            List.of(more).contains("--train") ? List.of() : List.of("--train", columns),
            more)
        .succeeds();
  }

  private static CommandLineRun learnChunks(Path model, Object... more) {
    return learn(model, "--task chunk --columns word,pos,label,_", more);
  }

  private static Model read(Path model) throws IOException {
    return ModelLocation.of(model).load();
  }

  /** Returns documents with tags and their probabilities, tagged by the UIMA component. */
  private static List<JCas> tagged() throws UIMAException {
    Object[] parameters = {
      GpSequenceTagger.PARAM_TYPE,
      POS._TypeName,
      GpSequenceTagger.PARAM_FEATURE,
      "PosValue",
      GpSequenceTagger.PARAM_MODEL_LOCATION,
      tagger.toString(),
      GpSequenceTagger.PARAM_WRITE_TOKEN_MARGINALS,
      true
    };
    List<JCas> documents = corpus.documents();
    documents.forEach(document -> document.setDocumentLanguage(LANGUAGE));
    DocumentCorpus.process(documents, GpSequenceTagger.class, parameters);
    return documents;
  }

  @Test
  void modelsRecordWhetherTheyLearnedFromProbabilities() throws IOException {
    assertThat(read(soft).features().softColumns()).containsExactly("pos");

    Path hard = path("hard.gpchain");
    assertThat(learnChunks(hard, "--tag-pos", tagger).out())
        .contains("Parts of speech: all possible ones");
    assertThat(learnChunks(hard, "--tag-pos", tagger, "--best-pos").out())
        .doesNotContain("Parts of speech");
    assertThat(read(hard).posTags()).isEqualTo(PosTags.BEST);
    assertThat(read(hard).features().softColumns()).isEmpty();
    learnChunks(hard);
    assertThat(read(hard).features().softColumns()).isEmpty();
    learnChunks(hard, "--tag-pos");
    assertThat(read(hard).features().softColumns()).as("OpenNLP gives one tag").isEmpty();
  }

  @Test
  void textsOfOtherLanguagesAreNotTaggedByTheEnglishTagger() throws IOException {
    Path model = path("nb.gpchain");
    gpchain(
            "train --task chunk --columns word,pos,label,_ --kernel-rounds 0 --language nb --train"
                + " {} --model {}",
            columns,
            model)
        .succeeds();
    Path text = file("text.txt", "Jeg har ikke sett filmen .");
    gpchain("annotate --model {} --input {} --output {}", model, text, path("out"))
        .fails(1, "there is no tagger-nb");
    assertThat(path("out")).doesNotExist();
  }

  @Test
  void posteriorsInInducingPointsLearnFromTheBestTag() throws IOException {
    Path covariance = path("covariance.gpchain");
    assertThat(learnChunks(covariance, "--tag-pos", tagger, "--inducing", 5, "--rounds", 1).err())
        .contains("learn only from the most probable part of speech of each token", "--best-pos");
    assertThat(read(covariance).features().softColumns()).isEmpty();
    assertThat(learnChunks(covariance, "--inducing", 5, "--rounds", 1).err())
        .doesNotContain("part of speech");
  }

  @Test
  void jackknifedTaggersGiveProbabilities() throws IOException {
    Path jackknifed = path("jackknifed.gpchain");
    learnChunks(jackknifed, "--tag-pos", tagger, "--jackknife-pos", 3);
    assertThat(read(jackknifed).features().softColumns()).containsExactly("pos");
    assertThat(read(jackknifed).provenance().dataHash())
        .isNotEqualTo(read(soft).provenance().dataHash());
    learnChunks(jackknifed, "--tag-pos", tagger, "--jackknife-pos", 3, "--best-pos");
    assertThat(read(jackknifed).features().softColumns()).isEmpty();
  }

  @Test
  void allWaysOfTrainingGiveTheSameModel() throws Exception {
    Map<String, String> expected = DocumentCorpus.entries(soft);

    Path xmi = path("xmi");
    write(tagged(), xmi);
    Path fromDocuments = path("documents.gpchain");
    learn(fromDocuments, "--task", "chunk", "--format", "xmi", "--train", xmi);
    assertThat(DocumentCorpus.entries(fromDocuments)).isEqualTo(expected);

    assertThat(trainedByComponent(tagged())).isEqualTo(expected);
    assertThat(
            trainedByComponent(
                corpus.documents(), GpSegmentTrainer.PARAM_TAG_POS_LOCATION, tagger.toString()))
        .isEqualTo(expected);

    Path hard = path("hard.gpchain");
    learnChunks(hard, "--tag-pos", tagger, "--best-pos");
    assertThat(trainedByComponent(tagged(), GpSegmentTrainer.PARAM_BEST_POS, true))
        .isEqualTo(DocumentCorpus.entries(hard))
        .isNotEqualTo(expected);
  }

  private static void write(List<JCas> documents, Path folder) throws UIMAException {
    DocumentCorpus.process(
        documents, XmiWriter.class, XmiWriter.PARAM_TARGET_LOCATION, folder.toString());
  }

  /** Returns the entries of the model that the UIMA trainer learns. */
  private Map<String, String> trainedByComponent(List<JCas> documents, Object... more)
      throws Exception {
    Path model = path("component.gpchain");
    Object[] parameters = {
      GpSegmentTrainer.PARAM_TARGET_LOCATION, model.toString(),
      GpSegmentTrainer.PARAM_LANGUAGE, LANGUAGE,
      GpSegmentTrainer.PARAM_KERNEL_ROUNDS, 0,
      GpSegmentTrainer.PARAM_ITERATIONS, 5,
      GpSegmentTrainer.PARAM_NUM_THREADS, 1
    };
    Object[] allParameters = Stream.of(parameters, more).flatMap(Stream::of).toArray();
    DocumentCorpus.process(documents, GpChunkerTrainer.class, allParameters);
    return DocumentCorpus.entries(model);
  }

  /** Returns the labels of {@code tag}, or their probabilities with {@code --marginals}. */
  private List<String> byCommandLine(Path model, Object... more) {
    return gpchain("tag --model {} --input {} --columns word,pos,_,_", model, columns, more)
        .succeeds()
        .out()
        .lines()
        .filter(line -> !line.isEmpty())
        .map(line -> line.substring(line.lastIndexOf('\t') + 1))
        .toList();
  }

  /** Returns the probabilities of given labels, as predicted by the UIMA component. */
  private static List<String> byComponent(Path model, List<JCas> documents, List<String> labels)
      throws UIMAException {
    Object[] parameters = {
      GpChunker.PARAM_MODEL_LOCATION, model.toString(), GpChunker.PARAM_WRITE_TOKEN_MARGINALS, true
    };
    for (JCas document : documents) {
      JCasUtil.select(document, Chunk.class).forEach(chunk -> chunk.removeFromIndexes());
    }

    DocumentCorpus.process(documents, GpChunker.class, parameters);
    List<String> probabilities = new ArrayList<>();
    for (JCas document : documents) {
      List<TokenMarginals> inOrder =
          new ArrayList<>(JCasUtil.select(document, TokenMarginals.class));
      inOrder.sort(Comparator.comparing(marginals -> marginals.getToken().getBegin()));
      for (TokenMarginals marginals : inOrder) {
        if (marginals.getLayer().equals(Chunk._TypeName)) {
          int label =
              List.of(marginals.getLabels().toStringArray())
                  .indexOf(labels.get(probabilities.size()));
          probabilities.add(String.format(Locale.ROOT, "%.4f", marginals.getProbabilities(label)));
        }
      }
    }
    return probabilities;
  }

  @Test
  void theCommandLineAndTheComponentsAgree() throws UIMAException {
    List<String> expected = byCommandLine(soft, "--marginals --tag-pos", tagger);
    List<String> labels = byCommandLine(soft, "--tag-pos", tagger);
    assertThat(byComponent(soft, tagged(), labels)).isEqualTo(expected);

    List<String> withSingleTags = byCommandLine(soft, "--marginals");
    assertThat(withSingleTags).isNotEqualTo(expected);
    assertThat(byComponent(soft, corpus.documents(), byCommandLine(soft)))
        .isEqualTo(withSingleTags);
  }

  @Test
  void modelsOfSingleTagsIgnoreProbabilities() throws UIMAException {
    Path hard = path("hard.gpchain");
    learnChunks(hard, "--tag-pos", tagger, "--best-pos");
    List<String> labels = byCommandLine(hard, "--tag-pos", tagger);
    assertThat(byComponent(hard, tagged(), labels))
        .isEqualTo(byCommandLine(hard, "--marginals --tag-pos", tagger));
  }

  @Test
  void evaluateGivesProbabilitiesToTheModel() throws IOException {
    Object evaluate =
        List.of("evaluate --json --model", soft, "--test", columns, "--columns word,pos,label,_");
    assertThat(gpchain(evaluate).json().get("nll"))
        .isNotEqualTo(gpchain(evaluate, "--tag-pos", tagger).json().get("nll"));
  }

  @Test
  void annotateUsesProbabilitiesAndDoesNotWriteThem() throws Exception {
    Path output = path("out");
    String words = "annotate --to xmi --format column --columns word,_,_,_";
    gpchain(words, "--model", soft, "--input", columns, "--output", output).succeeds();
    List<JCas> documents = tagged();
    DocumentCorpus.process(
        documents, GpChunker.class, GpChunker.PARAM_MODEL_LOCATION, soft.toString());
    JCas written = TestXmi.read(output.resolve("corpus.xmi"));
    assertThat(scores(written))
        .isEqualTo(documents.stream().flatMap(document -> scores(document).stream()).toList());
    assertThat(JCasUtil.select(written, TokenMarginals.class)).isEmpty();
    assertThat(JCasUtil.select(written, Token.class)).allMatch(t -> t.getPosValue() != null);
  }

  /** Existing parts of speech count as certain. Other tokens get the tagger's probabilities. */
  @Test
  void annotateTreatsExistingPartsOfSpeechAsCertain() throws Exception {
    Path input = path("half");
    WordTagger words = new WordTagger(read(tagger));
    Tagger chunker = read(soft).tagger();
    List<String> expected = new ArrayList<>();
    List<JCas> documents = corpus.documents();
    for (JCas document : documents) {
      document.setDocumentLanguage(LANGUAGE);
      for (Sentence sentence : JCasUtil.select(document, Sentence.class)) {
        List<Token> tokens = JCasUtil.selectCovered(Token.class, sentence);
        TokenSequence sequence =
            words.tag(
                TokenSequence.ofWords(tokens.stream().map(Token::getText).toList()),
                PosTags.POSSIBLE);
        List<List<WeightedValue>> cells = new ArrayList<>(sequence.cells("pos"));
        for (int t = 0; t < tokens.size(); t++) {
          if (t % 2 == 0) {
            cells.set(t, List.of(new WeightedValue(tokens.get(t).getPosValue(), 1)));
          } else {
            tokens.get(t).getPos().removeFromIndexes();
            tokens.get(t).setPos(null);
          }
        }
        for (ScoredSpan span : chunker.tag(sequence.replaceWeighted("pos", cells)).spans()) {
          expected.add(span.span().type() + " " + span.probability());
        }
      }
    }
    write(documents, input);
    Path output = path("out");
    gpchain("annotate --to xmi --format xmi --model {} --input {} --output {}", soft, input, output)
        .succeeds();

    List<String> written = new ArrayList<>();
    for (int number = 0; number < documents.size(); number++) {
      JCas document = TestXmi.read(output.resolve("doc-" + number + ".xmi"));
      written.addAll(scores(document));
      assertThat(JCasUtil.select(document, TokenMarginals.class)).isEmpty();
    }
    assertThat(written).isEqualTo(expected);
  }

  /** Returns the types and unrounded probabilities of all chunks. */
  private static List<String> scores(JCas document) {
    return JCasUtil.select(document, ScoredSegment.class).stream()
        .filter(score -> score.getLayer().equals(Chunk._TypeName))
        .map(score -> score.getValue() + " " + score.getValue_score())
        .toList();
  }
}
