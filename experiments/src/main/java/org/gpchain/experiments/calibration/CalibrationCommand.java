package org.gpchain.experiments.calibration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.model.Model;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.GoldSentence;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.HeldOutSentence;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.experiments.calibration.CalibrationCommand.Row;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.lab.TrainTestOptions;
import org.gpchain.internal.cli.options.BootstrapOption;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.CalibrationError;
import org.gpchain.internal.evaluation.TokenScores;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.training.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment calibration}: what calibration does to probabilities. */
@Command(
    name = "calibration",
    sortOptions = false,
    description = {
      "Learns a model as gpchain train does, and measures its probabilities on another corpus, with"
          + " and without its calibration.",
      "uncalibrated: the scores as they are. calibrated: with the scales that held-out folds of the"
          + " training corpus tell.",
      "segment log-loss, and the ece after it: over all segments whose probability is at least 1 %%"
          + " before calibration, decoded or not.",
      "Differences have their 95 %% interval by a paired bootstrap over the sentences; a tie if it"
          + " contains 0."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment calibration --train train.txt --test dev.txt --task chunk"
    })
public final class CalibrationCommand extends Experiment<Row> {
  private static final String CALIBRATED = "calibrated";

  @Mixin private TrainTestOptions corpora;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description = "Use features that occur at least so often. Default: ${DEFAULT-VALUE}.")
  private int cutoff = 1;

  @Mixin private BootstrapOption resampling;

  /**
   * A calibration.
   *
   * @param tokens of which the model knows the label
   * @param segmentLoss mean −log p of what is true of the candidates; NaN if there are none
   * @param segmentEce expected calibration error of the candidates; NaN if there are none
   * @param tokenGain token nll of the learned calibration minus this one's; null for itself
   * @param segmentGain the same of the segments' loss; null if there are no candidates
   */
  record Row(
      String calibration,
      int sentences,
      int tokens,
      int candidates,
      double tokenNll,
      double tokenEce,
      double segmentLoss,
      double segmentEce,
      double f1,
      Difference tokenGain,
      Difference segmentGain) {}

  /**
   * A sentence as a model sees it.
   *
   * @param gold numbers of its gold labels; -1 where the model does not know the label
   */
  private record Encoded(
      SparseRows rows, int[] gold, List<Span> segments, HeldOutSentence heldOut) {
    /** Those of the sentences that have tokens. */
    static List<Encoded> of(Model model, List<LabeledSequence> sentences) {
      SequenceEncoder encoder = new SequenceEncoder(model.vocabulary());
      Tagger tagger = model.tagger();
      Workspace workspace = new Workspace();
      List<Encoded> encoded = new ArrayList<>();
      for (LabeledSequence sentence : sentences) {
        if (sentence.length() > 0) {
          SparseRows rows = encoder.encode(List.of(sentence.tokens()));
          int[] gold =
              sentence.labels(model.scheme()).stream().mapToInt(model.labels()::indexOf).toArray();
          List<Span> spans = sentence.spans();
          HeldOutSentence heldOut =
              tagger.heldOut(rows, 0, GoldSentence.of(gold, spans, 0), workspace);
          encoded.add(new Encoded(rows, gold, spans, heldOut));
        }
      }
      return encoded;
    }
  }

  /**
   * How good the probabilities of a model are under one of its calibrations.
   *
   * @param tokenLoss for each sentence, the sum of −log p of the gold labels and their number
   * @param segmentLoss for each sentence, the sum of −log p of what is true of the candidates and
   *     their number
   */
  private record Figures(
      TokenScores tokens,
      double[][] tokenLoss,
      CalibrationError segments,
      double[][] segmentLoss,
      SpanCounts decoded) {
    static Figures of(Model model, Calibration calibration, List<Encoded> sentences) {
      Tagger tagger = model.with(calibration, model.provenance()).tagger();
      TokenScores tokens = new TokenScores();
      double[][] tokenLoss = new double[sentences.size()][];
      SpanCounts decoded = SpanCounts.NONE;
      Workspace workspace = new Workspace();
      for (int n = 0; n < sentences.size(); n++) {
        Encoded one = sentences.get(n);
        Prediction prediction = tagger.tag(one.rows(), 0, one.gold().length, workspace);
        tokenLoss[n] = add(prediction, one.gold(), tokens);
        List<Span> spans = prediction.spans().stream().map(ScoredSpan::span).toList();
        decoded = decoded.plus(SpanCounts.of(one.segments(), spans));
      }
      CalibrationError segments = new CalibrationError();
      double[][] segmentLoss = add(calibration.scaling(), sentences, segments);
      return new Figures(tokens, tokenLoss, segments, segmentLoss, decoded);
    }

    private static double[] add(Prediction prediction, int[] gold, TokenScores tokens) {
      double[] loss = new double[2];
      for (int t = 0; t < gold.length; t++) {
        if (gold[t] >= 0) {
          int token = t;
          tokens.add(v -> prediction.marginal(token, v), prediction.labelSet().size(), gold[t]);
          loss[0] -= Math.log(Math.max(Double.MIN_NORMAL, prediction.marginal(t, gold[t])));
          loss[1]++;
        }
      }
      return loss;
    }

    private static double[][] add(
        LatticeScaling scaling, List<Encoded> sentences, CalibrationError segments) {
      Workspace workspace = new Workspace();
      List<HeldOutSentence> heldOut = sentences.stream().map(Encoded::heldOut).toList();
      HeldOutSegments candidates = HeldOutSegments.of(heldOut, scaling);
      for (int c = 0; c < candidates.start().length; c++) {
        segments.add(candidates.probability()[c], candidates.right()[c]);
      }
      return heldOut.stream()
          .map(s -> new double[] {s.segmentLoss(scaling, workspace), s.candidates().size()})
          .toArray(double[][]::new);
    }
  }

  @Override
  protected Stream<Row> run(Context context) throws IOException {
    context.check(() -> Checks.atLeast("--cutoff", cutoff, 1));
    PairedBootstrap bootstrap = resampling.bootstrap(context.run().seed());
    return context
        .rows(Row.class)
        .all(
            row -> true,
            () -> {
              TrainTestOptions.Read read = corpora.read();
              read.train().checkLearnable(read.train().sentences().size());
              Model model = learn(read, context);
              List<Encoded> sentences = Encoded.of(model, read.test().sentences());
              return rows(figures(model, sentences), sentences, bootstrap);
            })
        .stream();
  }

  private Model learn(TrainTestOptions.Read read, Context context) {
    Corpus train = read.train();
    Task what = read.what().withCutoff(cutoff);
    Model model =
        Trainers.of(TrainerSettings.DEFAULT.with(context.run()))
            .train(TrainingData.of(train.sentences(), what), Progress.NONE);
    Calibration learned = model.calibration();
    context.tell(
        learned.hasLearnedScales()
            ? Tables.format(
                "scores x %.3f, transitions x %.3f",
                learned.scaling().unary(), learned.scaling().transitions())
            : "too few sentences to calibrate");
    return model;
  }

  private static Map<String, Figures> figures(Model model, List<Encoded> sentences) {
    Calibration learned = model.calibration();
    Map<String, Calibration> all = new LinkedHashMap<>();
    all.put(
        "uncalibrated",
        new Calibration(LatticeScaling.LEGAL, learned.threshold(), HeldOutSegments.NONE));
    all.put(CALIBRATED, learned);
    Map<String, Figures> figures = new LinkedHashMap<>();
    all.forEach((name, one) -> figures.put(name, Figures.of(model, one, sentences)));
    return figures;
  }

  private static List<Row> rows(
      Map<String, Figures> figures, List<Encoded> sentences, PairedBootstrap bootstrap) {
    int candidates = sentences.stream().mapToInt(one -> one.heldOut().candidates().size()).sum();
    boolean segments = candidates > 0;
    Figures last = figures.get(CALIBRATED);
    List<Row> rows = new ArrayList<>();
    figures.forEach(
        (name, one) -> {
          rows.add(
              new Row(
                  name,
                  sentences.size(),
                  (int) sum(one.tokenLoss(), 1),
                  candidates,
                  one.tokens().nll(),
                  one.tokens().ece(),
                  segments ? sum(one.segmentLoss(), 0) / candidates : Double.NaN,
                  segments ? one.segments().error() : Double.NaN,
                  one.decoded().f1(),
                  name.equals(CALIBRATED)
                      ? null
                      : gain(bootstrap, last.tokenLoss(), one.tokenLoss()),
                  name.equals(CALIBRATED) || !segments
                      ? null
                      : gain(bootstrap, last.segmentLoss(), one.segmentLoss())));
        });
    return rows;
  }

  private static double sum(double[][] ofSentences, int number) {
    return Stream.of(ofSentences).mapToDouble(one -> one[number]).sum();
  }

  private static Difference gain(PairedBootstrap bootstrap, double[][] first, double[][] second) {
    return bootstrap.difference(first, second, PairedBootstrap::mean);
  }

  @Override
  protected String table(List<Row> rows, Context context) {
    Row first = rows.get(0);
    StringBuilder out =
        new StringBuilder(
            Tables.format(
                "%d sentences, %d tokens, %d candidate segments%n",
                first.sentences(), first.tokens(), first.candidates()));
    out.append(
        Tables.of(
            rows,
            1,
            List.of(
                new Column<>("", Row::calibration),
                Column.of("token nll", 4, Row::tokenNll),
                Column.of("ece %", 2, row -> 100 * row.tokenEce()),
                Column.of("segment log-loss", 4, Row::segmentLoss),
                Column.of("ece %", 2, row -> 100 * row.segmentEce()),
                Column.of("F1 %", 2, row -> 100 * row.f1()))));
    for (Row row : rows) {
      String against = CALIBRATED + " less " + row.calibration();
      out.append(line(against + ", token nll", row.tokenGain()));
      out.append(line(against + ", segment log-loss", row.segmentGain()));
    }
    return out.toString();
  }

  private static String line(String what, Difference difference) {
    return difference == null
        ? ""
        : Tables.format(
            "%s: %s%+.4f (%+.4f to %+.4f)%n",
            what,
            difference.isTie() ? "tie " : "",
            difference.value(),
            difference.low(),
            difference.high());
  }
}
