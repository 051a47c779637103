package org.gpchain.internal.evaluation.report;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;
import static org.gpchain.internal.evaluation.report.Table.foreign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.voices.LabelModel;
import org.gpchain.internal.training.voices.Votes;

/**
 * A report on the voices (weak annotators) of a label model.
 *
 * @param voices statistics of each voice
 * @param disputes the sentences about which the label model is least certain, the least certain
 *     first
 */
public record VoicesReport(List<VoiceFigures> voices, List<Dispute> disputes) {
  /** Maximum number of disputed sentences in a report. */
  private static final int MAX_DISPUTES = 20;

  /**
   * Statistics of a voice.
   *
   * @param name name of the voice
   * @param coverage share of the tokens that the voice labels; NaN if there are none
   * @param inSegments shares of the tokens in segments
   * @param weight weight of the voice in the label model
   */
  public record VoiceFigures(
      String name, double coverage, SegmentShares inSegments, double weight) {}

  /**
   * Shares of the tokens in segments; NaN if they are shares of no tokens.
   *
   * @param precision expected share of correct labels, under the label model, among the tokens that
   *     the voice puts into segments
   * @param recall expected share, under the label model, of the tokens in segments to which the
   *     voice gives the correct label
   * @param overlap share of the tokens that the voice puts into segments to which another voice
   *     gives the same label
   * @param conflict share of the tokens that the voice puts into segments to which another voice
   *     gives another label
   */
  public record SegmentShares(double precision, double recall, double overlap, double conflict) {}

  /**
   * A sentence without complete gold labels, with the segments of each voice.
   *
   * @param text words of the sentence
   * @param doubt expected number of tokens whose most probable label is wrong
   * @param said for each voice with segments, its name and its segments
   */
  public record Dispute(String text, double doubt, List<String> said) {}

  /** Returns the report of a label model. */
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
      List<List<String>> labelsByVoice =
          IntStream.range(0, names.size()).mapToObj(v -> votes.labels(sentence, v)).toList();

      double doubt = 0;
      for (int t = 0; t < posteriors.size(); t++) {
        double[] posterior = posteriors.get(t);
        addToken(t, labelsByVoice, posterior, votes.labels(), sums);
        entities += 1 - posterior[0];
        doubt += 1 - Arrays.stream(posterior).max().orElseThrow();
      }

      tokens += posteriors.size();
      if (!votes.sentences().get(n).isComplete()) {
        disputes.add(dispute(votes, n, labelsByVoice, doubt));
      }
    }

    List<VoiceFigures> figures = new ArrayList<>();
    for (int v = 0; v < names.size(); v++) {
      figures.add(sums.get(v).figures(names.get(v), tokens, entities, model.weights()[v]));
    }
    Comparator<Dispute> byDoubt = Comparator.comparingDouble(Dispute::doubt).reversed();
    List<Dispute> leastCertain = disputes.stream().sorted(byDoubt).limit(MAX_DISPUTES).toList();
    return new VoicesReport(figures, leastCertain);
  }

  /** Adds a token to the sums of all voices. */
  private static void addToken(
      int token,
      List<List<String>> labelsByVoice,
      double[] posterior,
      List<String> labelNames,
      List<VoiceSums> sums) {
    List<String> labels = new ArrayList<>();
    for (List<String> voiceLabels : labelsByVoice) {
      labels.add(voiceLabels.get(token));
    }
    for (int v = 0; v < labels.size(); v++) {
      String label = labels.get(v);
      int number = label == null ? 0 : labelNames.indexOf(label);
      sums.get(v).add(v, labels, posterior, number);
    }
  }

  /** Sums over the tokens of a voice. */
  private static final class VoiceSums {
    /** Number of tokens that the voice labels. */
    private double labelled;

    /** Number of tokens that the voice puts into segments. */
    private double inSegments;

    /** Expected number of tokens in segments whose label is correct. */
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
      if (label != null) {
        labelled++;
      }
      if (number == 0) {
        return;
      }

      boolean hasSame = false;
      boolean hasOther = false;
      for (int v = 0; v < labels.size(); v++) {
        String otherLabel = labels.get(v);
        if (v != voice && otherLabel != null) {
          boolean isSame = otherLabel.equals(label);
          hasSame |= isSame;
          hasOther |= !isSame;
        }
      }

      inSegments++;
      right += posterior[number];
      if (hasSame) {
        agreed++;
      }
      if (hasOther) {
        disputed++;
      }
    }

    VoiceFigures figures(String name, int tokens, double entities, double weight) {
      SegmentShares shares =
          new SegmentShares(
              right / inSegments, right / entities, agreed / inSegments, disputed / inSegments);
      return new VoiceFigures(name, labelled / tokens, shares, weight);
    }
  }

  private static Dispute dispute(
      Votes votes, int sentence, List<List<String>> labelsByVoice, double doubt) {
    List<String> words = votes.sentences().get(sentence).tokens().column(TokenSequence.WORD);
    List<String> lines = new ArrayList<>();
    for (int v = 0; v < labelsByVoice.size(); v++) {
      List<String> labels = new ArrayList<>(labelsByVoice.get(v));
      labels.replaceAll(label -> label == null ? SpanCodec.OUTSIDE : label);

      List<String> segments = new ArrayList<>();
      for (Span span : SpanCodec.of(TagScheme.IOB2).decode(labels)) {
        String text = String.join(" ", words.subList(span.start(), span.end()));
        segments.add(text + " " + span.type());
      }
      if (!segments.isEmpty()) {
        lines.add(votes.voices().get(v) + ": " + String.join("; ", segments));
      }
    }
    return new Dispute(String.join(" ", words), doubt, lines);
  }

  /** Returns the statistics of the voices as a human-readable table. */
  public String toText() {
    StringBuilder text = new StringBuilder("coverage  precision  recall  conflict  voice\n");
    for (VoiceFigures voice : voices) {
      text.append(
          format(
              "%8s  %9s  %6s  %8s  %s\n",
              share(voice.coverage),
              share(voice.inSegments.precision),
              share(voice.inSegments.recall),
              share(voice.inSegments.conflict),
              voice.name));
    }
    return text.toString();
  }

  private static String share(double share) {
    if (Double.isNaN(share)) {
      return "–";
    }
    return percent(share, 1);
  }

  /** Returns the report as a self-contained HTML page. */
  public String toHtml() {
    Table table =
        new Table(
            "Voices", "voice", "coverage", "precision", "recall", "overlap", "conflict", "weight");
    for (VoiceFigures voice : voices) {
      table.row(
          foreign(voice.name),
          share(voice.coverage),
          share(voice.inSegments.precision),
          share(voice.inSegments.recall),
          share(voice.inSegments.overlap),
          share(voice.inSegments.conflict),
          percent(voice.weight, 0));
    }

    StringBuilder doubtful = new StringBuilder();
    for (Dispute dispute : disputes) {
      doubtful.append("<p>").append(foreign(dispute.text)).append("</p>\n<ul>\n");
      for (String line : dispute.said) {
        doubtful.append("<li>").append(foreign(line)).append("</li>\n");
      }
      doubtful.append("</ul>\n");
    }

    String explanation =
        """
        <p>Coverage is the share of the tokens that a voice labels. Precision, overlap and conflict
        are shares of the tokens that it puts into segments: those that are correct according to the
        label model, those that another voice labels in the same way, and those that another voice
        labels in a different way. The weight says how much the labels of the voice count.</p>
        """;
    return ReportPage.page(
        "Voices",
        "<h1>Voices</h1>\n",
        ReportPage.section("By voice", explanation, table),
        ReportPage.section("The most doubtful sentences", doubtful));
  }
}
