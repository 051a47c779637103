package org.gpchain.core.text;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.gpchain.internal.core.math.Checks;

/**
 * A token whose label is not known, because it was not annotated.
 *
 * @param token index of the token in its sentence
 * @param rejected types of segments that do not contain the token, for example of suggestions that
 *     an annotator rejected. In the scheme {@link TagScheme#TOKEN}, labels that the token does not
 *     have.
 * @param weights probability of each label that the token may have, in (0, 1]. Labels of segments
 *     are written in the scheme IOB2. Empty if no probabilities are known.
 */
public record UnknownToken(int token, Set<String> rejected, SortedMap<String, Double> weights) {
  /** Mark that replaces the label of an unknown token. */
  public static final String MARK = "?";

  /** Prefix of the mark of an unknown token with rejected types, which follow the prefix. */
  public static final String NOT = "!";

  private static final String SEPARATOR = "|";

  /** Regular expression of a label and its weight, in (0, 1]. */
  private static final String WEIGHTED = "[^|=]++=(?:1(?:\\.0+)?|0?\\.0*[1-9]\\d*)";

  private static final Pattern WEIGHTS =
      Pattern.compile("\\?" + WEIGHTED + "(?:\\|" + WEIGHTED + ")*+");

  /** Creates an unknown token; copies the collections. */
  public UnknownToken {
    Checks.atLeast("token", token, 0);
    rejected = Set.copyOf(rejected);
    weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
  }

  /** Creates an unknown token for which some types have been ruled out. */
  public UnknownToken(int token, Set<String> rejected) {
    this(token, rejected, Collections.emptySortedMap());
  }

  /** Returns a token for which all labels are possible. */
  public static UnknownToken of(int token) {
    return new UnknownToken(token, Set.of());
  }

  /**
   * Returns whether a label is the mark of an unknown token: {@code ?}, {@code !PER}, {@code
   * !PER|LOC} or, with weights, {@code ?B-PER=0.9|O=0.1}.
   */
  public static boolean isMark(String label) {
    return label.equals(MARK)
        || (label.startsWith(NOT) && label.length() > NOT.length())
        || WEIGHTS.matcher(label).matches();
  }

  /**
   * Returns the unknown token that a mark represents.
   *
   * @param token index of the token in its sentence
   * @param label a mark, as tested by {@link #isMark}
   */
  public static UnknownToken ofMark(int token, String label) {
    if (label.equals(MARK)) {
      return of(token);
    }

    String[] parts = label.substring(1).split(Pattern.quote(SEPARATOR), -1);
    if (label.startsWith(NOT)) {
      return new UnknownToken(token, new TreeSet<>(List.of(parts)));
    }

    SortedMap<String, Double> weights = new TreeMap<>();
    for (String part : parts) {
      int equals = part.indexOf('=');
      weights.put(part.substring(0, equals), Double.valueOf(part.substring(equals + 1)));
    }
    return new UnknownToken(token, Set.of(), weights);
  }

  /** Returns the mark that represents this token in place of a label. */
  public String mark() {
    if (!weights.isEmpty()) {
      StringJoiner weightedLabels = new StringJoiner(SEPARATOR, MARK, "");
      for (Map.Entry<String, Double> weight : weights.entrySet()) {
        weightedLabels.add(weight.getKey() + "=" + weight.getValue());
      }
      return weightedLabels.toString();
    }
    if (!rejected.isEmpty()) {
      return NOT + String.join(SEPARATOR, new TreeSet<>(rejected));
    }
    return MARK;
  }
}
