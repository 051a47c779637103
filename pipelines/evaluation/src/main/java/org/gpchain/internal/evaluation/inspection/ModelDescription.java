package org.gpchain.internal.evaluation.inspection;

import static java.util.stream.Collectors.joining;
import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.grouped;
import static org.gpchain.core.text.Numbers.plural;
import static org.gpchain.internal.corpora.InputException.oneLine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.core.model.WordReference;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.evaluation.JsonResult;
import org.gpchain.internal.evaluation.TextTable;
import org.gpchain.internal.gp.posterior.SampledPosterior;

/**
 * What a model is.
 *
 * @param license what the file beside it says of its licence; null for nothing
 * @param language ISO 639 code of its language
 * @param tokenProfile the conventions by which its training corpus was divided into tokens
 * @param requiredColumns columns that a sentence must have
 * @param softColumns those of them that held several values with weights in training
 * @param tagset the part-of-speech tags it knows; null if it uses none
 * @param wordColumns columns that it gives itself, from word clusters, states and lexicons
 * @param words the word resource that it refers to; null if it contains what it uses, or nothing
 * @param documentColumns columns that a first pass over the document gives
 * @param posterior family of its posterior
 * @param transitionVariance prior variance of transitions; 0 if it has none
 * @param templates its template lines, the largest prior variance first
 * @param run the run that trained it; null if unknown
 * @param strongest of each label, the features with the largest weights; empty where weights are
 *     not those of features
 * @param transitions the largest and the smallest transition scores
 */
public record ModelDescription(
    String file,
    String license,
    String task,
    String language,
    TokenProfile tokenProfile,
    String scheme,
    List<String> labels,
    List<String> requiredColumns,
    List<String> softColumns,
    Tagset tagset,
    List<String> wordColumns,
    WordReference words,
    List<String> documentColumns,
    String posterior,
    int features,
    double transitionVariance,
    List<TemplateLine> templates,
    CalibrationSummary calibration,
    Provenance provenance,
    TrainingRun run,
    Map<String, List<WeightedFeature>> strongest,
    List<Transition> transitions)
    implements JsonResult {
  /**
   * How scores become probabilities.
   *
   * @param scaling learned scales; null if the model was not calibrated
   * @param threshold probability above which segments are decoded
   * @param heldOutSentences number of held-out sentences that the model keeps, from which promises
   *     follow
   */
  public record CalibrationSummary(LatticeScaling scaling, double threshold, int heldOutSentences) {
    public static CalibrationSummary of(Model model) {
      return new CalibrationSummary(
          model.calibration().hasLearnedScales() ? model.calibration().scaling() : null,
          model.calibration().threshold(),
          model.calibration().heldOut().sentenceCount());
    }

    /** The scales, and from which probability on segments are decoded. */
    public String scales(boolean hasSegments) {
      return format("scores × %.2f, transitions × %.2f", scaling.unary(), scaling.transitions())
          + (hasSegments ? format("; segments decoded above %.0f %%", 100 * threshold) : "");
    }

    private String text(boolean hasSegments) {
      String promises = "; " + grouped(heldOutSentences, "held-out sentence") + " for promises";
      return scaling == null ? "none" : scales(hasSegments) + (hasSegments ? promises : "");
    }
  }

  /**
   * @param count number of features of each label, and of transitions at each end
   */
  public static ModelDescription of(String file, String license, Model model, int count) {
    return new ModelDescription(
        file,
        license,
        model.task().name(),
        model.language(),
        model.tokenProfile(),
        model.scheme().toString(),
        model.labels().labels(),
        model.requiredColumns(),
        model.features().softColumns(),
        model.features().tagset(),
        model.words() == null ? List.of() : model.words().columns(),
        model.features().shared() == null ? null : model.features().shared().reference(),
        model.features().firstPass() == null ? List.of() : DocumentWindow.COLUMNS,
        family(model),
        model.vocabulary().featureCount(),
        model.prior().transitionVariance(),
        TemplateLine.of(model),
        CalibrationSummary.of(model),
        model.provenance(),
        model.run(),
        WeightedFeature.byLabel(model, count),
        Transition.of(model, count));
  }

  /** All of it as text for people, the same in every locale. */
  public String toText() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("model", file);
    rows.put("license", license == null ? "not stated beside the file" : license);
    rows.put("task", task + ", language " + language);
    rows.put("labels", labels.size() + " (" + scheme + "): " + String.join(" ", labels));
    String soft =
        softColumns.isEmpty() ? "" : "; with probabilities: " + String.join(", ", softColumns);
    rows.put("tokens", tokenProfile.inWords());
    rows.put("columns", String.join(", ", requiredColumns) + soft);
    if (tagset != null) {
      List<String> tags = tagset.tags();
      rows.put("tags", tagset.name() + ", " + tags.size() + ": " + String.join(" ", tags));
    }
    if (!wordColumns.isEmpty()) {
      String place =
          words == null
              ? ", in the model file"
              : format(", of %s.words (SHA-256 %.12s…)", words.name(), words.sha256());
      rows.put("words", String.join(", ", wordColumns) + place);
    }
    if (!documentColumns.isEmpty()) {
      rows.put("document", String.join(", ", documentColumns) + ", by a first pass over it");
    }
    rows.put("posterior", posterior + ", " + grouped(features, "feature"));
    rows.put("calibration", calibration.text(!scheme.equals(TagScheme.TOKEN.toString())));
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
    rows.put(
        "settings",
        provenance.settings().entrySet().stream().map(Object::toString).collect(joining(", ")));
    StringBuilder out = new StringBuilder();
    // What a model file says may contain anything.
    rows.forEach((name, value) -> out.append(format("%-12s %s\n", name, oneLine(value))));
    appendTemplates(out);
    appendTransitions(out);
    appendFeatures(out);
    return out.toString();
  }

  private void appendTemplates(StringBuilder out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("template line", "variance", "features"));
    for (TemplateLine line : templates) {
      rows.add(line.row(oneLine(line.line())));
    }
    if (transitionVariance > 0) {
      rows.add(List.of("B (transitions)", format("%.3g", transitionVariance), ""));
    }
    out.append('\n').append(TextTable.aligned(rows, 1));
  }

  private void appendTransitions(StringBuilder out) {
    if (transitionVariance == 0 || transitions.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("strongest transitions", "", "score"));
    for (Transition one : transitions) {
      rows.add(List.of(oneLine(one.from()), oneLine(one.to()), format("%+.2f", one.score())));
    }
    out.append('\n').append(TextTable.aligned(rows, 2));
  }

  private void appendFeatures(StringBuilder out) {
    if (strongest.isEmpty()) {
      out.append(
          "\nThe weights of a sparse posterior are those of inducing points, not of features.\n");
    }
    for (var label : strongest.entrySet()) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("strongest features of " + oneLine(label.getKey()), "weight"));
      for (WeightedFeature feature : label.getValue()) {
        rows.add(List.of(oneLine(feature.feature()), format("%+.2f", feature.weight())));
      }
      out.append('\n').append(TextTable.aligned(rows, 1));
    }
  }

  private static String family(Model model) {
    if (model.posterior() instanceof SampledPosterior sampled) {
      return plural(sampled.ownSamples(), "sample");
    }
    if (!(model.posterior() instanceof DecoupledPosterior)) {
      return "sparse";
    }
    return model.posterior().hasCovariance() ? "decoupled" : "MAP estimate";
  }

  /**
   * A template line, or all those of one skeleton.
   *
   * @param variance prior variance of the weights of its features
   * @param features number of its features
   */
  public record TemplateLine(String line, double variance, int features) {
    /** Those of a model, the largest variance first. */
    public static List<TemplateLine> of(Model model) {
      Vocabulary vocabulary = model.vocabulary();
      double[] variances = model.prior().groupVariance();
      return IntStream.range(0, vocabulary.groupCount())
          .mapToObj(
              g ->
                  new TemplateLine(
                      String.join(", ", vocabulary.groupLines(g)),
                      variances[g],
                      vocabulary.groupStart(g + 1) - vocabulary.groupStart(g)))
          .sorted(Comparator.comparing(TemplateLine::variance, Comparator.reverseOrder()))
          .toList();
    }

    List<String> row(String name) {
      return List.of(name, format("%.3g", variance), Integer.toString(features));
    }
  }

  /** A label after another one. */
  public record Transition(String from, String to, double score) {
    /** The largest and the smallest scores of legal transitions, {@code count} of each. */
    static List<Transition> of(Model model, int count) {
      List<String> labels = model.labels().labels();
      SpanCodec codec = SpanCodec.of(model.scheme());
      double[] scores = model.posterior().pairwiseMean();
      List<Transition> all = new ArrayList<>();
      for (int i = 0; i < scores.length; i++) {
        String from = labels.get(i / labels.size());
        String to = labels.get(i % labels.size());
        if (codec.isLegal(from, to)) {
          all.add(new Transition(from, to, scores[i]));
        }
      }
      all.sort(Comparator.comparing(Transition::score, Comparator.reverseOrder()));
      if (all.size() > 2 * count) {
        all.subList(count, all.size() - count).clear();
      }
      return List.copyOf(all);
    }
  }

  /**
   * A feature and what it says of a label.
   *
   * @param feature template line and cells, such as {@code U00:%x[0,word] = the}
   * @param weight its weight for the label, less the mean of its weights for all labels
   */
  public record WeightedFeature(String feature, double weight) {
    private record Candidate(int feature, double weight) {}

    /**
     * The features that speak most for each label, {@code count} of each, the largest weights
     * first; empty if the weights of the posterior are not those of features.
     */
    private static Map<String, List<WeightedFeature>> byLabel(Model model, int count) {
      Map<String, List<WeightedFeature>> strongest = new LinkedHashMap<>();
      Posterior given = model.posterior();
      Posterior weighted = given instanceof SampledPosterior sampled ? sampled.mean() : given;
      if (weighted instanceof DecoupledPosterior posterior) {
        List<String> labels = model.labels().labels();
        FeatureNames names = new FeatureNames(model);
        for (int v = 0; v < labels.size(); v++) {
          strongest.put(labels.get(v), strongest(posterior, v, count, names));
        }
      }
      return strongest;
    }

    private static List<WeightedFeature> strongest(
        DecoupledPosterior posterior, int label, int count, FeatureNames names) {
      Comparator<Candidate> byWeight = Comparator.comparing(Candidate::weight);
      PriorityQueue<Candidate> best = new PriorityQueue<>(byWeight);
      for (int d = 0; d < posterior.featureCount(); d++) {
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
          .map(one -> new WeightedFeature(names.of(one.feature()), one.weight()))
          .toList();
    }

    /**
     * The weight of a feature for a label, less the mean of its weights for all labels: a constant
     * that is added to all of them changes nothing.
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
