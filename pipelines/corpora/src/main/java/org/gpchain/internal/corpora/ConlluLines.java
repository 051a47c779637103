package org.gpchain.internal.corpora;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;

/** Functions for lines of CoNLL-U: token numbers, pairs of keys and values, and comments. */
public final class ConlluLines {
  /** Number of columns. */
  public static final int COLUMNS = 10;

  /** Cell of a missing value. */
  public static final String NONE = "_";

  /** Index of the column FORM. */
  static final int WORD = 1;

  /** Index of the column UPOS. */
  static final int UNIVERSAL_POS = 3;

  /** Index of the column XPOS. */
  static final int OTHER_POS = 4;

  /** Index of the column MISC, which has pairs of keys and values, separated by {@code |}. */
  static final int MISC = 9;

  /** IDs of multiword tokens, such as {@code 3-4}, and of empty nodes, such as {@code 5.1}. */
  private static final Pattern WITHOUT_NUMBER = Pattern.compile("\\d+[-.]\\d+");

  private static final Pattern METADATA = Pattern.compile("# ?([\\w.:-]+(?: id)?)(?: ?=)? ?(.*)");

  private static final char PAIR_SEPARATOR = '|';

  /** Escape sequences of the characters in {@link #UNESCAPED}. */
  private static final String[] ESCAPED = {"\\\\", "\\p", "\\t", "\\n"};

  private static final String[] UNESCAPED = {"\\", "|", "\t", "\n"};

  private ConlluLines() {}

  /** Returns the key of a task's labels in the last column, unless the user names another key. */
  public static String labelKey(String task) {
    return switch (task) {
      case "ne" -> "NE";
      case ColumnFormat.CHUNK, ColumnFormat.NOUN_PHRASE -> "Chunk";
      case "pos" -> "POS";
      default -> task;
    };
  }

  /** Returns whether a line with this first cell is a multiword token or an empty node. */
  public static boolean isWithoutNumber(String id) {
    return WITHOUT_NUMBER.matcher(id).matches();
  }

  /** Returns the values by their keys in a cell, in order; a missing value is the empty string. */
  public static Map<String, String> pairs(String cell) {
    Map<String, String> pairs = new LinkedHashMap<>();
    if (!cell.equals(NONE)) {
      for (String pair : StringUtils.split(cell, PAIR_SEPARATOR)) {
        String value = StringUtils.substringAfter(pair, "=");
        pairs.put(keyOf(pair), StringUtils.replaceEach(value, ESCAPED, UNESCAPED));
      }
    }
    return pairs;
  }

  private static String keyOf(String pair) {
    return StringUtils.substringBefore(pair, "=").strip();
  }

  /** Returns a key and its value in the form of a cell, with special characters escaped. */
  public static String pair(String key, String value) {
    return key + "=" + StringUtils.replaceEach(value, UNESCAPED, ESCAPED);
  }

  /**
   * Returns the line of a token after adding pairs to its last column.
   *
   * @param added values by their keys; they replace the pairs that have the same keys
   */
  static String with(String line, Map<String, String> added) {
    return Cells.withLast(line, misc -> withPairs(misc, added));
  }

  private static String withPairs(String misc, Map<String, String> added) {
    List<String> pairs = new ArrayList<>();
    if (!misc.equals(NONE)) {
      for (String pair : StringUtils.split(misc, PAIR_SEPARATOR)) {
        if (!added.containsKey(keyOf(pair))) {
          pairs.add(pair);
        }
      }
    }
    for (Map.Entry<String, String> pair : added.entrySet()) {
      pairs.add(pair(pair.getKey(), pair.getValue()));
    }
    return String.join("|", pairs);
  }

  /**
   * Returns the value of a comment with this key, such as {@code 3} of {@code # sent_id = 3}, or
   * empty if the comment has another key.
   */
  public static Optional<String> value(String comment, String key) {
    Matcher parts = METADATA.matcher(comment);
    if (parts.matches() && parts.group(1).equals(key)) {
      return Optional.of(parts.group(2).strip());
    }
    return Optional.empty();
  }
}
