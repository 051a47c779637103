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

/** A model that can annotate documents; while it is held here, engines share it. */
record TextModel(
    ModelLocation location,
    Model model,
    Class<? extends GpSegmentAnnotator> annotator,
    AnnotateOptions options) {
  /** The tagset of OpenNLP's model for English. */
  private static final String OUR_TAGSET = "ud";

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
   * Reads a model from a file or, if there is no such file, by its name on the class path.
   *
   * @throws InputException if it cannot be read, or if it needs what GPChain does not provide
   */
  static TextModel load(Path fileOrName, AnnotateOptions options) throws IOException {
    ModelLocation location = ModelLocation.of(fileOrName).withWords(options.words());
    Path file = location.file();
    Model model = location.load(options.decoding(), options.columns());
    Class<? extends GpSegmentAnnotator> annotator = ANNOTATORS.get(model.task().name());
    if (annotator == null) {
      throw new InputException(
          file,
          "this model was trained for the task '"
              + model.task().name()
              + "', for which there is no annotator",
          "give a model for chunk, np, ne or pos");
    }
    if (!options.constraints().kept().isEmpty()
        && (options.models().size() > 1
            || annotator == GpSequenceTagger.class
            || !options.mayHaveAnnotations())) {
      throw new InputException(
          file,
          "annotations are kept for one model of segments, in documents that have some",
          "give one model that is no tagger, and UIMA documents (--format), or engines that write"
              + " them (--pipeline)");
    }
    List<AnnotationColumn> own = model.features().annotationColumns();
    List<String> unknown = new ArrayList<>(model.requiredColumns());
    unknown.removeAll(List.of(TokenSequence.WORD, TokenSequence.POS));
    unknown.removeAll(options.mayHaveAnnotations() ? AnnotationColumn.names(own) : List.of());
    if (!unknown.isEmpty()) {
      throw new InputException(
          file,
          "this model reads the columns " + unknown + ", which are not read from such documents",
          own.isEmpty()
              ? "train one whose templates use only word and pos, columns derived from the word,"
                  + " and columns made of annotations (train --column)"
              : "give UIMA documents with such annotations (%s), or engines that write them before"
                      .formatted(own)
                  + " the models (--pipeline)");
    }
    return new TextModel(location, model, annotator, options);
  }

  /**
   * @throws InputException if it labels tokens where its task is to find segments
   */
  void checkLabels() throws InputException {
    if (model.scheme() == TagScheme.TOKEN && !isTagger()) {
      throw new InputException(
          location.file(),
          "this model labels tokens, and texts get segments for the task '%s'"
              .formatted(model.task().name()),
          "train one of segments (train --scheme iob2), or label columns with it (gpchain tag)");
    }
  }

  /** Returns the status of the promise of a largest error in some documents, if there is one. */
  Optional<PromiseCheck.Status> promise(long[] evidence) {
    return model.tagger(options.decoding()).promiseCheck().map(check -> check.status(evidence));
  }

  String name() {
    return BoundModel.nameOf(location.url().toString());
  }

  /** Returns the layer of the model as outputs describe it. */
  Layer writtenLayer() {
    return new Layer(
        name(), LAYERS.get(annotator).typeName(), ModelCard.of(location.file(), model));
  }

  boolean isTagger() {
    return annotator == GpSequenceTagger.class;
  }

  /**
   * Returns an engine for a view of documents.
   *
   * @param view name of the view
   * @param tags number of parts of speech that are written for each token
   * @param evidence takes the evidence of each document for the check of a promise
   */
  AnalysisEngine engine(String view, PosTags tags, PromiseEvidence evidence)
      throws ResourceInitializationException {
    // Annotations of the same model from an earlier run are replaced.
    return isTagger()
        ? new TextTagger(location.url(), model).engine(view, tags, options.decoding(), true)
        : new BoundModel(model, location.url(), options.decoding(), evidence)
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

  /** Tokens of raw text come from our own segmenter, so that dividing them needs no warning. */
  private TokenDivision tokenDivision() {
    return options.format() instanceof RawText ? TokenDivision.SILENT : TokenDivision.WARN;
  }

  List<String> columns() {
    return model.requiredColumns();
  }

  /** Returns the tagger that gives the tags that the model was trained on. */
  TextTagger tagger() throws IOException {
    Tagset tagset = model.posTagset().orElse(null);
    if (tagset == null) {
      return TextTagger.OPEN_NLP;
    }
    boolean openNlpWillDo =
        tagset.name().equals(OUR_TAGSET) && !Languages.differ(language(), ENGLISH);
    if (openNlpWillDo && model.posTags() == PosTags.BEST) {
      return TextTagger.OPEN_NLP;
    }
    // Only our own taggers give the probabilities that a model may have learned from.
    Optional<TextTagger> ours = TextTagger.find(language(), tagset);
    if (ours.isPresent()) {
      return ours.get();
    }
    if (openNlpWillDo) {
      return TextTagger.OPEN_NLP;
    }
    throw new InputException(
        location.file(),
        format(
            "this model was trained on parts of speech of the tagset '%s', but documents are tagged"
                + " by OpenNLP's English model, in the tagset '%s' (Universal Dependencies), and"
                + " there is no %s on the class path that gives its tags",
            tagset.name(), OUR_TAGSET, TextTagger.name(language())),
        format(
            "give documents that have such tags, or name a tagger that gives them with --model too;"
                + " train a model of English on '%s' tags, or one on those of a shipped tagger or"
                + " without parts of speech; or use %s in a UIMA pipeline with a tagger for '%s'",
            OUR_TAGSET, ANNOTATORS.get(model.task().name()).getSimpleName(), tagset.name()));
  }

  /** Returns the language of the model, or English if the model states none. */
  String language() {
    return model.language().equals(Languages.UNSPECIFIED) ? ENGLISH : model.language();
  }
}
