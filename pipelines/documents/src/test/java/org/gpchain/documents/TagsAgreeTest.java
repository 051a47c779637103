package org.gpchain.documents;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.PosTagger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A corpus is given the tags that the same sentences have when a model annotates them. */
class TagsAgreeTest {
  @TempDir private Path directory;

  @Test
  void withThoseOfTheTextPipeline() throws Exception {
    PosTagger tagger = PosTagger.openNlp();
    Path model = TestModel.write("chunk", directory.resolve("chunk.gpchain"));
    try (SharedModels models = SharedModels.load(AnnotateOptions.ofText(model), 1);
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

  private static String text(String name) throws IOException {
    return Files.readString(
        Path.of("../cli/src/main/resources/org/gpchain/cli/quickstart/documents", name + ".txt"));
  }
}
