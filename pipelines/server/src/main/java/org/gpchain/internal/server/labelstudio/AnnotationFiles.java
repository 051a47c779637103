package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.LabelRules;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.io.ChecksummedFile;

/**
 * Stores the annotations that Label Studio sends, one file for each: Label Studio sends each
 * annotation only once, and training needs all of them. Damaged files are named in the log, set
 * aside and left out. Thread-safe.
 *
 * <p>The annotation {@code A} of the task {@code T} for the model with the key {@code K} is in
 * {@code hash(project)/id(K)/T-A.json}. Files can thus be found by project, task and annotation
 * even if they are damaged. {@code T.places} in the same folder has the {@link ShownPlaces} of the
 * task.
 *
 * @param folder folder of the files; created with the first annotation
 * @param log receives a line for each damaged file
 */
public record AnnotationFiles(Path folder, Consumer<String> log) {
  private static final String SUFFIX = ".json";

  private static final String PLACES = ".places";

  /** Depth of the files below the folder, with the folders of a project and of a model. */
  private static final int FILE_DEPTH = 3;

  /** Names of files, with the numbers of the task and the annotation. */
  private static final Pattern NAME =
      Pattern.compile(
          "(-?\\d+)-(-?\\d+)" + Pattern.quote(SUFFIX) + "(?:\\" + ChecksummedFile.DAMAGED + ")?");

  /** Length of the name of a project's folder (hexadecimal digits). */
  private static final int HASH_LENGTH = 32;

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * An annotation of Label Studio: everything that one user has annotated in a task.
   *
   * @param task identifier of the task. Several users may annotate the same task.
   * @param text text of the task
   * @param given annotated regions of the text
   */
  record Task(long task, String text, List<UserAnnotation> given) {
    /**
     * Checks and copies the regions.
     *
     * @throws IllegalArgumentException if a region is empty or lies outside of the text, or if its
     *     label cannot be learned
     */
    Task {
      Objects.requireNonNull(text, "text");
      given = List.copyOf(given);
      for (UserAnnotation region : given) {
        boolean isInText =
            0 <= region.begin() && region.begin() < region.end() && region.end() <= text.length();
        if (!isInText || !LabelRules.problem(region.label()).isEmpty()) {
          throw new IllegalArgumentException("a region or its label is not valid");
        }
      }
    }
  }

  /** Returns the folder of a project, which may not exist. */
  Path projectFolder(String project) {
    String hash = Sha256.hex(project.getBytes(StandardCharsets.UTF_8));
    return folder.resolve(hash.substring(0, HASH_LENGTH));
  }

  private Path folder(ModelKey key) {
    return projectFolder(key.project()).resolve(key.id());
  }

  private Path file(ModelKey key, long task, long annotation) {
    return folder(key).resolve(task + "-" + annotation + SUFFIX);
  }

  /** Returns the file for the places of a task, which may not exist. */
  Path placeFile(ModelKey key, long task) {
    return folder(key).resolve(task + PLACES);
  }

  /**
   * Returns the files for the places of tasks in all models of a project, which may not exist.
   *
   * @param tasks identifiers of the tasks
   */
  List<Path> placeFiles(String project, Set<Long> tasks) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path modelFolder : list(projectFolder(project))) {
      for (long task : tasks) {
        files.add(modelFolder.resolve(task + PLACES));
      }
    }
    return files;
  }

  /** Returns the files with places of all projects, in the order of their last changes. */
  List<Path> placeFiles() throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder, FILE_DEPTH)) {
      return files
          .filter(file -> file.toString().endsWith(PLACES))
          .sorted(Comparator.comparingLong(file -> file.toFile().lastModified()))
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Stores an annotation in place of an earlier version.
   *
   * @param annotation identifier of the annotation
   */
  void put(ModelKey key, long annotation, Task task) throws IOException {
    AtomicFile.makePrivateDirectory(folder(key));
    ChecksummedFile.write(file(key, task.task(), annotation), JSON.writeValueAsBytes(task));
  }

  /** Returns whether an annotation of a task is stored. */
  boolean contains(ModelKey key, long task, long annotation) {
    return Files.exists(file(key, task, annotation));
  }

  /**
   * The annotations that were removed.
   *
   * @param models {@linkplain ModelKey#id ids} of the models that had the annotations
   * @param tasks identifiers of the tasks that had the annotations, and have no others
   */
  record Removed(Set<String> models, Set<Long> tasks) {}

  /**
   * Removes annotations from all models of a project, including damaged files.
   *
   * @param annotations identifiers of the annotations
   */
  Removed removeAnnotations(String project, Set<Long> annotations) throws IOException {
    return removeIf(project, name -> annotations.contains(Long.parseLong(name.group(2))));
  }

  /**
   * Removes all annotations of tasks from all models of a project, including damaged files.
   *
   * @param tasks identifiers of the tasks
   */
  Removed removeTasks(String project, Set<Long> tasks) throws IOException {
    return removeIf(project, name -> tasks.contains(Long.parseLong(name.group(1))));
  }

  private Removed removeIf(String project, Predicate<Matcher> isRemoved) throws IOException {
    Set<String> models = new TreeSet<>();
    Set<Long> tasks = new TreeSet<>();
    Set<Long> otherTasks = new TreeSet<>();
    for (Path modelFolder : list(projectFolder(project))) {
      // Temporary files of killed servers may hold texts too; they are removed by this check.
      AtomicFile.checkWritable(modelFolder);
      for (Path file : list(modelFolder)) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (!name.matches()) {
          continue;
        }
        long task = Long.parseLong(name.group(1));
        if (isRemoved.test(name)) {
          Files.deleteIfExists(file);
          models.add(modelFolder.getFileName().toString());
          tasks.add(task);
        } else {
          otherTasks.add(task);
        }
      }
    }
    tasks.removeAll(otherTasks);
    return new Removed(models, tasks);
  }

  /** Removes all annotations of a project. */
  void removeProject(String project) throws IOException {
    Path removed = projectFolder(project);
    if (Files.exists(removed)) {
      PathUtils.deleteDirectory(removed);
    }
  }

  /** Returns the number of annotations that are stored for a model. */
  int count(ModelKey key) throws IOException {
    return files(key).size();
  }

  /** Returns the intact files of a model, in the order of their names. */
  private List<Path> files(ModelKey key) throws IOException {
    return list(folder(key)).stream().filter(file -> file.toString().endsWith(SUFFIX)).toList();
  }

  /** Returns the files and folders in a folder, in the order of their names. */
  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /**
   * Returns the annotations for a model in the order of their tasks. Damaged files are left out.
   */
  List<Task> read(ModelKey key) throws IOException {
    List<Task> tasks = new ArrayList<>();
    for (Path file : files(key)) {
      Optional<Task> task = ChecksummedFile.read(file, AnnotationFiles::parse, log);
      task.ifPresent(tasks::add);
    }
    tasks.sort(Comparator.comparingLong(Task::task));
    return tasks;
  }

  private static Task parse(byte[] content) throws IOException {
    return Objects.requireNonNull(JSON.readValue(content, Task.class), "task");
  }
}
