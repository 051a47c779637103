package org.gpchain.experiments.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.internal.corpora.InputException;

/**
 * The unary features of a task, numbered from 0 without gaps in the order of their ids. A feature's
 * group is the template line that it expands, such as {@code U05}.
 *
 * @param columnOfId number of each feature by the id that it has in files
 * @param groupOfFeature number of each feature's group, {@code [D]}; shared, not to be modified
 * @param groupNames the template lines that have features, in the template's order
 * @param texts what the template line of each feature expands to, {@code [D]}
 */
public record FeatureDictionary(
    Map<Integer, Integer> columnOfId,
    int[] groupOfFeature,
    List<String> groupNames,
    List<String> texts) {
  /** The transitions' entry, which is no unary feature. */
  private static final String TRANSITIONS = "B";

  /** Number of features D. */
  int size() {
    return groupOfFeature.length;
  }

  /**
   * Reads a file of {@code id TAB count TAB expansion} below a header line.
   *
   * @throws InputException if it cannot be used
   */
  static FeatureDictionary read(Path path) throws IOException {
    SortedMap<Integer, String> featureOfId = new TreeMap<>();
    try (TaskFile file = new TaskFile(path)) {
      file.next();
      for (String text = file.next(); text != null; text = file.next()) {
        add(file, text, featureOfId);
      }
      if (featureOfId.isEmpty()) {
        throw file.wrongFile("there is no feature in this file");
      }
    }
    return of(featureOfId);
  }

  private static void add(TaskFile file, String text, SortedMap<Integer, String> featureOfId)
      throws InputException {
    String[] cells = text.split("\t", -1);
    if (cells.length != 3) {
      throw file.wrong(
          "expected id, count and feature with TABs between them, found " + cells.length + " cells",
          TaskFile.FIX);
    }
    if (cells[2].equals(TRANSITIONS)) {
      return;
    }
    if (!cells[2].matches("U\\d+(:.*)?")) {
      throw file.wrong(
          "the feature '" + cells[2] + "' expands no template line such as U05", TaskFile.FIX);
    }
    int id = file.number("the id", cells[0]);
    if (featureOfId.put(id, cells[2]) != null) {
      throw file.wrong("the id " + id + " is there twice", "leave one of the lines out");
    }
  }

  private static FeatureDictionary of(SortedMap<Integer, String> featureOfId) {
    // Template lines are named U00, U01, … in the order in which they stand in the template.
    List<String> names =
        featureOfId.values().stream().map(f -> f.split(":", 2)[0]).sorted().distinct().toList();
    Map<Integer, Integer> columnOfId = new HashMap<>();
    int[] groupOfFeature = new int[featureOfId.size()];
    List<String> texts = new ArrayList<>();
    featureOfId.forEach(
        (id, feature) -> {
          String group = feature.split(":", 2)[0];
          groupOfFeature[columnOfId.size()] = names.indexOf(group);
          texts.add(feature.substring(Math.min(feature.length(), group.length() + 1)));
          columnOfId.put(id, columnOfId.size());
        });
    return new FeatureDictionary(Map.copyOf(columnOfId), groupOfFeature, names, List.copyOf(texts));
  }
}
