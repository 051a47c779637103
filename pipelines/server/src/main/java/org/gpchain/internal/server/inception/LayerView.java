package org.gpchain.internal.server.inception;

import java.util.List;
import java.util.Objects;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.cas.impl.LowLevelTypeSystem;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Refusal;

/**
 * The annotations of one layer in a document: those of people, and suggestions, which have further
 * features.
 */
final class LayerView {
  private static final String PREDICTED = "inception_internal_predicted";

  private final JCas document;
  private final Type type;
  private final Feature value;
  private final Feature predicted;
  private final Feature score;
  private final Feature explanation;

  /**
   * @throws Refusal if there is no such layer, or it cannot be learned
   */
  LayerView(JCas document, Metadata metadata) throws Refusal {
    this.document = document;
    TypeSystem types = document.getTypeSystem();
    type = types.getType(metadata.layer());
    if (type == null || !types.subsumes(types.getType(CAS.TYPE_NAME_ANNOTATION), type)) {
      throw unusable("the type system has no annotation type '" + metadata.layer() + "'");
    }
    if (type.getFeatureByBaseName("Governor") != null
        && type.getFeatureByBaseName("Dependent") != null) {
      throw unusable("'" + metadata.layer() + "' is a layer of relations; spans are learned");
    }
    value = type.getFeatureByBaseName(metadata.feature());
    if (value == null || !value.getRange().isPrimitive()) {
      throw unusable(
          "the layer '%s' has no feature '%s' that holds a text, a number or a truth value"
              .formatted(metadata.layer(), metadata.feature()));
    }
    predicted = type.getFeatureByBaseName(PREDICTED);
    score = type.getFeatureByBaseName(metadata.feature() + "_score");
    explanation = type.getFeatureByBaseName(metadata.feature() + "_score_explanation");
  }

  private static Refusal unusable(String problem) {
    return Refusal.unusable(problem + "; choose another layer or feature");
  }

  /** The annotations of people, in the order of the index. */
  List<Gold.Given> given() {
    return document
        .getCas()
        .<Annotation>select(type)
        .filter(annotation -> !isSuggestion(annotation))
        .map(one -> new Gold.Given(one.getBegin(), one.getEnd(), label(one)))
        .toList();
  }

  private boolean isSuggestion(Annotation annotation) {
    return predicted != null && annotation.getBooleanValue(predicted);
  }

  private String label(Annotation annotation) {
    return Objects.requireNonNullElse(annotation.getFeatureValueAsString(value), "");
  }

  /** Removes the suggestions of before in the part of the text that is asked about. */
  void removeSuggestions(Metadata metadata) {
    document.getCas().<Annotation>select(type).asList().stream()
        .filter(this::isSuggestion)
        .filter(one -> metadata.isAskedAbout(one.getBegin(), one.getEnd()))
        .forEach(Annotation::removeFromIndexes);
  }

  /**
   * Checks that suggestions can be told from annotations of people.
   *
   * @throws Refusal if not
   */
  void checkSuggestible() throws Refusal {
    if (predicted == null || !predicted.getRange().getName().equals(CAS.TYPE_NAME_BOOLEAN)) {
      throw Refusal.unusable(
          ("the layer '%s' has no boolean feature '%s', which marks suggestions; add it to the type"
                  + " system, as INCEpTION does")
              .formatted(type.getName(), PREDICTED));
    }
  }

  /** Adds a suggestion, if the feature can have such a value. */
  void add(Suggestion suggestion, String why) {
    if (!isPossible(suggestion.type())) {
      return;
    }
    CAS cas = document.getCas();
    Annotation annotation =
        (Annotation) cas.createAnnotation(type, suggestion.begin(), suggestion.end());
    annotation.setBooleanValue(predicted, true);
    annotation.setFeatureValueFromString(value, suggestion.type());
    if (score != null && SegmentLayer.isNumeric(score)) {
      annotation.setFeatureValueFromString(score, Double.toString(suggestion.probability()));
    }
    if (explanation != null && explanation.getRange().getName().equals(CAS.TYPE_NAME_STRING)) {
      annotation.setStringValue(explanation, why);
    }
    annotation.addToIndexes();
  }

  /**
   * A string feature may be of a type that lists its values; others take only what they can read.
   */
  private boolean isPossible(String label) {
    Type range = value.getRange();
    LowLevelTypeSystem types = document.getLowLevelCas().ll_getTypeSystem();
    String[] listed = types.ll_getStringSet(types.ll_getCodeForType(range));
    if (listed != null) {
      return List.of(listed).contains(label);
    }
    return switch (range.getName()) {
      case CAS.TYPE_NAME_STRING -> true;
      case CAS.TYPE_NAME_BOOLEAN -> label.equals("true") || label.equals("false");
      case CAS.TYPE_NAME_FLOAT, CAS.TYPE_NAME_DOUBLE -> label.matches("-?[0-9.]+(E-?[0-9]+)?");
      default -> label.matches("-?[0-9]{1,9}");
    };
  }
}
