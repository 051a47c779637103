package org.gpchain.internal.training.data;

import java.util.List;
import java.util.Objects;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ProvenanceEntry;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.math.Checks;

/**
 * A task to learn, and the features to learn it with.
 *
 * @param name name of the task, stored in the model
 * @param language code of the language of the texts, or {@link #ANY_LANGUAGE}
 * @param templates feature templates
 * @param cutoff minimum number of occurrences of a feature in the corpus
 * @param scheme scheme in which the model's labels represent segments
 * @param words word resource that adds columns to sentences; null for none
 * @param entityRatio expected ratio ρ of tokens in segments, in the sentences that have unknown
 *     tokens; includes the annotated segments; 0 if no ratio is expected
 * @param encoderUse use of an encoder's vectors; null for none
 */
public record Task(
    String name,
    String language,
    TemplateSet templates,
    int cutoff,
    TagScheme scheme,
    WordResource words,
    double entityRatio,
    EncoderUse encoderUse) {
  /** Entity ratio of tasks without an expected ratio: unknown tokens may have any label. */
  public static final double NOTHING_EXPECTED = 0;

  /** Default entity ratio, from Effland and Collins (2021). */
  public static final double USUAL_ENTITY_RATIO = 0.15;

  /** Language code of models that are not made for a particular language. */
  public static final String ANY_LANGUAGE = "x-unspecified";

  /** Default minimum number of occurrences of a feature. */
  public static final int DEFAULT_CUTOFF = 1;

  /** Provenance: the cutoff. */
  static final ProvenanceEntry<Integer> CUTOFF = ProvenanceEntry.ofInteger("cutoff");

  /** Provenance: the entity ratio. */
  static final ProvenanceEntry<Double> ENTITY_RATIO = ProvenanceEntry.ofNumber("entityRatio");

  /** Creates a task; checks the ranges of its values. */
  public Task {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(language, "language");
    Objects.requireNonNull(templates, "templates");
    Checks.atLeast("cutoff", cutoff, 1);
    Objects.requireNonNull(scheme, "scheme");
    if (!(entityRatio >= 0 && entityRatio < 1)) {
      throw new IllegalArgumentException(
          "the entity ratio must be at least 0 and below 1, was " + entityRatio);
    }
  }

  /** Returns a task in the scheme IOB2 without language, word resource and entity ratio. */
  public static Task of(String name, TemplateSet templates) {
    return new Task(
        name,
        ANY_LANGUAGE,
        templates,
        DEFAULT_CUTOFF,
        TagScheme.IOB2,
        null,
        NOTHING_EXPECTED,
        null);
  }

  /**
   * Returns the task that a model was trained for, without the use of an encoder, which is part of
   * the features of the model.
   */
  public static Task of(Model model) {
    return new Task(
        model.task().name(),
        model.language(),
        model.vocabulary().templates(),
        model.provenance().get(CUTOFF).orElse(DEFAULT_CUTOFF),
        model.scheme(),
        model.words(),
        NOTHING_EXPECTED,
        null);
  }

  /** Returns a copy of this task with other templates. */
  public Task withTemplates(TemplateSet others) {
    return new Task(name, language, others, cutoff, scheme, words, entityRatio, encoderUse);
  }

  /** Returns a copy of this task with another language. */
  public Task withLanguage(String code) {
    return new Task(name, code, templates, cutoff, scheme, words, entityRatio, encoderUse);
  }

  /** Returns a copy of this task with another minimum number of occurrences of a feature. */
  public Task withCutoff(int occurrences) {
    return new Task(name, language, templates, occurrences, scheme, words, entityRatio, encoderUse);
  }

  /** Returns a copy of this task with another scheme of labels. */
  public Task withScheme(TagScheme labels) {
    return new Task(name, language, templates, cutoff, labels, words, entityRatio, encoderUse);
  }

  /** Returns a copy of this task with another word resource, or without one if it is null. */
  public Task withWords(WordResource resource) {
    return new Task(name, language, templates, cutoff, scheme, resource, entityRatio, encoderUse);
  }

  /** Returns a copy of this task with another expected entity ratio. */
  public Task withEntityRatio(double ratio) {
    return new Task(name, language, templates, cutoff, scheme, words, ratio, encoderUse);
  }

  /** Returns a copy of this task with another use of an encoder, or without one if it is null. */
  public Task withEncoder(EncoderUse use) {
    return new Task(name, language, templates, cutoff, scheme, words, entityRatio, use);
  }

  /** Returns the columns that a sentence must have before the word resource adds its columns. */
  public List<String> requiredColumns() {
    return WordResource.withoutThoseOf(words, templates.requiredColumns());
  }
}
