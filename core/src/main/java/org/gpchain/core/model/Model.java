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
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.tokens.TokenProfile;

/**
 * A trained model: everything that tagging needs, and its origin. Immutable; shared between
 * threads.
 *
 * @param calibration of the probabilities that its posterior mean gives
 * @param run the run that trained it; null if unknown
 */
public record Model(
    ModelTask task,
    Features features,
    Posterior posterior,
    Calibration calibration,
    Provenance provenance,
    TrainingRun run) {
  public Model {
    Objects.requireNonNull(calibration, "calibration");
    Objects.requireNonNull(provenance, "provenance");
    if (posterior.featureCount() != features.vocabulary().featureCount()
        || posterior.labelCount() != task.labels().size()) {
      throw new IllegalArgumentException(
          String.format(
              "vocabulary, labels and posterior of a model must agree, had D = %s and %s, V = %s"
                  + " and %s",
              features.vocabulary().featureCount(),
              posterior.featureCount(),
              task.labels().size(),
              posterior.labelCount()));
    }
  }

  /** A model without calibration whose run is not known. */
  public Model(ModelTask task, Features features, Posterior posterior, Provenance provenance) {
    this(task, features, posterior, Calibration.NONE, provenance, null);
  }

  /** This model with another calibration, and the provenance that goes with it. */
  public Model with(Calibration other, Provenance itsOrigin) {
    return new Model(task, features, posterior, other, itsOrigin, run);
  }

  public Model with(Posterior other) {
    return new Model(task, features, other, calibration, provenance, run);
  }

  /** This model over the same features, with other knowledge of where they come from. */
  Model with(Features other) {
    return new Model(task, other, posterior, calibration, provenance, run);
  }

  /**
   * This model as a second pass over documents.
   *
   * @param first the first pass; its calibration of scores stays, what is held out for segments
   *     does not
   * @param all the resource of which both have their words; null for none
   */
  public Model after(Model first, WordResource all) {
    Calibration scores =
        new Calibration(
            first.calibration.scaling(), Calibration.DEFAULT_THRESHOLD, HeldOutSegments.NONE);
    return with(features.after(first.with(scores, first.provenance).with((TrainingRun) null), all));
  }

  /**
   * This model over a base, which gives sentences the columns that it was learned from.
   *
   * @param base a model without a base
   */
  public Model over(Model base) {
    return with(features.over(base));
  }

  /** This model, which reads those of the columns that it requires from annotations. */
  public Model reading(List<AnnotationColumn> columns) {
    return new Model(task, features.reading(columns), posterior, calibration, provenance, run);
  }

  public Model with(TrainingRun itsRun) {
    return new Model(task, features, posterior, calibration, provenance, itsRun);
  }

  /**
   * This model, which refers to a word resource instead of containing what it uses of it. If it
   * uses nothing of it, the model stays as it is.
   */
  public Model sharing(WordResource whole) {
    List<String> used = features.columnsOf(whole);
    return used.isEmpty()
        ? this
        : new Model(task, features.sharing(whole, used), posterior, calibration, provenance, run);
  }

  public String language() {
    return task.language();
  }

  /** The conventions by which its training corpus was divided into tokens. */
  public TokenProfile tokenProfile() {
    return task.tokens();
  }

  public TagScheme scheme() {
    return task.scheme();
  }

  public LabelSet labels() {
    return task.labels();
  }

  public Vocabulary vocabulary() {
    return features.vocabulary();
  }

  public Prior prior() {
    return features.prior();
  }

  /** Its word resource, see {@link Features}; null for none. */
  public WordResource words() {
    return features.words();
  }

  /** The part-of-speech tags it knows; empty if it uses none. */
  public Optional<Tagset> posTagset() {
    return Optional.ofNullable(features.tagset());
  }

  /** The columns that a sentence must have, see {@link Features#requiredColumns}. */
  public List<String> requiredColumns() {
    return features.requiredColumns();
  }

  /** The number of parts of speech that a token should have, see {@link Features#posTags}. */
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
   */
  public Tagger tagger(DecodingOptions options) {
    LinearChain inference = new LinearChain(labels().size());
    SequenceModel model =
        new SequenceModel(vocabulary(), posterior, inference, labels(), scheme());
    return new Tagger(model, calibration, addedColumns(), options);
  }

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
