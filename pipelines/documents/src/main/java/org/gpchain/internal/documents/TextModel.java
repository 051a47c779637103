package org.gpchain.internal.documents;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.resource.ResourceInitializationException;
import org.gpchain.annotator.BoundModel;
import org.gpchain.annotator.GpChunker;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.annotator.GpNounPhraseChunker;
import org.gpchain.annotator.GpSegmentAnnotator;
import org.gpchain.annotator.GpSequenceTagger;
import org.gpchain.annotator.Languages;
import org.gpchain.annotator.PromiseEvidence;
import org.gpchain.annotator.TokenDivision;
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.page.ModelCard;

/**
 * A model that annotates documents. As long as this object exists, engines share the model.
 *
 * @param location location of the model
 * @param annotator class of the engine that annotates with the model
 * @param options options of the annotation
 */
record TextModel(
    ModelLocation location,
    Model model,
    Class<? extends GpSegmentAnnotator> annotator,
    AnnotateOptions options) {
  /** Tagset of OpenNLP's English model: Universal Dependencies. */
  private static final String OPEN_NLP_TAGSET = "ud";

  private static final String ENGLISH = "en";

  private static final Map<Class<? extends GpSegmentAnnotator>, SegmentLayer> LAYERS =
      Map.of(
          GpChunker.class, SegmentLayer.CHUNK,
          GpNounPhraseChunker.class, SegmentLayer.CHUNK,
          GpNamedEntityRecognizer.class, SegmentLayer.NAMED_ENTITY,
          GpSequenceTagger.class, SegmentLayer.PART_OF_SPEECH);

  private static final Map<String, Class<? extends GpSegmentAnnotator>> ANNOTATORS =
      Map.of(
          "chunk", GpChunker.class,
          "np", GpNounPhraseChunker.class,
          "ne", GpNamedEntityRecognizer.class,
          "pos", GpSequenceTagger.class);

  /**
   * Loads a model from a file or, if there is no such file, by its name on the class path.
   *
   * @throws InputException if the model cannot be read or cannot annotate such documents
   */
  static TextModel load(Path fileOrName, AnnotateOptions options) throws IOException {
    ModelLocation location = ModelLocation.of(fileOrName).withWords(options.words());
    Model model = location.load(options.decoding(), options.columns());
    Class<? extends GpSegmentAnnotator> annotator = ANNOTATORS.get(model.task().name());
    if (annotator == null) {
      throw new InputException(
          location.file(),
          "this model was trained for the task '"
              + model.task().name()
              + "', for which there is no annotator",
          "use a model for chunk, np, ne or pos");
    }

    TextModel textModel = new TextModel(location, model, annotator, options);
    textModel.checkConstraints();
    textModel.checkColumns();
    return textModel;
  }

  /** Checks that the model can keep the annotations in the constraints. */
  private void checkConstraints() throws InputException {
    if (options.constraints().kept().isEmpty()) {
      return;
    }
    if (options.models().size() > 1 || isTagger() || !options.mayHaveAnnotations()) {
      throw new InputException(
          location.file(),
          "--keep needs a single segment model, and documents with annotations",
          "use one model that is not a tagger, and UIMA documents (--format) or"
              + " engines that write annotations (--pipeline)");
    }
  }

  /** Checks that documents have the columns that the model requires. */
  private void checkColumns() throws InputException {
    List<AnnotationColumn> annotationColumns = model.features().annotationColumns();
    List<String> unknown = new ArrayList<>(model.requiredColumns());
    unknown.removeAll(List.of(TokenSequence.WORD, TokenSequence.POS));
    if (options.mayHaveAnnotations()) {
      unknown.removeAll(AnnotationColumn.names(annotationColumns));
    }
    if (unknown.isEmpty()) {
      return;
    }

    String cure;
    if (annotationColumns.isEmpty()) {
      cure =
          "train a model whose templates only use word, pos, columns derived from"
              + " the word, and columns of annotations (train --column)";
    } else {
      cure =
          "use UIMA documents with such annotations ("
              + annotationColumns
              + "), or engines that write them before the models (--pipeline)";
    }
    throw new InputException(
        location.file(),
        "this model reads the columns " + unknown + ", which cannot be read from such documents",
        cure);
  }

  /**
   * Checks that a model of segments has labels of segments.
   *
   * @throws InputException if it labels tokens although its task is to find segments
   */
  void checkLabels() throws InputException {
    if (model.scheme() == TagScheme.TOKEN && !isTagger()) {
      throw new InputException(
          location.file(),
          "this model labels tokens, but annotating texts for the task '%s' needs a segment model"
              .formatted(model.task().name()),
          "train a segment model (train --scheme iob2), or label files with columns (gpchain tag)");
    }
  }

  /** Returns a note on the number of sentences that are unlike the training text, if known. */
  Optional<String> noveltyNote(NoveltyCount novelty) {
    return novelty
        .summary(model.features().vectors().noveltyLimit())
        .map(summary -> BoundModel.nameOf(location.file().toString()) + ": " + summary);
  }

  /**
   * Returns the status of the model's promise of a maximum error, if it has one.
   *
   * @param evidence evidence in the documents
   */
  Optional<PromiseCheck.Status> promise(long[] evidence) {
    return model.tagger(options.decoding()).promiseCheck().map(check -> check.status(evidence));
  }

  /** Returns the name of the model. */
  String name() {
    return BoundModel.nameOf(location.url().toString());
  }

  /** Returns the layer of the model for the output. */
  Layer writtenLayer() {
    return new Layer(
        name(), LAYERS.get(annotator).typeName(), ModelCard.of(location.file(), model));
  }

  /** Returns whether the model predicts parts of speech. */
  boolean isTagger() {
    return annotator == GpSequenceTagger.class;
  }

  /**
   * Returns an engine for a view of documents.
   *
   * @param view name of the view
   * @param tags number of parts of speech that are written for each token
   * @param evidence receives the evidence of each document for the check of a promise
   */
  AnalysisEngine engine(String view, PosTags tags, PromiseEvidence evidence)
      throws ResourceInitializationException {
    // Annotations of the same model from an earlier run are replaced.
    if (isTagger()) {
      TextTagger tagger = new TextTagger(location.url(), model);
      return tagger.engine(view, tags, options.decoding(), true);
    }
    return new BoundModel(model, location.url(), options.decoding(), evidence)
        .engineOfView(
            view,
            annotator,
            GpSegmentAnnotator.PARAM_REPLACE_EXISTING,
            true,
            GpSegmentAnnotator.PARAM_CONSTRAINT_TYPES,
            options.constraints().kept().toArray(String[]::new),
            GpSegmentAnnotator.PARAM_STRICT,
            options.constraints().strict(),
            GpSegmentAnnotator.PARAM_DIVIDE_TOKENS,
            tokenDivision().name());
  }

  /** Returns whether to warn of divided tokens: not for tokens of the built-in segmenter. */
  private TokenDivision tokenDivision() {
    return options.format() instanceof RawText ? TokenDivision.SILENT : TokenDivision.WARN;
  }

  /** Returns the columns that the model requires. */
  List<String> columns() {
    return model.requiredColumns();
  }

  /**
   * Returns a tagger with the tags that the model was trained on.
   *
   * @throws InputException if there is none
   */
  TextTagger tagger() throws IOException {
    Tagset tagset = model.posTagset().orElse(null);
    if (tagset == null) {
      return TextTagger.OPEN_NLP;
    }
    boolean fitsOpenNlp =
        tagset.name().equals(OPEN_NLP_TAGSET) && !Languages.differ(language(), ENGLISH);
    if (fitsOpenNlp && model.posTags() == PosTags.BEST) {
      return TextTagger.OPEN_NLP;
    }

    // Models trained on tag probabilities need a GPChain tagger, because OpenNLP gives only a tag.
    Optional<TextTagger> tagger = TextTagger.find(language(), tagset);
    if (tagger.isPresent()) {
      return tagger.get();
    }
    if (fitsOpenNlp) {
      return TextTagger.OPEN_NLP;
    }

    throw new InputException(
        location.file(),
        format(
            "this model was trained on parts of speech of the tagset '%s', but"
                + " documents are tagged by OpenNLP's English model, in the tagset '%s'"
                + " (Universal Dependencies), and there is no %s on the class path that"
                + " assigns its tags",
            tagset.name(), OPEN_NLP_TAGSET, TextTagger.name(language())),
        format(
            "use documents with such tags, or add a tagger that assigns them with"
                + " --model; or train a model of English with '%s' tags, with the tags of"
                + " a shipped tagger, or without parts of speech; or use %s in a UIMA"
                + " pipeline with a tagger for '%s'",
            OPEN_NLP_TAGSET, ANNOTATORS.get(model.task().name()).getSimpleName(), tagset.name()));
  }

  /** Returns the language of the model, or English if the model states none. */
  String language() {
    return model.language().equals(Languages.UNSPECIFIED) ? ENGLISH : model.language();
  }
}
