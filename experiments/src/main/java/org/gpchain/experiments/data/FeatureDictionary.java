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
 * The unary features of a task. Their columns are 0 … D−1 in the order of their ids in files. A
 * feature's group is its template line, such as {@code U05}.
 *
 * @param columnOfId column of each feature by its id in files
 * @param groupOfFeature index of each feature's group, {@code [D]}; not copied, must not be
 *     modified
 * @param groupNames the template lines with features, in the order of the template
 * @param texts expansion of the template line in each feature, {@code [D]}
 */
public record FeatureDictionary(
    Map<Integer, Integer> columnOfId,
    int[] groupOfFeature,
    List<String> groupNames,
    List<String> texts) {
  /** Entry for the transitions, which are not unary features. */
  private static final String TRANSITIONS = "B";

  /** Returns the number of features D. */
  int size() {
    return groupOfFeature.length;
  }

  /**
   * Reads a file with a header line and lines of {@code id TAB count TAB feature}.
   *
   * @throws InputException if the file is malformed
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
          "the feature '" + cells[2] + "' does not start with a template line such as U05",
          TaskFile.FIX);
    }
    int id = file.number("the id", cells[0]);
    if (featureOfId.put(id, cells[2]) != null) {
      throw file.wrong("the id " + id + " occurs twice", "leave one of the lines out");
    }
  }

  private static FeatureDictionary of(SortedMap<Integer, String> featureOfId) {
    // Template lines are named U00, U01, … in the order of the template.
    List<String> groupNames =
        featureOfId.values().stream().map(FeatureDictionary::group).sorted().distinct().toList();

    Map<Integer, Integer> columnOfId = new HashMap<>();
    int[] groupOfFeature = new int[featureOfId.size()];
    List<String> texts = new ArrayList<>();
    for (Map.Entry<Integer, String> entry : featureOfId.entrySet()) {
      String feature = entry.getValue();
      String group = group(feature);
      int column = texts.size();
      columnOfId.put(entry.getKey(), column);
      groupOfFeature[column] = groupNames.indexOf(group);
      texts.add(feature.substring(Math.min(feature.length(), group.length() + 1)));
    }
    return new FeatureDictionary(
        Map.copyOf(columnOfId), groupOfFeature, groupNames, List.copyOf(texts));
  }

  /** Returns the template line of a feature. */
  private static String group(String feature) {
    return feature.split(":", 2)[0];
  }
}
