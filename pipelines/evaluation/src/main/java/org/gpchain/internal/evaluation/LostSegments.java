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
 * The segments of a corpus that no model can find in its raw text, because they do not begin and
 * end with tokens of one sentence there. Their share is a lower bound for what recall loses.
 *
 * @param segments number of segments
 * @param lost number of segments that cannot be found
 * @param example the first of these with the tokens around it; empty if there is none
 */
public record LostSegments(int segments, int lost, String example) {
  /** Share of lost segments above which train prints a note. */
  private static final double NOTED_SHARE = 0.01;

  /**
   * Segments the texts of a corpus and counts the segments that are lost.
   *
   * @param sentences sentences of the corpus, in order
   * @param texts their texts, with the places of the tokens; may end before or after the sentences
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
            example = example.isEmpty() ? around(text.text(), place) : example;
          }
        }
        next++;
      }
    }

    return new LostSegments(segments, lost, example);
  }

  private static List<List<Span>> tokens(String text, TextSegmenter segmenter) {
    List<List<Span>> sentences = new ArrayList<>();
    for (opennlp.tools.util.Span sentence : segmenter.sentences(text)) {
      List<Span> tokens = new ArrayList<>();
      for (opennlp.tools.util.Span token :
          segmenter.tokens(sentence.getCoveredText(text).toString())) {
        int shift = sentence.getStart();
        tokens.add(new Span(shift + token.getStart(), shift + token.getEnd(), ""));
      }
      sentences.add(tokens);
    }
    return sentences;
  }

  /** Returns a segment in brackets, with the characters around it up to the next white space. */
  private static String around(String text, Span segment) {
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

  /** Returns what to tell users, if more than one percent of the segments are lost. */
  public Optional<String> note() {
    if (lost <= NOTED_SHARE * segments) {
      return Optional.empty();
    }
    return Optional.of(
        format(
            "in raw text, %s of %s segments of this corpus (%s) cannot be found, because annotate"
                + " finds other tokens there, as in %s; evaluate --from-text shows the differences",
            lost, segments, percent((double) lost / segments, 1), example));
  }
}
