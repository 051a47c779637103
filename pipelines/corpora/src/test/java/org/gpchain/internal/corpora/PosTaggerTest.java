package org.gpchain.internal.corpora;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import opennlp.tools.postag.POSModel;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.junit.jupiter.api.Test;

class PosTaggerTest {
  @Test
  void tagsEachWord() throws IOException {
    PosTagger tagger = PosTagger.openNlp();
    assertThat(tags(tagger, "the", "dog")).containsExactly("DET", "NOUN");
    assertThat(tags(tagger, ".", "\uD83D\uDE00", " ")).hasSize(3);
  }

  private static List<String> tags(PosTagger tagger, String... words) {
    return tagger
        .tag(TokenSequence.ofWords(List.of(words)), PosTags.BEST)
        .column(TokenSequence.POS);
  }

  @Test
  void allTagsAreRecognizedAsUniversalDependencies() throws IOException {
    try (InputStream in = getClass().getResourceAsStream(PosTagger.OPEN_NLP_MODEL)) {
      String[] tags = new POSModel(in).getPosSequenceModel().getOutcomes();
      assertThat(tags).contains("NOUN", "AUX+PART");
      assertThat(Tagset.of(List.of(tags)).name()).isEqualTo("ud");
    }
  }
}
