package org.gpchain.experiments.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.math.SparseRows;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.Utf8Lines;
import org.gpchain.training.data.LabeledRows;

/**
 * Reads the first sentences of a {@code .seq} file: a token a line, its label number and the ids of
 * its active features; an empty line ends a sentence.
 */
final class SequenceFile {
  private final Path file;
  private final FeatureDictionary features;
  private final int labelCount;

  private final List<Integer> sentenceStart = new ArrayList<>(List.of(0));
  private final List<Integer> rowStart = new ArrayList<>(List.of(0));
  private final List<Integer> columns = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();
  private int absentLabels;

  /**
   * @param file to read
   * @param features that its ids name
   * @param labelCount number of labels V
   */
  SequenceFile(Path file, FeatureDictionary features, int labelCount) {
    this.file = file;
    this.features = features;
    this.labelCount = labelCount;
  }

  /**
   * Reads sentences.
   *
   * @param count how many, from the first one on
   * @throws InputException if it cannot be used, or has fewer sentences
   */
  LabeledRows read(int count) throws IOException {
    try (Utf8Lines lines = new Utf8Lines(file)) {
      while (sentenceStart.size() <= count) {
        String text = lines.next();
        if (text != null && !text.isBlank()) {
          addToken(lines.line(), text);
        } else {
          endSentence(lines.line(), text == null, count);
        }
      }
    }
    SparseRows rows = SparseRows.of(features.size(), array(rowStart), array(columns));
    return new LabeledRows(rows, array(sentenceStart), array(labels), labelCount);
  }

  /** How many tokens have the label −1, which is read as 0 as the papers' programs do. */
  int absentLabels() {
    return absentLabels;
  }

  private void endSentence(int line, boolean endOfFile, int count) throws InputException {
    if (sentenceStart.get(sentenceStart.size() - 1) < labels.size()) {
      sentenceStart.add(labels.size());
    } else if (endOfFile) {
      throw new InputException(
          file,
          0,
          "the experiment needs " + count + " sentences, found " + (sentenceStart.size() - 1),
          "take the whole file");
    } else {
      throw new InputException(
          file, line, "here is a sentence without tokens", "leave out the empty line");
    }
  }

  private void addToken(int line, String text) throws InputException {
    String[] words = text.strip().split("\\s+", -1);
    labels.add(label(line, words[0]));
    List<Integer> row = new ArrayList<>();
    for (int i = 1; i < words.length; i++) {
      int column = column(line, words[i]);
      if (row.contains(column)) {
        throw new InputException(
            file, line, "the feature " + words[i] + " is there twice", "leave one of them out");
      }
      row.add(column);
    }
    columns.addAll(row);
    rowStart.add(columns.size());
  }

  private int label(int line, String text) throws InputException {
    int label = IntegerField.parse(file, line, "the label", text);
    if (label == LabelNames.ABSENT) {
      absentLabels++;
      return 0;
    }
    if (label < 0 || label >= labelCount) {
      throw new InputException(
          file,
          line,
          "the label "
              + label
              + " is none of the task's "
              + labelCount
              + ", 0 to "
              + (labelCount - 1),
          "fix the line");
    }
    return label;
  }

  private int column(int line, String text) throws InputException {
    Integer column = features.columnOfId().get(IntegerField.parse(file, line, "the feature", text));
    if (column == null) {
      throw new InputException(
          file,
          line,
          "the feature " + text + " is not in the dictionary of features",
          "take both files from the same data set");
    }
    return column;
  }

  private static int[] array(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }
}
