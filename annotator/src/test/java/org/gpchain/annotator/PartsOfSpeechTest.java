package org.gpchain.annotator;

import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.annotator.TestEngines.assertRefuses;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.TagsetDescription;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.DoubleArray;
import org.apache.uima.jcas.cas.StringArray;
import org.dkpro.core.testing.AssertAnnotations;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.TokenReader;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.TokenMarginals;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of how models read the parts of speech of a document and their marginal probabilities. */
class PartsOfSpeechTest {
  private static final Tagset PENN =
      Tagset.of(List.of(",", ".", "DT", "IN", "JJ", "NN", "NNS", "VBD"));

  @TempDir private Path directory;
  private AnalysisEngine chunker;

  @BeforeEach
  void makeChunker() throws IOException, UIMAException {
    Path model = TestModels.write(TestModels.chunksWithPos(PENN), directory.resolve("pos.gpchain"));
    chunker = TestEngines.engine(GpChunker.class, model);
  }

  @Test
  void annotatesDocumentsWithTagsOfTheModelsTagset() throws UIMAException {
    JCas document = TestDocuments.tagged("The cat sat .", "DT", "NN", "VBD", ".");
    chunker.process(document);
    assertThat(select(document, Chunk.class)).hasSize(2);
    AssertAnnotations.assertTagset(POS.class, "ptb", PENN.tags().toArray(String[]::new), document);
  }

  @Test
  void missingPartOfSpeechIsReportedWithATaggerToRun() throws UIMAException {
    JCas document = TestDocuments.tagged("The cat sat .", "DT", "NN", null, ".");
    assertRefuses(
        chunker,
        document,
        "'sat' at offset 8",
        "'ptb' (DT, IN, JJ, NN, NNS, …)",
        "GpSequenceTagger with the type " + POS._TypeName,
        "the feature PosValue and the model tagger-en-masc");
  }

  @Test
  void messageNamesATaggerOfTheTagset() {
    assertThat(ModelInput.need(new Tagset("other", List.of("inf-merke", "subst", "verb"))))
        .contains("tagger-nb-ndt");
    assertThat(ModelInput.need(new Tagset("other", List.of("N", "V"))))
        .contains("OpenNlpPosTagger");
  }

  @Test
  void partOfSpeechWithoutValueIsReported() throws UIMAException {
    JCas document = TestDocuments.tagged("The cat", "DT", "NN");
    select(document, POS.class).forEach(pos -> pos.setPosValue(null));
    assertRefuses(chunker, document, "'The' at offset 0");
  }

  @Test
  void refusesTagsOfAnotherTagset() throws UIMAException {
    JCas document =
        TestDocuments.tagged(
            "The cat sat . ".repeat(3).trim(), "DET NOUN VERB PUNCT ".repeat(3).trim().split(" "));
    assertRefuses(
        chunker,
        document,
        "12 of 12 tokens",
        "'ptb'",
        "DET, NOUN, PUNCT, VERB, which look like 'ud'",
        "the parameter posModelLocation");
    assertThat(select(document, Chunk.class)).isEmpty();
  }

  @Test
  void eachModelRecordsItsTagsetsOnce() throws Exception {
    JCas document = TestDocuments.tagged("The cat sat .", "DT", "NN", "VBD", ".");
    new TagsetDescription(document, 0, 0).addToIndexes();
    chunker.process(document);
    chunker.process(document);

    assertThat(select(document, TagsetDescription.class))
        .extracting(TagsetDescription::getLayer)
        .containsExactlyInAnyOrder(null, Chunk._TypeName, POS._TypeName);

    Path other =
        TestModels.write(TestModels.chunksWithPos(PENN), directory.resolve("other.gpchain"));
    TestEngines.engine(GpChunker.class, other).process(document);
    assertThat(select(document, TagsetDescription.class))
        .extracting(TagsetDescription::getModelLocation)
        .filteredOn(other.toString()::equals)
        .as("each model has tagset descriptions")
        .hasSize(2);
  }

  /** The tagger is given by its file, or by a name that contains the language of the model. */
  @ParameterizedTest
  @ValueSource(strings = {"{}", "tagger-${language}-penn"})
  void chunkerWithATaggerIgnoresTheTagsOfTheDocument(String location) throws Exception {
    try (ClassPathModels models = new ClassPathModels()) {
      Path tagger =
          models.add(
              "tagger-en-penn",
              TestModels.model("pos", "en", TagScheme.TOKEN, "The/DT cat/NN sat/VBD ./. a/JJ"));
      JCas document = TestDocuments.tagged("The cat sat .", "DET", "NOUN", "VERB", null);
      chunkerWithTagger(location.replace("{}", tagger.toString())).process(document);

      assertThat(select(document, Chunk.class)).hasSize(2);
      assertThat(select(document, POS.class))
          .extracting(POS::getPosValue)
          .containsExactly("DET", "NOUN", "VERB");
      assertThat(select(document, TagsetDescription.class))
          .extracting(TagsetDescription::getLayer)
          .containsExactly(Chunk._TypeName);
    }
  }

  private AnalysisEngine chunkerWithTagger(String location) throws UIMAException {
    return TestEngines.engine(
        GpChunker.class,
        directory.resolve("pos.gpchain"),
        GpChunker.PARAM_POS_MODEL_LOCATION,
        location);
  }

  @Test
  void refusesMissingTaggersAndTaggersOfAnotherTagset() throws Exception {
    JCas document = TestDocuments.tokens("en", "The cat sat");
    Path tagger = directory.resolve("tagger.gpchain");
    TestModels.write(TestModels.tokenLabels(), tagger);
    assertRefuses(
        chunkerWithTagger(tagger.toString()),
        document,
        tagger
            + " assigns part-of-speech tags of the tagset 'ud' (DET, NOUN, VERB), not of 'ptb' (DT,");

    TestModels.write(TestModels.chunks(), tagger);
    assertRefuses(chunkerWithTagger(tagger.toString()), document, "the tagset 'other' (B-NP");
    assertRefuses(chunkerWithTagger("tagger-xx"), document, "cannot read the model tagger-xx: ");
  }

  @Test
  void refusesAShortDocumentIfAllTagsAreForeign() throws UIMAException {
    JCas document = TestDocuments.tagged("The cat sat", "DET", "NOUN", "VERB");
    assertRefuses(chunker, document, "3 of 3 tokens");
  }

  @Test
  void acceptsRareTagsUnlessMostAreForeign() throws UIMAException {
    chunker.process(TestDocuments.tagged("The cat sat", "DT", "FW", "UH"));
    chunker.process(TestDocuments.tagged("cat sat", "FW", "UH"));
    String ten = "a b c d e f g h i j";
    chunker.process(TestDocuments.tagged(ten, "FW FW FW FW FW NN NN NN NN NN".split(" ")));
    assertRefuses(
        chunker,
        TestDocuments.tagged(ten, "FW FW FW FW FW FW NN NN NN NN".split(" ")),
        "6 of 10 tokens");
  }

  private static final String TAGGER = "tagger";

  private static List<TokenSequence> read(JCas document, PosTags tags) throws UIMAException {
    return TokenReader.of(List.of("word", "pos"), List.of(), "")
        .with(tags)
        .read(document, CasSentences.of(document));
  }

  /** Returns the weighted tags of the only token of a document. */
  private static List<WeightedValue> tagsOfOnlyToken(JCas document) throws UIMAException {
    return read(document, PosTags.POSSIBLE).get(0).cells("pos").get(0);
  }

  private static WeightedValue value(String tag, double weight) {
    return new WeightedValue(tag, weight);
  }

  private static void addMarginals(
      JCas document, String layer, String model, String labels, double... probabilities) {
    addMarginals(JCasUtil.selectSingle(document, Token.class), layer, model, labels, probabilities);
  }

  private static void addMarginals(
      Token token, String layer, String model, String labels, double... probabilities) {
    JCas document = token.getJCas();
    TokenMarginals marginals = new TokenMarginals(document);
    marginals.setToken(token);
    marginals.setLabels(StringArray.create(document, labels.split(" ", -1)));
    DoubleArray array = new DoubleArray(document, probabilities.length);
    array.copyFromArray(probabilities, 0, 0, probabilities.length);
    marginals.setProbabilities(array);
    marginals.setLayer(layer);
    marginals.setModel(model);
    marginals.addToIndexes();
  }

  private static JCas documentWithMarginals(String tag, String labels, double... probabilities)
      throws UIMAException {
    JCas document = TestDocuments.tagged("run", tag);
    addMarginals(document, POS._TypeName, TAGGER, labels, probabilities);
    return document;
  }

  private static void addScore(JCas document, String tag, String model) {
    Token token = JCasUtil.selectSingle(document, Token.class);
    ScoredSegment score = new ScoredSegment(document, token.getBegin(), token.getEnd());
    score.setAnnotation(token.getPos());
    score.setValue(tag);
    score.setLayer(POS._TypeName);
    score.setModel(model);
    score.addToIndexes();
  }

  /** The text has first and last tokens, and a sentence of one token. */
  @Test
  void possibleTagsEqualTheOutputOfTheTagger() throws Exception {
    Model model = TestModels.tokenLabels();
    Path file = TestModels.write(model, directory.resolve("tagger.gpchain"));
    JCas document = TestDocuments.tokens("en", "The cat sat\nunknown\nsat unknown cat");
    TestEngines.annotate(
        TestEngines.engine(
            GpSequenceTagger.class,
            file,
            TestEngines.POS_LAYER,
            GpSequenceTagger.PARAM_WRITE_TOKEN_MARGINALS,
            true),
        document);

    WordTagger expected = new WordTagger(model);
    List<TokenSequence> read = read(document, PosTags.POSSIBLE);
    assertThat(read).hasSize(3);
    for (TokenSequence sentence : read) {
      TokenSequence words = TokenSequence.ofWords(sentence.column("word"));
      assertThat(sentence.isWeighted("pos")).isTrue();
      assertThat(sentence).isEqualTo(expected.tag(words, PosTags.POSSIBLE));
    }
    assertThat(read.get(1).cells("pos").get(0)).hasSize(3);

    for (TokenSequence sentence : read(document, PosTags.BEST)) {
      TokenSequence words = TokenSequence.ofWords(sentence.column("word"));
      assertThat(sentence).isEqualTo(expected.tag(words, PosTags.BEST));
    }
  }

  @Test
  void columnIsUnweightedWithoutMarginals() throws Exception {
    JCas document = TestDocuments.tagged("The cat", "DT", "NN");
    assertThat(read(document, PosTags.POSSIBLE)).isEqualTo(read(document, PosTags.BEST));
    assertThat(read(document, PosTags.POSSIBLE).get(0).isWeighted("pos")).isFalse();
  }

  @Test
  void tokensWithoutMarginalsHaveOnlyTheirTag() throws Exception {
    JCas document = TestDocuments.tagged("The cat\nsat", "DT", "NN", "VB");
    Token cat = List.copyOf(select(document, Token.class)).get(1);
    addMarginals(cat, POS._TypeName, null, "NN VB", 0.75, 0.25);

    List<TokenSequence> read = read(document, PosTags.POSSIBLE);
    assertThat(read.get(0).cells("pos"))
        .containsExactly(List.of(value("DT", 1)), List.of(value("NN", 0.75), value("VB", 0.25)));
    assertThat(read.get(1).isWeighted("pos")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"NN, true", "VB, false", "JJ, false"})
  void marginalsOfAnotherTaggerAreUsedIfTheTagIsTheirBest(String tag, boolean used)
      throws Exception {
    JCas document = documentWithMarginals(tag, "NN VB", 0.6, 0.4);
    assertThat(tagsOfOnlyToken(document))
        .isEqualTo(used ? List.of(value("NN", 0.6), value("VB", 0.4)) : List.of(value(tag, 1)));
  }

  /** The best sequence of tags need not consist of each token's most probable tag. */
  @Test
  void marginalsAreUsedIfTheirTaggerChoseTheTag() throws Exception {
    JCas document = documentWithMarginals("VB", "NN VB", 0.6, 0.4);
    addScore(document, "VB", TAGGER);
    assertThat(tagsOfOnlyToken(document)).containsExactly(value("NN", 0.6), value("VB", 0.4));
  }

  @Test
  void correctedTagOverridesMarginals() throws Exception {
    JCas document = documentWithMarginals("NN", "NN VB", 0.6, 0.4);
    addScore(document, "NN", TAGGER);
    JCasUtil.selectSingle(document, Token.class).getPos().setPosValue("VB");
    assertThat(tagsOfOnlyToken(document)).containsExactly(value("VB", 1));
  }

  @Test
  void marginalsOfTheTaggerThatWroteTheTagAreUsed() throws Exception {
    JCas document = documentWithMarginals("VB", "NN VB", 0.6, 0.4);
    addMarginals(document, POS._TypeName, "second", "NN VB", 0.1, 0.9);
    assertThat(tagsOfOnlyToken(document)).containsExactly(value("NN", 0.1), value("VB", 0.9));

    addScore(document, "VB", TAGGER);
    assertThat(tagsOfOnlyToken(document)).containsExactly(value("NN", 0.6), value("VB", 0.4));

    JCas foreign = documentWithMarginals("VB", "NN VB", 0.1, 0.9);
    addScore(foreign, "VB", "second");
    assertThat(tagsOfOnlyToken(foreign)).containsExactly(value("VB", 1));
  }

  @Test
  void marginalsOfOtherLayersAreIgnored() throws Exception {
    JCas document = TestDocuments.tagged("run", "NN");
    addMarginals(document, Chunk._TypeName, TAGGER, "NN VB", 0.6, 0.4);
    assertThat(tagsOfOnlyToken(document)).containsExactly(value("NN", 1));
  }

  @Test
  void truncatedAndRoundedMarginalsAreNotRescaled() throws Exception {
    assertThat(tagsOfOnlyToken(documentWithMarginals("NN", "VB NN", 0.3, 0.5)))
        .containsExactly(value("VB", 0.3), value("NN", 0.5));
    assertThat(tagsOfOnlyToken(documentWithMarginals("NN", "VB NN JJ", 0.33, 0.35, 0.34)))
        .containsExactly(value("VB", 0.33), value("NN", 0.35), value("JJ", 0.34));
    assertThat(tagsOfOnlyToken(documentWithMarginals("NN", "VB NN", 0.02, 0.97)))
        .containsExactly(value("NN", 0.97));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN 0.5", "-0.1 0.9", "0.7 0.8", "0 0", "0.1 0.2 0.7"})
  void marginalsThatAreNoDistributionAreIgnored(String numbers) throws Exception {
    double[] probabilities =
        Arrays.stream(numbers.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    JCas document = documentWithMarginals("NN", "VB NN", probabilities);
    assertThat(tagsOfOnlyToken(document)).containsExactly(value("NN", 1));
    assertThat(tagsOfOnlyToken(documentWithMarginals("NN", "NN NN", 0.6, 0.4)))
        .containsExactly(value("NN", 1));
  }
}
