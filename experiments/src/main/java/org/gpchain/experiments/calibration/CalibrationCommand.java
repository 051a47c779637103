package org.gpchain.experiments.calibration;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.lab.TrainTestOptions;
import org.gpchain.internal.cli.options.BootstrapOption;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;
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

/** {@code gpchain experiment calibration}: effect of calibration on probabilities. */
@Command(
    name = "calibration",
    sortOptions = false,
    description = {
      "Trains a model like gpchain train and evaluates its probabilities on a test corpus, with and"
          + " without calibration.",
      "uncalibrated: unscaled scores. calibrated: scores with scales learned on held-out folds of"
          + " the training corpus.",
      "segment log-loss, and the ece after it: over all candidate segments with a probability of at"
          + " least 1 %% before calibration, including segments that are not decoded.",
      "Differences have a 95 %% interval from a paired bootstrap over the sentences. A difference"
          + " is a tie if the interval contains 0."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment calibration --train train.txt --test dev.txt --task chunk"
    })
public final class CalibrationCommand extends Experiment<Row> {
  private static final String UNCALIBRATED = "uncalibrated";
  private static final String CALIBRATED = "calibrated";

  @Mixin private TrainTestOptions corpora;

  @Option(
      names = "--cutoff",
      paramLabel = "N",
      description = "Minimum number of occurrences of a feature. Default: ${DEFAULT-VALUE}.")
  private int cutoff = 1;

  @Mixin private BootstrapOption resampling;

  /**
   * The results with one calibration. In JSON, the components of the nested records are fields of
   * one flat object.
   *
   * @param calibration name of the calibration
   * @param counts size of the test corpus
   * @param losses losses and calibration errors
   * @param f1 F1 of the decoded segments
   * @param gains comparison with the learned calibration
   */
  record Row(
      String calibration,
      @JsonUnwrapped Counts counts,
      @JsonUnwrapped Losses losses,
      double f1,
      @JsonUnwrapped Gains gains) {}

  /**
   * The size of the test corpus.
   *
   * @param sentences number of test sentences
   * @param tokens number of tokens with a label that the model knows
   * @param candidates number of candidate segments
   */
  record Counts(int sentences, int tokens, int candidates) {}

  /**
   * Losses and calibration errors.
   *
   * @param tokenNll mean −log p of the gold labels (nats per token)
   * @param tokenEce expected calibration error of the labels
   * @param segmentLoss mean −log p of the outcomes of the candidates; NaN if there are none
   * @param segmentEce expected calibration error of the candidates; NaN if there are none
   */
  record Losses(double tokenNll, double tokenEce, double segmentLoss, double segmentEce) {}

  /**
   * The comparison of a calibration with the learned one.
   *
   * @param tokenGain token nll with the learned calibration minus token nll with this one; null in
   *     the row of the learned calibration
   * @param segmentGain the same difference in segmentLoss; null also if there are no candidates
   */
  record Gains(Difference tokenGain, Difference segmentGain) {}

  /**
   * An encoded test sentence.
   *
   * @param rows the features of the tokens
   * @param gold indices of the gold labels; -1 where the model does not know the label
   * @param segments the gold segments
   * @param heldOut the candidate segments
   */
  private record Encoded(
      SparseRows rows, int[] gold, List<Span> segments, HeldOutSentence heldOut) {
    /** Encodes the sentences that have tokens. */
    static List<Encoded> of(Model model, List<LabeledSequence> sentences) {
      SequenceEncoder encoder = new SequenceEncoder(model.vocabulary());
      Tagger tagger = model.tagger();
      Workspace workspace = new Workspace();
      List<Encoded> encoded = new ArrayList<>();
      for (LabeledSequence sentence : sentences) {
        if (sentence.length() == 0) {
          continue;
        }

        SparseRows rows = encoder.encode(List.of(sentence.tokens()));
        List<String> labels = sentence.labels(model.scheme());
        int[] gold = labels.stream().mapToInt(model.labels()::indexOf).toArray();
        List<Span> segments = sentence.spans();
        GoldSentence goldSentence = GoldSentence.of(gold, segments, 0);
        HeldOutSentence heldOut = tagger.heldOut(rows, 0, goldSentence, workspace);
        encoded.add(new Encoded(rows, gold, segments, heldOut));
      }
      return encoded;
    }
  }

  /**
   * Accuracy and quality of the probabilities of a model with one calibration.
   *
   * @param tokens scores of the label probabilities
   * @param tokenLoss sum and number of the tokens' −log p of the gold label, {@code [sentences][2]}
   * @param segments calibration error of the candidates
   * @param segmentLoss sum and number of the candidates' −log p of the outcome, {@code
   *     [sentences][2]}
   * @param decoded numbers of gold, decoded and correct segments
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
        Encoded sentence = sentences.get(n);
        int[] gold = sentence.gold();
        Prediction prediction = tagger.tag(sentence.rows(), 0, gold.length, workspace);
        tokenLoss[n] = add(prediction, gold, tokens);
        List<Span> spans = prediction.spans().stream().map(ScoredSpan::span).toList();
        decoded = decoded.plus(SpanCounts.of(sentence.segments(), spans));
      }

      CalibrationError segments = new CalibrationError();
      double[][] segmentLoss = add(calibration.scaling(), sentences, segments);
      return new Figures(tokens, tokenLoss, segments, segmentLoss, decoded);
    }

    /** Adds the labels of a sentence to the scores; returns sum and number of their losses. */
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

    /** Adds the candidates to the calibration error; returns sums and numbers of their losses. */
    private static double[][] add(
        LatticeScaling scaling, List<Encoded> sentences, CalibrationError segments) {
      List<HeldOutSentence> heldOut = sentences.stream().map(Encoded::heldOut).toList();
      HeldOutSegments candidates = HeldOutSegments.of(heldOut, scaling);
      for (int c = 0; c < candidates.start().length; c++) {
        segments.add(candidates.probability()[c], candidates.right()[c]);
      }

      Workspace workspace = new Workspace();
      double[][] losses = new double[heldOut.size()][];
      for (int n = 0; n < losses.length; n++) {
        HeldOutSentence sentence = heldOut.get(n);
        double sum = sentence.segmentLoss(scaling, workspace);
        losses[n] = new double[] {sum, sentence.candidates().size()};
      }
      return losses;
    }
  }

  @Override
  protected Stream<Row> run(Context context) throws IOException {
    context.check(() -> Checks.atLeast("--cutoff", cutoff, 1));
    PairedBootstrap bootstrap = resampling.bootstrap(context.run().seed());
    RowFile<Row> rows = context.rows(Row.class);
    return rows.all(() -> rows(context, bootstrap)).stream();
  }

  private List<Row> rows(Context context, PairedBootstrap bootstrap) throws IOException {
    TrainTestOptions.Read read = corpora.read();
    read.train().checkLearnable(read.train().sentences().size());
    Model model = learn(read, context);

    List<Encoded> sentences = Encoded.of(model, read.test().sentences());
    return rows(figures(model, sentences), sentences, bootstrap);
  }

  private Model learn(TrainTestOptions.Read read, Context context) {
    TrainerSettings settings = TrainerSettings.DEFAULT.with(context.run());
    Task what = read.what().withCutoff(cutoff);
    TrainingData data = TrainingData.of(read.train().sentences(), what);
    Model model = Trainers.of(settings).train(data, Progress.NONE);

    Calibration learned = model.calibration();
    if (learned.hasLearnedScales()) {
      LatticeScaling scaling = learned.scaling();
      context.log(
          Tables.format(
              "scores x %.3f, transitions x %.3f", scaling.unary(), scaling.transitions()));
    } else {
      context.log("too few sentences to calibrate");
    }
    return model;
  }

  /** Evaluates a model without and with its calibration; returns the results by name. */
  private static Map<String, Figures> figures(Model model, List<Encoded> sentences) {
    Calibration learned = model.calibration();
    Calibration none =
        new Calibration(LatticeScaling.LEGAL, learned.threshold(), HeldOutSegments.NONE);

    Map<String, Figures> figures = new LinkedHashMap<>();
    figures.put(UNCALIBRATED, Figures.of(model, none, sentences));
    figures.put(CALIBRATED, Figures.of(model, learned, sentences));
    return figures;
  }

  private static List<Row> rows(
      Map<String, Figures> figures, List<Encoded> sentences, PairedBootstrap bootstrap) {
    int candidates = 0;
    for (Encoded sentence : sentences) {
      candidates += sentence.heldOut().candidates().size();
    }

    Figures calibrated = figures.get(CALIBRATED);
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, Figures> entry : figures.entrySet()) {
      Figures result = entry.getValue();
      double segmentLoss = Double.NaN;
      double segmentEce = Double.NaN;
      if (candidates > 0) {
        segmentLoss = sum(result.segmentLoss(), 0) / candidates;
        segmentEce = result.segments().error();
      }

      Difference tokenGain = null;
      Difference segmentGain = null;
      if (!entry.getKey().equals(CALIBRATED)) {
        tokenGain = gain(bootstrap, calibrated.tokenLoss(), result.tokenLoss());
        if (candidates > 0) {
          segmentGain = gain(bootstrap, calibrated.segmentLoss(), result.segmentLoss());
        }
      }

      Counts counts = new Counts(sentences.size(), (int) sum(result.tokenLoss(), 1), candidates);
      Losses losses =
          new Losses(result.tokens().nll(), result.tokens().ece(), segmentLoss, segmentEce);
      Gains gains = new Gains(tokenGain, segmentGain);
      rows.add(new Row(entry.getKey(), counts, losses, result.decoded().f1(), gains));
    }
    return rows;
  }

  /** Returns the sum of one of the statistics over sentences. */
  private static double sum(double[][] statistics, int index) {
    return Stream.of(statistics).mapToDouble(sentence -> sentence[index]).sum();
  }

  private static Difference gain(PairedBootstrap bootstrap, double[][] first, double[][] second) {
    return bootstrap.difference(first, second, PairedBootstrap::mean);
  }

  @Override
  protected String table(List<Row> rows, Context context) {
    Counts counts = rows.get(0).counts();
    StringBuilder out = new StringBuilder();
    out.append(
        Tables.format(
            "%d sentences, %d tokens, %d candidate segments%n",
            counts.sentences(), counts.tokens(), counts.candidates()));

    List<Column<Row>> columns =
        List.of(
            new Column<>("", Row::calibration),
            Column.of("token nll", 4, row -> row.losses().tokenNll()),
            Column.percent("ece %", 2, row -> row.losses().tokenEce()),
            Column.of("segment log-loss", 4, row -> row.losses().segmentLoss()),
            Column.percent("ece %", 2, row -> row.losses().segmentEce()),
            Column.percent("F1 %", 2, Row::f1));
    out.append(Tables.of(rows, 1, columns));

    for (Row row : rows) {
      String against = CALIBRATED + " less " + row.calibration();
      out.append(line(against + ", token nll", row.gains().tokenGain()));
      out.append(line(against + ", segment log-loss", row.gains().segmentGain()));
    }
    return out.toString();
  }

  /** Returns a line with a difference, or an empty text for no difference. */
  private static String line(String name, Difference difference) {
    if (difference == null) {
      return "";
    }
    return Tables.format(
        "%s: %s%+.4f (%+.4f to %+.4f)%n",
        name, Tables.tie(difference), difference.value(), difference.low(), difference.high());
  }
}
