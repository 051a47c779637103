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
 * A form of labels that are a type and a letter for the position, with a separator between them.
 */
final class AffixForm {
  /** Labels of tokens outside of segments, at the side of letters for positions. */
  private static final Set<String> OUTSIDE = Set.of("O", "o", "0");

  /** What some files write for O, which others write for a token that is not annotated. */
  private static final Set<String> DASHES = Set.of("-", "_");

  /** The letters that schemes use, in addition to O. */
  private static final Map<String, String> SCHEMES = new LinkedHashMap<>();

  /** Positions of the scheme IOBES, by the letters of other schemes. */
  private static final Map<String, String> POSITIONS =
      Map.of("B", "B", "I", "I", "E", "E", "S", "S", "M", "I", "L", "E", "U", "S", "W", "S");

  static {
    SCHEMES.put("BIES", "");
    SCHEMES.put("BILU", "BILOU");
    SCHEMES.put("BMES", "BMES");
    SCHEMES.put("BMEW", "BMEWO");
  }

  private static final String LETTER = "(?<position>[BIESLUMWbieslumw])";

  private final boolean isPrefix;
  private final String separator;
  private final Pattern pattern;

  private AffixForm(boolean isPrefix, String separator) {
    this.isPrefix = isPrefix;
    this.separator = separator;
    String mark = Pattern.quote(separator);
    this.pattern =
        Pattern.compile(
            isPrefix ? LETTER + "(?:" + mark + "(?<type>.*))?" : "(?<type>.+)" + mark + LETTER,
            Pattern.DOTALL);
  }

  /** The letter stands before the type. */
  static AffixForm prefix(String separator) {
    return new AffixForm(true, separator);
  }

  /** The letter stands behind the type. */
  static AffixForm suffix(String separator) {
    return new AffixForm(false, separator);
  }

  /** Whether a token with this label is outside of segments. */
  static boolean isOutside(String label) {
    return OUTSIDE.contains(label);
  }

  private static boolean isDash(String label) {
    return DASHES.contains(label);
  }

  private Matcher matcher(String label) {
    return pattern.matcher(label);
  }

  /** Whether a label has a type and a letter for the position in this form. */
  boolean hasPosition(String label) {
    Matcher parts = matcher(label);
    return parts.matches() && parts.group("type") != null;
  }

  /** Whether a label is outside of segments, or has this form. */
  boolean has(String label) {
    return isOutside(label) || isDash(label) || matcher(label).matches();
  }

  /**
   * Returns the name of the scheme if all labels have this form and use the letters of a single
   * scheme; the name is empty for the schemes of {@link TagScheme}.
   *
   * @param labels the different labels of a corpus
   */
  Optional<String> nameFor(Collection<String> labels) {
    Set<String> letters = new HashSet<>();
    boolean hasTypes = false;
    boolean hasBare = false;
    for (String label : labels) {
      Matcher parts = matcher(label);
      if (parts.matches()) {
        letters.add(parts.group("position"));
        hasTypes |= parts.group("type") != null;
        hasBare |= parts.group("type") == null;
      } else if (!isOutside(label) && !isDash(label)) {
        return Optional.empty();
      }
    }

    boolean isOutsideWritten = labels.stream().anyMatch(AffixForm::isOutside);
    boolean hasDashes = labels.stream().anyMatch(AffixForm::isDash);
    if (letters.isEmpty() || (isOutsideWritten && hasDashes)) {
      return Optional.empty();
    }
    boolean areBareClear = isPrefix && areClearAlone(letters);
    boolean areTypedClear =
        isOutsideWritten || hasDashes || letters.contains("B") || letters.contains("b");
    boolean isClear = hasTypes ? areTypedClear && (!hasBare || areBareClear) : areBareClear;
    return isClear ? scheme(letters) : Optional.empty();
  }

  /** Letters without types may be anything else, unless segments have a beginning and an end. */
  private static boolean areClearAlone(Set<String> letters) {
    return letters.contains("B")
        && (letters.contains("E") || letters.contains("L") || letters.contains("I"));
  }

  private static Optional<String> scheme(Set<String> letters) {
    String all = String.join("", letters);
    boolean isOneCase =
        all.equals(all.toUpperCase(Locale.ROOT)) || all.equals(all.toLowerCase(Locale.ROOT));
    if (!isOneCase) {
      return Optional.empty();
    }
    String upper = all.toUpperCase(Locale.ROOT);
    return SCHEMES.entrySet().stream()
        .filter(known -> upper.chars().allMatch(letter -> known.getKey().indexOf(letter) >= 0))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Returns labels that {@link SpanCodec} reads, in the scheme IOBES or in part of it. */
  List<String> translate(List<String> labels) {
    return labels.stream().map(this::translate).toList();
  }

  private String translate(String label) {
    Matcher parts = matcher(label);
    if (!parts.matches()) {
      return SpanCodec.OUTSIDE;
    }
    String position = POSITIONS.get(parts.group("position").toUpperCase(Locale.ROOT));
    return parts.group("type") == null ? position : position + "-" + parts.group("type");
  }

  /**
   * Returns how labels differ from those such as B-PER and O, for people; may be empty.
   *
   * @param labels the different labels of a corpus, which have this form
   */
  String remark(Collection<String> labels) {
    String typed = labels.stream().filter(this::hasPosition).findFirst().orElse("");
    String outside =
        labels.stream()
            .filter(label -> !matcher(label).matches())
            .filter(label -> !label.equals(SpanCodec.OUTSIDE))
            .findFirst()
            .orElse(SpanCodec.OUTSIDE);
    boolean isUsual =
        typed.isEmpty() || (isPrefix && separator.equals("-") && typed.matches("[A-Z].*"));
    if (isUsual && outside.equals(SpanCodec.OUTSIDE)) {
      return "";
    }
    String example = typed.isEmpty() ? outside : typed + ", " + outside;
    return " (" + example + ")";
  }
}
