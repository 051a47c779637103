package org.gpchain.core.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.gpchain.core.decode.AddedColumns;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.SequenceModel;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.vectors.MissingEncoderException;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.tokens.TokenProfile;

/**
 * A trained model: everything that is needed to tag sentences, and its origin. Immutable; may be
 * shared between threads.
 *
 * @param task task that the model has learned, with its labels
 * @param features features of tokens
 * @param posterior posterior of the latent scores
 * @param calibration calibration of the probabilities under the posterior mean
 * @param provenance origin of the model
 * @param run run that trained the model; null if unknown
 */
public record Model(
    ModelTask task,
    Features features,
    Posterior posterior,
    Calibration calibration,
    Provenance provenance,
    TrainingRun run) {
  /**
   * Creates a model.
   *
   * @throws IllegalArgumentException if vocabulary, labels and posterior do not fit
   */
  public Model {
    Objects.requireNonNull(calibration, "calibration");
    Objects.requireNonNull(provenance, "provenance");
    if (posterior.featureCount() != features.featureCount()
        || posterior.labelCount() != task.labels().size()) {
      throw new IllegalArgumentException(
          String.format(
              "features, labels and posterior of a model must agree, had D = %s and %s, V = %s"
                  + " and %s",
              features.featureCount(),
              posterior.featureCount(),
              task.labels().size(),
              posterior.labelCount()));
    }
  }

  /** Creates a model without calibration whose training run is unknown. */
  public Model(ModelTask task, Features features, Posterior posterior, Provenance provenance) {
    this(task, features, posterior, Calibration.NONE, provenance, null);
  }

  /** Returns this model with another calibration, and with the origin of the result. */
  public Model with(Calibration other, Provenance origin) {
    return new Model(task, features, posterior, other, origin, run);
  }

  /** Returns this model with another posterior. */
  public Model with(Posterior other) {
    return new Model(task, features, other, calibration, provenance, run);
  }

  /** Returns this model with other features, whose vocabulary has the same size. */
  Model with(Features other) {
    return new Model(task, other, posterior, calibration, provenance, run);
  }

  /**
   * Returns this model as the second pass over documents.
   *
   * @param first model of the first pass. Its factors of scores are kept. Its held-out segments and
   *     its training run are removed.
   * @param all word resource from which both passes have their words; null for none
   */
  public Model after(Model first, WordResource all) {
    Calibration scores =
        new Calibration(
            first.calibration.scaling(), Calibration.DEFAULT_THRESHOLD, HeldOutSegments.NONE);
    Model reduced = first.with(scores, first.provenance).with((TrainingRun) null);
    return with(features.after(reduced, all));
  }

  /**
   * Returns this model over a base, which adds the columns from which this model was learned.
   *
   * @param base a model without a base
   */
  public Model over(Model base) {
    return with(features.over(base));
  }

  /**
   * Returns this model with annotation columns, see {@link Features#reading}. Columns that the
   * model does not require are ignored.
   */
  public Model reading(List<AnnotationColumn> columns) {
    return new Model(task, features.reading(columns), posterior, calibration, provenance, run);
  }

  /** Returns this model with another training run; null if unknown. */
  public Model with(TrainingRun other) {
    return new Model(task, features, posterior, calibration, provenance, other);
  }

  /**
   * Returns this model with a reference to a word resource instead of a copy of the columns that it
   * uses. Returns this model itself if it uses no column of the resource.
   */
  public Model sharing(WordResource whole) {
    List<String> used = features.columnsOf(whole);
    if (used.isEmpty()) {
      return this;
    }
    return with(features.sharing(whole, used));
  }

  /** Returns the language of the training corpus, see {@link ModelTask}. */
  public String language() {
    return task.language();
  }

  /** Returns the conventions by which the training corpus was divided into tokens. */
  public TokenProfile tokenProfile() {
    return task.tokens();
  }

  /** Returns the scheme of the labels. */
  public TagScheme scheme() {
    return task.scheme();
  }

  /** Returns the labels. */
  public LabelSet labels() {
    return task.labels();
  }

  /** Returns the templates and features. */
  public Vocabulary vocabulary() {
    return features.vocabulary();
  }

  /** Returns the prior variances. */
  public Prior prior() {
    return features.prior();
  }

  /** Returns the word resource, see {@link ColumnSources}; null for none. */
  public WordResource words() {
    return features.words();
  }

  /** Returns the part-of-speech tags that the model knows; empty if it uses none. */
  public Optional<Tagset> posTagset() {
    return Optional.ofNullable(features.tagset());
  }

  /** Returns the columns that a sentence must have, see {@link Features#requiredColumns}. */
  public List<String> requiredColumns() {
    return features.requiredColumns();
  }

  /** Returns how many parts of speech a token should have, see {@link Features#posTags}. */
  public PosTags posTags() {
    return features.posTags();
  }

  /** Returns a tagger with default options. */
  public Tagger tagger() {
    return tagger(DecodingOptions.DEFAULT);
  }

  /**
   * Returns a tagger.
   *
   * @throws IllegalArgumentException if the model does not support the options
   * @throws MissingEncoderException if the encoder of the model is missing
   */
  public Tagger tagger(DecodingOptions options) {
    features.vectors().encoder();
    LinearChain inference = new LinearChain(labels().size());
    SequenceModel model =
        new SequenceModel(
            vocabulary(), features.vectors(), posterior, inference, labels(), scheme());
    return new Tagger(model, calibration, addedColumns(), options);
  }

  /** Returns the sources of the columns that a tagger adds to sentences. */
  private AddedColumns addedColumns() {
    Tagger first = null;
    if (features.firstPass() != null) {
      first = features.firstPass().tagger();
    }

    BasePass basePass = null;
    Model base = features.base();
    if (base != null) {
      basePass = new BasePass(base.tagger(), base.words());
    }

    return new AddedColumns(words(), first, basePass);
  }
}
