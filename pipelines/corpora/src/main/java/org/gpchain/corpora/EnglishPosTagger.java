package org.gpchain.corpora;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import opennlp.tools.postag.POSModel;
import opennlp.tools.postag.POSTaggerME;

/** OpenNLP's tagger for English. For one thread. */
public final class EnglishPosTagger {
  /** Where the model is, on the class path; its tags are those of Universal Dependencies. */
  public static final String MODEL = "/opennlp-en-ud-ewt-pos-1.3-2.5.4.bin";

  private final POSTaggerME tagger;

  /** Loads the model. */
  public EnglishPosTagger() throws IOException {
    try (InputStream in = EnglishPosTagger.class.getResourceAsStream(MODEL)) {
      // Constructed as DKPro's component does.
      tagger = new POSTaggerME(new POSModel(in));
    }
  }

  /** The tags of the words of a sentence. */
  public List<String> tag(List<String> words) {
    return List.of(tagger.tag(words.toArray(String[]::new)));
  }
}
