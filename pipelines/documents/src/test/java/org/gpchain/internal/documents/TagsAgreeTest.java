package org.gpchain.internal.documents;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.pipeline.SimplePipeline;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.opennlp.OpenNlpPosTagger;
import org.gpchain.annotator.GpChunker;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.PosTagger;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that corpora and the text pipeline get the same parts of speech. */
class TagsAgreeTest {
  @TempDir private Path directory;

  @Test
  void corpusTagsAgreeWithTheTextPipeline() throws Exception {
    PosTagger tagger = PosTagger.openNlp();
    Path model = TestModel.write("chunk", directory.resolve("chunk.gpchain"));
    try (SharedModels models = SharedModels.load(TestOptions.ofText(model), 1);
        TextPipeline pipeline = models.pipeline()) {
      for (String name : List.of("harbour-report", "letter-from-the-valley", "market-notes")) {
        JCas document = JCasFactory.createText(text(name) + "\n\nOdd: 😀 ½ …", "en");
        DocumentMetaData.create(document).setDocumentId(name);
        pipeline.process(document);
        for (Sentence sentence : JCasUtil.select(document, Sentence.class)) {
          List<Token> tokens = JCasUtil.selectCovered(Token.class, sentence);
          TokenSequence words =
              TokenSequence.ofWords(tokens.stream().map(Token::getCoveredText).toList());
          assertThat(tagger.tag(words, PosTags.BEST).column(TokenSequence.POS))
              .isEqualTo(tokens.stream().map(Token::getPosValue).toList());
        }
      }
    }
  }

  /** The documents have OpenNLP's tags, but the chunker was trained on another tagset. */
  @Test
  void corpusTagsOfANamedTaggerAgreeWithTheTextPipeline() throws Exception {
    assumeTrue(ModelsOnClassPath.find("tagger-en").isPresent(), "models/rebuild makes it");
    String text = text("harbour-report");
    JCas expected = JCasFactory.createText(text, "en");
    try (SharedModels models = SharedModels.load(TestOptions.ofText(Path.of("chunker-en")), 1);
        TextPipeline pipeline = models.pipeline()) {
      pipeline.process(expected);
    }

    for (String tagger : List.of("tagger-en", "tagger-${language}")) {
      JCas document = JCasFactory.createText(text, "en");
      chunk(document, GpChunker.PARAM_POS_MODEL_LOCATION, tagger);
      assertThat(chunks(document)).hasSizeGreaterThan(50).isEqualTo(chunks(expected));
      assertThat(document.select(POS.class).map(POS::getPosValue))
          .contains("DET", "NOUN")
          .doesNotContain("DT", "NN");
    }

    assertThatThrownBy(() -> chunk(JCasFactory.createText(text, "en")))
        .hasStackTraceContaining("which look like 'ud'")
        .hasStackTraceContaining("in the parameter posModelLocation");
  }

  private static void chunk(JCas document, Object... parameters) throws UIMAException {
    SimplePipeline.runPipeline(
        document,
        Segmenter.DEFAULT.description(),
        createEngineDescription(
            OpenNlpPosTagger.class,
            OpenNlpPosTagger.PARAM_MODEL_LOCATION,
            "classpath:" + PosTagger.OPEN_NLP_MODEL),
        createEngineDescription(GpChunker.class, parameters));
  }

  private static List<String> chunks(JCas document) {
    return document
        .select(ScoredSegment.class)
        .filter(scored -> scored.getAnnotation() instanceof Chunk)
        .map(scored -> scored.getBegin() + scored.getValue() + scored.getValue_score())
        .toList();
  }

  private static String text(String name) throws IOException {
    return Files.readString(
        Path.of(
            "../cli/src/main/resources/org/gpchain/internal/cli/quickstart/documents",
            name + ".txt"));
  }
}
