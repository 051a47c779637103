package org.gpchain.internal.formats.cas;

import static org.gpchain.core.text.Numbers.format;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gpchain.internal.annotator.cas.UnusableCasException;

/** The types and features in a document that no type system declares, with their frequencies. */
final class Undeclared {
  /** Maximum number of types, and of features, that a message lists. */
  private static final int MAX_NAMES = 5;

  private final Map<String, Integer> types = new TreeMap<>();
  private final Map<String, Integer> features = new TreeMap<>();

  void addType(String name) {
    types.merge(name, 1, Integer::sum);
  }

  void addFeature(String type, String name) {
    features.merge(type + ":" + name, 1, Integer::sum);
  }

  /** Returns remarks on the annotations and values that were left out, with their numbers. */
  Map<String, Integer> remarks() {
    Map<String, Integer> remarks = new TreeMap<>();
    for (Map.Entry<String, Integer> type : types.entrySet()) {
      remarks.put("left out, of the undeclared type " + type.getKey(), type.getValue());
    }
    for (Map.Entry<String, Integer> feature : features.entrySet()) {
      String remark = "values left out, of the undeclared feature " + feature.getKey();
      remarks.put(remark, feature.getValue());
    }
    return remarks;
  }

  /**
   * Checks that all types and features are declared.
   *
   * @throws UnusableCasException if some are not declared; the message names them
   */
  void check() throws UnusableCasException {
    if (!types.isEmpty() || !features.isEmpty()) {
      throw new UnusableCasException(
          format(
              "no type system declares the %s; specify the description of the"
                  + " document's types with --type-system, or put it next to the document"
                  + " as %s; to skip what is not declared, use --drop-unknown-types",
              names(), TypeSystems.USUAL_NAME));
    }
  }

  private String names() {
    String ofTypes = list("type", types);
    String ofFeatures = list("feature", features);
    if (types.isEmpty() || features.isEmpty()) {
      return ofTypes + ofFeatures;
    }
    return ofTypes + " and the " + ofFeatures;
  }

  private static String list(String kind, Map<String, Integer> counts) {
    if (counts.isEmpty()) {
      return "";
    }

    String kinds = counts.size() == 1 ? kind : kind + "s";
    String names =
        counts.entrySet().stream()
            .limit(MAX_NAMES)
            .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
            .collect(Collectors.joining(", "));
    int more = counts.size() - MAX_NAMES;
    if (more > 0) {
      names += " and " + more + " more";
    }
    return kinds + " " + names;
  }
}
