package org.gpchain.experiments.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.data.LabeledRows;

/**
 * A reader of {@code .seq} files. Each line has the label number and the feature ids of a token. An
 * empty line ends a sentence.
 */
final class SequenceFile {
  private final FeatureDictionary features;
  private final int labelCount;

  private final List<Integer> sentenceStart = new ArrayList<>(List.of(0));
  private final List<Integer> rowStart = new ArrayList<>(List.of(0));
  private final List<Integer> columns = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();

  /** Number of tokens with the label −1, which is read as 0, like in the papers' programs. */
  int absentLabels;

  /** Creates a reader for one file. */
  SequenceFile(FeatureDictionary features, int labelCount) {
    this.features = features;
    this.labelCount = labelCount;
  }

  /**
   * Reads the first sentences of a file.
   *
   * @param count number of sentences
   * @throws InputException if the file is malformed, or has fewer sentences
   */
  LabeledRows read(Path path, int count) throws IOException {
    try (TaskFile file = new TaskFile(path)) {
      while (sentenceStart.size() <= count) {
        String text = file.next();
        if (text != null && !text.isBlank()) {
          addToken(file, text);
        } else {
          endSentence(file, text == null, count);
        }
      }
    }

    SparseRows rows = SparseRows.of(features.size(), array(rowStart), array(columns));
    return new LabeledRows(rows, array(sentenceStart), array(labels), labelCount);
  }

  private void endSentence(TaskFile file, boolean endOfFile, int count) throws InputException {
    if (sentenceStart.get(sentenceStart.size() - 1) < labels.size()) {
      sentenceStart.add(labels.size());
    } else if (endOfFile) {
      throw file.wrongFile(
          "the experiment needs " + count + " sentences, found " + (sentenceStart.size() - 1));
    } else {
      throw file.wrong("this sentence has no tokens", "leave out the empty line");
    }
  }

  private void addToken(TaskFile file, String text) throws InputException {
    String[] words = text.strip().split("\\s+", -1);
    labels.add(label(file, words[0]));

    List<Integer> row = new ArrayList<>();
    for (int i = 1; i < words.length; i++) {
      Integer column = features.columnOfId().get(file.number("the feature", words[i]));
      if (column == null) {
        throw file.wrong(
            "the feature " + words[i] + " is not in the dictionary of features",
            "take both files from the same data set");
      }
      if (row.contains(column)) {
        throw file.wrong("the feature " + words[i] + " occurs twice", "leave one of them out");
      }
      row.add(column);
    }

    columns.addAll(row);
    rowStart.add(columns.size());
  }

  private int label(TaskFile file, String text) throws InputException {
    int label = file.number("the label", text);
    if (label == GpstructData.ABSENT) {
      absentLabels++;
      return 0;
    }
    if (label < 0 || label >= labelCount) {
      throw file.wrong(
          "the label must be from 0 to " + (labelCount - 1) + ", was " + label, TaskFile.FIX);
    }
    return label;
  }

  private static int[] array(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }
}
