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
 * Labels of tokens among the pairs in the last column of CoNLL-U, such as {@code NE=B-PER}. A token
 * without the key is outside of segments. Brackets around entities, as in CorefUD and GUM ({@code
 * Entity=(e1-person-…}), are translated to labels such as {@code (person*}.
 */
final class MiscLabels {
  private static final String STAR = "*";
  private static final Pattern BRACKET =
      Pattern.compile("\\((?<attributes>[^()]*+)(?<ends>\\)?)|[^()]+\\)");

  /** Index of the type among the attributes of an entity if the file does not declare it. */
  private static final int USUAL_TYPE = 1;

  /** Name of the attribute with the type in the declaration of attributes. */
  private static final String TYPE = "etype";

  private static final Pattern DECLARATION = Pattern.compile("# ?global\\.Entity ?= ?(\\S+)");

  private final String key;
  private final boolean hasBrackets;
  private final int typeIndex;
  private final Set<String> seenKeys = new TreeSet<>();
  private int labelCount;
  private int missingCount;

  private MiscLabels(String key, boolean hasBrackets, int typeIndex) {
    this.key = key;
    this.hasBrackets = hasBrackets;
    this.typeIndex = typeIndex;
  }

  /**
   * Returns the labels of a key, or empty if no key is named and no key has values that look like
   * labels of segments.
   *
   * @param key key that the user names; if empty, the first key with labels of segments
   * @param preview first lines of the file
   */
  static Optional<MiscLabels> of(String key, ColumnPreview preview) {
    Map<String, List<String>> values = values(preview);
    Optional<String> keyInFile;
    if (key.isEmpty()) {
      keyInFile = guess(values);
    } else {
      keyInFile = Optional.of(spelled(key, values));
    }
    if (keyInFile.isEmpty()) {
      return Optional.empty();
    }

    List<String> labels = values.getOrDefault(keyInFile.get(), List.of());
    boolean hasBrackets = !labels.isEmpty() && labels.stream().allMatch(MiscLabels::isBracket);
    return Optional.of(new MiscLabels(keyInFile.get(), hasBrackets, typeIndex(preview.lines())));
  }

  /** Returns the values of each key in the last column, in the order of the keys in the file. */
  private static Map<String, List<String>> values(ColumnPreview preview) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (List<String> sentence : preview.column(ConlluLines.MISC)) {
      for (String cell : sentence) {
        for (Map.Entry<String, String> pair : ConlluLines.pairs(cell).entrySet()) {
          values.computeIfAbsent(pair.getKey(), key -> new ArrayList<>()).add(pair.getValue());
        }
      }
    }
    return values;
  }

  private static boolean isBracket(String label) {
    return label.matches("\\(.*|[^()]+\\).*") && !label.contains(STAR);
  }

  /** Returns the key as the file spells it, if that differs only in upper and lower case. */
  private static String spelled(String key, Map<String, List<String>> values) {
    if (values.containsKey(key)) {
      return key;
    }
    return values.keySet().stream().filter(key::equalsIgnoreCase).findFirst().orElse(key);
  }

  private static Optional<String> guess(Map<String, List<String>> values) {
    for (Map.Entry<String, List<String>> entry : values.entrySet()) {
      if (areSegments(entry.getValue())) {
        return Optional.of(entry.getKey());
      }
    }
    return Optional.empty();
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
      missingCount++;
      if (labelCount == 0) {
        seenKeys.addAll(pairs.keySet());
      }
      return hasBrackets ? STAR : SpanCodec.OUTSIDE;
    }

    labelCount++;
    return hasBrackets ? ofBrackets(value) : value;
  }

  /** Translates brackets with attributes to brackets with types around a star. */
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
      if (attributes == null || !StringUtils.isEmpty(bracket.group("ends"))) {
        closed.append(')');
      }
    }
    return opened + STAR + closed;
  }

  /** Returns whether a token that was read has the key. */
  boolean isFound() {
    return labelCount > 0;
  }

  /** Returns the keys of the tokens before the first one with the key of the labels. */
  Set<String> seenKeys() {
    return seenKeys;
  }

  /** Returns the number of tokens that were read and do not have the key. */
  int missing() {
    return missingCount;
  }
}
