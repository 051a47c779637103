package org.gpchain.training.uima;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;
import static org.apache.uima.fit.factory.CollectionReaderFactory.createReaderDescription;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.TagsetDescription;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.collection.CollectionReaderDescription;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.pipeline.JCasIterable;
import org.apache.uima.fit.pipeline.SimplePipeline;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.io.conll.Conll2000Reader;
import org.gpchain.annotator.GpChunker;
import org.gpchain.annotator.ModelCache;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.WordLocations;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.training.ModelEntries;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.words.NameLearner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpChunkerTrainerTest {
  /** Words with their parts of speech and chunk labels; each line is a sentence. */
  private static final String CORPUS =
      """
      The DT B-NP / grey JJ I-NP / heron NN I-NP / watched VBD B-VP / the DT B-NP / boats NNS I-NP / . . O
      She PRP B-NP / has VBZ B-VP / never RB I-VP / seen VBN I-VP / snow NN B-NP / . . O
      We PRP B-NP / walked VBD B-VP / to TO B-PP / the DT B-NP / old JJ I-NP / mill NN I-NP / . . O
      Two CD B-NP / ferries NNS I-NP / left VBD B-VP / early RB B-ADVP / . . O
      The DT B-NP / mill NN I-NP / stood VBD B-VP / on IN B-PP / the DT B-NP / hill NN I-NP / . . O
      Nobody NN B-NP / knows VBZ B-VP / that IN B-SBAR / he PRP B-NP / sings VBZ B-VP / . . O
      He PRP B-NP / gave VBD B-VP / her PRP B-NP / a DT B-NP / blue JJ I-NP / cup NN I-NP / . . O
      Old JJ B-NP / boats NNS I-NP / leak VBP B-VP / . . O
      A DT B-NP / storm NN I-NP / took VBD B-VP / the DT B-NP / roof NN I-NP / off RP B-PRT / . . O
      They PRP B-NP / were VBD B-VP / very RB B-ADJP / tired JJ I-ADJP / . . O
      The DT B-NP / boats NNS I-NP / came VBD B-VP / from IN B-PP / Halder NNP B-NP / . . O
      She PRP B-NP / sings VBZ B-VP / to TO B-PP / the DT B-NP / heron NN I-NP / . . O
      """;

  @TempDir private Path directory;
  private Path corpusFile;
  private Path modelFile;

  @BeforeEach
  void writeCorpus() throws IOException {
    corpusFile = directory.resolve("corpus.txt");
    modelFile = directory.resolve("models/chunk.gpchain");
    Files.writeString(corpusFile, CORPUS.replace(" / ", "\n").replace(". . O\n", ". . O\n\n"));
  }

  private CollectionReaderDescription reader(Object... more) throws UIMAException {
    List<Object> parameters =
        new ArrayList<>(List.of("sourceLocation", corpusFile.toString(), "language", "en"));
    parameters.addAll(List.of(more));
    return createReaderDescription(Conll2000Reader.class, parameters.toArray());
  }

  private void train(CollectionReaderDescription reader, Object... more) throws Exception {
    train(GpChunkerTrainer.class, reader, more);
  }

  private void train(
      Class<? extends AnalysisComponent> trainer,
      CollectionReaderDescription reader,
      Object... more)
      throws Exception {
    List<Object> parameters = new ArrayList<>(List.of(more));
    parameters.addAll(List.of("targetLocation", modelFile.toString()));
    SimplePipeline.runPipeline(reader, createEngineDescription(trainer, parameters.toArray()));
  }

  private Model model() throws IOException {
    return TrainerParametersTest.read(modelFile);
  }

  private static List<LabeledSequence> sentences() {
    return CORPUS
        .lines()
        .map(line -> line.replace(" / ", "|").replace(' ', '/').split("\\|"))
        .map(ToyCorpus::sentence)
        .toList();
  }

  @Test
  void learnsTheSameFromUimaAsFromSequences() throws Exception {
    train(reader(), "seed", 7L, "inducing", 10, "variance", 0.3, "numThreads", 2);
    ToySettings settings =
        ToySettings.of("chunk", DefaultTemplates.of("chunk", List.of("word", "pos")))
            .withKernelRounds(TrainerSettings.DEFAULT.prior().learning().rounds())
            .withLanguage("en")
            .withSeed(7)
            .withVariances(0.3, 1)
            .withInducing(10, 4, 2);
    assertThat(ModelEntries.of(model()))
        .containsKey("manifest.json")
        .isEqualTo(ModelEntries.of(settings.learn(sentences())));
  }

  /** Writes a resource of English names of birds, and returns its file. */
  static Path names(Path directory) throws IOException {
    WordResource names =
        new WordResource(
            "toy",
            "en",
            null,
            new TreeMap<>(),
            null,
            new TreeMap<>(),
            new NameLearner(2, 1)
                .learn(new TreeMap<>(Map.of("bird", List.of("heron"))), Set.of(), e -> {}),
            new WordOrigin(List.of(), "", "", 0, Map.of(), "0.1"));
    Path file = directory.resolve("toy.names");
    AtomicFile.write(file, out -> WordResourceFile.write(names, out));
    return file;
  }

  @Test
  void learnsFromNameResources() throws Exception {
    Path file = names(directory);
    train(reader(), "namesLocation", file.toString(), "kernelRounds", 0);
    assertThat(model().words().columns()).containsExactly("name_bird");
    assertThat(model().requiredColumns()).containsExactlyInAnyOrder("word", "pos");
    assertThat(model().vocabulary().templates().lines())
        .contains("U:name_bird,shape:%x[0,name_bird]/%x[0,shape]");
    assertThatThrownBy(() -> train(reader(), "namesLocation", file.toString(), "shareWords", true))
        .hasStackTraceContaining("wordsLocation");
  }

  /** Writes a resource of word clusters, and returns its file. */
  private Path words() throws IOException {
    WordResource words =
        new WordResource(
            "toy",
            "en",
            new WordNumbers(List.of("the", "a", "boats", "heron"), List.of()),
            new TreeMap<>(Map.of("cluster2", new int[] {0, 0, 1, 1})),
            null,
            new TreeMap<>(),
            null,
            new WordOrigin(List.of(), "", "", 4, Map.of(), "0.1"));
    Path file = directory.resolve("toy.words");
    AtomicFile.write(file, out -> WordResourceFile.write(words, out));
    return file;
  }

  private static List<String> labelsOfFirstSentence(Model model) {
    return model.tagger().tag(sentences().get(0).tokens()).labels();
  }

  @Test
  void learnsFromWordClusters() throws Exception {
    train(reader(), "wordsLocation", words().toString(), "kernelRounds", 0);
    Model model = model();
    assertThat(model.words().columns()).containsExactly("cluster2");
    assertThat(model.requiredColumns()).containsExactlyInAnyOrder("word", "pos");
    assertThat(model.vocabulary().templates().lines()).contains("U:cluster20:%x[0,cluster2]");
    assertThat(labelsOfFirstSentence(model)).isNotEmpty();
  }

  @Test
  void unusableWordResourcesAreReported() throws Exception {
    Path file = words();
    assertThatThrownBy(() -> train(reader(), "wordsLocation", file.toString(), "language", "nb"))
        .hasStackTraceContaining("toy.words is for the language 'en'");
    assertThatThrownBy(() -> train(reader(), "shareWords", true))
        .hasStackTraceContaining("wordsLocation");

    Files.write(file, new byte[] {1, 2});
    assertThatThrownBy(() -> train(reader(), "wordsLocation", file.toString()))
        .hasStackTraceContaining("toy.words");
  }

  @Test
  void modelWithSharedWordsLabelsLikeAModelThatContainsThem() throws Exception {
    Path file = words();
    train(reader(), "wordsLocation", file.toString(), "kernelRounds", 0);
    Model model = model();

    train(reader(), "wordsLocation", file.toString(), "shareWords", true, "kernelRounds", 0);
    Model shared =
        ModelCache.SHARED.get(
            modelFile.toUri().toURL(), Contents.EVERYTHING, List.of(file.toUri().toURL()));
    assertThat(shared.features().shared().reference().columns()).containsExactly("cluster2");
    assertThat(labelsOfFirstSentence(shared)).isEqualTo(labelsOfFirstSentence(model));
  }

  @Test
  void findsWordsByTheirNameOnTheClassPath() throws Exception {
    Path folder = Files.createDirectories(directory.resolve(WordLocations.FOLDER));
    Files.copy(words(), folder.resolve("words-en.words"));
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();

    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      train(reader(), "wordsLocation", "words-en", "kernelRounds", 0);
      assertThat(model().words().columns()).containsExactly("cluster2");
      train(reader(), "kernelRounds", 0);
      assertThat(model().words()).as("words of a model without the parameter").isNull();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void calibratesInTheGivenNumberOfFolds() throws Exception {
    int sentences = sentences().size();
    assertThat(sentences).isGreaterThan(3);
    for (int folds : new int[] {0, 3}) {
      train(reader(), "calibrationFolds", folds, "kernelRounds", 0);
      assertThat(model().calibration().equals(Calibration.NONE)).isEqualTo(folds == 0);
      assertThat(model().provenance().settings().get("calibrationFolds"))
          .isEqualTo(folds == 0 ? null : "3");
    }
  }

  @Test
  void learnsAModelThatTheChunkerUses() throws Exception {
    train(reader());
    assertThat(model().posTagset().orElseThrow().name()).isEqualTo("ptb");
    for (JCas document :
        new JCasIterable(
            reader(Conll2000Reader.PARAM_READ_CHUNK, false),
            createEngineDescription(GpChunker.class, "modelLocation", modelFile.toString()))) {
      assertThat(JCasUtil.select(document, Chunk.class))
          .extracting(chunk -> chunk.getChunkValue() + " " + chunk.getCoveredText())
          .startsWith("NP The grey heron", "VP watched", "NP the boats", "NP She")
          .hasSize(CORPUS.split(" B-", -1).length - 1);
    }
  }

  @Test
  void learnsNounPhrasesOnly() throws Exception {
    train(GpNounPhraseChunkerTrainer.class, reader(), "kernelRounds", 0);
    assertThat(model().task().name()).isEqualTo("np");
    assertThat(model().labels().labels()).containsExactly("B-NP", "I-NP", "O");
  }

  @Test
  void learnsInTheGivenTagScheme() throws Exception {
    for (TagScheme scheme : List.of(TagScheme.IOB1, TagScheme.IOB2, TagScheme.IOBES)) {
      train(reader(), "tagScheme", scheme.name(), "kernelRounds", 0);
      assertThat(model().scheme()).isEqualTo(scheme);
      assertThat(Files.readString(sidecar())).contains("tag.scheme=" + scheme + "\n");
    }
    assertThat(model().labels().labels()).contains("S-NP", "B-NP", "I-NP", "E-NP", "O");
  }

  private Path sidecar() {
    return modelFile.resolveSibling("chunk.properties");
  }

  @Test
  void writesPropertiesForModelProvidersNextToTheModel() throws Exception {
    train(reader(), "modelVariant", "café", "kernelRounds", 0);
    assertThat(Files.readString(sidecar()))
        .isEqualTo(
            """
            gpchain.version=%s
            language=en
            location=classpath\\:/org/gpchain/annotator/lib/chunk.gpchain
            pos.tagset=ptb
            tag.scheme=IOB2
            tags=ADJP ADVP NP PP PRT SBAR VP
            task=chunk
            tool=gpchain
            variant=caf\\u00E9
            """
                .formatted(model().provenance().libraryVersion()));

    var tagger = createEngine(GpChunker.class, "modelLocation", modelFile.toString());
    for (JCas document : new JCasIterable(reader(Conll2000Reader.PARAM_READ_CHUNK, false))) {
      tagger.process(document);
      assertThat(JCasUtil.select(document, TagsetDescription.class))
          .isNotEmpty()
          .allSatisfy(tagset -> assertThat(tagset.getModelVariant()).isEqualTo("café"))
          .allSatisfy(tagset -> assertThat(tagset.getModelLanguage()).isEqualTo("en"));
    }
  }

  @Test
  void usesTheTemplatesOfTheUser() throws Exception {
    Path template = directory.resolve("my.template");
    Files.writeString(template, "U00:%x[0,0]\nU01:%x[0,suffix2]\nB\n");
    CollectionReaderDescription words = reader(Conll2000Reader.PARAM_READ_POS, false);
    train(words, "templateLocation", template.toString());
    assertThat(model().posTagset()).isEmpty();
    assertThat(model().vocabulary().groupCount()).isEqualTo(2);
    Files.writeString(template, "U00:%x[0,0]\nU01:%x[0,lemma]\n");
    assertThatThrownBy(() -> train(words, "templateLocation", template.toString()))
        .hasStackTraceContaining(template + ", line 2: there is no column 'lemma'");
  }

  @Test
  void writesNoFileIfPartsOfSpeechAreMissing() throws Exception {
    assertThatThrownBy(() -> train(reader(Conll2000Reader.PARAM_READ_POS, false)))
        .hasStackTraceContaining("the token 'The' at offset 0 has no part of speech")
        .hasStackTraceContaining("templateLocation");
    assertThat(modelFile.getParent()).doesNotExist();
  }

  @Test
  void keepsTheOldModelIfThereIsNothingToLearn() throws Exception {
    train(reader());
    byte[] old = Files.readAllBytes(modelFile);
    assertThatThrownBy(() -> train(reader(Conll2000Reader.PARAM_READ_CHUNK, false)))
        .hasStackTraceContaining("in 12 sentences there was no Chunk annotation");
    assertThat(modelFile).hasBinaryContent(old);
    assertThat(modelFile.getParent())
        .isDirectoryNotContaining(f -> !f.equals(modelFile) && !f.equals(sidecar()));
  }

  @Test
  void refusesDocumentsInSeveralLanguages() throws Exception {
    var trainer =
        createEngine(GpNamedEntityRecognizerTrainer.class, "targetLocation", modelFile.toString());
    trainer.process(JCasFactory.createText("", "x-unspecified"));
    assertThatThrownBy(() -> trainer.process(JCasFactory.createText("no tokens", "nb")))
        .hasMessageContaining("token");
    trainer.process(oneToken("en"));
    trainer.process(oneToken("en-US"));
    JCas other = oneToken("de");
    assertThatThrownBy(() -> trainer.process(other))
        .hasMessageContaining("'de'")
        .hasMessageContaining("'en'");
    trainer.destroy();
  }

  private static JCas oneToken(String language) throws Exception {
    JCas document = JCasFactory.createText("Ann", language);
    new Sentence(document, 0, 3).addToIndexes();
    new Token(document, 0, 3).addToIndexes();
    return document;
  }

  @Test
  void refusesDirectoriesAndPropertiesFilesAsTargets() {
    assertTargetRefused(directory, "is a directory");
    assertTargetRefused(directory.resolve("a.properties"), "ends in .properties");
  }

  private static void assertTargetRefused(Path target, String problem) {
    assertThatThrownBy(
            () -> createEngine(GpChunkerTrainer.class, "targetLocation", target.toString()))
        .hasStackTraceContaining("targetLocation " + problem);
  }
}
