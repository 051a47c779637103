package org.gpchain.evaluation.inspection;

import static java.util.stream.Collectors.joining;
import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.model.WordReference;
import org.gpchain.corpora.InputException;
import org.gpchain.evaluation.TextTable;
import org.gpchain.evaluation.inspection.ModelDescription.TemplateLine;
import org.gpchain.evaluation.inspection.ModelDescription.Transition;
import org.gpchain.evaluation.inspection.ModelDescription.WeightedFeature;

/** The description of a model as text for people, the same in every locale. */
public final class DescriptionText {
  private final StringBuilder out = new StringBuilder();

  private DescriptionText() {}

  /** All that the description has. */
  public static String of(ModelDescription model) {
    DescriptionText text = new DescriptionText();
    text.model(model);
    text.training(model);
    text.templates(model);
    text.transitions(model);
    text.features(model);
    return text.out.toString();
  }

  private void model(ModelDescription model) {
    row("model", model.file());
    row("license", model.license() == null ? "not stated beside the file" : model.license());
    row("task", model.task() + ", language " + model.language());
    row(
        "labels",
        model.labels().size() + " (" + model.scheme() + "): " + String.join(" ", model.labels()));
    String columns = String.join(", ", model.requiredColumns());
    List<String> soft = model.softColumns();
    row(
        "columns",
        soft.isEmpty() ? columns : columns + "; with probabilities: " + String.join(", ", soft));
    if (model.tagset() != null) {
      List<String> tags = model.tagset().tags();
      row("tags", model.tagset().name() + ", " + tags.size() + ": " + String.join(" ", tags));
    }
    if (!model.wordColumns().isEmpty()) {
      WordReference words = model.words();
      String place =
          words == null
              ? ", in the model file"
              : format(", of %s.words (SHA-256 %.12s…)", words.name(), words.sha256());
      row("words", String.join(", ", model.wordColumns()) + place);
    }
    if (!model.documentColumns().isEmpty()) {
      row("document", String.join(", ", model.documentColumns()) + ", by a first pass over it");
    }
    row("posterior", format("%s, %,d features", model.posterior(), model.features()));
    row("calibration", calibration(model.calibration()));
  }

  private static String calibration(ModelDescription.CalibrationSummary of) {
    if (of.scaling() == null) {
      return "none";
    }
    return format(
        "scores × %.2f, transitions × %.2f; segments decoded above %.0f %%; %,d held-out sentences"
            + " for promises",
        of.scaling().unary(),
        of.scaling().transitions(),
        100 * of.threshold(),
        of.heldOutSentences());
  }

  private void training(ModelDescription model) {
    var from = model.provenance();
    row(
        "trained on",
        format(
            "%,d sentences, %,d tokens (SHA-256 %.12s…)",
            from.sentences(), from.tokens(), from.dataHash()));
    row("by", "GPChain " + from.libraryVersion() + ", seed " + from.seed());
    if (model.run() != null) {
      row(
          "in",
          format(
              "%.1f s on %d threads; the optimiser stopped: %s",
              model.run().seconds(), model.run().threads(), model.run().stopReason()));
    }
    row(
        "settings",
        from.settings().entrySet().stream().map(Object::toString).collect(joining(", ")));
  }

  private void templates(ModelDescription model) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("template line", "variance", "features"));
    for (TemplateLine line : model.templates()) {
      rows.add(
          List.of(
              plain(line.line()),
              format("%.3g", line.variance()),
              Integer.toString(line.features())));
    }
    if (model.transitionVariance() > 0) {
      rows.add(List.of("B (transitions)", format("%.3g", model.transitionVariance()), ""));
    }
    out.append('\n').append(TextTable.aligned(rows, 1));
  }

  private void transitions(ModelDescription model) {
    if (model.transitionVariance() == 0 || model.transitions().isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("strongest transitions", "", "score"));
    for (Transition one : model.transitions()) {
      rows.add(List.of(plain(one.from()), plain(one.to()), format("%+.2f", one.score())));
    }
    out.append('\n').append(TextTable.aligned(rows, 2));
  }

  private void features(ModelDescription model) {
    if (model.strongest().isEmpty()) {
      out.append(
          "\nThe weights of a sparse posterior are those of inducing points, not of features.\n");
    }
    for (var label : model.strongest().entrySet()) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("strongest features of " + plain(label.getKey()), "weight"));
      for (WeightedFeature feature : label.getValue()) {
        rows.add(List.of(plain(feature.feature()), format("%+.2f", feature.weight())));
      }
      out.append('\n').append(TextTable.aligned(rows, 1));
    }
  }

  private void row(String name, String value) {
    out.append(format("%-12s %s\n", name, plain(value)));
  }

  /** What a model file says may contain anything. */
  private static String plain(String text) {
    return InputException.oneLine(text);
  }
}
