package org.gpchain.internal.formats.cas;

import static org.gpchain.core.text.Numbers.format;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gpchain.internal.annotator.cas.UnusableCasException;

/** Types and features of a document that no type system declares, with how often they occur. */
final class Undeclared {
  /** Maximum number of names in a message. */
  private static final int MAX_NAMES = 5;

  private final Map<String, Integer> types = new TreeMap<>();
  private final Map<String, Integer> features = new TreeMap<>();

  void addType(String name) {
    types.merge(name, 1, Integer::sum);
  }

  void addFeature(String type, String name) {
    features.merge(type + ":" + name, 1, Integer::sum);
  }

  /** Returns what was left out, in words, with how often. */
  Map<String, Integer> remarks() {
    Map<String, Integer> remarks = new TreeMap<>();
    types.forEach((type, count) -> remarks.put("left out, of the undeclared type " + type, count));
    features.forEach(
        (feature, count) ->
            remarks.put("values left out, of the undeclared feature " + feature, count));
    return remarks;
  }

  /**
   * Checks that everything is declared.
   *
   * @throws UnusableCasException if not; it names the types and features
   */
  void check() throws UnusableCasException {
    if (!types.isEmpty() || !features.isEmpty()) {
      throw new UnusableCasException(
          format(
              "no type system declares the %s; give the description of the document's types with"
                  + " --type-system, or put it next to the document as %s; --drop-unknown-types"
                  + " reads the rest",
              names(), TypeSystems.USUAL_NAME));
    }
  }

  private String names() {
    String ofTypes = list("type", types);
    String ofFeatures = list("feature", features);
    String between = types.isEmpty() || features.isEmpty() ? "" : " and the ";
    return ofTypes + between + ofFeatures;
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
    return kinds + " " + names + (more > 0 ? " and " + more + " more" : "");
  }
}
