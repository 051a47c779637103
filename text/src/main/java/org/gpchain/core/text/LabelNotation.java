package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The way in which a file writes segments as token labels.
 *
 * <p>{@link SpanCodec} reads and writes only the labels of {@link TagScheme}. Files also use other
 * position letters (BILOU, BMES, BMEWO), the type before the letter ({@code PER-B}), other
 * separators ({@code B_PER}), lower case ({@code b-per}), brackets ({@code (PER*}), or the type
 * alone ({@code PER PER O}). A notation translates such labels to those of a {@code TagScheme}.
 */
public final class LabelNotation {
  /**
   * Minimum share of tokens with the label O if labels are types without position letters. A
   * part-of-speech tag can also be called O, but is rarer.
   */
  private static final double MIN_OUTSIDE_SHARE = 0.05;

  /** A type without a position letter. A single letter is more likely a part of speech. */
  private static final Pattern LONE_TYPE = Pattern.compile("\\p{L}.*[^*()]");

  /** Name of the notation whose labels are types without position letters. */
  private static final String LONE_TYPES = "IO";

  /** Name of the notation of {@link StarBrackets}. */
  private static final String BRACKETS = "star brackets";

  /** The forms of labels with position letters, in order of preference. */
  private static final List<AffixForm> AFFIX_FORMS =
      List.of(
          AffixForm.prefix("-"),
          AffixForm.prefix("_"),
          AffixForm.prefix(":"),
          AffixForm.prefix("/"),
          AffixForm.suffix("-"),
          AffixForm.suffix("_"),
          AffixForm.suffix(":"),
          AffixForm.suffix("/"));

  private final TagScheme scheme;
  private final String name;

  /** The form of labels with position letters; null for all other notations. */
  private final AffixForm form;

  private LabelNotation(TagScheme scheme, String name, AffixForm form) {
    this.scheme = Objects.requireNonNull(scheme, "scheme");
    this.name = name;
    this.form = form;
  }

  /**
   * The labels of a sentence in the notation's {@link #scheme}.
   *
   * @param labels one label per token
   * @param firstUnbalanced index of the first token with an unbalanced bracket, or -1 if brackets
   *     are balanced
   * @param nested number of segments that were left out because they are inside other segments
   */
  public record Translation(List<String> labels, int firstUnbalanced, int nested) {
    static Translation of(List<String> labels) {
      return new Translation(labels, -1, 0);
    }
  }

  /** Returns the notation of a scheme that {@link SpanCodec} reads without translation. */
  public static LabelNotation of(TagScheme scheme) {
    return new LabelNotation(scheme, scheme.toString(), null);
  }

  /**
   * Guesses the notation of a corpus from its labels. If the labels fit no known way to write
   * segments, the scheme is {@link TagScheme#TOKEN}.
   *
   * @param sentences the labels of each sentence; iterated several times
   */
  public static LabelNotation detect(Iterable<List<String>> sentences) {
    TagScheme standard = SpanCodec.detect(sentences);
    if (standard != TagScheme.TOKEN) {
      return of(standard);
    }

    Map<String, Integer> counts = new LinkedHashMap<>();
    for (List<String> labels : sentences) {
      for (String label : labels) {
        counts.merge(label, 1, Integer::sum);
      }
    }

    for (AffixForm form : AFFIX_FORMS) {
      Optional<String> name = form.nameFor(counts.keySet());
      if (name.isPresent()) {
        String remark = form.remark(counts.keySet());
        return ofAffixes(form, name.get(), remark, sentences);
      }
    }

    if (StarBrackets.areAll(counts.keySet())) {
      return new LabelNotation(TagScheme.IOB2, BRACKETS, null);
    }
    if (areLoneTypes(counts)) {
      return new LabelNotation(TagScheme.IOB1, LONE_TYPES, null);
    }
    return of(TagScheme.TOKEN);
  }

  private static LabelNotation ofAffixes(
      AffixForm form, String schemeName, String remark, Iterable<List<String>> sentences) {
    List<List<String>> translated = new ArrayList<>();
    for (List<String> labels : sentences) {
      translated.add(form.translate(labels));
    }

    TagScheme scheme = SpanCodec.detect(translated);
    String name = schemeName.isEmpty() ? scheme.toString() : schemeName;
    return new LabelNotation(scheme, name + remark, form);
  }

  private static boolean areLoneTypes(Map<String, Integer> counts) {
    long tokens = 0;
    long outside = 0;
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      tokens += entry.getValue();
      if (AffixForm.isOutside(entry.getKey())) {
        outside += entry.getValue();
      } else if (!isLoneType(entry.getKey())) {
        return false;
      }
    }
    return outside < tokens && outside >= MIN_OUTSIDE_SHARE * tokens;
  }

  /**
   * Returns whether a label is a type without a position letter. A label with a position letter
   * among such types is more likely a mistake.
   */
  private static boolean isLoneType(String label) {
    return LONE_TYPE.matcher(label).matches()
        && AFFIX_FORMS.stream().noneMatch(form -> form.hasPosition(label));
  }

  /** Returns the scheme of the translated labels. */
  public TagScheme scheme() {
    return scheme;
  }

  /** Returns whether the labels are written in a {@link TagScheme} and need no translation. */
  public boolean isStandard() {
    return name.equals(scheme.toString());
  }

  /** Returns whether all labels of some sentences are valid in this notation. */
  public boolean has(Iterable<List<String>> sentences) {
    for (List<String> labels : sentences) {
      for (String label : labels) {
        if (!has(label)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean has(String label) {
    if (form != null) {
      return form.isLabel(label);
    }
    return switch (name) {
      case BRACKETS -> StarBrackets.isLabel(label);
      case LONE_TYPES -> AffixForm.isOutside(label) || isLoneType(label);
      default -> SpanCodec.detect(List.of(List.of(label))) != TagScheme.TOKEN;
    };
  }

  /**
   * Translates the labels of a sentence.
   *
   * @param labels one label per token, all valid in this notation as tested by {@link #has}
   */
  public Translation translate(List<String> labels) {
    if (form != null) {
      return Translation.of(form.translate(labels));
    }
    return switch (name) {
      case BRACKETS -> StarBrackets.translate(labels);
      case LONE_TYPES -> Translation.of(labels.stream().map(LabelNotation::ofLoneType).toList());
      default -> Translation.of(labels);
    };
  }

  private static String ofLoneType(String label) {
    return AffixForm.isOutside(label) ? SpanCodec.OUTSIDE : "I-" + label;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LabelNotation notation
        && scheme == notation.scheme
        && name.equals(notation.name)
        && Objects.equals(form, notation.form);
  }

  @Override
  public int hashCode() {
    return Objects.hash(scheme, name, form);
  }

  /** Returns the name of the scheme, such as {@code BILOU}, with examples of unusual labels. */
  @Override
  public String toString() {
    return name;
  }
}
