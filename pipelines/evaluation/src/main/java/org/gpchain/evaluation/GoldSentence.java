package org.gpchain.evaluation;

import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;

/**
 * The gold labels and segments of a sentence.
 *
 * @param labels one per token
 * @param segments in their order
 */
record GoldSentence(List<String> labels, List<Span> segments) {
  /**
   * A sentence with its segments in the labels of a tagger.
   *
   * @param written how the labels of the corpus were written
   * @param codec of the tagger
   */
  static GoldSentence of(LabeledSequence sentence, TagScheme written, SpanCodec codec) {
    if (written == TagScheme.TOKEN && codec.scheme() != TagScheme.TOKEN) {
      // One misspelt label makes a file of segments one of token labels. That label is unknown to
      // the tagger and must be reported verbatim; the others still encode segments.
      List<String> labels = sentence.labels(TagScheme.TOKEN);
      return new GoldSentence(labels, codec.decode(labels));
    }
    return new GoldSentence(sentence.labels(codec.scheme()), sentence.spans());
  }
}
