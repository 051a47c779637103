package org.gpchain.internal.evaluation.report;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;
import static org.gpchain.internal.evaluation.report.Table.foreign;

import java.util.List;
import java.util.Objects;
import org.gpchain.core.text.Span;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.Corpus.SentenceOrigin;
import org.gpchain.internal.documents.page.Html;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.report.Confusion.Category;
import org.gpchain.internal.evaluation.report.EvaluationReport.JudgedSegment;

/**
 * Renders predicted segments in their sentences.
 *
 * @param corpus corpus of the sentences
 * @param language ISO 639 code of the corpus
 */
record Examples(Corpus corpus, String language) {
  /** Maximum number of tokens that are displayed before a segment, and after it. */
  private static final int CONTEXT = 25;

  /** Returns an HTML list of segments in the given order. */
  String list(List<JudgedSegment> segments) {
    StringBuilder out = new StringBuilder("<ol class=\"examples\">\n");
    for (JudgedSegment segment : segments) {
      List<String> words = corpus.sentences().get(segment.sentence()).tokens().words();
      out.append(
          format(
              "<li><p><b>%s</b> %s – %s <small>%s</small></p>\n"
                  + "<blockquote dir=\"auto\" lang=\"%s\">%s</blockquote></li>\n",
              percent(segment.probability(), 2),
              foreign(EvaluationResult.nameOf(segment.span().type())),
              verdict(segment, words),
              foreign(place(segment)),
              Html.escape(language),
              quote(segment, words)));
    }
    return out.append("</ol>\n").toString();
  }

  /** Returns the file of a segment, and its line if the corpus has lines. */
  private String place(JudgedSegment segment) {
    SentenceOrigin place = corpus.places().get(segment.sentence());
    String file = place.file().getFileName().toString();
    if (place.line() <= 0) {
      return file;
    }
    return file + ":" + place.lineOf(segment.span().start());
  }

  private static String verdict(JudgedSegment segment, List<String> words) {
    if (segment.isRight()) {
      return "right";
    }
    Category category = Category.ofBestMatch(segment.span(), segment.gold());
    StringBuilder out = new StringBuilder(category.match().describe("no gold segment here"));
    for (Span gold : segment.gold()) {
      String text = String.join(" ", words.subList(gold.start(), gold.end()));
      String type = EvaluationResult.nameOf(gold.type());
      out.append("; gold: " + foreign(type) + " “" + foreign(text) + "”");
    }
    return out.toString();
  }

  /**
   * Returns the tokens around a segment, with {@code <mark>} elements for the segment and {@code
   * <u>} elements for gold segments. If a gold segment crosses a border of the segment, its element
   * is split in two, because elements must be nested.
   */
  private static String quote(JudgedSegment segment, List<String> words) {
    Span span = segment.span();
    int from = Math.max(0, span.start() - CONTEXT);
    int to = Math.min(words.size(), span.end() + CONTEXT);
    StringBuilder out = new StringBuilder();
    if (from > 0) {
      out.append("…");
    }

    Span open = null;
    for (int t = from; t <= to; t++) {
      Span gold = t < to ? goldAt(t, segment.gold()) : null;
      boolean changes = !Objects.equals(gold, open) || t == span.start() || t == span.end();
      if (changes && open != null) {
        out.append("</u>");
      }
      if (t == span.end()) {
        out.append("</mark>");
      }

      if (t < to) {
        if (!out.isEmpty()) {
          out.append(" ");
        }
        if (t == span.start()) {
          out.append("<mark>");
        }
        if (changes && gold != null) {
          out.append("<u>");
        }
        out.append(Html.escape(words.get(t)));
      }
      open = gold;
    }

    if (to < words.size()) {
      out.append(" …");
    }
    return out.toString();
  }

  /** Returns the gold segment that contains a token, or null. */
  private static Span goldAt(int token, List<Span> gold) {
    Span here = new Span(token, token + 1, "");
    return gold.stream().filter(here::overlaps).findFirst().orElse(null);
  }
}
