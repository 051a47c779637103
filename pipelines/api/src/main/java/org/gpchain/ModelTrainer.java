package org.gpchain;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.corpora.words.WordFiles;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.gpchain.internal.training.data.EncoderUse;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.trainers.Setting;
import org.gpchain.internal.training.trainers.TrainingPlan;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;

/**
 * Trains models with the default settings of {@code gpchain train}. Create a trainer with {@link
 * GpChain#trainer}. Each setter changes a setting and returns this trainer, which can train any
 * number of models. Not thread-safe.
 */
public final class ModelTrainer {
  private final String task;
  private final TrainingPlan.Builder settings = TrainingPlan.builder(Setting::parameter);
  private String language = Task.ANY_LANGUAGE;
  private TemplateSet templates;
  private TagScheme scheme;
  private WordResource words;
  private boolean usesWordsOfLanguage = true;

  /** Name or folder of the encoder; null for none. */
  private String encoderLocation;

  private int encoderDimensions = EncoderUse.DEFAULT_DIMENSIONS;
  private Progress progress = Progress.NONE;

  ModelTrainer(String task) {
    this.task = Objects.requireNonNull(task, "task");
  }

  /**
   * Sets the language of the sentences. If the class path has a word resource for this language
   * (English: the artifact {@code gpchain-words-en}), the model uses it. A model of named entities
   * also uses lists of names in this language from the class path or, if there are none, from the
   * JDK. {@link #words} and {@link #templates} replace these resources.
   *
   * @param code ISO 639 code, such as {@code en}
   */
  public ModelTrainer language(String code) {
    language = Objects.requireNonNull(code, "code");
    return this;
  }

  /**
   * Replaces the default feature templates of the task. They are written in the notation of CRF++.
   */
  public ModelTrainer templates(TemplateSet others) {
    templates = Objects.requireNonNull(others, "others");
    return this;
  }

  /**
   * Sets the word resource, which replaces the resources of the language.
   *
   * @param resource a word resource, or null for none
   */
  public ModelTrainer words(WordResource resource) {
    words = resource;
    usesWordsOfLanguage = false;
    return this;
  }

  /**
   * Lets the model also learn from the vectors of a frozen encoder, which is more accurate, above
   * all with few sentences, but slower. {@code docs/encoder.md} has figures. The model refers to
   * the encoder and does not contain it. A warning is logged if the encoder is for another
   * language.
   *
   * @param name name of an encoder on the class path, such as {@code en} of the artifact {@code
   *     gpchain-encoder-en}, which also needs {@code gpchain-encoder}
   */
  public ModelTrainer encoder(String name) {
    encoderLocation = Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * Lets the model also learn from the vectors of an encoder of your own, see {@link
   * #encoder(String)}. To use the model, load it with {@link GpChain#load(Path, Path)}.
   *
   * @param folder folder with {@code model.onnx}, its vocabulary, and {@code encoder.properties}
   */
  public ModelTrainer encoder(Path folder) {
    // An absolute path is never the name of an encoder.
    encoderLocation = folder.toAbsolutePath().toString();
    return this;
  }

  /** Sets the number of principal components of the encoder's vectors. Default: 128. */
  public ModelTrainer encoderDimensions(int count) {
    encoderDimensions = count;
    return this;
  }

  /**
   * Sets how the model encodes segments as labels. The default is {@link TagScheme#TOKEN} for parts
   * of speech, and {@link TagScheme#IOB2} for segments.
   */
  public ModelTrainer scheme(TagScheme labels) {
    scheme = Objects.requireNonNull(labels, "labels");
    return this;
  }

  /** Sets the minimum number of occurrences of a feature. Rarer ones are ignored. Default: 1. */
  public ModelTrainer cutoff(int occurrences) {
    settings.set(Setting.CUTOFF, occurrences);
    return this;
  }

  /** Sets the number of threads. Default: the number of processors. */
  public ModelTrainer threads(int count) {
    settings.set(Setting.THREADS, count);
    return this;
  }

  /**
   * Sets the seed of the random numbers. The same seed gives the same model on any number of
   * threads. Default: 1.
   */
  public ModelTrainer seed(long number) {
    settings.set(Setting.SEED, number);
    return this;
  }

  /** Sets the number of folds for calibrating probabilities, or 0 for no calibration. */
  public ModelTrainer calibrationFolds(int count) {
    settings.set(Setting.CALIBRATION_FOLDS, count);
    return this;
  }

  /**
   * Sets a listener for the progress of training. It may be called from any thread, but never
   * concurrently.
   */
  public ModelTrainer progress(Progress listener) {
    progress = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Trains a model. Sentences of the same {@linkplain LabeledSequence#document() document} must be
   * consecutive.
   *
   * @param sentences labelled sentences with the columns that the templates read: {@code word}, and
   *     {@code pos} for the default templates of chunks and noun phrases without a word resource;
   *     not modified
   * @throws IOException if a word resource of the language cannot be read, or the encoder is
   *     missing or cannot be used
   * @throws IllegalArgumentException if there are no sentences, if a setting is out of range, or if
   *     there are no default templates for the task and the columns
   * @throws EncoderException if the encoder fails on a sentence
   * @throws LearningException if nothing can be learned from the sentences; the message says why
   */
  public Model train(List<LabeledSequence> sentences) throws IOException {
    if (sentences.isEmpty()) {
      throw new IllegalArgumentException("there must be at least one sentence to train on");
    }

    TrainingPlan plan = settings.build();
    WordResource resource = words;
    if (usesWordsOfLanguage && templates == null) {
      resource = wordsOfLanguage();
    }
    Task configuredTask =
        Task.of(task, templatesFor(sentences, resource))
            .withLanguage(language)
            .withCutoff(plan.cutoff())
            .withScheme(schemeOfTask())
            .withWords(resource)
            .withEncoder(encoderUse());

    TrainingData data = plan.data(sentences, configuredTask);
    return plan.learn(data, sentences, progress);
  }

  /** Opens the encoder; returns null if there is none. */
  private EncoderUse encoderUse() throws IOException {
    if (encoderLocation == null) {
      return null;
    }
    TokenVectors encoder = Encoders.open(encoderLocation);
    GpChain.warnOfLanguage(encoder, language);
    return EncoderUse.of(encoder).withDimensions(encoderDimensions);
  }

  private TemplateSet templatesFor(List<LabeledSequence> sentences, WordResource resource) {
    if (templates != null) {
      return templates;
    }
    return DefaultTemplates.of(task, sentences.get(0).tokens().columnNames(), resource);
  }

  private TagScheme schemeOfTask() {
    if (scheme != null) {
      return scheme;
    }
    return task.equals("pos") ? TagScheme.TOKEN : TagScheme.IOB2;
  }

  /** Returns the word resource of the language, with names for named entities; null if none. */
  private WordResource wordsOfLanguage() throws IOException {
    WordResource wordsOnly = WordFiles.ofLanguage(language);
    if (!task.equals("ne")) {
      return wordsOnly;
    }

    WordResource names = WordFiles.namesOfLanguage(language);
    if (names == null) {
      return wordsOnly;
    }
    if (wordsOnly == null) {
      return names;
    }
    return wordsOnly.and(names);
  }
}
