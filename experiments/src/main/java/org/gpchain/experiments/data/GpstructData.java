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
 * The sentences of a task, and their division into training and test sentences in each fold.
 *
 * @param task the task
 * @param size numbers of sentences of the experiment
 * @param sentences the sentences of the experiment and any sentences before them in the file
 * @param features features by column
 * @param labelNames names of the labels, {@code [V]}
 * @param permutations indices of the sentences in the order of each fold; must not be modified
 * @param absentLabels number of tokens with the label −1, which is read as 0
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

  /** Number in files for labels that are not in the dictionary. */
  static final int ABSENT = -1;

  /**
   * The sentences of a fold.
   *
   * @param train the training sentences
   * @param test the test sentences, with the same columns and labels
   */
  public record Fold(LabeledRows train, LabeledRows test) {}

  /**
   * Reads the files of a task.
   *
   * @param directory folder of the files
   * @param large whether to use the size of the large experiment
   * @param from number of the first sentence of the folds in the file, from 1
   * @throws InputException if a file is malformed
   */
  public static GpstructData read(Path directory, GpstructTask task, boolean large, int from)
      throws IOException {
    GpstructTask.Size size = task.size(large);
    String name = task.fileName();
    FeatureDictionary features = FeatureDictionary.read(directory.resolve(name + ".features.tsv"));
    Path labelFile = directory.resolve(name + ".labels.tsv");
    List<String> labelNames = labelNames(labelFile, task.labelCount());

    SequenceFile file = new SequenceFile(features, labelNames.size());
    int count = from - 1 + size.sentences();
    LabeledRows sentences = file.read(directory.resolve(name + ".seq"), count);

    Path foldFile = directory.resolve("datasplit.n_data=" + size.sentences() + ".txt");
    List<int[]> permutations = permutations(foldFile, size.sentences());
    for (int[] permutation : permutations) {
      for (int i = 0; i < permutation.length; i++) {
        permutation[i] += from - 1;
      }
    }

    return new GpstructData(
        task, size, sentences, features, labelNames, permutations, file.absentLabels, List.of());
  }

  /** Reads the names of the labels 0 … V−1 from lines of {@code number TAB label}. */
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
          String range = "from 0 to " + (count - 1);
          throw file.wrong(
              "the number of a label must be " + range + " and occur once, was " + number,
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

  /** Reads one permutation per fold, each a line with the numbers of the sentences from 1. */
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
    String problem =
        "this is not a permutation of the sentence numbers from 1 to " + sentences + ": ";
    if (words.length != sentences) {
      throw file.wrong(problem + "it has " + words.length + " of them", TaskFile.FIX);
    }

    boolean[] seen = new boolean[sentences];
    int[] permutation = new int[sentences];
    for (int i = 0; i < sentences; i++) {
      int number = file.number("the sentence number", words[i]);
      if (number < 1 || number > sentences) {
        throw file.wrong(problem + number + " is none of them", TaskFile.FIX);
      }
      if (seen[number - 1]) {
        throw file.wrong(problem + number + " occurs twice", TaskFile.FIX);
      }
      seen[number - 1] = true;
      permutation[i] = number - 1;
    }
    return permutation;
  }

  /** Returns this data with kernels of word vectors. */
  public GpstructData withEmbeddings(List<EmbeddingKernel> kernels) {
    return new GpstructData(
        task, size, sentences, features, labelNames, permutations, absentLabels, kernels);
  }

  /**
   * Returns a fold. The first sentences of its permutation are for training, the others for
   * testing.
   *
   * @param number number of the fold, from 1
   */
  public Fold fold(int number) {
    int[] order = permutations.get(Checks.index("fold", number - 1, permutations.size()));
    return new Fold(
        sentences.select(Arrays.copyOf(order, size.train())),
        sentences.select(Arrays.copyOfRange(order, size.train(), order.length)));
  }
}
