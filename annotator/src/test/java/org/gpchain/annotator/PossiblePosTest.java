package org.gpchain.annotator;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.DoubleArray;
import org.apache.uima.jcas.cas.StringArray;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.TokenMarginals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of speech that a document holds possible. */
class PossiblePosTest {
  private static final String TAGGER = "tagger";

  @TempDir private Path directory;

  private static List<TokenSequence> read(JCas document, PosTags tags) throws UIMAException {
    return TokenReader.of(List.of("word", "pos"), "")
        .with(tags)
        .read(document, CasSentences.of(document));
  }

  /** The cell of the only token of a document. */
  private static List<WeightedValue> only(JCas document) throws UIMAException {
    return read(document, PosTags.POSSIBLE).get(0).cells("pos").get(0);
  }

  private static WeightedValue value(String tag, double weight) {
    return new WeightedValue(tag, weight);
  }

  private static void mark(
      JCas document, String layer, String model, String labels, double... probabilities) {
    mark(JCasUtil.selectSingle(document, Token.class), layer, model, labels, probabilities);
  }

  private static void mark(
      Token token, String layer, String model, String labels, double... probabilities) {
    JCas document = token.getJCas();
    TokenMarginals marginals = new TokenMarginals(document, token.getBegin(), token.getEnd());
    marginals.setLabels(StringArray.create(document, labels.split(" ", -1)));
    DoubleArray array = new DoubleArray(document, probabilities.length);
    array.copyFromArray(probabilities, 0, 0, probabilities.length);
    marginals.setProbabilities(array);
    marginals.setLayer(layer);
    marginals.setModel(model);
    marginals.addToIndexes();
  }

  private static JCas marked(String tag, String labels, double... probabilities)
      throws UIMAException {
    JCas document = TestDocuments.tagged("run", tag);
    mark(document, POS._TypeName, TAGGER, labels, probabilities);
    return document;
  }

  private static void score(JCas document, String tag, String model) {
    Token token = JCasUtil.selectSingle(document, Token.class);
    ScoredSegment score = new ScoredSegment(document, token.getBegin(), token.getEnd());
    score.setAnnotation(token.getPos());
    score.setValue(tag);
    score.setLayer(POS._TypeName);
    score.setModel(model);
    score.addToIndexes();
  }

  /** First and last tokens, and sentences of one token. */
  @Test
  void theyAreThoseOfTheTagger() throws Exception {
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
  void withoutMarginalsTheColumnIsPlain() throws Exception {
    JCas document = TestDocuments.tagged("The cat", "DT", "NN");
    assertThat(read(document, PosTags.POSSIBLE)).isEqualTo(read(document, PosTags.BEST));
    assertThat(read(document, PosTags.POSSIBLE).get(0).isWeighted("pos")).isFalse();
  }

  @Test
  void tokensWithoutMarginalsHaveTheirTagAlone() throws Exception {
    JCas document = TestDocuments.tagged("The cat\nsat", "DT", "NN", "VB");
    Token cat = List.copyOf(JCasUtil.select(document, Token.class)).get(1);
    mark(cat, POS._TypeName, null, "NN VB", 0.75, 0.25);

    List<TokenSequence> read = read(document, PosTags.POSSIBLE);
    assertThat(read.get(0).cells("pos"))
        .containsExactly(List.of(value("DT", 1)), List.of(value("NN", 0.75), value("VB", 0.25)));
    assertThat(read.get(1).isWeighted("pos")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"NN, true", "VB, false", "JJ, false"})
  void anotherTaggersTagContradictsThemUnlessItIsTheirBest(String tag, boolean used)
      throws Exception {
    JCas document = marked(tag, "NN VB", 0.6, 0.4);
    assertThat(only(document))
        .isEqualTo(used ? List.of(value("NN", 0.6), value("VB", 0.4)) : List.of(value(tag, 1)));
  }

  /** The best sequence of tags need not consist of each token's most probable one. */
  @Test
  void theTaggersOwnChoiceContradictsNothing() throws Exception {
    JCas document = marked("VB", "NN VB", 0.6, 0.4);
    score(document, "VB", TAGGER);
    assertThat(only(document)).containsExactly(value("NN", 0.6), value("VB", 0.4));
  }

  @Test
  void aTagThatSomebodyCorrectedCountsAlone() throws Exception {
    JCas document = marked("NN", "NN VB", 0.6, 0.4);
    score(document, "NN", TAGGER);
    JCasUtil.selectSingle(document, Token.class).getPos().setPosValue("VB");
    assertThat(only(document)).containsExactly(value("VB", 1));
  }

  @Test
  void ofSeveralTaggersTheOneThatWroteTheTagCounts() throws Exception {
    JCas document = marked("VB", "NN VB", 0.6, 0.4);
    mark(document, POS._TypeName, "second", "NN VB", 0.1, 0.9);
    assertThat(only(document)).containsExactly(value("NN", 0.1), value("VB", 0.9));
    score(document, "VB", TAGGER);
    assertThat(only(document)).containsExactly(value("NN", 0.6), value("VB", 0.4));
    JCas foreign = marked("VB", "NN VB", 0.1, 0.9);
    score(foreign, "VB", "second");
    assertThat(only(foreign)).containsExactly(value("VB", 1));
  }

  @Test
  void otherLayersDoNotCount() throws Exception {
    JCas document = TestDocuments.tagged("run", "NN");
    mark(document, Chunk._TypeName, TAGGER, "NN VB", 0.6, 0.4);
    assertThat(only(document)).containsExactly(value("NN", 1));
  }

  @Test
  void whatWasCutOffOrRoundedBelongsToNoTag() throws Exception {
    assertThat(only(marked("NN", "VB NN", 0.3, 0.5)))
        .containsExactly(value("VB", 0.3), value("NN", 0.5));
    assertThat(only(marked("NN", "VB NN JJ", 0.33, 0.35, 0.34)))
        .containsExactly(value("VB", 0.33), value("NN", 0.35), value("JJ", 0.34));
    assertThat(only(marked("NN", "VB NN", 0.02, 0.97))).containsExactly(value("NN", 0.97));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN 0.5", "-0.1 0.9", "0.7 0.8", "0 0", "0.1 0.2 0.7"})
  void whatIsNoDistributionIsNotUsed(String numbers) throws Exception {
    double[] probabilities =
        Arrays.stream(numbers.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    JCas document = marked("NN", "VB NN", probabilities);
    assertThat(only(document)).containsExactly(value("NN", 1));
    assertThat(only(marked("NN", "NN NN", 0.6, 0.4))).containsExactly(value("NN", 1));
  }
}
