package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.annotator.TestEngines.assertRefuses;
import static org.gpchain.annotator.TestEngines.engine;
import static org.gpchain.annotator.TestEngines.layer;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.UIMAFramework;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.Type;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.fit.util.CasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.dkpro.core.testing.AssertAnnotations;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.TagScheme;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpSequenceTaggerTest {
  private static final String TEXT = "The cat sat";
  private static final String[] UD_TAGS = {"DET", "NOUN", "VERB"};

  @TempDir private Path directory;

  private JCas annotate(JCas document, Model model, Object... parameters) throws Exception {
    Path file = TestModels.write(model, directory.resolve("model.gpchain"));
    return TestEngines.annotate(engine(GpSequenceTagger.class, file, parameters), document);
  }

  private JCas tagged(JCas document, Object... more) throws Exception {
    return annotate(document, TestModels.tokenLabels(), TestEngines.POS_LAYER, more);
  }

  @Test
  void writesPartsOfSpeechAsDkproComponentsDo() throws Exception {
    for (String language : List.of("en", "nl", "x-unspecified")) {
      JCas document = tagged(TestDocuments.tokens(language, TEXT));
      AssertAnnotations.assertPOS(
          new String[] {"POS_DET", "POS_NOUN", "POS_VERB"}, UD_TAGS, select(document, POS.class));
      AssertAnnotations.assertTagset(POS.class, "ud", UD_TAGS, document);

      assertThat(select(document, Token.class))
          .extracting(Token::getPosValue)
          .containsExactly(UD_TAGS);
      assertThat(select(document, POS.class))
          .extracting(POS::getCoarseValue)
          .containsExactly(UD_TAGS);
      assertThat(select(document, ScoredSegment.class))
          .extracting(ScoredSegment::getAnnotation)
          .containsExactlyElementsOf(select(document, POS.class));
    }
  }

  @Test
  void writesTheBaseTypeIfMappingIsDisabled() throws Exception {
    JCas document =
        tagged(TestDocuments.tokens("en", TEXT), GpSequenceTagger.PARAM_MAPPING_ENABLED, false);
    assertThat(select(document, POS.class))
        .allMatch(pos -> pos.getClass() == POS.class && pos.getCoarseValue() == null);
    assertThat(select(document, Token.class))
        .extracting(Token::getPosValue)
        .containsExactly(UD_TAGS);
  }

  @Test
  void writesTheBaseTypeForTagsOfAnUnknownTagset() throws Exception {
    Model model = TestModels.model("pos", "en", TagScheme.TOKEN, "The/T1 cat/T2 sat/T3");
    JCas document = annotate(TestDocuments.tokens("en", TEXT), model, TestEngines.POS_LAYER);
    AssertAnnotations.assertPOS(
        new String[] {"POS", "POS", "POS"},
        new String[] {"T1", "T2", "T3"},
        select(document, POS.class));
  }

  @Test
  void usesTheMappingFileOfTheUser() throws Exception {
    Path map = directory.resolve("pos.map");
    Files.writeString(
        map,
        """
        __META_TYPE_BASE__=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.
        *=POS_X
        NOUN=POS_PROPN
        """);
    JCas document =
        tagged(
            TestDocuments.tokens("en", TEXT),
            GpSequenceTagger.PARAM_POS_MAPPING_LOCATION,
            map.toString());

    AssertAnnotations.assertPOS(
        new String[] {"POS_X", "POS_PROPN", "POS_X"}, UD_TAGS, select(document, POS.class));
  }

  @Test
  void replacesThePartOfSpeechOfTokensButKeepsExistingAnnotations() throws Exception {
    JCas document = tagged(TestDocuments.tagged(TEXT, "A", "B", "C"));
    assertThat(select(document, Token.class))
        .extracting(Token::getPosValue)
        .containsExactly(UD_TAGS);
    assertThat(select(document, POS.class)).hasSize(6);
  }

  @Test
  void nBestWritesTheOtherLabelsAsAlternatives() throws Exception {
    JCas document = tagged(TestDocuments.tokens("en", TEXT), GpSequenceTagger.PARAM_N_BEST, 27);
    for (ScoredSegment scored : select(document, ScoredSegment.class)) {
      assertThat(scored.getAlternatives())
          .hasSize(2)
          .extracting(ScoredSegment::getValue)
          .doesNotContain(scored.getValue());
    }
  }

  @Test
  void writesSegmentsIntoAnyLayerWithAnyModel() throws Exception {
    for (Model model : List.of(TestModels.chunks(), TestModels.untypedNounPhrases())) {
      JCas document =
          annotate(TestDocuments.tokens("en", TEXT), model, layer(NamedEntity._TypeName, "value"));
      assertThat(select(document, NamedEntity.class))
          .extracting(NamedEntity::getCoveredText)
          .startsWith("The cat");
    }
  }

  @Test
  void writesIntoACustomLayer() throws Exception {
    TypeSystemDescription customTypes =
        UIMAFramework.getResourceSpecifierFactory().createTypeSystemDescription();
    customTypes
        .addType("my.project.Skill", "", CAS.TYPE_NAME_ANNOTATION)
        .addFeature("level", "", CAS.TYPE_NAME_STRING);
    JCas document =
        JCasFactory.createJCas(
            CasCreationUtils.mergeTypeSystems(
                List.of(customTypes, TypeSystemDescriptionFactory.createTypeSystemDescription())));
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, TEXT);

    annotate(document, TestModels.chunks(), layer("my.project.Skill", "level"));
    Type type = document.getTypeSystem().getType("my.project.Skill");
    Feature level = type.getFeatureByBaseName("level");

    assertThat(CasUtil.select(document.getCas(), type))
        .extracting(skill -> skill.getStringValue(level) + " " + skill.getCoveredText())
        .containsExactly("NP The cat", "VP sat");
  }

  @Test
  void missingLayerFeatureOrModelIsNamed() throws Exception {
    JCas document = TestDocuments.tokens("tlh", TEXT);
    Path file = TestModels.write(TestModels.chunks(), directory.resolve("model.gpchain"));
    assertRefuses(
        engine(GpSequenceTagger.class, file, layer("my.Skill", "value")),
        document,
        "no annotation type 'my.Skill'");
    assertRefuses(
        engine(GpSequenceTagger.class, file, layer(POS._TypeName, "value")),
        document,
        "no string feature 'value'",
        "PosValue, coarseValue");
    assertThat(select(document, POS.class)).isEmpty();

    assertRefuses(
        createEngine(GpSequenceTagger.class, TestEngines.POS_LAYER),
        document,
        "no tagger model for the language 'tlh'");
  }
}
