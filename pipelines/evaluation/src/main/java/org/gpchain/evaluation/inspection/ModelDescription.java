package org.gpchain.evaluation.inspection;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.List;
import java.util.Map;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.core.model.WordReference;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.posterior.SampledPosterior;
import org.gpchain.core.predict.LatticeScaling;

/**
 * What a model is.
 *
 * @param file name of its file
 * @param license what the file beside it says of its licence; null for nothing
 * @param task what it does
 * @param language ISO 639 code of its language
 * @param scheme how its labels write segments
 * @param labels its labels
 * @param requiredColumns columns that a sentence must have
 * @param softColumns those of them that held several values with weights in training
 * @param tagset the part-of-speech tags it knows; null if it uses none
 * @param wordColumns columns that it gives itself, from word clusters, states and lexicons
 * @param words the word resource that it refers to; null if it contains what it uses, or nothing
 * @param posterior family of its posterior
 * @param features number of its features
 * @param transitionVariance prior variance of transitions; 0 if it has none
 * @param templates its template lines, the largest prior variance first
 * @param calibration how its scores become probabilities
 * @param provenance what it was trained on, and how
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
    String scheme,
    List<String> labels,
    List<String> requiredColumns,
    List<String> softColumns,
    Tagset tagset,
    List<String> wordColumns,
    WordReference words,
    String posterior,
    int features,
    double transitionVariance,
    List<TemplateLine> templates,
    CalibrationSummary calibration,
    Provenance provenance,
    TrainingRun run,
    Map<String, List<WeightedFeature>> strongest,
    List<Transition> transitions) {
  private static final ObjectMapper JSON =
      new ObjectMapper().configure(SerializationFeature.INDENT_OUTPUT, true);

  /**
   * How scores become probabilities.
   *
   * @param scaling learned scales; null if the model was not calibrated
   * @param threshold probability above which segments are decoded
   * @param heldOutSentences number of held-out sentences that the model keeps, from which promises
   *     follow
   */
  public record CalibrationSummary(LatticeScaling scaling, double threshold, int heldOutSentences) {
    static CalibrationSummary of(Model model) {
      return new CalibrationSummary(
          model.calibration().hasLearnedScales() ? model.calibration().scaling() : null,
          model.calibration().segments().threshold(),
          model.calibration().heldOut().sentenceCount());
    }
  }

  /**
   * Describes a model.
   *
   * @param file name of its file
   * @param license see above
   * @param count number of features of each label, and of transitions at each end
   */
  public static ModelDescription of(String file, String license, Model model, int count) {
    return new ModelDescription(
        file,
        license,
        model.task().name(),
        model.language(),
        model.scheme().toString(),
        model.labels().labels(),
        model.requiredColumns(),
        model.features().softColumns(),
        model.features().tagset(),
        model.words() == null ? List.of() : model.words().columns(),
        model.features().shared() == null ? null : model.features().shared().reference(),
        family(model),
        model.vocabulary().featureCount(),
        model.prior().transitionVariance(),
        TemplateLine.of(model),
        CalibrationSummary.of(model),
        model.provenance(),
        model.run(),
        new StrongestFeatures(model, count).byLabel(),
        Transition.of(model, count));
  }

  private static String family(Model model) {
    if (model.posterior() instanceof SampledPosterior sampled) {
      return sampled.ownSamples() + " samples";
    }
    if (!(model.posterior() instanceof DecoupledPosterior)) {
      return "sparse";
    }
    return model.posterior().hasCovariance() ? "decoupled" : "MAP estimate";
  }

  /** A JSON object whose keys are the names of the components. */
  public String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a description can always be written as JSON", e);
    }
  }
}
