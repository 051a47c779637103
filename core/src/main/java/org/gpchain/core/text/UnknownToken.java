package org.gpchain.core.text;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.gpchain.core.math.Checks;

/**
 * A token of which nobody has said whether it belongs to a segment, or what its label is.
 *
 * @param rejected types of segments that it does not belong to, such as those of suggestions that
 *     an annotator has rejected; labels that it does not have, where tokens have labels
 */
public record UnknownToken(int token, Set<String> rejected) {
  /** Stands for the label of an unknown token. */
  public static final String MARK = "?";

  /** Begins the mark of a token that does not belong to a segment of the type that follows. */
  public static final String NOT = "!";

  private static final String SEPARATOR = "|";

  public UnknownToken {
    Checks.atLeast("token", token, 0);
    rejected = Set.copyOf(rejected);
  }

  /** Nothing is known of a token. */
  public static UnknownToken of(int token) {
    return new UnknownToken(token, Set.of());
  }

  /**
   * Whether a label is the mark of an unknown token, {@code ?}, {@code !PER} or {@code !PER|LOC}.
   */
  public static boolean isMark(String label) {
    return label.equals(MARK) || (label.startsWith(NOT) && label.length() > NOT.length());
  }

  /** Reads a label of which {@link #isMark} holds. */
  public static UnknownToken ofMark(int token, String label) {
    Set<String> types = new TreeSet<>();
    if (!label.equals(MARK)) {
      Collections.addAll(types, label.substring(NOT.length()).split(Pattern.quote(SEPARATOR), -1));
    }
    return new UnknownToken(token, types);
  }

  public String mark() {
    return rejected.isEmpty() ? MARK : NOT + String.join(SEPARATOR, new TreeSet<>(rejected));
  }
}
