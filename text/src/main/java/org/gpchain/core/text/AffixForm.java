package org.gpchain.core.text;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way to write token labels as a segment type and a position letter with a separator between
 * them, such as {@code B-PER} or {@code PER_B}.
 */
final class AffixForm {
  /** Labels that mark a token as outside of all segments. */
  private static final Set<String> OUTSIDE = Set.of("O", "o", "0");

  /**
   * Labels that some files write instead of O. Other files use them in addition to O, for tokens
   * that were not annotated.
   */
  private static final Set<String> DASHES = Set.of("-", "_");

  /**
   * Names of tag schemes by their position letters other than O, in the order in which they are
   * tried. The name is empty for the schemes of {@link TagScheme}.
   */
  private static final Map<String, String> SCHEME_NAMES = new LinkedHashMap<>();

  /** Position letters of the scheme IOBES by the equivalent letters of all schemes. */
  private static final Map<String, String> IOBES_POSITIONS =
      Map.of("B", "B", "I", "I", "E", "E", "S", "S", "M", "I", "L", "E", "U", "S", "W", "S");

  static {
    SCHEME_NAMES.put("BIES", "");
    SCHEME_NAMES.put("BILU", "BILOU");
    SCHEME_NAMES.put("BMES", "BMES");
    SCHEME_NAMES.put("BMEW", "BMEWO");
  }

  /** Regular expression of a position letter. */
  private static final String POSITION = "(?<position>[BIESLUMWbieslumw])";

  private final boolean isPrefix;
  private final String separator;
  private final Pattern pattern;

  private AffixForm(boolean isPrefix, String separator, String regex) {
    this.isPrefix = isPrefix;
    this.separator = separator;
    this.pattern = Pattern.compile(regex, Pattern.DOTALL);
  }

  /** Returns the form in which the position letter comes before the type, which may be missing. */
  static AffixForm prefix(String separator) {
    String regex = POSITION + "(?:" + Pattern.quote(separator) + "(?<type>.*))?";
    return new AffixForm(true, separator, regex);
  }

  /** Returns the form in which the position letter comes after the type. */
  static AffixForm suffix(String separator) {
    String regex = "(?<type>.+)" + Pattern.quote(separator) + POSITION;
    return new AffixForm(false, separator, regex);
  }

  /** Returns whether a label marks a token as outside of all segments. */
  static boolean isOutside(String label) {
    return OUTSIDE.contains(label);
  }

  private static boolean isDash(String label) {
    return DASHES.contains(label);
  }

  private Matcher matcher(String label) {
    return pattern.matcher(label);
  }

  /** Returns whether a label has both a type and a position letter in this form. */
  boolean hasPosition(String label) {
    Matcher parts = matcher(label);
    return parts.matches() && parts.group("type") != null;
  }

  /** Returns whether a label has this form or marks a token as outside of segments. */
  boolean isLabel(String label) {
    return isOutside(label) || isDash(label) || matcher(label).matches();
  }

  /**
   * Returns the name of the tag scheme if all labels have this form and use the letters of a single
   * scheme. The name is empty for the schemes of {@link TagScheme}.
   *
   * @param labels the distinct labels of a corpus
   * @return empty if the labels do not clearly have this form
   */
  Optional<String> nameFor(Collection<String> labels) {
    Set<String> letters = new HashSet<>();
    boolean hasTyped = false;
    boolean hasUntyped = false;
    boolean hasOutside = false;
    boolean hasDashes = false;
    for (String label : labels) {
      Matcher parts = matcher(label);
      if (parts.matches()) {
        letters.add(parts.group("position"));
        hasTyped |= parts.group("type") != null;
        hasUntyped |= parts.group("type") == null;
      } else if (!isOutside(label) && !isDash(label)) {
        return Optional.empty();
      }
      hasOutside |= isOutside(label);
      hasDashes |= isDash(label);
    }

    boolean isOutsideAmbiguous = hasOutside && hasDashes;
    if (letters.isEmpty() || isOutsideAmbiguous) {
      return Optional.empty();
    }

    boolean areUntypedClear = isPrefix && areClearWithoutTypes(letters);
    boolean areTypedClear =
        hasOutside || hasDashes || letters.contains("B") || letters.contains("b");
    if (hasTyped && !areTypedClear) {
      return Optional.empty();
    }
    if ((hasUntyped || !hasTyped) && !areUntypedClear) {
      return Optional.empty();
    }
    return schemeName(letters);
  }

  /**
   * Returns whether labels without types are position letters. Single letters may mean anything
   * else, unless they mark the beginning of segments as well as their inside or end.
   */
  private static boolean areClearWithoutTypes(Set<String> letters) {
    return letters.contains("B")
        && (letters.contains("E") || letters.contains("L") || letters.contains("I"));
  }

  /** Returns the name of the first scheme that has all letters, which must be of one case. */
  private static Optional<String> schemeName(Set<String> letterSet) {
    String letters = String.join("", letterSet);
    String upperCase = letters.toUpperCase(Locale.ROOT);
    String lowerCase = letters.toLowerCase(Locale.ROOT);
    if (!letters.equals(upperCase) && !letters.equals(lowerCase)) {
      return Optional.empty();
    }

    for (Map.Entry<String, String> scheme : SCHEME_NAMES.entrySet()) {
      if (hasAllLetters(scheme.getKey(), upperCase)) {
        return Optional.of(scheme.getValue());
      }
    }
    return Optional.empty();
  }

  private static boolean hasAllLetters(String schemeLetters, String letters) {
    return letters.chars().allMatch(letter -> schemeLetters.indexOf(letter) >= 0);
  }

  /** Returns the labels of a sentence in the scheme IOBES or a part of it. */
  List<String> translate(List<String> labels) {
    return labels.stream().map(this::translate).toList();
  }

  private String translate(String label) {
    Matcher parts = matcher(label);
    if (!parts.matches()) {
      return SpanCodec.OUTSIDE;
    }

    String letter = parts.group("position").toUpperCase(Locale.ROOT);
    String position = IOBES_POSITIONS.get(letter);
    String type = parts.group("type");
    if (type == null) {
      return position;
    }
    return position + "-" + type;
  }

  /**
   * Returns examples in parentheses that show how labels differ from the usual B-PER and O, or an
   * empty string if they do not differ.
   *
   * @param labels the distinct labels of a corpus, all of this form
   */
  String remark(Collection<String> labels) {
    String typed = labels.stream().filter(this::hasPosition).findFirst().orElse("");
    String outside =
        labels.stream().filter(this::isUnusualOutside).findFirst().orElse(SpanCodec.OUTSIDE);
    boolean hasUsualForm = isPrefix && separator.equals("-");
    boolean isTypedUsual = typed.isEmpty() || (hasUsualForm && typed.matches("[A-Z].*"));
    if (isTypedUsual && outside.equals(SpanCodec.OUTSIDE)) {
      return "";
    }

    if (typed.isEmpty()) {
      return " (" + outside + ")";
    }
    return " (" + typed + ", " + outside + ")";
  }

  private boolean isUnusualOutside(String label) {
    return !matcher(label).matches() && !label.equals(SpanCodec.OUTSIDE);
  }
}
