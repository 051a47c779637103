package org.gpchain.server.models;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.training.Trainer;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.DefaultTemplates;
import org.gpchain.training.data.Repetitions;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.trainers.Trainers;

/**
 * Learns models while others wait for suggestions: with the product's trainer, in one thread.
 *
 * @param seed of all randomness
 */
record Learner(long seed) {
  /**
   * Rounds of kernel learning, fewer than by default: a model is replaced soon, and the rounds
   * after these take two fifths of the time and gain nothing with 300 sentences (docs/serve.md).
   */
  private static final int KERNEL_ROUNDS = 2;

  /**
   * Learns a model.
   *
   * @param sentences what it is learned from
   * @param unit what gets labels
   * @param cancelled whether nobody waits for it any more
   * @throws CancellationException if it was cancelled
   * @throws org.gpchain.training.data.LearningException if it cannot be learned
   */
  Model learn(List<LabeledSequence> sentences, Unit unit, BooleanSupplier cancelled) {
    TrainerSettings settings = TrainerSettings.DEFAULT.with(new Run(1, seed));
    Trainer trainer = Trainers.of(settings.with(settings.prior().withRounds(KERNEL_ROUNDS)));
    List<LabeledSequence> learned = sentences.stream().map(one -> learned(one, unit)).toList();
    Task task = task(unit);
    return trainer.train(
        TrainingData.of(
            learned, task.withEntityRatio(Repetitions.entityRatio(learned, task.scheme()))),
        step -> {
          if (cancelled.getAsBoolean()) {
            throw new CancellationException();
          }
        });
  }

  private static LabeledSequence learned(LabeledSequence sentence, Unit unit) {
    return new LabeledSequence(
        sentence.tokens(),
        sentence.spans().stream().map(unit::learned).toList(),
        sentence.unknown());
  }

  private static Task task(Unit unit) {
    TemplateSet templates =
        unit == Unit.SENTENCES
            ? Sentences.templates()
            : DefaultTemplates.of("ne", List.of(TokenSequence.WORD));
    return Task.of(unit.toString(), templates).withScheme(unit.scheme());
  }
}
