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
import org.gpchain.internal.server.annotations.Gold.Given;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * The annotations that have arrived, a file for each: Label Studio sends one at a time, and each
 * once. For any number of threads.
 *
 * @param folder made if something is kept
 * @param log takes a line for each fault that is found
 */
public record AnnotationFiles(Path folder, Consumer<String> log) {
  private static final String SUFFIX = ".json";
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * All that one user has annotated in a text.
   *
   * @param task identifier of the text, which other users may have annotated, too
   */
  record Task(long task, String text, List<Given> given) {
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

  /** Keeps an annotation, in the place of an earlier state of it. */
  void put(ModelKey key, long annotation, Task task) throws IOException {
    AtomicFile.makeDirectory(folder(key));
    AtomicFile.write(file(key, annotation), out -> out.write(JSON.writeValueAsBytes(task)));
  }

  boolean contains(ModelKey key, long annotation) {
    return Files.exists(file(key, annotation));
  }

  void remove(ModelKey key, long annotation) throws IOException {
    Files.deleteIfExists(file(key, annotation));
  }

  /** The number of annotations that are kept for a key. */
  int count(ModelKey key) throws IOException {
    return files(key).size();
  }

  /** In the order of their names. */
  private List<Path> files(ModelKey key) throws IOException {
    if (!Files.isDirectory(folder(key))) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder(key))) {
      return all.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
  }

  /** The annotations that are kept for a key, task by task. Damaged files are left out. */
  List<Task> read(ModelKey key) throws IOException {
    List<Task> tasks = new ArrayList<>();
    for (Path file : files(key)) {
      try {
        Task task = JSON.readValue(Files.readAllBytes(file), Task.class);
        tasks.add(Objects.requireNonNull(task, "task"));
      } catch (JacksonException | NullPointerException e) {
        log.accept("damaged, and left out: " + file.getFileName());
      } catch (NoSuchFileException e) {
        // It was removed meanwhile.
      }
    }
    tasks.sort(Comparator.comparingLong(Task::task));
    return tasks;
  }
}
