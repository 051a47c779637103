package org.gpchain.annotator;

import org.gpchain.core.math.Workspace;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.SentenceCutter;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.TokenSequence;

/** Tags sentences, long ones in pieces. For one thread. */
final class SentenceTagger {
  private final Workspace workspace = new Workspace();
  private final SentenceCutter cutter;

  /**
   * @param maxLength number of tokens above which a sentence is cut; 0 for no limit
   */
  SentenceTagger(int maxLength) {
    this.cutter = new SentenceCutter(maxLength);
  }

  /** Whether a sentence is tagged in pieces. */
  boolean isTooLong(TokenSequence sentence) {
    return cutter.cut(sentence).size() > 1;
  }

  /** The prediction for a sentence. */
  Prediction tag(Tagger tagger, TokenSequence sentence) {
    var pieces = cutter.cut(sentence);
    return pieces.size() == 1
        ? tagger.tag(sentence, workspace)
        : Prediction.join(pieces.stream().map(piece -> tagger.tag(piece, workspace)).toList());
  }
}
