package org.gpchain.annotator;

import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.annotator.TestEngines.annotate;
import static org.gpchain.annotator.TestEngines.engine;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelTask;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of models whose training corpus splits tokens that documents keep whole. */
class DividedTokensTest {
  private static final TokenProfile CLITICS =
      new TokenProfile(Convention.SPLIT, Convention.WHOLE, Convention.UNKNOWN, Convention.UNKNOWN);
  private static final TokenProfile CHARACTERS =
      new TokenProfile(
          Convention.UNKNOWN, Convention.UNKNOWN, Convention.UNKNOWN, Convention.SPLIT);

  @TempDir private Path directory;

  private static Model names() {
    return TestModels.model(
        "ne",
        "en",
        TagScheme.IOB2,
        "in/O 's/O Ada/B-PER Lovelace/I-PER Lovelace's/O London/B-LOC Acme's/O");
  }

  private Path write(Model model, TokenProfile tokens) throws IOException {
    ModelTask task = model.task();
    Model withProfile =
        new Model(
            new ModelTask(task.name(), task.language(), task.scheme(), task.labels(), tokens),
            model.features(),
            model.posterior(),
            model.calibration(),
            model.provenance(),
            null);
    return TestModels.write(withProfile, directory.resolve("model.gpchain"));
  }

  private static List<String> texts(JCas document, Class<? extends Annotation> type) {
    return select(document, type).stream()
        .map(annotation -> annotation.getBegin() + " " + annotation.getCoveredText())
        .toList();
  }

  @Test
  void findsANameBeforeAClitic() throws UIMAException, IOException {
    Path model = write(names(), CLITICS);
    JCas document =
        annotate(engine(GpNamedEntityRecognizer.class, model), "in Ada Lovelace's London");

    assertThat(texts(document, NamedEntity.class)).containsExactly("3 Ada Lovelace", "18 London");
    assertThat(texts(document, ScoredSegment.class)).containsExactly("3 Ada Lovelace", "18 London");
    assertThat(texts(document, Token.class))
        .containsExactly("0 in", "3 Ada", "7 Lovelace's", "18 London");
  }

  @Test
  void dividesNoTokensIfDivisionIsOff() throws UIMAException, IOException {
    Path model = write(names(), CLITICS);
    JCas document =
        annotate(
            engine(
                GpNamedEntityRecognizer.class,
                model,
                GpSegmentAnnotator.PARAM_DIVIDE_TOKENS,
                "off"),
            "in Acme's London");
    assertThat(texts(document, NamedEntity.class)).containsExactly("10 London");
  }

  @Test
  void findsNamesInChineseTextWithoutSpaces() throws UIMAException, IOException {
    Model characterModel = TestModels.model("ne", "zh", TagScheme.IOB2, "北/B-LOC 京/I-LOC 在/O 我/O");
    Path model = write(characterModel, CHARACTERS);
    JCas document =
        annotate(engine(GpNamedEntityRecognizer.class, model), TestDocuments.tokens("zh", "我在北京"));
    assertThat(texts(document, NamedEntity.class)).containsExactly("2 北京");
    assertThat(texts(document, Token.class)).containsExactly("0 我在北京");
  }

  @Test
  void dividedTokenGetsThePartOfSpeechOfItsFirstPart() throws UIMAException, IOException {
    Model tagger = TestModels.model("pos", "en", TagScheme.TOKEN, "Ada/NNP 's/POS cat/NN");
    Path model = write(tagger, CLITICS);
    JCas document =
        annotate(
            engine(
                GpSequenceTagger.class,
                model,
                TestEngines.POS_LAYER,
                GpSegmentAnnotator.PARAM_WRITE_TOKEN_MARGINALS,
                true),
            "Ada's cat");

    assertThat(texts(document, POS.class)).containsExactly("0 Ada", "3 's", "6 cat");
    assertThat(select(document, Token.class))
        .extracting(Token::getPosValue)
        .containsExactly("NNP", "NN");
    assertThat(TestEngines.marginals(document))
        .extracting(marginals -> marginals.getToken().getCoveredText())
        .containsExactly("Ada", "'s", "cat");
  }

  @Test
  void documentsWithoutDivisibleTokensAreAnnotatedAsBefore() throws UIMAException, IOException {
    String text = "in Ada Lovelace 's London";
    JCas withProfile =
        annotate(engine(GpNamedEntityRecognizer.class, write(names(), CLITICS)), text);
    JCas without =
        annotate(engine(GpNamedEntityRecognizer.class, write(names(), TokenProfile.UNKNOWN)), text);
    assertThat(TestEngines.annotations(withProfile)).isEqualTo(TestEngines.annotations(without));
  }
}
