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
import org.gpchain.internal.evaluation.report.EvaluationReport.JudgedSegment;

/**
 * Predicted segments in their sentences.
 *
 * @param corpus where the sentences are
 */
record Examples(Corpus corpus, String language) {
  /** Tokens that are shown before a segment and after it. */
  private static final int CONTEXT = 25;

  /** A list of segments in their order. */
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

  /** The tokens of a sentence stand on consecutive lines, if there are lines. */
  private String place(JudgedSegment segment) {
    SentenceOrigin place = corpus.places().get(segment.sentence());
    return place.file().getFileName()
        + (place.line() > 0 ? ":" + place.lineOf(segment.span().start()) : "");
  }

  private static String verdict(JudgedSegment segment, List<String> words) {
    if (segment.isRight()) {
      return "right";
    }
    Confusion.Match match = Confusion.Line.across(segment.span(), segment.gold()).match();
    StringBuilder out = new StringBuilder(match.words("no gold segment here"));
    for (Span gold : segment.gold()) {
      String text = String.join(" ", words.subList(gold.start(), gold.end()));
      String type = EvaluationResult.nameOf(gold.type());
      out.append("; gold: " + foreign(type) + " “" + foreign(text) + "”");
    }
    return out.toString();
  }

  /** The tokens around a segment. Where gold segments cross its borders, their marks are split. */
  private static String quote(JudgedSegment segment, List<String> words) {
    Span span = segment.span();
    int from = Math.max(0, span.start() - CONTEXT);
    int to = Math.min(words.size(), span.end() + CONTEXT);
    StringBuilder out = new StringBuilder(from > 0 ? "…" : "");
    Span open = null;
    for (int t = from; t <= to; t++) {
      Span gold = t < to ? goldAt(t, segment.gold()) : null;
      boolean changes = !Objects.equals(gold, open) || t == span.start() || t == span.end();
      out.append(changes && open != null ? "</u>" : "");
      out.append(t == span.end() ? "</mark>" : "");
      if (t < to) {
        out.append(out.isEmpty() ? "" : " ");
        out.append(t == span.start() ? "<mark>" : "");
        out.append(changes && gold != null ? "<u>" : "");
        out.append(Html.escape(words.get(t)));
      }
      open = gold;
    }
    return out.append(to < words.size() ? " …" : "").toString();
  }

  private static Span goldAt(int token, List<Span> gold) {
    Span here = new Span(token, token + 1, "");
    return gold.stream().filter(here::overlaps).findFirst().orElse(null);
  }
}
