package org.gpchain.corpora;

import static org.gpchain.core.text.Numbers.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;

/** Reads the labels of a file as segments, and counts those that break its scheme. */
final class LabelDecoder {
  private final Path file;
  private final SpanCodec codec;
  private final String onlyType;
  private int repaired;
  private int firstRepairedLine;
  private boolean anySegment;

  /**
   * @param file for messages
   * @param scheme of the file
   * @param onlyType type of the segments to keep, beside those without a type; null for all
   */
  LabelDecoder(Path file, TagScheme scheme, String onlyType) {
    this.file = file;
    this.codec = SpanCodec.of(scheme);
    this.onlyType = onlyType;
  }

  List<LabeledSequence> decode(List<RawSentence> sentences) throws InputException {
    List<LabeledSequence> decoded = new ArrayList<>(sentences.size());
    for (RawSentence sentence : sentences) {
      countRepairs(sentence);
      // The codec creates a new string for each segment; few of them differ.
      List<Span> spans =
          codec.decode(sentence.labels()).stream()
              .filter(this::isWanted)
              .map(span -> new Span(span.start(), span.end(), span.type().intern()))
              .toList();
      anySegment |= !spans.isEmpty();
      decoded.add(new LabeledSequence(sentence.tokens(), spans));
    }
    if (onlyType != null && !anySegment) {
      throw new InputException(
          file,
          "this file has no segment of the type " + onlyType,
          "give a file that has, or choose another task");
    }
    return decoded;
  }

  private boolean isWanted(Span span) {
    return onlyType == null || span.type().isEmpty() || span.type().equals(onlyType);
  }

  private void countRepairs(RawSentence sentence) {
    List<String> labels = sentence.labels();
    String previous = null;
    for (int t = 0; t <= labels.size(); t++) {
      String next = t < labels.size() ? labels.get(t) : null;
      if (!codec.isLegal(previous, next)) {
        if (repaired == 0) {
          firstRepairedLine = sentence.line() + Math.min(t, labels.size() - 1);
        }
        repaired++;
      }
      previous = next;
    }
  }

  int repaired() {
    return repaired;
  }

  List<String> warnings() {
    if (repaired == 0) {
      return List.of();
    }
    return List.of(
        format(
            "%s: %s%s the scheme %s of this file (this is the first); read leniently, as conlleval"
                + " does",
            InputException.place(file, firstRepairedLine),
            repaired,
            repaired == 1 ? " label breaks" : " labels break",
            codec.scheme()));
  }
}
