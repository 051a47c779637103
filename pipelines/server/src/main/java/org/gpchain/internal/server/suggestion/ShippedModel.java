package org.gpchain.internal.server.suggestion;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.gpchain.annotator.Languages;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.server.annotations.SentenceReader;

/**
 * A model that the server does not train. Sentences, tokens and parts of speech of texts are found
 * as by {@code gpchain annotate}.
 *
 * @param requested file or name that the model was loaded by, such as {@code ner-en}
 * @param name name of the model, such as {@code ner-en-default}
 * @param language language of the documents that the model is for
 * @param layer name of the annotation type
 * @param reader reads the sentences of texts with the columns that the model requires
 * @param suggester makes suggestions with the model
 * @param target the only layer of annotation tools that the model makes suggestions for, where an
 *     empty feature stands for any; null for each layer that it fits
 */
public record ShippedModel(
    String requested,
    String name,
    String language,
    String layer,
    SentenceReader reader,
    Suggester suggester,
    SegmentLayer target) {
  /** The layers that models can annotate without training on the annotations of a project. */
  public static final List<SegmentLayer> LAYERS =
      List.of(SegmentLayer.NAMED_ENTITY, SegmentLayer.CHUNK, SegmentLayer.PART_OF_SPEECH);

  private static final String NOUN_PHRASE = "NP";

  /**
   * Returns the annotation type of a segment of a noun phrase model, or null if the segment is not
   * a noun phrase. Segments without a type are noun phrases, as in the annotator of noun phrases.
   */
  private static String nounPhrase(String type) {
    return type.isEmpty() || type.equals(NOUN_PHRASE) ? NOUN_PHRASE : null;
  }

  /**
   * Loads a model.
   *
   * @param fileOrName a file or, if there is no such file, the name of a model on the class path
   * @param language language of the documents that the model is for; null for the language of the
   *     model
   * @param segmenter finds sentences and tokens in documents that have none
   * @throws InputException if the model cannot be used, for example because its encoder is missing
   */
  public static ShippedModel load(Path fileOrName, String language, Segmenter segmenter)
      throws IOException {
    AnnotateOptions options =
        AnnotateOptions.of(fileOrName, InputFormat.readElsewhere("requests"), segmenter);
    SharedModels shared = SharedModels.forReading(options).checkLabels();
    Model model = ModelLocation.of(fileOrName).load(ModelReader.Contents.DECODING);

    Layer layer = shared.layers().get(0);
    UnaryOperator<String> annotationType = UnaryOperator.identity();
    if (model.task().name().equals("np")) {
      annotationType = ShippedModel::nounPhrase;
    }
    Suggester suggester;
    try {
      suggester = new Suggester(model, annotationType);
    } catch (EncoderException e) {
      throw new InputException(fileOrName, e.getMessage(), e);
    }
    return new ShippedModel(
        fileOrName.toString(),
        layer.model(),
        language == null ? model.language() : language,
        layer.type(),
        SentenceReader.of(shared),
        suggester,
        null);
  }

  /**
   * Returns this model as the model of one layer.
   *
   * @param onlyLayer the layer; an empty feature stands for any
   */
  public ShippedModel withTarget(SegmentLayer onlyLayer) {
    return new ShippedModel(requested, name, language, layer, reader, suggester, onlyLayer);
  }

  /** Returns whether the model has a name or was loaded by it. */
  public boolean isCalled(String requestedName) {
    return requestedName.equals(name) || requestedName.equals(requested);
  }

  /**
   * Returns whether the model can make suggestions for a layer. If it is the model of one layer, it
   * must be this one. If the tag set of the layer is known, the model must predict one of its tags,
   * or a label with the same meaning; otherwise it must annotate the same layer.
   *
   * @param documentLanguage language of the document; null or unspecified if it is unknown, which
   *     fits every model
   * @param requestedLayer the layer
   * @param labels labels that suggestions for the layer may have
   */
  public boolean fits(String documentLanguage, SegmentLayer requestedLayer, LayerLabels labels) {
    if (!fitsLanguage(documentLanguage)) {
      return false;
    }
    if (target != null) {
      boolean isFeature =
          target.valueFeature().isEmpty()
              || target.valueFeature().equals(requestedLayer.valueFeature());
      return isFeature && target.typeName().equals(requestedLayer.typeName());
    }
    if (labels.tags().isEmpty()) {
      return LAYERS.contains(requestedLayer) && layer.equals(requestedLayer.typeName());
    }
    return !labels.of(suggester.types()).isEmpty();
  }

  /** Returns whether the model is for documents of a language, which may be unknown. */
  private boolean fitsLanguage(String documentLanguage) {
    return documentLanguage == null
        || documentLanguage.equals(Languages.UNSPECIFIED)
        || Languages.same(documentLanguage, language);
  }

  /** Returns whether models of segments can build on this model for documents of a language. */
  private boolean isBaseFor(String documentLanguage) {
    Model model = suggester.model();
    return model.scheme() != TagScheme.TOKEN
        && model.features().base() == null
        && fitsLanguage(documentLanguage);
  }

  /**
   * Chooses the model that a learned model builds on. Models that {@linkplain #fits fit} the layer
   * are preferred.
   *
   * @param models models to choose from
   * @param documentLanguage language of the documents; null if it is unknown
   * @param target layer that the learned model will annotate
   * @param labels labels that suggestions for the layer may have
   * @return the chosen model, or null if no model can be a base
   */
  public static ShippedModel chooseBase(
      List<ShippedModel> models, String documentLanguage, SegmentLayer target, LayerLabels labels) {
    ShippedModel first = null;
    for (ShippedModel model : models) {
      if (!model.isBaseFor(documentLanguage)) {
        continue;
      }
      if (model.fits(documentLanguage, target, labels)) {
        return model;
      }
      if (first == null) {
        first = model;
      }
    }
    return first;
  }

  /** Returns the hash of the model's training data, which differs between models and versions. */
  public String hash() {
    return suggester.model().provenance().dataHash();
  }

  /**
   * Returns the sentences of a text with the columns that the model requires. Tokens are divided
   * where the model's training corpus would have divided them.
   *
   * @param given sentences with the column {@code word} and columns made of annotations; null to
   *     find the sentences
   * @throws DocumentException if the sentences cannot be found, or if the model requires
   *     annotations that a text does not have
   */
  public List<Passage> read(String text, List<Passage> given)
      throws IOException, DocumentException {
    Model model = suggester.model();
    if (given != null && hasColumns(given, model.requiredColumns())) {
      return given.stream().map(passage -> passage.divided(model.tokenProfile())).toList();
    }
    if (!model.features().annotationColumns().isEmpty()) {
      throw new DocumentException(
          0,
          ("the model %s reads annotations, %s, which texts do not have; documents"
                      + " for /predict provide")
                  .formatted(name, model.features().annotationColumns())
              + " these, but no parts of speech; GPChain's UIMA engines provide both",
          null);
    }
    return reader.read(text, language, given);
  }

  private static boolean hasColumns(List<Passage> passages, List<String> columns) {
    if (passages.isEmpty()) {
      return true;
    }
    return passages.get(0).units().columnNames().containsAll(columns);
  }
}
