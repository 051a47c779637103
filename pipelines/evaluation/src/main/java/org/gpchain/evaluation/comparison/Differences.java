package org.gpchain.evaluation.comparison;

import static org.gpchain.core.text.Numbers.format;

import java.util.List;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.SpanCounts;

/**
 * The sentences of which two labellers find different segments, as columns with tabs: word, gold
 * label, label of the first, label of the second. A line before each says which it is.
 *
 * @param first name of one labeller
 * @param second name of the other
 * @param texts what they have labelled
 */
public record Differences(String first, String second, List<ComparedText> texts) {
  /** All of them; empty if there are none. */
  public String text() {
    StringBuilder out = new StringBuilder();
    for (ComparedText text : texts) {
      for (int n = 0; n < text.first().size(); n++) {
        if (!text.first().get(n).predicted().equals(text.second().get(n).predicted())) {
          append(text, n, out);
        }
      }
    }
    return out.toString();
  }

  private void append(ComparedText text, int n, StringBuilder out) {
    SentenceScore ofFirst = text.first().get(n);
    SentenceScore ofSecond = text.second().get(n);
    out.append(
        format(
            "# %s, sentence %d: %s; %s\n",
            text.name(), n + 1, phrase(first, ofFirst), phrase(second, ofSecond)));
    List<String> words = text.words().get(n);
    SpanCodec codec = SpanCodec.of(text.scheme());
    List<String> gold = codec.encode(ofFirst.gold(), words.size());
    List<String> one = codec.encode(ofFirst.predicted(), words.size());
    List<String> other = codec.encode(ofSecond.predicted(), words.size());
    for (int t = 0; t < words.size(); t++) {
      out.append(String.join("\t", words.get(t), gold.get(t), one.get(t), other.get(t)));
      out.append('\n');
    }
    out.append('\n');
  }

  private static String phrase(String name, SentenceScore score) {
    SpanCounts counts = score.segments();
    int wrong = counts.predicted() - counts.correct();
    return format("%s finds %d of %d, with %d wrong", name, counts.correct(), counts.gold(), wrong);
  }
}
