package org.gpchain;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.corpora.words.WordFiles;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.trainers.Setting;
import org.gpchain.internal.training.trainers.TrainingPlan;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;

/**
 * Trains models with the defaults of {@code gpchain train}. Make one with {@link GpChain#trainer};
 * each method changes a setting and returns this trainer. One trainer can train any number of
 * models. Not for concurrent use.
 */
public final class ModelTrainer {
  private final String task;
  private final TrainingPlan.Builder settings = TrainingPlan.builder(Setting::parameter);
  private String language = Task.ANY_LANGUAGE;
  private TemplateSet templates;
  private TagScheme scheme;
  private WordResource words;
  private boolean takesWordsOfLanguage = true;
  private Progress progress = Progress.NONE;

  ModelTrainer(String task) {
    this.task = Objects.requireNonNull(task, "task");
  }

  /**
   * Sets the language of the sentences. The model learns with the word resource of this language,
   * if there is one on the class path, such as that of the artifact {@code gpchain-words-en}. A
   * model of named entities also learns with the names of the language: those on the class path, or
   * else those that Java knows. {@link #words} and {@link #templates} turn this off.
   *
   * @param code of ISO 639, such as {@code en}
   */
  public ModelTrainer language(String code) {
    language = Objects.requireNonNull(code, "code");
    return this;
  }

  /** Sets feature templates in CRF++'s notation, in place of the default ones of the task. */
  public ModelTrainer templates(TemplateSet others) {
    templates = Objects.requireNonNull(others, "others");
    return this;
  }

  /**
   * Sets what is known of words, in place of the resources of the language.
   *
   * @param resource a word resource; null for none
   */
  public ModelTrainer words(WordResource resource) {
    words = resource;
    takesWordsOfLanguage = false;
    return this;
  }

  /**
   * Sets how the model encodes segments as labels. By default {@link TagScheme#TOKEN} for parts of
   * speech and {@link TagScheme#IOB2} for segments.
   */
  public ModelTrainer scheme(TagScheme labels) {
    scheme = Objects.requireNonNull(labels, "labels");
    return this;
  }

  /** Leaves out features that occur less often than this; by default 1. */
  public ModelTrainer cutoff(int occurrences) {
    settings.set(Setting.CUTOFF, occurrences);
    return this;
  }

  /** Sets the number of threads; by default as many as there are processors. */
  public ModelTrainer threads(int count) {
    settings.set(Setting.THREADS, count);
    return this;
  }

  /** Sets the seed: the same seed gives the same model on any number of threads; by default 1. */
  public ModelTrainer seed(long number) {
    settings.set(Setting.SEED, number);
    return this;
  }

  /** Sets the number of folds on which probabilities are calibrated; 0 for no calibration. */
  public ModelTrainer calibrationFolds(int count) {
    settings.set(Setting.CALIBRATION_FOLDS, count);
    return this;
  }

  /** Sets a listener for the progress of training; it is called from any thread, once at a time. */
  public ModelTrainer progress(Progress listener) {
    progress = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Trains a model. Sentences of one {@linkplain LabeledSequence#document() document} must follow
   * each other.
   *
   * @param sentences with the columns that the templates read: {@code word}, and {@code pos} for
   *     the default templates of chunks and noun phrases without a word resource; not modified
   * @throws IOException if a word resource of the language cannot be read
   * @throws IllegalArgumentException if there is no sentence, if a setting is out of its range, or
   *     if there are no default templates for the task and the columns
   * @throws LearningException if nothing can be learned from the sentences; the message says why
   */
  public Model train(List<LabeledSequence> sentences) throws IOException {
    if (sentences.isEmpty()) {
      throw new IllegalArgumentException("there must be at least one sentence to train on");
    }
    TrainingPlan plan = settings.build();
    WordResource known = takesWordsOfLanguage && templates == null ? wordsOfLanguage() : words;
    Task what =
        Task.of(task, templatesFor(sentences, known))
            .withLanguage(language)
            .withCutoff(plan.cutoff())
            .withScheme(schemeOfTask())
            .withWords(known);

    TrainingData data = plan.data(sentences, what);
    return plan.learn(data, sentences, progress);
  }

  private TemplateSet templatesFor(List<LabeledSequence> sentences, WordResource known) {
    if (templates != null) {
      return templates;
    }
    return DefaultTemplates.of(task, sentences.get(0).tokens().columnNames(), known);
  }

  private TagScheme schemeOfTask() {
    if (scheme != null) {
      return scheme;
    }
    return task.equals("pos") ? TagScheme.TOKEN : TagScheme.IOB2;
  }

  private WordResource wordsOfLanguage() throws IOException {
    WordResource ofLanguage = WordFiles.ofLanguage(language);
    WordResource names = task.equals("ne") ? WordFiles.namesOfLanguage(language) : null;
    if (ofLanguage == null || names == null) {
      return ofLanguage == null ? names : ofLanguage;
    }
    return ofLanguage.and(names);
  }
}
