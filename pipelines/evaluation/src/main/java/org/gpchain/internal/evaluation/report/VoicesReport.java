package org.gpchain.internal.evaluation.report;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;
import static org.gpchain.internal.evaluation.report.Table.foreign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.voices.LabelModel;
import org.gpchain.internal.training.voices.Votes;

/**
 * What voices are worth: for each, the share of the tokens of which it says something (coverage),
 * and of the tokens that it puts into segments how many have the same label as another voice
 * (overlap) or not the one of a voice that sees one, too (conflict); precision and recall of its
 * labels of segments as the label model expects them.
 */
public record VoicesReport(List<VoiceFigures> voices, List<Dispute> disputes) {
  private static final int SHOWN = 20;

  /** Of one voice; all but its weight are shares of tokens, NaN where there are none. */
  public record VoiceFigures(
      String name,
      double coverage,
      double precision,
      double recall,
      double overlap,
      double conflict,
      double weight) {}

  /**
   * A sentence in which voices disagree.
   *
   * @param doubt the expected number of tokens whose most probable label is wrong
   */
  public record Dispute(String text, double doubt, List<String> said) {}

  /** The figures of all voices, and the sentences of which the label model knows least. */
  public static VoicesReport of(LabelModel model) {
    Votes votes = model.votes();
    List<String> names = votes.voices();
    List<VoiceSums> sums = names.stream().map(name -> new VoiceSums()).toList();
    List<Dispute> disputes = new ArrayList<>();
    double entities = 0;
    int tokens = 0;
    for (int n = 0; n < votes.sentences().size(); n++) {
      List<double[]> posteriors = model.posteriors(n);
      int sentence = n;
      List<List<String>> said =
          IntStream.range(0, names.size()).mapToObj(v -> votes.said(sentence, v)).toList();
      double doubt = 0;
      for (int t = 0; t < posteriors.size(); t++) {
        double[] row = posteriors.get(t);
        List<String> labels = new ArrayList<>();
        for (List<String> ofVoice : said) {
          labels.add(ofVoice.get(t));
        }
        for (int v = 0; v < names.size(); v++) {
          int number = labels.get(v) == null ? 0 : votes.labels().indexOf(labels.get(v));
          sums.get(v).add(v, labels, row, number);
        }
        entities += 1 - row[0];
        doubt += 1 - Arrays.stream(row).max().orElseThrow();
      }
      tokens += posteriors.size();
      if (!votes.sentences().get(n).isComplete()) {
        disputes.add(dispute(votes, n, said, doubt));
      }
    }
    List<VoiceFigures> figures = new ArrayList<>();
    for (int v = 0; v < names.size(); v++) {
      VoiceSums sum = sums.get(v);
      figures.add(
          new VoiceFigures(
              names.get(v),
              sum.labelled / tokens,
              sum.right / sum.inSegments,
              sum.right / entities,
              sum.agreed / sum.inSegments,
              sum.disputed / sum.inSegments,
              model.weights()[v]));
    }
    Comparator<Dispute> byDoubt = Comparator.comparingDouble(Dispute::doubt).reversed();
    return new VoicesReport(figures, disputes.stream().sorted(byDoubt).limit(SHOWN).toList());
  }

  /** Numbers of tokens of one voice. */
  private static final class VoiceSums {
    /** Number of tokens that the voice labels. */
    private double labelled;

    /** Number of tokens that the voice puts into segments. */
    private double inSegments;

    /** Expected number of tokens in segments whose label is right. */
    private double right;

    /** Number of tokens in segments to which another voice gives the same label. */
    private double agreed;

    /** Number of tokens in segments to which another voice gives another label. */
    private double disputed;

    /**
     * Adds a token.
     *
     * @param voice number of the voice
     * @param labels label that each voice gives the token; null for none
     * @param posterior probabilities of the labels under the label model, by number
     * @param number number of the label that the voice gives; 0 for none or outside
     */
    void add(int voice, List<String> labels, double[] posterior, int number) {
      String label = labels.get(voice);
      labelled += label == null ? 0 : 1;
      if (number == 0) {
        return;
      }

      boolean same = false;
      boolean other = false;
      for (int v = 0; v < labels.size(); v++) {
        String theirs = labels.get(v);
        same |= v != voice && label.equals(theirs);
        other |= theirs != null && !theirs.equals(label);
      }

      inSegments++;
      right += posterior[number];
      agreed += same ? 1 : 0;
      disputed += other ? 1 : 0;
    }
  }

  private static Dispute dispute(Votes votes, int sentence, List<List<String>> said, double doubt) {
    List<String> words = votes.sentences().get(sentence).tokens().column(TokenSequence.WORD);
    List<String> lines = new ArrayList<>();
    for (int v = 0; v < said.size(); v++) {
      List<String> labels = new ArrayList<>(said.get(v));
      labels.replaceAll(label -> label == null ? SpanCodec.OUTSIDE : label);
      String segments =
          SpanCodec.of(TagScheme.IOB2).decode(labels).stream()
              .map(
                  span ->
                      String.join(" ", words.subList(span.start(), span.end())) + " " + span.type())
              .collect(Collectors.joining("; "));
      if (!segments.isEmpty()) {
        lines.add(votes.voices().get(v) + ": " + segments);
      }
    }
    return new Dispute(String.join(" ", words), doubt, lines);
  }

  public String toText() {
    StringBuilder text = new StringBuilder("coverage  precision  recall  conflict  voice\n");
    for (VoiceFigures one : voices) {
      text.append(
          format(
              "%8s  %9s  %6s  %8s  %s\n",
              share(one.coverage),
              share(one.precision),
              share(one.recall),
              share(one.conflict),
              one.name));
    }
    return text.toString();
  }

  private static String share(double share) {
    return Double.isNaN(share) ? "–" : percent(share, 1);
  }

  /** A page that needs nothing from elsewhere. */
  public String toHtml() {
    Table table =
        new Table(
            "Voices", "voice", "coverage", "precision", "recall", "overlap", "conflict", "weight");
    for (VoiceFigures one : voices) {
      table.row(
          foreign(one.name),
          share(one.coverage),
          share(one.precision),
          share(one.recall),
          share(one.overlap),
          share(one.conflict),
          percent(one.weight, 0));
    }
    StringBuilder doubtful = new StringBuilder();
    for (Dispute one : disputes) {
      doubtful.append("<p>").append(foreign(one.text)).append("</p>\n<ul>\n");
      one.said.forEach(line -> doubtful.append("<li>").append(foreign(line)).append("</li>\n"));
      doubtful.append("</ul>\n");
    }
    String explanation =
        """
        <p>Coverage: tokens of which it says something. Of the tokens that it puts into segments:
        precision, as the label model expects it, overlap (another voice says the same) and conflict
        (another one says something else). Weight: how much what it says counts.</p>
        """;
    return ReportPage.page(
        "Voices",
        "<h1>Voices</h1>\n",
        ReportPage.section("By voice", explanation, table),
        ReportPage.section("The most doubtful sentences", doubtful));
  }
}
