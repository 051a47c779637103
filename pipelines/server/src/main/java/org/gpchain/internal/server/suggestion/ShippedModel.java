package org.gpchain.internal.server.suggestion;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.gpchain.annotator.Languages;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.annotator.cas.SegmentLayer;
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
 * A model that the server did not train. Texts get sentences, tokens and parts of speech as in
 * {@code gpchain annotate}.
 *
 * @param given what it was loaded by, such as {@code ner-en}
 * @param name such as {@code ner-en-default}
 * @param layer name of the annotation type
 */
public record ShippedModel(
    String given,
    String name,
    String language,
    String layer,
    SentenceReader reader,
    Suggester suggester) {
  /** The layers that models annotate without being trained for one. */
  public static final List<SegmentLayer> LAYERS =
      List.of(SegmentLayer.NAMED_ENTITY, SegmentLayer.CHUNK, SegmentLayer.PART_OF_SPEECH);

  private static final String NOUN_PHRASE = "NP";

  /** Segments without a type are noun phrases, as for the annotator of these. */
  private static String nounPhrase(String type) {
    return type.isEmpty() || type.equals(NOUN_PHRASE) ? NOUN_PHRASE : null;
  }

  /**
   * @param fileOrName a file or, if there is no such file, the name of a model on the class path
   * @param language of documents that it is for; null for that of the model
   * @param segmenter finds sentences and tokens where there are none
   * @throws org.gpchain.internal.corpora.InputException if it cannot be used
   */
  public static ShippedModel load(Path fileOrName, String language, Segmenter segmenter)
      throws IOException {
    SharedModels shared =
        SharedModels.forReading(
                AnnotateOptions.of(fileOrName, InputFormat.readElsewhere("requests"), segmenter))
            .checkLabels();
    Model model = ModelLocation.of(fileOrName).load(ModelReader.Contents.DECODING);
    Layer layer = shared.layers().get(0);
    boolean isOfNounPhrases = model.task().name().equals("np");
    return new ShippedModel(
        fileOrName.toString(),
        layer.model(),
        language == null ? model.language() : language,
        layer.type(),
        SentenceReader.of(shared),
        new Suggester(model, isOfNounPhrases ? ShippedModel::nounPhrase : type -> type));
  }

  /** Whether this is its name, or what it was loaded by. */
  public boolean isCalled(String other) {
    return other.equals(name) || other.equals(given);
  }

  /**
   * Whether its types fit a layer: the layer is the one that it annotates, or may have tags that it
   * knows.
   *
   * @param documents language of the document; any model will do if it does not say
   * @param type name of the annotation type
   * @param feature that holds the label
   * @param tags that the feature may have; empty if that is not known
   */
  public boolean fits(String documents, String type, String feature, Set<String> tags) {
    return speaks(documents)
        && (tags.isEmpty()
            ? LAYERS.contains(new SegmentLayer(type, feature)) && layer.equals(type)
            : suggester.types().stream().anyMatch(tags::contains));
  }

  /** Whether it is for documents of a language; if they do not say theirs, it may be. */
  private boolean speaks(String documents) {
    return documents == null
        || documents.equals(Languages.UNSPECIFIED)
        || Languages.same(documents, language);
  }

  /** Whether models of segments may be learned over it, from documents of a language. */
  private boolean isBaseFor(String documents) {
    Model model = suggester.model();
    return model.scheme() != TagScheme.TOKEN
        && model.features().base() == null
        && speaks(documents);
  }

  /**
   * The one of some models that a model of a layer begins with; null for none.
   *
   * @param documents language of the documents; null if that is not known
   * @param tags that the layer's feature may have; empty if that is not known
   */
  public static ShippedModel base(
      List<ShippedModel> models, String documents, SegmentLayer of, Set<String> tags) {
    return models.stream()
        .filter(model -> model.isBaseFor(documents))
        .max(
            Comparator.comparing(
                model -> model.fits(documents, of.typeName(), of.valueFeature(), tags)))
        .orElse(null);
  }

  /** Tells it from others, and from what it was in other versions. */
  public String hash() {
    return suggester.model().provenance().dataHash();
  }

  /**
   * Returns the sentences of a text as the model reads them. Tokens that its training corpus would
   * have divided are divided.
   *
   * @param given its sentences, with the column {@code word} and those made of annotations; null if
   *     they are to be found
   * @throws DocumentException if they cannot be found, or something is missing
   */
  public List<Passage> read(String text, List<Passage> given)
      throws IOException, DocumentException {
    Model model = suggester.model();
    if (given != null
        && (given.isEmpty()
            || given.get(0).units().columnNames().containsAll(model.requiredColumns()))) {
      return given.stream().map(passage -> passage.divided(model.tokenProfile())).toList();
    }
    if (!model.features().annotationColumns().isEmpty()) {
      throw new DocumentException(
          0,
          "the model %s reads annotations, %s, which texts do not have; documents for /predict give it"
                  .formatted(name, model.features().annotationColumns())
              + " these, but no parts of speech; GPChain's engines give it both",
          null);
    }
    return reader.read(text, language, given);
  }
}
