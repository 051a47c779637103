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
 * A task to be learned, and its features.
 *
 * @param name name of the task, kept in the model
 * @param cutoff a feature must occur this often to be used
 * @param scheme how the model's labels write segments
 * @param words what gives sentences more columns; null for nothing
 * @param entityRatio ρ, which part of the tokens of sentences with unknown tokens is expected to be
 *     in segments, those that are annotated among them; 0: nothing is expected
 */
public record Task(
    String name,
    String language,
    TemplateSet templates,
    int cutoff,
    TagScheme scheme,
    WordResource words,
    double entityRatio) {
  /** Tokens that are not annotated may be anything. */
  public static final double NOTHING_EXPECTED = 0;

  /** The ratio where nothing better is known, as in Effland and Collins (2021). */
  public static final double USUAL_ENTITY_RATIO = 0.15;

  public static final String ANY_LANGUAGE = "x-unspecified";

  public static final int DEFAULT_CUTOFF = 1;

  /** Provenance: the cutoff. */
  static final ProvenanceEntry<Integer> CUTOFF = ProvenanceEntry.ofInteger("cutoff");

  /** Provenance: the entity ratio. */
  static final ProvenanceEntry<Double> ENTITY_RATIO = ProvenanceEntry.ofNumber("entityRatio");

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

  public static Task of(String name, TemplateSet templates) {
    return new Task(
        name, ANY_LANGUAGE, templates, DEFAULT_CUTOFF, TagScheme.IOB2, null, NOTHING_EXPECTED);
  }

  public static Task of(Model model) {
    return new Task(
        model.task().name(),
        model.language(),
        model.vocabulary().templates(),
        model.provenance().get(CUTOFF).orElse(DEFAULT_CUTOFF),
        model.scheme(),
        model.words(),
        NOTHING_EXPECTED);
  }

  public Task withTemplates(TemplateSet others) {
    return new Task(name, language, others, cutoff, scheme, words, entityRatio);
  }

  public Task withLanguage(String code) {
    return new Task(name, code, templates, cutoff, scheme, words, entityRatio);
  }

  public Task withCutoff(int occurrences) {
    return new Task(name, language, templates, occurrences, scheme, words, entityRatio);
  }

  public Task withScheme(TagScheme labels) {
    return new Task(name, language, templates, cutoff, labels, words, entityRatio);
  }

  public Task withWords(WordResource resource) {
    return new Task(name, language, templates, cutoff, scheme, resource, entityRatio);
  }

  public Task withEntityRatio(double ratio) {
    return new Task(name, language, templates, cutoff, scheme, words, ratio);
  }

  /** The columns that a sentence must have of its own. */
  public List<String> requiredColumns() {
    return WordResource.withoutThoseOf(words, templates.requiredColumns());
  }
}
