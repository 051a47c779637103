package org.gpchain.internal.server.inception;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.cas.impl.LowLevelTypeSystem;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Refusal;

/**
 * The annotations of one layer in a document: annotations of users, and suggestions, which
 * INCEpTION marks with additional features.
 */
final class LayerView {
  /** Boolean feature that marks suggestions. */
  private static final String PREDICTED = "inception_internal_predicted";

  private final JCas document;
  private final Type type;
  private final Feature value;
  private final Feature predicted;
  private final Feature score;
  private final Feature explanation;

  /**
   * Creates a view of the layer that a request names.
   *
   * @throws Refusal if there is no such layer, or if models cannot learn it
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
      throw unusable("'" + metadata.layer() + "' is a layer of relations; models learn only spans");
    }

    value = type.getFeatureByBaseName(metadata.feature());
    if (value == null || !value.getRange().isPrimitive()) {
      throw unusable(
          "the layer '%s' has no feature '%s' whose value is a string, a number or a boolean"
              .formatted(metadata.layer(), metadata.feature()));
    }

    predicted = type.getFeatureByBaseName(PREDICTED);
    score = type.getFeatureByBaseName(metadata.feature() + "_score");
    explanation = type.getFeatureByBaseName(metadata.feature() + "_score_explanation");
  }

  private static Refusal unusable(String problem) {
    return Refusal.unusable(problem + "; choose another layer or feature");
  }

  /** Returns the annotations of users in the order of the index. */
  List<Gold.UserAnnotation> userAnnotations() {
    List<Gold.UserAnnotation> annotations = new ArrayList<>();
    for (Annotation annotation : document.getCas().<Annotation>select(type)) {
      WorkCheck.run();
      if (!isSuggestion(annotation)) {
        annotations.add(
            new Gold.UserAnnotation(annotation.getBegin(), annotation.getEnd(), label(annotation)));
      }
    }
    return annotations;
  }

  private boolean isSuggestion(Annotation annotation) {
    return predicted != null && annotation.getBooleanValue(predicted);
  }

  private String label(Annotation annotation) {
    return Objects.requireNonNullElse(annotation.getFeatureValueAsString(value), "");
  }

  /** Removes earlier suggestions from the part of the text that a request is about. */
  void removeSuggestions(Metadata metadata) {
    // A copy, because annotations must not be removed from an index during iteration.
    List<Annotation> annotations = document.getCas().<Annotation>select(type).asList();
    for (Annotation annotation : annotations) {
      if (isSuggestion(annotation)
          && metadata.overlaps(annotation.getBegin(), annotation.getEnd())) {
        annotation.removeFromIndexes();
      }
    }
  }

  /**
   * Checks that the layer has the feature that marks suggestions.
   *
   * @throws Refusal if it does not
   */
  void checkSuggestible() throws Refusal {
    if (predicted == null || !predicted.getRange().getName().equals(CAS.TYPE_NAME_BOOLEAN)) {
      throw Refusal.unusable(
          ("the layer '%s' has no boolean feature '%s', which marks suggestions; add it to the type"
                  + " system, as INCEpTION does")
              .formatted(type.getName(), PREDICTED));
    }
  }

  /**
   * Adds a suggestion, if the feature can have its label as a value.
   *
   * @param reasons explanation that INCEpTION shows to the user
   */
  void add(Suggestion suggestion, String reasons) {
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
      annotation.setStringValue(explanation, reasons);
    }

    annotation.addToIndexes();
  }

  /**
   * Returns the values that the type of a string feature lists, as a tag set without descriptions.
   * Empty if the type lists none.
   */
  Map<String, String> listedValues() {
    LowLevelTypeSystem types = document.getLowLevelCas().ll_getTypeSystem();
    String[] listed = types.ll_getStringSet(types.ll_getCodeForType(value.getRange()));
    Map<String, String> tags = new LinkedHashMap<>();
    if (listed != null) {
      for (String listedValue : listed) {
        tags.put(listedValue, "");
      }
    }
    return tags;
  }

  /**
   * Returns whether the feature can have a label as its value. The type of a string feature may
   * list the possible values. Values of other features must be valid numbers or booleans.
   */
  boolean isPossible(String label) {
    Map<String, String> listed = listedValues();
    if (!listed.isEmpty()) {
      return listed.containsKey(label);
    }
    try {
      switch (value.getRange().getName()) {
        case CAS.TYPE_NAME_STRING -> {
          return true;
        }
        case CAS.TYPE_NAME_BOOLEAN -> {
          return label.equals("true") || label.equals("false");
        }
        case CAS.TYPE_NAME_BYTE -> Byte.parseByte(label);
        case CAS.TYPE_NAME_SHORT -> Short.parseShort(label);
        case CAS.TYPE_NAME_INTEGER -> Integer.parseInt(label);
        case CAS.TYPE_NAME_LONG -> Long.parseLong(label);
        default -> Double.parseDouble(label);
      }
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
