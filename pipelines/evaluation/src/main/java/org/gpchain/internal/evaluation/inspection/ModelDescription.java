package org.gpchain.internal.evaluation.inspection;

import static java.util.stream.Collectors.joining;
import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.grouped;
import static org.gpchain.core.text.Numbers.plural;
import static org.gpchain.internal.corpora.InputException.oneLine;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.core.model.WordReference;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.evaluation.JsonResult;
import org.gpchain.internal.evaluation.TextTable;
import org.gpchain.internal.gp.posterior.SampledPosterior;

/**
 * A description of a model. In JSON, the components of the first four and of the last nested record
 * are fields of one flat object.
 *
 * @param identity file, task and language
 * @param labels labels and their scheme
 * @param columns input columns of the model
 * @param parameters posterior, features and prior variances
 * @param calibration calibration of the probabilities
 * @param provenance data and settings of the training
 * @param run the training run; null if unknown
 * @param strongest the largest weights and transition scores
 */
public record ModelDescription(
    @JsonUnwrapped Identity identity,
    @JsonUnwrapped Labels labels,
    @JsonUnwrapped Columns columns,
    @JsonUnwrapped Parameters parameters,
    CalibrationSummary calibration,
    Provenance provenance,
    TrainingRun run,
    @JsonUnwrapped Strongest strongest)
    implements JsonResult {
  /**
   * File, task and language of a model.
   *
   * @param file name of the file
   * @param license license that a file next to the model states; null if there is no such file
   * @param task name of the task
   * @param language ISO 639 code of the language
   * @param tokenProfile tokenization conventions of the training corpus
   */
  public record Identity(
      String file, String license, String task, String language, TokenProfile tokenProfile) {}

  /**
   * The labels of a model.
   *
   * @param scheme name of the scheme
   * @param labels all labels
   */
  public record Labels(String scheme, List<String> labels) {
    private boolean hasSegments() {
      return !scheme.equals(TagScheme.TOKEN.toString());
    }
  }

  /**
   * The input columns of a model.
   *
   * @param text columns that come with the text
   * @param words columns from a word resource
   * @param documentColumns columns that a first pass over the document adds
   * @param vectors use of an encoder; null for none
   */
  public record Columns(
      @JsonUnwrapped TextColumns text,
      @JsonUnwrapped WordColumns words,
      List<String> documentColumns,
      @JsonInclude(JsonInclude.Include.NON_NULL) Vectors vectors) {
    private static Columns of(Model model) {
      TextColumns text =
          new TextColumns(
              model.requiredColumns(), model.features().softColumns(), model.features().tagset());
      List<String> documentColumns = List.of();
      if (model.features().firstPass() != null) {
        documentColumns = DocumentWindow.COLUMNS;
      }

      Vectors vectors = Vectors.of(model.features().vectors());
      return new Columns(text, WordColumns.of(model), documentColumns, vectors);
    }
  }

  /**
   * The columns that come with the text.
   *
   * @param requiredColumns columns that a sentence must have
   * @param softColumns required columns that had several weighted values per token in training
   * @param tagset part-of-speech tags that the model knows; null if it uses none
   */
  public record TextColumns(
      List<String> requiredColumns, List<String> softColumns, Tagset tagset) {}

  /**
   * The columns from a word resource.
   *
   * @param wordColumns columns that the model adds itself, from word clusters, states and lexicons
   * @param words the external word resource of the model; null if the model contains its word
   *     resource or has none
   */
  public record WordColumns(List<String> wordColumns, WordReference words) {
    private static WordColumns of(Model model) {
      List<String> columns = List.of();
      if (model.words() != null) {
        columns = model.words().columns();
      }
      WordReference words = null;
      if (model.features().shared() != null) {
        words = model.features().shared().reference();
      }
      return new WordColumns(columns, words);
    }
  }

  /**
   * The use of an encoder's vectors.
   *
   * @param encoder name and SHA-256 of the encoder
   * @param dimensions number of dimensions to which the vectors are projected
   * @param offsets offsets from a token to the tokens whose vectors are its features
   */
  public record Vectors(String encoder, int dimensions, List<Integer> offsets) {
    private static Vectors of(VectorFeatures features) {
      if (features.isNone()) {
        return null;
      }
      int dimensions = features.projection().dimension();
      return new Vectors(features.encoderId(), dimensions, features.offsets());
    }

    private String text() {
      return format("%s, %d dimensions, of the tokens %s", encoder, dimensions, offsets);
    }
  }

  /**
   * Posterior, features and prior variances of a model.
   *
   * @param posterior family of the posterior
   * @param features number of features
   * @param transitionVariance prior variance of transitions; 0 if there are none
   * @param templates template lines, the largest prior variance first
   */
  public record Parameters(
      String posterior, int features, double transitionVariance, List<TemplateLine> templates) {}

  /**
   * The largest weights and transition scores of a model.
   *
   * @param strongest features with the largest weights, by label; empty if the posterior has no
   *     weights of features
   * @param transitions the largest and the smallest transition scores
   */
  public record Strongest(
      Map<String, List<WeightedFeature>> strongest, List<Transition> transitions) {}

  /**
   * The calibration of a model, which turns scores into probabilities.
   *
   * @param scaling learned scales; null if the model was not calibrated
   * @param threshold probability above which segments are decoded
   * @param heldOutSentences number of held-out sentences in the model, on which promises are based
   */
  public record CalibrationSummary(LatticeScaling scaling, double threshold, int heldOutSentences) {
    /** Returns the calibration of a model. */
    public static CalibrationSummary of(Model model) {
      LatticeScaling scaling = null;
      if (model.calibration().hasLearnedScales()) {
        scaling = model.calibration().scaling();
      }
      int heldOutSentences = model.calibration().heldOut().sentenceCount();
      return new CalibrationSummary(scaling, model.calibration().threshold(), heldOutSentences);
    }

    /**
     * Returns the scales and the decoding threshold as text. The model must be calibrated.
     *
     * @param hasSegments whether the model has segments, and thus a decoding threshold
     */
    public String scales(boolean hasSegments) {
      String scales =
          format("scores × %.2f, transitions × %.2f", scaling.unary(), scaling.transitions());
      if (!hasSegments) {
        return scales;
      }
      return scales + format("; segments decoded above %.0f %%", 100 * threshold);
    }

    private String text(boolean hasSegments) {
      if (scaling == null) {
        return "none";
      }
      if (!hasSegments) {
        return scales(false);
      }
      String heldOut = grouped(heldOutSentences, "held-out sentence");
      return scales(true) + "; " + heldOut + " for error guarantees";
    }
  }

  /**
   * Returns the description of a model.
   *
   * @param file name of the file
   * @param license license that a file next to the model states; null if there is no such file
   * @param model the model
   * @param count maximum number of features per label, and of the largest and of the smallest
   *     transition scores
   */
  public static ModelDescription of(String file, String license, Model model, int count) {
    Identity identity =
        new Identity(file, license, model.task().name(), model.language(), model.tokenProfile());
    Parameters parameters =
        new Parameters(
            family(model),
            model.features().featureCount(),
            model.prior().transitionVariance(),
            TemplateLine.of(model));
    Strongest strongest =
        new Strongest(WeightedFeature.byLabel(model, count), Transition.of(model, count));

    return new ModelDescription(
        identity,
        new Labels(model.scheme().toString(), model.labels().labels()),
        Columns.of(model),
        parameters,
        CalibrationSummary.of(model),
        model.provenance(),
        model.run(),
        strongest);
  }

  /** Returns the description as human-readable text that does not depend on the locale. */
  public String toText() {
    Map<String, String> rows = new LinkedHashMap<>();
    addUse(rows);
    addColumns(rows);
    rows.put(
        "posterior", parameters.posterior() + ", " + grouped(parameters.features(), "feature"));
    rows.put("calibration", calibration.text(labels.hasSegments()));
    addTraining(rows);

    StringBuilder out = new StringBuilder();
    for (Map.Entry<String, String> row : rows.entrySet()) {
      // Strings of a model file may contain any character, including line ends.
      out.append(format("%-12s %s\n", row.getKey(), oneLine(row.getValue())));
    }
    appendTemplates(out);
    appendTransitions(out);
    appendFeatures(out);
    return out.toString();
  }

  private void addUse(Map<String, String> rows) {
    String license = identity.license();
    rows.put("model", identity.file());
    rows.put("license", license == null ? "not stated next to the file" : license);
    rows.put("task", identity.task() + ", language " + identity.language());
    List<String> names = labels.labels();
    rows.put("labels", names.size() + " (" + labels.scheme() + "): " + String.join(" ", names));
    rows.put("tokens", identity.tokenProfile().inWords());
  }

  private void addColumns(Map<String, String> rows) {
    String names = String.join(", ", columns.text().requiredColumns());
    if (!columns.text().softColumns().isEmpty()) {
      names += "; with probabilities: " + String.join(", ", columns.text().softColumns());
    }
    rows.put("columns", names);

    Tagset tagset = columns.text().tagset();
    if (tagset != null) {
      List<String> tags = tagset.tags();
      rows.put("tags", tagset.name() + ", " + tags.size() + ": " + String.join(" ", tags));
    }

    WordReference words = columns.words().words();
    if (!columns.words().wordColumns().isEmpty()) {
      String place = ", in the model file";
      if (words != null) {
        place = format(", of %s.words (SHA-256 %.12s…)", words.name(), words.sha256());
      }
      rows.put("words", String.join(", ", columns.words().wordColumns()) + place);
    }

    if (columns.vectors() != null) {
      rows.put("encoder", columns.vectors().text());
    }
    if (!columns.documentColumns().isEmpty()) {
      String documentColumns = String.join(", ", columns.documentColumns());
      rows.put("document", documentColumns + ", by a first pass over the document");
    }
  }

  private void addTraining(Map<String, String> rows) {
    String sentences = grouped(provenance.sentences(), "sentence");
    String tokens = grouped(provenance.tokens(), "token");
    rows.put(
        "trained on", format("%s, %s (SHA-256 %.12s…)", sentences, tokens, provenance.dataHash()));
    rows.put("by", "GPChain " + provenance.libraryVersion() + ", seed " + provenance.seed());
    if (run != null) {
      String words = "%.1f s on %s; the optimiser stopped: %s";
      String threads = plural(run.threads(), "thread");
      rows.put("in", format(words, run.seconds(), threads, run.stopReason()));
    }
    String settings =
        provenance.settings().entrySet().stream().map(Object::toString).collect(joining(", "));
    rows.put("settings", settings);
  }

  private void appendTemplates(StringBuilder out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("template line", "variance", "features"));
    for (TemplateLine line : parameters.templates()) {
      rows.add(line.row(oneLine(line.line())));
    }
    double variance = parameters.transitionVariance();
    if (variance > 0) {
      rows.add(List.of("B (transitions)", format("%.3g", variance), ""));
    }
    out.append('\n').append(TextTable.aligned(rows, 1));
  }

  private void appendTransitions(StringBuilder out) {
    List<Transition> transitions = strongest.transitions();
    if (parameters.transitionVariance() == 0 || transitions.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("strongest transitions", "", "score"));
    for (Transition transition : transitions) {
      String score = format("%+.2f", transition.score());
      rows.add(List.of(oneLine(transition.from()), oneLine(transition.to()), score));
    }
    out.append('\n').append(TextTable.aligned(rows, 2));
  }

  private void appendFeatures(StringBuilder out) {
    Map<String, List<WeightedFeature>> byLabel = strongest.strongest();
    if (byLabel.isEmpty()) {
      out.append("\nA sparse posterior has weights of inducing points, but not of features.\n");
    }
    for (var label : byLabel.entrySet()) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("strongest features of " + oneLine(label.getKey()), "weight"));
      for (WeightedFeature feature : label.getValue()) {
        rows.add(List.of(oneLine(feature.feature()), format("%+.2f", feature.weight())));
      }
      out.append('\n').append(TextTable.aligned(rows, 1));
    }
  }

  /** Returns the name of the family of a model's posterior. */
  private static String family(Model model) {
    if (model.posterior() instanceof SampledPosterior sampled) {
      return plural(sampled.ownSamples(), "sample");
    }
    if (!(model.posterior() instanceof DecoupledPosterior)) {
      return "sparse";
    }
    if (model.posterior().hasCovariance()) {
      return "decoupled";
    }
    return "MAP estimate";
  }

  /**
   * A template line, or all template lines that share a skeleton.
   *
   * @param line the template lines, separated by commas
   * @param variance prior variance of the weights of their features
   * @param features number of their features
   */
  public record TemplateLine(String line, double variance, int features) {
    /** Returns the template lines of a model, the largest variance first. */
    public static List<TemplateLine> of(Model model) {
      Vocabulary vocabulary = model.vocabulary();
      double[] variances = model.prior().groupVariance();
      List<TemplateLine> lines = new ArrayList<>();
      for (int g = 0; g < vocabulary.groupCount(); g++) {
        String line = String.join(", ", vocabulary.groupLines(g));
        int features = vocabulary.groupStart(g + 1) - vocabulary.groupStart(g);
        lines.add(new TemplateLine(line, variances[g], features));
      }

      VectorFeatures vectors = model.features().vectors();
      for (int b = 0; b < vectors.blockCount(); b++) {
        double variance = variances[vocabulary.groupCount() + b];
        lines.add(
            new TemplateLine(blockName(vectors, b), variance, vectors.projection().dimension()));
      }
      lines.sort(Comparator.comparing(TemplateLine::variance, Comparator.reverseOrder()));
      return List.copyOf(lines);
    }

    /** Returns the name of a block of dense features, such as {@code encoder[-1]}. */
    static String blockName(VectorFeatures vectors, int block) {
      int offset = vectors.offsets().get(block);
      return offset == 0 ? "encoder" : "encoder[" + offset + "]";
    }

    List<String> row(String name) {
      return List.of(name, format("%.3g", variance), Integer.toString(features));
    }
  }

  /** A transition between labels, with its score. */
  public record Transition(String from, String to, double score) {
    /** Returns the legal transitions with the largest and the smallest scores, count of each. */
    static List<Transition> of(Model model, int count) {
      List<String> labels = model.labels().labels();
      SpanCodec codec = SpanCodec.of(model.scheme());
      double[] scores = model.posterior().pairwiseMean();

      List<Transition> transitions = new ArrayList<>();
      for (int i = 0; i < scores.length; i++) {
        String from = labels.get(i / labels.size());
        String to = labels.get(i % labels.size());
        if (codec.isLegal(from, to)) {
          transitions.add(new Transition(from, to, scores[i]));
        }
      }

      transitions.sort(Comparator.comparing(Transition::score, Comparator.reverseOrder()));
      if (transitions.size() > 2 * count) {
        transitions.subList(count, transitions.size() - count).clear();
      }
      return List.copyOf(transitions);
    }
  }

  /**
   * A feature with its weight for a label.
   *
   * @param feature template line and cells, such as {@code U00:%x[0,word] = the}
   * @param weight weight of the feature for the label, minus the mean of its weights for all labels
   */
  public record WeightedFeature(String feature, double weight) {
    private record Candidate(int feature, double weight) {}

    /**
     * Returns the features with the largest positive weights for each label, the largest first. The
     * map is empty if the posterior has no weights of features.
     *
     * @param count maximum number of features per label
     */
    private static Map<String, List<WeightedFeature>> byLabel(Model model, int count) {
      Posterior weighted = model.posterior();
      if (weighted instanceof SampledPosterior sampled) {
        weighted = sampled.mean();
      }

      Map<String, List<WeightedFeature>> strongest = new LinkedHashMap<>();
      if (weighted instanceof DecoupledPosterior posterior) {
        List<String> labels = model.labels().labels();
        FeatureNames names = new FeatureNames(model);
        for (int v = 0; v < labels.size(); v++) {
          int features = model.vocabulary().featureCount();
          strongest.put(labels.get(v), strongest(posterior, v, features, count, names));
        }
      }
      return strongest;
    }

    /**
     * Returns the features with the largest positive weights for a label.
     *
     * @param features number of features that can be listed, from the first one on; dense features
     *     mean nothing by themselves
     */
    private static List<WeightedFeature> strongest(
        DecoupledPosterior posterior, int label, int features, int count, FeatureNames names) {
      Comparator<Candidate> byWeight = Comparator.comparing(Candidate::weight);
      PriorityQueue<Candidate> best = new PriorityQueue<>(byWeight);
      for (int d = 0; d < features; d++) {
        double weight = centred(posterior, d, label);
        if (weight > 0) {
          best.add(new Candidate(d, weight));
          if (best.size() > count) {
            best.remove();
          }
        }
      }

      return best.stream()
          .sorted(byWeight.reversed())
          .map(candidate -> of(candidate, names))
          .toList();
    }

    private static WeightedFeature of(Candidate candidate, FeatureNames names) {
      return new WeightedFeature(names.of(candidate.feature()), candidate.weight());
    }

    /**
     * Returns the weight of a feature for a label, minus the mean of its weights for all labels. A
     * constant that is added to the weights for all labels does not affect predictions, so that
     * only this difference is meaningful.
     */
    static double centred(DecoupledPosterior posterior, int feature, int label) {
      int labels = posterior.labelCount();
      float[] weights = posterior.weights();
      double sum = 0;
      for (int v = 0; v < labels; v++) {
        sum += weights[feature * labels + v];
      }
      return weights[feature * labels + label] - sum / labels;
    }
  }
}
