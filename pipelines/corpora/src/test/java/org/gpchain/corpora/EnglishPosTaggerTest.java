package org.gpchain.corpora;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import opennlp.tools.postag.POSModel;
import org.gpchain.core.model.Tagset;
import org.junit.jupiter.api.Test;

class EnglishPosTaggerTest {
  @Test
  void givesOneTagAWord() throws IOException {
    EnglishPosTagger tagger = new EnglishPosTagger();
    assertThat(tagger.tag(List.of("the", "dog"))).containsExactly("DET", "NOUN");
    assertThat(tagger.tag(List.of(".", "\uD83D\uDE00", " "))).hasSize(3);
  }

  @Test
  void allTagsThatItHasAreRecognisedAsUniversalDependencies() throws IOException {
    try (InputStream in = getClass().getResourceAsStream(EnglishPosTagger.MODEL)) {
      String[] tags = new POSModel(in).getPosSequenceModel().getOutcomes();
      assertThat(tags).contains("NOUN", "AUX+PART");
      assertThat(Tagset.of(List.of(tags)).name()).isEqualTo("ud");
    }
  }
}
