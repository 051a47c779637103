package org.gpchain.experiments.annotation;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.evaluation.EvaluationResult;
import org.gpchain.evaluation.Evaluator;
import org.gpchain.evaluation.Evaluator.NewLabels;
import org.gpchain.evaluation.comparison.PairedBootstrap;
import org.gpchain.evaluation.comparison.PairedBootstrap.Difference;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;

/**
 * How good a model is.
 *
 * @param seed of what was withheld; 0 if nothing was at random
 * @param name how it was learned
 * @param sentences that it was learned from
 * @param segments that were annotated there
 * @param figures of the test sentences
 * @param seconds that learning took
 * @param firstF1 F1 on the sentences that were learned first
 * @param against F1 minus that of the reference; null for the reference
 */
record Measured(
    long seed,
    String name,
    int sentences,
    int segments,
    EvaluationResult figures,
    double seconds,
    double firstF1,
    Difference against) {
  /** Models that are measured on the same sentences. */
  static final class Series {
    private final long seed;
    private final List<LabeledSequence> test;
    private final List<LabeledSequence> first;
    private final List<Measured> rows = new ArrayList<>();
    private final List<List<SpanCounts>> counts = new ArrayList<>();

    /**
     * No models yet.
     *
     * @param test sentences with labels that models may not know
     * @param first sentences that were learned first; may be empty
     */
    Series(long seed, List<LabeledSequence> test, List<LabeledSequence> first) {
      this.seed = seed;
      this.test = test;
      this.first = first;
    }

    /** Measures a model and returns F1 in percent. */
    double add(String name, Model model, List<LabeledSequence> learnedFrom, double seconds) {
      List<SpanCounts> own = new ArrayList<>();
      Evaluator evaluator = new Evaluator(model.tagger(), NewLabels.COUNT, 1);
      EvaluationResult figures =
          evaluator.evaluate(test, TagScheme.IOB2, sentence -> own.add(sentence.counts()));
      double firstF1 = first.isEmpty() ? 0 : evaluator.evaluate(first, TagScheme.IOB2).f1();
      counts.add(own);
      rows.add(
          new Measured(
              seed,
              name,
              learnedFrom.size(),
              segments(learnedFrom),
              figures,
              seconds,
              firstF1,
              null));
      return 100 * figures.f1();
    }

    /** The rows with their differences to one of them. */
    List<Measured> against(int reference, PairedBootstrap bootstrap) {
      for (int i = 0; i < rows.size(); i++) {
        if (i != reference) {
          Measured row = rows.get(i);
          Difference difference = bootstrap.f1Difference(counts.get(i), counts.get(reference));
          rows.set(
              i,
              new Measured(
                  seed,
                  row.name,
                  row.sentences,
                  row.segments,
                  row.figures,
                  row.seconds,
                  row.firstF1,
                  difference));
        }
      }
      return rows;
    }
  }

  static int segments(List<LabeledSequence> sentences) {
    return sentences.stream().mapToInt(sentence -> sentence.spans().size()).sum();
  }

  /** A row for each model. */
  static String table(List<Measured> rows) {
    Measured reference = rows.stream().filter(row -> row.against == null).findFirst().orElseThrow();
    return Tables.of(
        rows,
        1,
        List.of(
            new Column<>("learned from", Measured::name),
            new Column<>("sentences", Measured::sentences),
            new Column<>("segments", Measured::segments),
            Column.of("precision %", 2, row -> 100 * row.figures.precision()),
            Column.of("recall %", 2, row -> 100 * row.figures.recall()),
            Column.of("F1 %", 2, row -> 100 * row.figures.f1()),
            new Column<>(
                "against " + reference.name + " (95 %)",
                row -> row.against == null ? null : row.against.text()),
            Column.of("nll", 4, row -> row.figures.nll()),
            Column.of("seconds", 2, Measured::seconds)));
  }
}
