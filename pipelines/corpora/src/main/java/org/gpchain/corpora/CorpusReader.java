package org.gpchain.corpora;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.text.PosTags;
import org.gpchain.training.data.Annotated;

/** Reads annotated corpora of one kind. Immutable; reads any number of them. */
public interface CorpusReader {
  /**
   * Reads a corpus.
   *
   * @throws InputException if it cannot be used
   */
  Corpus read(Path input) throws IOException;

  /** This reader, for the first sentences of a corpus only; at least 1. */
  CorpusReader withLimit(int sentences);

  /** This reader, for labels of tokens: each token has its own label, which is not interpreted. */
  CorpusReader withTokenLabels(boolean asTheyAre);

  /** This reader, for a corpus of which this is annotated; a new reader takes all of it. */
  CorpusReader withAnnotated(Annotated what);

  /**
   * This reader, for so many parts of speech of a token where the corpus knows their probabilities;
   * a new reader takes the best. Files with columns have one of each token.
   */
  default CorpusReader withPosTags(PosTags tags) {
    return this;
  }
}
