package org.gpchain.experiments.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.training.data.LabeledRows;

/**
 * The data of one task: its sentences, up to the last that is used, and how the folds part them.
 *
 * @param sentences those of the experiment, and any before them
 * @param features what their columns are
 * @param labelNames what their labels are, {@code [V]}
 * @param permutations the order of the sentences in each fold, numbers from 0; not to be modified
 * @param absentLabels how many tokens have the label −1, which is read as 0
 * @param embeddings kernels of word vectors, one for each template line of words; may be empty
 */
public record GpstructData(
    GpstructTask task,
    GpstructTask.Size size,
    LabeledRows sentences,
    FeatureDictionary features,
    List<String> labelNames,
    List<int[]> permutations,
    int absentLabels,
    List<EmbeddingKernel> embeddings) {
  /** Number of folds of each task. */
  public static final int FOLDS = 5;

  /** Stands in files for every label that the dictionary was made without. */
  static final int ABSENT = -1;

  /**
   * One fold.
   *
   * @param test the sentences to measure on, over the same columns and labels
   */
  public record Fold(LabeledRows train, LabeledRows test) {}

  /**
   * Reads the files of a task.
   *
   * @param from number of the sentence, from 1, that the folds' first sentence is
   * @throws InputException if one of them cannot be used
   */
  public static GpstructData read(Path directory, GpstructTask task, boolean large, int from)
      throws IOException {
    GpstructTask.Size size = task.size(large);
    String name = task.fileName();
    FeatureDictionary features = FeatureDictionary.read(directory.resolve(name + ".features.tsv"));
    List<String> labelNames =
        labelNames(directory.resolve(name + ".labels.tsv"), task.labelCount());
    SequenceFile file = new SequenceFile(features, labelNames.size());
    LabeledRows sentences =
        file.read(directory.resolve(name + ".seq"), from - 1 + size.sentences());
    List<int[]> permutations =
        permutations(
            directory.resolve("datasplit.n_data=" + size.sentences() + ".txt"), size.sentences());
    for (int[] permutation : permutations) {
      for (int i = 0; i < permutation.length; i++) {
        permutation[i] += from - 1;
      }
    }
    return new GpstructData(
        task, size, sentences, features, labelNames, permutations, file.absentLabels, List.of());
  }

  /** Reads lines of {@code number TAB label}: the names of the labels 0 … V−1. */
  private static List<String> labelNames(Path path, int count) throws IOException {
    Map<Integer, String> names = new TreeMap<>();
    try (TaskFile file = new TaskFile(path)) {
      for (String text = file.next(); text != null; text = file.next()) {
        String[] cells = text.split("\t", -1);
        if (cells.length != 2) {
          throw file.wrong("expected a number, a TAB and a label", TaskFile.FIX);
        }
        int number = file.number("the number of a label", cells[0]);
        if (number < ABSENT || number >= count || names.put(number, cells[1]) != null) {
          throw file.wrong(
              "the number of a label must be one from 0 to "
                  + (count - 1)
                  + ", and there once, but is "
                  + number,
              TaskFile.FIX);
        }
      }
      names.remove(ABSENT);
      if (names.size() != count) {
        throw file.wrongFile(
            "this task has " + count + " labels, but the file names " + names.size());
      }
    }
    return List.copyOf(names.values());
  }

  /** Reads a line for each fold: a permutation of the sentence numbers, from 1 on there. */
  private static List<int[]> permutations(Path path, int sentences) throws IOException {
    List<int[]> folds = new ArrayList<>();
    try (TaskFile file = new TaskFile(path)) {
      for (String text = file.next(); text != null; text = file.next()) {
        folds.add(permutation(file, text.strip().split("\\s+", -1), sentences));
      }
      if (folds.size() != FOLDS) {
        throw file.wrongFile("expected " + FOLDS + " folds, a line each, found " + folds.size());
      }
    }
    return folds;
  }

  private static int[] permutation(TaskFile file, String[] words, int sentences)
      throws InputException {
    String what = "this is not a permutation of the sentence numbers from 1 to " + sentences + ": ";
    if (words.length != sentences) {
      throw file.wrong(what + "it has " + words.length + " of them", TaskFile.FIX);
    }
    boolean[] seen = new boolean[sentences];
    int[] permutation = new int[sentences];
    for (int i = 0; i < sentences; i++) {
      int number = file.number("the sentence number", words[i]);
      if (number < 1 || number > sentences) {
        throw file.wrong(what + number + " is none of them", TaskFile.FIX);
      }
      if (seen[number - 1]) {
        throw file.wrong(what + number + " is there twice", TaskFile.FIX);
      }
      seen[number - 1] = true;
      permutation[i] = number - 1;
    }
    return permutation;
  }

  /** The same data with kernels of word vectors. */
  public GpstructData withEmbeddings(List<EmbeddingKernel> kernels) {
    return new GpstructData(
        task, size, sentences, features, labelNames, permutations, absentLabels, kernels);
  }

  /**
   * A fold: the first sentences of its permutation are for training, the others for testing.
   *
   * @param number of the fold, from 1
   */
  public Fold fold(int number) {
    int[] order = permutations.get(Checks.index("fold", number - 1, permutations.size()));
    return new Fold(
        sentences.select(Arrays.copyOf(order, size.train())),
        sentences.select(Arrays.copyOfRange(order, size.train(), order.length)));
  }
}
