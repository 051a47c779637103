package org.gpchain.internal.evaluation;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.corpora.plaintext.PlainText;

/**
 * The segments of a corpus that no model can find in the raw text, because their borders are not
 * borders of tokens there, or because they cross a sentence border. The share of these segments is
 * a lower bound for the loss of recall.
 *
 * @param segments number of segments
 * @param lost number of segments that cannot be found
 * @param example the first lost segment with the tokens around it; empty without a lost segment
 */
public record LostSegments(int segments, int lost, String example) {
  /** Minimum share of lost segments (exclusive) for which {@code train} prints a note. */
  private static final double NOTED_SHARE = 0.01;

  /**
   * Finds sentences and tokens in the texts of a corpus and counts the lost segments.
   *
   * @param sentences sentences of the corpus, in order
   * @param texts texts of the corpus with the offsets of their gold tokens; may have fewer or more
   *     sentences than {@code sentences}
   * @param segmenter finds sentences and tokens in the texts
   */
  public static LostSegments of(
      List<LabeledSequence> sentences, List<PlainText> texts, TextSegmenter segmenter) {
    int segments = 0;
    int lost = 0;
    String example = "";

    int next = 0;
    for (PlainText text : texts) {
      SegmentBorders borders = new SegmentBorders(tokens(text.text(), segmenter));
      for (List<opennlp.tools.util.Span> tokens : text.tokens()) {
        if (next == sentences.size()) {
          break;
        }
        for (Span segment : sentences.get(next).spans()) {
          Span place = CharacterSpans.segment(text.text(), tokens, segment);
          segments++;
          if (!borders.allow(place)) {
            lost++;
            if (example.isEmpty()) {
              example = inContext(text.text(), place);
            }
          }
        }
        next++;
      }
    }

    return new LostSegments(segments, lost, example);
  }

  /** Returns the character spans of the tokens of each sentence. */
  private static List<List<Span>> tokens(String text, TextSegmenter segmenter) {
    List<List<Span>> sentences = new ArrayList<>();
    for (opennlp.tools.util.Span sentence : segmenter.sentences(text)) {
      int begin = sentence.getStart();
      String covered = sentence.getCoveredText(text).toString();
      List<Span> tokens = new ArrayList<>();
      for (opennlp.tools.util.Span token : segmenter.tokens(covered)) {
        tokens.add(new Span(begin + token.getStart(), begin + token.getEnd(), ""));
      }
      sentences.add(tokens);
    }
    return sentences;
  }

  /** Returns a segment in brackets, with the characters around it up to the next white space. */
  private static String inContext(String text, Span segment) {
    int begin = segment.start();
    while (begin > 0 && !Character.isWhitespace(text.charAt(begin - 1))) {
      begin--;
    }
    int end = segment.end();
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    return text.substring(begin, segment.start())
        + "["
        + text.substring(segment.start(), segment.end())
        + "]"
        + text.substring(segment.end(), end);
  }

  /** Returns a note for the user, if more than one percent of the segments are lost. */
  public Optional<String> note() {
    if (lost <= NOTED_SHARE * segments) {
      return Optional.empty();
    }
    String note =
        "in raw text, %s of %s segments of this corpus (%s) cannot be found, because annotate"
            + " finds other tokens there, as in %s; evaluate --from-text shows the differences";
    String share = percent((double) lost / segments, 1);
    return Optional.of(format(note, lost, segments, share, example));
  }
}
