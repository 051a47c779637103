package org.gpchain.experiments.gpstruct;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.vectors.WordVectorFile;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.WordFeatures;
import org.gpchain.training.graybox.WordVectors;

/** Reads a task with the word vectors that a kernel needs. */
public final class TaskData {
  private TaskData() {}

  /**
   * Reads a task.
   *
   * @param directory of the files of the tasks
   * @param large whether to read the large experiment
   * @param from number of the sentence, from 1, that the folds' first sentence is
   * @param form says which word vectors there are, if any
   * @param remarks takes what is unusual about the files
   * @throws InputException if one of them cannot be used
   */
  public static GpstructData read(
      Path directory,
      GpstructTask task,
      boolean large,
      int from,
      GrayBoxForm form,
      Consumer<String> remarks)
      throws IOException {
    GpstructData data = GpstructData.read(directory, task, large, from);
    if (data.absentLabels() > 0) {
      remarks.accept(
          "gpchain: note: "
              + task.displayName()
              + ": labels that are -1 and read as 0 ("
              + data.labelNames().get(0)
              + "): "
              + data.absentLabels());
    }
    if (form.embeddings() == null) {
      return data;
    }
    Path file = Path.of(form.embeddings());
    WordFeatures words = WordFeatures.of(data.features(), form.wordLines());
    WordVectors vectors = WordVectorFile.read(file, words.words(), 0);
    remarks.accept(
        "gpchain: note: "
            + task.displayName()
            + ": features of words that have a vector: "
            + words.found(vectors)
            + " of "
            + words.words().size());
    if (words.found(vectors) == 0) {
      throw new InputException(
          file,
          0,
          "no word of the lines " + form.wordLines() + " has a vector in this file",
          "give vectors of the task's language, or the lines that are words: --word-lines");
    }
    return data.withEmbeddings(words.kernels(vectors));
  }
}
