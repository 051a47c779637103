package org.gpchain.evaluation.inspection;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.core.features.Vocabulary;

/** Features in words. */
final class FeatureNames {
  private static final Pattern CELL = Pattern.compile("%x\\[(-?\\d+),([^\\]]+)]");

  private final Vocabulary vocabulary;
  private final List<String> symbols;
  private final List<int[]> tuples;

  FeatureNames(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.symbols = vocabulary.symbols();
    this.tuples = vocabulary.tuples();
  }

  /** Template lines and cells, such as {@code U00:%x[0,word] = the}. */
  String of(int feature) {
    int group = group(feature);
    String lines = String.join(", ", vocabulary.groupLines(group));
    return lines + " = " + String.join(" / ", cells(feature, group));
  }

  /** Columns with their places and cells, such as {@code word=the} or {@code lower[-1]=in}. */
  String shortOf(int feature) {
    int group = group(feature);
    List<String> cells = cells(feature, group);
    Matcher places = CELL.matcher(vocabulary.groupLines(group).get(0));
    StringBuilder name = new StringBuilder();
    for (String cell : cells) {
      name.append(name.isEmpty() ? "" : " + ");
      if (places.find()) {
        name.append(places.group(2));
        name.append(places.group(1).equals("0") ? "" : "[" + places.group(1) + "]").append('=');
      }
      name.append(cell);
    }
    return name.toString();
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
