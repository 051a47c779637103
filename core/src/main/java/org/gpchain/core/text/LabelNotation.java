package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The way in which a file writes segments as labels of tokens. {@link SpanCodec} reads and writes
 * the labels of {@link TagScheme}; files have many more ways to say the same: other letters (BILOU,
 * BMES, BMEWO), the type before the letter ({@code PER-B}), another separator ({@code B_PER}),
 * lower case ({@code b-per}), brackets ({@code (PER*}), or the type alone ({@code PER PER O}). A
 * notation translates them.
 */
public final class LabelNotation {
  /**
   * Minimum share of tokens with the label O among labels that are types alone. Part-of-speech tags
   * and words may be called O too, but are rarely.
   */
  private static final double MIN_OUTSIDE_SHARE = 0.05;

  /** A type that stands alone: one letter is more likely a part of speech. */
  private static final Pattern LONE_TYPE = Pattern.compile("\\p{L}.*[^*()]");

  private static final String LONE_TYPES = "IO";
  private static final String BRACKETS = "star brackets";

  /** The forms of labels that have a letter for the position, in the order of preference. */
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

  /** The form of labels with a position; null for brackets, and for labels as they are. */
  private final AffixForm form;

  private LabelNotation(TagScheme scheme, String name, AffixForm form) {
    this.scheme = Objects.requireNonNull(scheme, "scheme");
    this.name = name;
    this.form = form;
  }

  /**
   * Labels of a sentence in the notation's {@link #scheme}.
   *
   * @param labels one per token
   * @param firstUnbalanced first token with a bracket that is not opened or not closed; -1 if there
   *     is none
   * @param nested number of segments inside of others, which are left out
   */
  public record Translation(List<String> labels, int firstUnbalanced, int nested) {
    static Translation of(List<String> labels) {
      return new Translation(labels, -1, 0);
    }
  }

  /** Returns the notation of labels that {@link SpanCodec} reads as they are. */
  public static LabelNotation of(TagScheme scheme) {
    return new LabelNotation(scheme, scheme.toString(), null);
  }

  /**
   * Guesses the notation of a corpus from its labels. Labels that are not written in one of the
   * known ways throughout are labels of tokens.
   *
   * @param sentences labels of each sentence; iterated several times
   */
  public static LabelNotation detect(Iterable<List<String>> sentences) {
    TagScheme standard = SpanCodec.detect(sentences);
    if (standard != TagScheme.TOKEN) {
      return of(standard);
    }

    Map<String, Integer> counts = new LinkedHashMap<>();
    sentences.forEach(labels -> labels.forEach(label -> counts.merge(label, 1, Integer::sum)));
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
      AffixForm form, String letters, String remark, Iterable<List<String>> sentences) {
    List<List<String>> translated = new ArrayList<>();
    sentences.forEach(labels -> translated.add(form.translate(labels)));
    TagScheme scheme = SpanCodec.detect(translated);
    String name = letters.isEmpty() ? scheme.toString() : letters;
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

  /** A label with a position would be the only one among types: rather a mistake. */
  private static boolean isLoneType(String label) {
    return LONE_TYPE.matcher(label).matches()
        && AFFIX_FORMS.stream().noneMatch(form -> form.hasPosition(label));
  }

  /** Returns the scheme of the translated labels; TOKEN if each token has its own label. */
  public TagScheme scheme() {
    return scheme;
  }

  /** Returns whether the labels are written in a {@link TagScheme} and need no translation. */
  public boolean isStandard() {
    return name.equals(scheme.toString());
  }

  /** Returns whether this notation has all of these labels. */
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
      return form.has(label);
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
   * @param labels one per token, which this notation {@link #has}
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

  /** Returns the name of the scheme, such as {@code BILOU}, and how its labels are written. */
  @Override
  public String toString() {
    return name;
  }
}
