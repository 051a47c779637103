package org.gpchain.internal.server.models;

import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.model.ProvenanceEntry;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.suggestion.Blend;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.gpchain.internal.training.data.Repetitions;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.internal.training.trainers.WithoutVoices;
import org.gpchain.internal.training.trainers.WithoutVoices.Source;
import org.gpchain.training.Progress;

/**
 * Learns models with the product's trainer, in one thread: others wait for suggestions. A model of
 * segments may be learned over a shipped one, whose words it reads, and whose labels.
 */
final class LayerLearner {
  /** Provenance: hash of the shipped model over which a model was learned. */
  static final ProvenanceEntry<String> BASE = ProvenanceEntry.ofText("base");

  /** Provenance: weights of the two models in their blend. */
  static final ProvenanceEntry<Blend.Weights> BLEND =
      ProvenanceEntry.of("blend", Blend.Weights::json, Blend.Weights::parse);

  /**
   * Rounds of kernel learning, fewer than by default: a model is replaced soon, and later rounds
   * take two fifths of the time and gain nothing with 300 sentences.
   */
  private static final int KERNEL_ROUNDS = 2;

  private static final long SEED = 1;

  private LayerLearner() {}

  /**
   * @param sentences with the columns that the base requires
   * @param base a shipped model of segments; null for none
   * @return over the columns of the base, not over the base itself
   */
  static Model learn(
      ModelKey key, List<LabeledSequence> sentences, ShippedModel base, Progress progress) {
    Anchoring unit = key.unit();
    List<LabeledSequence> learned = sentences.stream().map(unit::learned).toList();
    if (base == null) {
      Task task = Task.of(key.task(), unit.templates()).withScheme(unit.scheme());
      Model all = learn(learned, task, progress);
      return WithoutVoices.annotated(learned).isEmpty()
          ? all.with(all.calibration(), all.provenance().with(WithoutVoices.SOURCE, Source.VOICES))
          : WithoutVoices.ifBetter(all, learned, some -> learn(some, task, progress));
    }
    Model shipped = base.suggester().model();
    BasePass pass = new BasePass(shipped.tagger(), shipped.words());
    Workspace workspace = new Workspace();
    List<LabeledSequence> read =
        LabeledSequence.eachDocument(learned, document -> pass.over(document, workspace));
    TemplateSet own = DefaultTemplates.of("ne", List.of(TokenSequence.WORD), shipped.words());
    Task task =
        Task.of(key.task(), DefaultTemplates.overBase(own)).withLanguage(shipped.language());
    Model model = learn(read, task.withScheme(unit.scheme()), progress);
    return model.with(
        model.calibration(),
        model.provenance().with(BASE, base.hash()).with(BLEND, Blend.learn(shipped, model, read)));
  }

  /** Whether voices alone have labelled what a model was learned from. */
  static boolean isOfVoices(Suggester suggester) {
    Provenance origin = suggester.model().provenance();
    return origin.get(WithoutVoices.SOURCE).filter(Source.VOICES::equals).isPresent();
  }

  private static Model learn(List<LabeledSequence> sentences, Task task, Progress progress) {
    TrainerSettings settings = TrainerSettings.DEFAULT.with(new Run(1, SEED));
    Trainer trainer = Trainers.of(settings.with(settings.prior().withRounds(KERNEL_ROUNDS)));
    double ratio = Repetitions.entityRatio(sentences, task.scheme());
    return trainer.train(TrainingData.of(sentences, task.withEntityRatio(ratio)), progress);
  }
}
