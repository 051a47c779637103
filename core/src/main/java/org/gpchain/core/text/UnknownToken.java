package org.gpchain.core.text;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gpchain.internal.core.math.Checks;

/**
 * A token of which nobody has said whether it belongs to a segment, or what its label is.
 *
 * @param rejected types of segments that it does not belong to, such as those of suggestions that
 *     an annotator has rejected; labels that it does not have, where tokens have labels
 * @param weights how probable each label is that it may have, in (0, 1]; of segments these are
 *     labels of the scheme IOB2. Empty if nothing is known but what is rejected
 */
public record UnknownToken(int token, Set<String> rejected, SortedMap<String, Double> weights) {
  /** Stands for the label of an unknown token. */
  public static final String MARK = "?";

  /** Begins the mark of a token that does not belong to a segment of the type that follows. */
  public static final String NOT = "!";

  private static final String SEPARATOR = "|";

  /** A label and its weight, in (0, 1]. */
  private static final String WEIGHTED = "[^|=]++=(?:1(?:\\.0+)?|0?\\.0*[1-9]\\d*)";

  private static final Pattern WEIGHTS =
      Pattern.compile("\\?" + WEIGHTED + "(?:\\|" + WEIGHTED + ")*+");

  public UnknownToken {
    Checks.atLeast("token", token, 0);
    rejected = Set.copyOf(rejected);
    weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
  }

  /** A token of which so much is known as has been rejected. */
  public UnknownToken(int token, Set<String> rejected) {
    this(token, rejected, Collections.emptySortedMap());
  }

  /** Nothing is known of a token. */
  public static UnknownToken of(int token) {
    return new UnknownToken(token, Set.of());
  }

  /**
   * Whether a label is the mark of an unknown token, {@code ?}, {@code !PER}, {@code !PER|LOC} or,
   * with weights, {@code ?B-PER=0.9|O=0.1}.
   */
  public static boolean isMark(String label) {
    return label.equals(MARK)
        || (label.startsWith(NOT) && label.length() > NOT.length())
        || WEIGHTS.matcher(label).matches();
  }

  /** Reads a label of which {@link #isMark} holds. */
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

  /** The mark that stands for this in place of a label. */
  public String mark() {
    if (!weights.isEmpty()) {
      return weights.entrySet().stream()
          .map(label -> label.getKey() + "=" + label.getValue())
          .collect(Collectors.joining(SEPARATOR, MARK, ""));
    }
    return rejected.isEmpty() ? MARK : NOT + String.join(SEPARATOR, new TreeSet<>(rejected));
  }
}
