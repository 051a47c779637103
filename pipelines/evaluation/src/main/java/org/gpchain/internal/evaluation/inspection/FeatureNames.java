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
 * Features in words. Of clusters and states, whose numbers say nothing, the commonest words are
 * told.
 */
final class FeatureNames {
  private static final int EXAMPLES = 5;

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");
  private static final Pattern CELL = Pattern.compile("%x\\[(-?\\d+),([^\\]]+)]");

  private final Vocabulary vocabulary;
  private final List<String> symbols;
  private final List<int[]> tuples;
  private final WordResource words;

  /** The commonest words of the values of columns, made when they are asked for. */
  private final Map<String, List<List<String>>> examples = new ConcurrentHashMap<>();

  FeatureNames(Model model) {
    this.vocabulary = model.vocabulary();
    this.words = model.words();
    this.symbols = vocabulary.symbols();
    this.tuples = vocabulary.tuples();
  }

  /** Template lines and cells, such as {@code U00:%x[0,word] = the}. */
  String of(int feature) {
    int group = group(feature);
    Matcher places = CELL.matcher(vocabulary.groupLines(group).get(0));
    List<String> cells = new ArrayList<>();
    for (String cell : cells(feature, group)) {
      List<String> like = places.find() ? like(places.group(2), cell) : List.of();
      cells.add(like.isEmpty() ? cell : cell + " (like " + String.join(", ", like) + ")");
    }
    return String.join(", ", vocabulary.groupLines(group)) + " = " + String.join(" / ", cells);
  }

  /**
   * Columns with their places and cells, such as {@code word=the} or {@code lower[-1]=in}; of what
   * is known of words {@code like Paris, Boston, Chicago}, {@code in the list places}, {@code part
   * of a name: city}.
   */
  String shortOf(int feature) {
    int group = group(feature);
    Matcher places = CELL.matcher(vocabulary.groupLines(group).get(0));
    List<String> parts = new ArrayList<>();
    for (String cell : cells(feature, group)) {
      if (places.find()) {
        String place = places.group(1).equals("0") ? "" : "[" + places.group(1) + "]";
        parts.add(described(places.group(2), place, cell));
      } else {
        parts.add(cell);
      }
    }
    return String.join(" + ", parts);
  }

  private String described(String column, String place, String cell) {
    List<String> like = like(column, cell);
    boolean isMark = cell.equals(Lexicon.BEGIN) || cell.equals(Lexicon.INSIDE);
    if (!like.isEmpty()) {
      return "like " + String.join(", ", like) + place;
    }
    if (words != null && words.lexicons().containsKey(column) && isMark) {
      return "in the list " + column + place;
    }
    if (words != null && words.nameColumns().contains(column)) {
      String kind = column.substring(NameKinds.COLUMN.length());
      if (cell.equals(NameKinds.ALIKE)) {
        return "spelled like a name: " + kind + place;
      }
      return isMark ? "part of a name: " + kind + place : column + place + "=" + cell;
    }
    return column + place + "=" + cell;
  }

  /** The commonest words of a cluster or state; empty if the cell is something else. */
  private List<String> like(String column, String cell) {
    if (words == null || !NUMBER.matcher(cell).matches()) {
      return List.of();
    }
    List<List<String>> all =
        examples.computeIfAbsent(column, name -> words.commonest(name, EXAMPLES));
    int value = Integer.parseInt(cell);
    return value < all.size() ? all.get(value) : List.of();
  }

  private int group(int feature) {
    int group = 0;
    while (vocabulary.groupStart(group + 1) <= feature) {
      group++;
    }
    return group;
  }

  private List<String> cells(int feature, int group) {
    int[] all = tuples.get(group);
    int features = vocabulary.groupStart(group + 1) - vocabulary.groupStart(group);
    int arity = all.length / features;
    int first = (feature - vocabulary.groupStart(group)) * arity;
    return Arrays.stream(all, first, first + arity).mapToObj(symbols::get).toList();
  }
}
