package org.gpchain.core.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.document.FirstPass;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests taggers that read columns of a first pass or of a base model. */
class TaggerColumnsTest {
  private static final LabelSet LABELS = LabelSet.of(List.of("O", "B-X", "I-X"));

  private final Workspace workspace = new Workspace();
  private final Draws draws = new Draws(3);
  private TaggerCase other;
  private List<TokenSequence> document;

  @BeforeEach
  void draw() {
    other = TaggerCase.of(1, TagScheme.IOB2);
    document =
        IntStream.range(0, 6)
            .mapToObj(s -> TokenSequence.ofWords(words(draws.between(1, 6))))
            .toList();
  }

  /** Returns random words, some with a capital letter, for which a first pass adds columns. */
  private List<String> words(int length) {
    return IntStream.range(0, length).mapToObj(t -> draws.oneOf("a", "b", "A", "B", "C")).toList();
  }

  private Tagger tagger(
      Decoding decoding, String column, List<TokenSequence> read, Tagger first, BasePass base) {
    TemplateSet templates =
        TemplateSet.parse(
            "U0:%x[0,word]\nU1:%x[0,%s]\nU2:%x[-1,%s]\nB".replace("%s", column),
            List.of("word", column));
    VocabularyBuilder builder = new VocabularyBuilder(templates);
    read.forEach(builder::add);
    Vocabulary vocabulary = builder.freeze(1);
    int v = LABELS.size();
    DecoupledPosterior posterior =
        DecoupledPosterior.plugIn(
            v, draws.floats(vocabulary.featureCount() * v, 2), draws.normals(v * v, 1));
    SequenceModel model =
        new SequenceModel(vocabulary, posterior, new LinearChain(v), LABELS, TagScheme.IOB2);
    return new Tagger(
        model,
        Calibration.NONE,
        new AddedColumns(null, first, base),
        new DecodingOptions(decoding, 0, false, 1));
  }

  private void assertReads(Tagger tagger, String column, List<TokenSequence> read) {
    List<TokenSequence> whole = tagger.inDocument(document, workspace);
    assertThat(whole).isEqualTo(read);
    List<Outcome> expected = outcomes(tagger, read);
    assertThat(outcomes(tagger, whole)).isEqualTo(expected);
    assertThat(outcomes(tagger, document)).as("each sentence is a document").isNotEqualTo(expected);
    for (TokenSequence sentence : document) {
      TokenSequence alone = tagger.inDocument(List.of(sentence), workspace).get(0);
      assertThat(alone.isWeighted(column)).isTrue();
      assertThat(Outcome.of(tagger.tag(sentence))).isEqualTo(Outcome.of(tagger.tag(alone)));
    }
  }

  private static List<Outcome> outcomes(Tagger tagger, List<TokenSequence> sentences) {
    return sentences.stream().map(sentence -> Outcome.of(tagger.tag(sentence))).toList();
  }

  @Test
  void taggerReadsTheColumnsOfAFirstPass() {
    Tagger first = other.tagger(DecodingOptions.DEFAULT);
    List<TokenSequence> read = new FirstPass(first, null).over(document, workspace);
    Tagger tagger = tagger(Decoding.SEGMENTS, DocumentWindow.TYPES, read, first, null);

    assertThat(tagger.firstPass()).hasValue(new FirstPass(first, null));
    assertReads(tagger, DocumentWindow.TYPES, read);
  }

  @Test
  void taggerReadsTheLabelsOfItsBase() {
    Tagger tags = other.tagger(DecodingOptions.DEFAULT);
    BasePass base = new BasePass(tags, null);
    List<TokenSequence> read = base.over(document, workspace);
    Tagger tagger = tagger(Decoding.SEGMENTS, BasePass.COLUMN, read, null, base);

    assertThat(tagger.firstPass()).isEmpty();
    assertThat(tagger.inDocument(document, workspace)).isEqualTo(read);
    int leftOut = 0;
    for (int s = 0; s < read.size(); s++) {
      Prediction prediction = tags.tag(document.get(s));
      assertThat(read.get(s).column("word")).isEqualTo(document.get(s).column("word"));

      for (int t = 0; t < prediction.length(); t++) {
        List<WeightedValue> expected = new ArrayList<>();
        for (int v = 0; v < other.labels().size(); v++) {
          double weight = prediction.marginal(t, v);
          if (weight >= 0.01) {
            expected.add(new WeightedValue(other.labels().label(v), weight));
          } else {
            leftOut++;
          }
        }
        assertThat(read.get(s).cells(BasePass.COLUMN).get(t)).isEqualTo(expected);
      }
    }
    assertThat(leftOut).isPositive();
    for (TokenSequence sentence : document) {
      TokenSequence complete = base.over(List.of(sentence), workspace).get(0);
      assertThat(Outcome.of(tagger.tag(sentence))).isEqualTo(Outcome.of(tagger.tag(complete)));
    }
  }

  @Test
  void baseMayHaveAFirstPass() {
    Tagger first = other.tagger(DecodingOptions.DEFAULT);
    List<TokenSequence> seen = new FirstPass(first, null).over(document, workspace);
    Tagger baseTagger = tagger(Decoding.SEGMENTS, DocumentWindow.TYPES, seen, first, null);
    BasePass base = new BasePass(baseTagger, null);
    List<TokenSequence> read = base.over(document, workspace);

    assertThat(read.get(0).cells(DocumentWindow.TYPES))
        .isEqualTo(seen.get(0).cells(DocumentWindow.TYPES));
    Tagger tagger = tagger(Decoding.SEGMENTS, BasePass.COLUMN, read, null, base);
    assertReads(tagger, BasePass.COLUMN, read);

    // Reading the document through a window gives the same result.
    FirstPass pass = tagger.firstPass().orElseThrow();
    assertThat(outcomes(tagger, pass.over(document, workspace))).isEqualTo(outcomes(tagger, read));
  }

  @Test
  void taggerWithoutFirstPassDoesNotChangeDocuments() {
    Tagger tagger = other.tagger(DecodingOptions.DEFAULT);
    assertThat(tagger.firstPass()).isEmpty();
    assertThat(tagger.inDocument(document, workspace)).isSameAs(document);
  }

  @Test
  void taggerDescribesItself() {
    Tagger tagger = other.tagger(DecodingOptions.DEFAULT);
    assertThat(tagger.requiredColumns()).containsExactly("word");
    assertThat(tagger.labels()).isEqualTo(other.labels());
    assertThat(tagger.codec().decode(List.of("B-X", "I-X", "B-Y")))
        .containsExactly(new Span(0, 2, "X"), new Span(2, 3, "Y"));
    assertThat(tagger.promise()).isEmpty();
    assertThat(tagger.promiseCheck()).isEmpty();
  }

  /** Probabilities of segments other than the predicted ones are those under the posterior mean. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void probabilitiesOfAnySegmentsAreComputed(int samples) {
    Tagger tagger = other.tagger(new DecodingOptions(Decoding.MARGINAL, samples, true, 1));
    for (TokenSequence sentence : document) {
      List<Span> spans =
          Stream.of("X", "Y").map(type -> new Span(0, sentence.length(), type)).toList();
      double[] expected = tagger.probabilities(sentence, spans, workspace);
      tagger.tag(
          sentence,
          workspace,
          (prediction, probability) -> {
            assertThat(Outcome.of(prediction)).isEqualTo(Outcome.of(tagger.tag(sentence)));
            for (int i = 0; i < expected.length; i++) {
              double actual = probability.applyAsDouble(spans.get(i));
              assertClose("p", actual, expected[i], ALGEBRA);
              assertThat(actual).isPositive();
            }
            return null;
          });
    }
  }
}
