package org.gpchain.internal.corpora;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;

/** The parts of lines of CoNLL-U: numbers of tokens, pairs of keys and values, and comments. */
public final class ConlluLines {
  /** Number of columns. */
  public static final int COLUMNS = 10;

  /** What stands for a value that is missing. */
  public static final String NONE = "_";

  static final int WORD = 1;
  static final int UNIVERSAL_POS = 3;
  static final int OTHER_POS = 4;

  /** The column with pairs of keys and values, separated by {@code |}. */
  static final int MISC = 9;

  /** The numbers of multiword tokens, such as {@code 3-4}, and empty nodes, such as {@code 5.1}. */
  private static final Pattern WITHOUT_NUMBER = Pattern.compile("\\d+[-.]\\d+");

  private static final Pattern METADATA = Pattern.compile("# ?([\\w.:-]+(?: id)?)(?: ?=)? ?(.*)");

  private static final char PAIRS = '|';

  private static final String[] WRITTEN = {"\\\\", "\\p", "\\t", "\\n"};
  private static final String[] MEANT = {"\\", "|", "\t", "\n"};

  private ConlluLines() {}

  /** Returns the key of the labels of a task in the last column, where the user names none. */
  public static String labelKey(String task) {
    return switch (task) {
      case "ne" -> "NE";
      case ColumnFormat.CHUNK, ColumnFormat.NOUN_PHRASE -> "Chunk";
      case "pos" -> "POS";
      default -> task;
    };
  }

  /** Whether a line with this first cell is a multiword token or an empty node. */
  public static boolean isWithoutNumber(String id) {
    return WITHOUT_NUMBER.matcher(id).matches();
  }

  /** Returns the pairs of a cell, in their order; those without a value have an empty one. */
  public static Map<String, String> pairs(String cell) {
    Map<String, String> pairs = new LinkedHashMap<>();
    if (!cell.equals(NONE)) {
      for (String pair : StringUtils.split(cell, PAIRS)) {
        String value = StringUtils.substringAfter(pair, "=");
        pairs.put(keyOf(pair), StringUtils.replaceEach(value, WRITTEN, MEANT));
      }
    }
    return pairs;
  }

  private static String keyOf(String pair) {
    return StringUtils.substringBefore(pair, "=").strip();
  }

  /** Returns a key and its value as a cell has them. */
  public static String pair(String key, String value) {
    return key + "=" + StringUtils.replaceEach(value, MEANT, WRITTEN);
  }

  /**
   * Returns a line of a token with more pairs in its last column, in which they replace those with
   * the same keys.
   */
  static String with(String line, Map<String, String> added) {
    List<String> cells = new ArrayList<>(List.of(line.split("\t", -1)));
    String misc = cells.get(MISC).strip();
    List<String> pairs = new ArrayList<>();
    if (!misc.equals(NONE)) {
      for (String pair : StringUtils.split(misc, PAIRS)) {
        if (!added.containsKey(keyOf(pair))) {
          pairs.add(pair);
        }
      }
    }
    added.forEach((key, value) -> pairs.add(pair(key, value)));
    cells.set(MISC, String.join("|", pairs));
    return String.join("\t", cells);
  }

  /**
   * Returns the value of a comment with a key, such as {@code 3} of {@code # sent_id = 3}; empty if
   * the comment has another key.
   */
  public static Optional<String> value(String comment, String key) {
    Matcher parts = METADATA.matcher(comment);
    return parts.matches() && parts.group(1).equals(key)
        ? Optional.of(parts.group(2).strip())
        : Optional.empty();
  }
}
