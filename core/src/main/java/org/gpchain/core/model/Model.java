package org.gpchain.core.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.posterior.Posterior;
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;

/**
 * A trained model: everything that tagging needs, and its origin. Immutable; shared between
 * threads.
 *
 * @param task {@code chunk}, {@code np}, {@code ne}, or any other name
 * @param language ISO 639 code of the language, or {@code x-unspecified}
 * @param tagset the part-of-speech tags it knows; null if it uses none
 * @param scheme how its labels write segments
 * @param labels its labels
 * @param vocabulary its features
 * @param prior learned or given prior variances of feature groups and transitions; if the posterior
 *     has its own kernel, those at which learning its hyper-parameters began
 * @param posterior its latent scores
 * @param calibration of the probabilities that its posterior mean gives
 * @param provenance its origin
 * @param run the run that trained it; null if unknown
 * @param words what gives sentences more columns, cut to those that it uses; null for nothing
 * @param softColumns those of its required columns whose cells held several values with weights
 *     when it was trained
 * @param shared the resource that {@code words} is a part of, if the model refers to it in place of
 *     containing the part; null if it contains all
 */
public record Model(
    String task,
    String language,
    Tagset tagset,
    TagScheme scheme,
    LabelSet labels,
    Vocabulary vocabulary,
    Prior prior,
    Posterior posterior,
    Calibration calibration,
    Provenance provenance,
    TrainingRun run,
    WordResource words,
    List<String> softColumns,
    SharedWords shared) {
  /** Checks that the parts fit each other. */
  public Model {
    softColumns = List.copyOf(softColumns);
    Objects.requireNonNull(task, "task");
    Objects.requireNonNull(language, "language");
    Objects.requireNonNull(calibration, "calibration");
    Objects.requireNonNull(provenance, "provenance");
    if (posterior.featureCount() != vocabulary.featureCount()
        || posterior.labelCount() != labels.size()
        || prior.groupCount() != vocabulary.groupCount()) {
      throw new IllegalArgumentException(
          "vocabulary, labels and posterior of a model must agree, had D = "
              + vocabulary.featureCount()
              + " and "
              + posterior.featureCount()
              + ", V = "
              + labels.size()
              + " and "
              + posterior.labelCount()
              + ", G = "
              + vocabulary.groupCount()
              + " and "
              + prior.groupCount());
    }
    List<String> required =
        WordResource.withoutThoseOf(words, vocabulary.templates().requiredColumns());
    if (!required.containsAll(softColumns)) {
      throw new IllegalArgumentException(
          "the soft columns of a model must be among those that it requires, "
              + required
              + ", were "
              + softColumns);
    }
  }

  /** A model that contains all that it needs. */
  public Model(
      String task,
      String language,
      Tagset tagset,
      TagScheme scheme,
      LabelSet labels,
      Vocabulary vocabulary,
      Prior prior,
      Posterior posterior,
      Calibration calibration,
      Provenance provenance,
      TrainingRun run,
      WordResource words,
      List<String> softColumns) {
    this(
        task,
        language,
        tagset,
        scheme,
        labels,
        vocabulary,
        prior,
        posterior,
        calibration,
        provenance,
        run,
        words,
        softColumns,
        null);
  }

  /** A model without calibration, word resource and soft columns. */
  public Model(
      String task,
      String language,
      Tagset tagset,
      TagScheme scheme,
      LabelSet labels,
      Vocabulary vocabulary,
      Prior prior,
      Posterior posterior,
      Provenance provenance,
      TrainingRun run) {
    this(
        task,
        language,
        tagset,
        scheme,
        labels,
        vocabulary,
        prior,
        posterior,
        Calibration.NONE,
        provenance,
        run,
        null,
        List.of());
  }

  /** This model with another calibration, and the provenance that goes with it. */
  public Model with(Calibration other, Provenance itsOrigin) {
    return with(other, itsOrigin, run, shared);
  }

  /** This model with another posterior over the same features and labels. */
  public Model with(Posterior other) {
    return new Model(
        task,
        language,
        tagset,
        scheme,
        labels,
        vocabulary,
        prior,
        other,
        calibration,
        provenance,
        run,
        words,
        softColumns,
        shared);
  }

  /** This model with another description of its training run. */
  public Model with(TrainingRun itsRun) {
    return with(calibration, provenance, itsRun, shared);
  }

  /**
   * This model, which refers to a word resource instead of containing what it uses of it. If it
   * uses nothing of it, the model stays as it is.
   *
   * @param whole the resource that it was trained with
   */
  public Model sharing(WordResource whole) {
    List<String> used =
        words == null
            ? List.of()
            : whole.columns().stream().filter(words.columns()::contains).toList();
    return used.isEmpty() ? this : with(calibration, provenance, run, SharedWords.of(whole, used));
  }

  /** What its file contains of {@link #words}; null for nothing. */
  WordResource containedWords() {
    if (shared == null) {
      return words;
    }
    List<String> own =
        words.columns().stream()
            .filter(column -> !shared.reference().columns().contains(column))
            .toList();
    return own.isEmpty() ? null : words.only(own);
  }

  private Model with(
      Calibration other, Provenance itsOrigin, TrainingRun itsRun, SharedWords itsWords) {
    return new Model(
        task,
        language,
        tagset,
        scheme,
        labels,
        vocabulary,
        prior,
        posterior,
        other,
        itsOrigin,
        itsRun,
        words,
        softColumns,
        itsWords);
  }

  /** The part-of-speech tags it knows; empty if it uses none. */
  public Optional<Tagset> posTagset() {
    return Optional.ofNullable(tagset);
  }

  /** The columns that a sentence must have, such as {@code word} and {@code pos}. */
  public List<String> requiredColumns() {
    return WordResource.withoutThoseOf(words, vocabulary.templates().requiredColumns());
  }

  /**
   * How many parts of speech a token should have that the model is to label: as many as in
   * training. With others it works, but not as well.
   */
  public PosTags posTags() {
    return softColumns.contains(TokenSequence.POS) ? PosTags.POSSIBLE : PosTags.BEST;
  }

  /** A tagger with the default options. */
  public Tagger tagger() {
    return tagger(DecodingOptions.DEFAULT);
  }

  /** A tagger with the given options. */
  public Tagger tagger(DecodingOptions options) {
    return new Tagger(
        vocabulary,
        posterior,
        new LinearChain(labels.size()),
        labels,
        scheme,
        calibration,
        words,
        options);
  }
}
