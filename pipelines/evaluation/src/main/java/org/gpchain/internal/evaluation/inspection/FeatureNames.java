package org.gpchain.internal.evaluation.inspection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.model.Model;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.NameKinds;
import org.gpchain.core.words.WordResource;

/**
 * Human-readable names of features. Word clusters and HMM states, which are only numbers, are
 * described by their most frequent words.
 */
final class FeatureNames {
  /** Number of words that describe a cluster or state. */
  private static final int EXAMPLES = 5;

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");

  /** A cell of a template line, with its offset from the token and its column. */
  private static final Pattern CELL = Pattern.compile("%x\\[(-?\\d+),([^\\]]+)]");

  private final Vocabulary vocabulary;
  private final List<String> symbols;
  private final List<int[]> tuples;
  private final WordResource words;

  /** Cache of the most frequent words of each value of a column, by column. */
  private final Map<String, List<List<String>>> examples = new ConcurrentHashMap<>();

  FeatureNames(Model model) {
    this.vocabulary = model.vocabulary();
    this.words = model.words();
    this.symbols = vocabulary.symbols();
    this.tuples = vocabulary.tuples();
  }

  /** Returns the template lines and the cells of a feature: {@code U00:%x[0,word] = the}. */
  String of(int feature) {
    int group = group(feature);
    Matcher templateCells = CELL.matcher(vocabulary.groupLines(group).get(0));
    List<String> cells = new ArrayList<>();
    for (String cell : cells(feature, group)) {
      String described = cell;
      if (templateCells.find()) {
        List<String> similar = similarWords(templateCells.group(2), cell);
        if (!similar.isEmpty()) {
          described = cell + " (like " + String.join(", ", similar) + ")";
        }
      }
      cells.add(described);
    }
    return String.join(", ", vocabulary.groupLines(group)) + " = " + String.join(" / ", cells);
  }

  /**
   * Returns a short name of a feature: its columns with their offsets and values, such as {@code
   * word=the} or {@code lower[-1]=in}. Features from the word resource have descriptions such as
   * {@code like Paris, Boston, Chicago}, {@code in the list places}, {@code part of a name: city}.
   */
  String shortOf(int feature) {
    int group = group(feature);
    Matcher templateCells = CELL.matcher(vocabulary.groupLines(group).get(0));
    List<String> parts = new ArrayList<>();
    for (String cell : cells(feature, group)) {
      if (templateCells.find()) {
        String offset = templateCells.group(1);
        String place = offset.equals("0") ? "" : "[" + offset + "]";
        parts.add(described(templateCells.group(2), place, cell));
      } else {
        parts.add(cell);
      }
    }
    return String.join(" + ", parts);
  }

  private String described(String column, String place, String cell) {
    List<String> similar = similarWords(column, cell);
    if (!similar.isEmpty()) {
      return "like " + String.join(", ", similar) + place;
    }
    if (words != null) {
      boolean isMark = cell.equals(Lexicon.BEGIN) || cell.equals(Lexicon.INSIDE);
      if (isMark && words.lexicons().containsKey(column)) {
        return "in the list " + column + place;
      }

      boolean isNameColumn = words.nameColumns().contains(column);
      if (isNameColumn && cell.equals(NameKinds.ALIKE)) {
        return "spelled like a name: " + nameKind(column) + place;
      }
      if (isNameColumn && isMark) {
        return "part of a name: " + nameKind(column) + place;
      }
    }
    return column + place + "=" + cell;
  }

  private static String nameKind(String column) {
    return column.substring(NameKinds.COLUMN.length());
  }

  /** Returns the most frequent words of a cluster or state, or no words for other cells. */
  private List<String> similarWords(String column, String cell) {
    if (words == null || !NUMBER.matcher(cell).matches()) {
      return List.of();
    }
    List<List<String>> wordsByValue =
        examples.computeIfAbsent(column, name -> words.commonest(name, EXAMPLES));
    int value = Integer.parseInt(cell);
    if (value < wordsByValue.size()) {
      return wordsByValue.get(value);
    }
    return List.of();
  }

  /** Returns the number of the group, and thus of the template line, of a feature. */
  private int group(int feature) {
    int group = 0;
    while (vocabulary.groupStart(group + 1) <= feature) {
      group++;
    }
    return group;
  }

  /** Returns the values of the cells of a feature's template line. */
  private List<String> cells(int feature, int group) {
    int[] groupTuples = tuples.get(group);
    int features = vocabulary.groupStart(group + 1) - vocabulary.groupStart(group);
    int arity = groupTuples.length / features;
    int first = (feature - vocabulary.groupStart(group)) * arity;
    return Arrays.stream(groupTuples, first, first + arity).mapToObj(symbols::get).toList();
  }
}
