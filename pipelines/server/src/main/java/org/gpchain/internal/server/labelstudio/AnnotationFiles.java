package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * Stores the annotations that Label Studio sends, one file for each: Label Studio sends each
 * annotation only once, and training needs all of them. Thread-safe.
 *
 * @param folder folder of the files; created with the first annotation
 * @param log receives a line for each damaged file
 */
public record AnnotationFiles(Path folder, Consumer<String> log) {
  private static final String SUFFIX = ".json";
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * An annotation of Label Studio: everything that one user has annotated in a task.
   *
   * @param task identifier of the task. Several users may annotate the same task.
   * @param text text of the task
   * @param given annotated regions of the text
   */
  record Task(long task, String text, List<UserAnnotation> given) {
    Task {
      Objects.requireNonNull(text, "text");
      given = List.copyOf(given);
    }
  }

  private Path folder(ModelKey key) {
    return folder.resolve(key.id());
  }

  private Path file(ModelKey key, long annotation) {
    return folder(key).resolve(annotation + SUFFIX);
  }

  /**
   * Stores an annotation in place of an earlier version.
   *
   * @param annotation identifier of the annotation
   */
  void put(ModelKey key, long annotation, Task task) throws IOException {
    AtomicFile.makeDirectory(folder(key));
    AtomicFile.write(file(key, annotation), out -> out.write(JSON.writeValueAsBytes(task)));
  }

  /** Returns whether an annotation is stored. */
  boolean contains(ModelKey key, long annotation) {
    return Files.exists(file(key, annotation));
  }

  /** Removes an annotation if it is stored. */
  void remove(ModelKey key, long annotation) throws IOException {
    Files.deleteIfExists(file(key, annotation));
  }

  /** Returns the number of annotations that are stored for a model. */
  int count(ModelKey key) throws IOException {
    return files(key).size();
  }

  /** Returns the files of a model, in the order of their names. */
  private List<Path> files(ModelKey key) throws IOException {
    if (!Files.isDirectory(folder(key))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder(key))) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
  }

  /** Returns the annotations for a model in the order of their tasks. Damaged files are skipped. */
  List<Task> read(ModelKey key) throws IOException {
    List<Task> tasks = new ArrayList<>();
    for (Path file : files(key)) {
      try {
        Task task = JSON.readValue(Files.readAllBytes(file), Task.class);
        tasks.add(Objects.requireNonNull(task, "task"));
      } catch (JacksonException | NullPointerException e) {
        log.accept("skipped a damaged file: " + file.getFileName());
      } catch (NoSuchFileException e) {
        // Another request has removed the annotation.
      }
    }
    tasks.sort(Comparator.comparingLong(Task::task));
    return tasks;
  }
}
