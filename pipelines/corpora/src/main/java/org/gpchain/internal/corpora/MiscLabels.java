package org.gpchain.internal.corpora;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;

/**
 * The labels of tokens among the pairs in the last column of CoNLL-U, such as {@code NE=B-PER}. A
 * token without the key is outside of segments. Brackets around entities, as CorefUD and GUM have
 * them ({@code Entity=(e1-person-…}), become star brackets.
 */
final class MiscLabels {
  private static final String STAR = "*";
  private static final Pattern BRACKET =
      Pattern.compile("\\((?<attributes>[^()]*+)(?<ends>\\)?)|[^()]+\\)");

  /** Place of the type among the attributes of an entity, unless the file says otherwise. */
  private static final int USUAL_TYPE = 1;

  private static final String TYPE = "etype";
  private static final Pattern DECLARATION = Pattern.compile("# ?global\\.Entity ?= ?(\\S+)");

  private final String key;
  private final boolean hasBrackets;
  private final int typeIndex;
  private final Set<String> seen = new TreeSet<>();
  private int found;
  private int missing;

  private MiscLabels(String key, boolean hasBrackets, int typeIndex) {
    this.key = key;
    this.hasBrackets = hasBrackets;
    this.typeIndex = typeIndex;
  }

  /**
   * Returns the labels of a key.
   *
   * @param key as the user names it; empty for one whose values look like labels of segments
   * @param preview of the file
   * @return empty if the user names no key, and no value looks like a label
   */
  static Optional<MiscLabels> of(String key, ColumnPreview preview) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (List<String> sentence : preview.column(ConlluLines.MISC)) {
      for (String cell : sentence) {
        ConlluLines.pairs(cell)
            .forEach(
                (name, value) -> values.computeIfAbsent(name, k -> new ArrayList<>()).add(value));
      }
    }
    Optional<String> chosen = key.isEmpty() ? guess(values) : Optional.of(spelled(key, values));
    return chosen.map(
        name -> {
          List<String> labels = values.getOrDefault(name, List.of());
          boolean brackets =
              labels.stream().allMatch(label -> label.matches("\\(.*|[^()]+\\).*"))
                  && labels.stream().noneMatch(label -> label.contains(STAR));
          return new MiscLabels(name, brackets && !labels.isEmpty(), typeIndex(preview.lines()));
        });
  }

  /** The key that the file has if it differs in upper and lower case. */
  private static String spelled(String key, Map<String, List<String>> values) {
    return values.containsKey(key)
        ? key
        : values.keySet().stream().filter(key::equalsIgnoreCase).findFirst().orElse(key);
  }

  private static Optional<String> guess(Map<String, List<String>> values) {
    return values.entrySet().stream()
        .filter(entry -> areSegments(entry.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static boolean areSegments(List<String> labels) {
    return LabelNotation.detect(List.of(labels)).scheme() != TagScheme.TOKEN;
  }

  private static int typeIndex(List<String> lines) {
    for (String line : lines) {
      Matcher declaration = DECLARATION.matcher(line);
      if (declaration.matches()) {
        int index = List.of(StringUtils.split(declaration.group(1), '-')).indexOf(TYPE);
        return index < 0 ? USUAL_TYPE : index;
      }
    }
    return USUAL_TYPE;
  }

  String key() {
    return key;
  }

  /** Returns the label in a cell of the last column. */
  String labelIn(String cell) {
    Map<String, String> pairs = ConlluLines.pairs(cell);
    String value = pairs.getOrDefault(key, "");
    if (value.isEmpty()) {
      missing++;
      if (found == 0) {
        seen.addAll(pairs.keySet());
      }
      return hasBrackets ? STAR : SpanCodec.OUTSIDE;
    }
    found++;
    return hasBrackets ? ofBrackets(value) : value;
  }

  private String ofBrackets(String value) {
    StringBuilder opened = new StringBuilder();
    StringBuilder closed = new StringBuilder();
    Matcher bracket = BRACKET.matcher(value);
    while (bracket.find()) {
      String attributes = bracket.group("attributes");
      if (attributes != null) {
        String[] parts = StringUtils.splitPreserveAllTokens(attributes, '-');
        opened.append('(').append(parts[Math.min(typeIndex, parts.length - 1)]);
      }
      boolean ends = attributes == null || !StringUtils.isEmpty(bracket.group("ends"));
      closed.append(ends ? ")" : "");
    }
    return opened + STAR + closed;
  }

  /** Whether a token has had the key. */
  boolean isFound() {
    return found > 0;
  }

  /** Returns the keys of tokens that were read before the first one with the key. */
  Set<String> seenKeys() {
    return seen;
  }

  /** Returns the number of tokens without the key. */
  int missing() {
    return missing;
  }
}
