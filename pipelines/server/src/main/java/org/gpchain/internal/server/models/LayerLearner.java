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
import org.gpchain.internal.training.data.EncoderUse;
import org.gpchain.internal.training.data.Repetitions;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.internal.training.trainers.WithoutVoices;
import org.gpchain.internal.training.trainers.WithoutVoices.Source;
import org.gpchain.training.Progress;

/**
 * Learns models from annotated sentences with the trainer of the product. Training uses one thread,
 * so that requests for suggestions are answered meanwhile. Models of segments can build on a
 * shipped model: they use its word resources and predictions as features. Models of segments and of
 * tokens can also use the vectors of an encoder; sentences that are labeled as a whole have none.
 */
final class LayerLearner {
  /** Provenance: hash of the shipped model over which a model was learned. */
  static final ProvenanceEntry<String> BASE = ProvenanceEntry.ofText("base");

  /** Provenance: weights of the two models in their blend. */
  static final ProvenanceEntry<Blend.Weights> BLEND =
      ProvenanceEntry.of("blend", Blend.Weights::json, Blend.Weights::parse);

  /**
   * Number of rounds of kernel learning. It is lower than the default because models are soon
   * replaced: with 300 sentences, the later rounds take two fifths of the time and gain nothing.
   */
  private static final int KERNEL_ROUNDS = 2;

  private static final long SEED = 1;

  private LayerLearner() {}

  /**
   * Returns a model learned from sentences.
   *
   * @param sentences sentences with the columns that the base requires
   * @param base shipped model of segments to build on; null for none
   * @param encoderUse use of an encoder; null for none
   * @param progress called during training; exceptions that it throws end the training
   * @return the model. If there is a base, it reads the predictions of the base as columns but does
   *     not contain the base.
   */
  static Model learn(
      ModelKey key,
      List<LabeledSequence> sentences,
      ShippedModel base,
      EncoderUse encoderUse,
      Progress progress) {
    List<LabeledSequence> encoded = sentences.stream().map(key.unit()::withModelTypes).toList();
    if (base != null) {
      return learnOver(base, key, encoded, encoderUse, progress);
    }
    EncoderUse useOfTokens = key.unit() == Anchoring.SENTENCES ? null : encoderUse;
    return learnAlone(key, encoded, useOfTokens, progress);
  }

  /** Learns a model without a base. Labels of voices are dropped if they lower the F1. */
  private static Model learnAlone(
      ModelKey key, List<LabeledSequence> sentences, EncoderUse encoderUse, Progress progress) {
    Anchoring unit = key.unit();
    Task task =
        Task.of(key.task(), unit.templates()).withScheme(unit.scheme()).withEncoder(encoderUse);
    Model model = learn(sentences, task, progress);

    if (WithoutVoices.annotated(sentences).isEmpty()) {
      return model.with(
          model.calibration(), model.provenance().with(WithoutVoices.SOURCE, Source.VOICES));
    }
    return WithoutVoices.ifBetter(model, sentences, annotated -> learn(annotated, task, progress));
  }

  private static Model learnOver(
      ShippedModel base,
      ModelKey key,
      List<LabeledSequence> sentences,
      EncoderUse encoderUse,
      Progress progress) {
    Model shipped = base.suggester().model();
    BasePass pass = new BasePass(shipped.tagger(), shipped.words());
    Workspace workspace = new Workspace();
    List<LabeledSequence> withBase =
        LabeledSequence.eachDocument(sentences, document -> pass.over(document, workspace));

    TemplateSet templates = DefaultTemplates.of("ne", List.of(TokenSequence.WORD), shipped.words());
    Task task =
        Task.of(key.task(), DefaultTemplates.overBase(templates))
            .withLanguage(shipped.language())
            .withScheme(key.unit().scheme())
            .withEncoder(encoderUse);
    Model model = learn(withBase, task, progress);

    Blend.Weights weights = Blend.learn(shipped, model, withBase);
    return model.with(
        model.calibration(), model.provenance().with(BASE, base.hash()).with(BLEND, weights));
  }

  /** Returns whether all training sentences of a model were labeled by voices. */
  static boolean isOfVoicesOnly(Suggester suggester) {
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
