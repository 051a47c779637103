package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.models.LruCache;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.io.ChecksummedFile;

/**
 * The places in the texts of tasks that were suggested while annotators worked on them. Label
 * Studio's editor accepts such suggestions at once, so a place that is not annotated any more was
 * deleted by the annotator and must not be suggested again.
 *
 * <p>The places are stored next to the annotations, in one file for each task and model, without
 * text or labels. Damaged files are named in the log, set aside and left out. Tasks whose
 * identifier is not a number are not remembered. Thread-safe.
 */
final class ShownPlaces {
  /** Maximum number of files. Those that were changed first are deleted. */
  static final int MAX_FILES = 10_000;

  /** Maximum memory of the places of recently used tasks (bytes). */
  private static final long MAX_BYTES = 1 << 24;

  /** Estimated memory of a task in addition to its places (bytes). */
  private static final long TASK_BYTES = 256;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final AnnotationFiles files;
  private final int maxFiles;

  /** The files, in the order of their last changes. */
  private final Set<Path> stored = new LinkedHashSet<>();

  private final LruCache<Path, Places> cache = new LruCache<>(MAX_BYTES);

  /**
   * The places in a text.
   *
   * @param length length of the text (UTF-16 units)
   * @param textHash 32-bit hash of the text, since offsets are valid for only one text
   * @param offsets begin and end of each place, in the order of the text. Places neither overlap
   *     nor touch.
   */
  record Places(int length, int textHash, int[] offsets) {
    /**
     * Checks the offsets.
     *
     * @throws IllegalArgumentException if they are not the borders of places in the text
     */
    Places {
      Objects.requireNonNull(offsets, "offsets");
      int last = -1;
      for (int offset : offsets) {
        if (offset <= last) {
          throw new IllegalArgumentException("the offsets are not in the order of the text");
        }
        last = offset;
      }
      if (last > length || offsets.length % 2 != 0) {
        throw new IllegalArgumentException("the offsets are not the borders of places in the text");
      }
    }

    static Places of(String text, BitSet characters) {
      int[] offsets = new int[text.length() + 1];
      int count = 0;
      for (int begin = characters.nextSetBit(0); begin >= 0; ) {
        int end = characters.nextClearBit(begin);
        offsets[count++] = begin;
        offsets[count++] = end;
        begin = characters.nextSetBit(end);
      }
      return new Places(text.length(), text.hashCode(), Arrays.copyOf(offsets, count));
    }

    boolean isIn(String text) {
      return length == text.length() && textHash == text.hashCode();
    }

    BitSet characters() {
      BitSet characters = new BitSet(length);
      for (int i = 0; i < offsets.length; i += 2) {
        characters.set(offsets[i], offsets[i + 1]);
      }
      return characters;
    }
  }

  /**
   * Finds the stored places.
   *
   * @param files folders of the files, and the log
   * @param maxFiles maximum number of files
   */
  ShownPlaces(AnnotationFiles files, int maxFiles) {
    this.files = files;
    this.maxFiles = maxFiles;
    try {
      stored.addAll(files.placeFiles());
    } catch (IOException e) {
      files.log().accept("the places of earlier suggestions cannot be listed: " + e.getMessage());
    }
  }

  /** Returns the file for a task; empty if the identifier of the task is not a number. */
  private Optional<Path> file(ModelKey key, JsonNode task) {
    JsonNode id = task.path("id");
    if (!id.isIntegralNumber() || !id.canConvertToLong()) {
      return Optional.empty();
    }
    return Optional.of(files.placeFile(key, id.asLong()));
  }

  /** Returns the characters of a task's text that were part of a suggestion; a copy. */
  synchronized BitSet of(ModelKey key, JsonNode task, String text) {
    return file(key, task).map(file -> read(file, text)).orElseGet(BitSet::new);
  }

  private BitSet read(Path file, String text) {
    Places places = cache.get(file);
    if (places == null && stored.contains(file)) {
      places = ChecksummedFile.read(file, ShownPlaces::parse, files.log()).orElse(null);
    }
    if (places == null || !places.isIn(text)) {
      return new BitSet();
    }
    put(file, places);
    return places.characters();
  }

  private static Places parse(byte[] content) throws IOException {
    return Objects.requireNonNull(JSON.readValue(content, Places.class), "places");
  }

  private void put(Path file, Places places) {
    cache.put(file, places, TASK_BYTES + (long) Integer.BYTES * places.offsets().length);
  }

  /**
   * Adds the places of suggestions for a task's text. If they cannot be stored, the log says so,
   * and they stay in memory.
   */
  synchronized void add(ModelKey key, JsonNode task, String text, List<Suggestion> suggestions) {
    file(key, task).ifPresent(file -> add(file, text, suggestions));
  }

  private void add(Path file, String text, List<Suggestion> suggestions) {
    BitSet shown = read(file, text);
    int before = shown.cardinality();
    for (Suggestion suggestion : suggestions) {
      shown.set(suggestion.begin(), suggestion.end());
    }
    if (shown.cardinality() == before) {
      return;
    }

    Places places = Places.of(text, shown);
    put(file, places);
    try {
      AtomicFile.makePrivateDirectory(file.getParent());
      ChecksummedFile.write(file, JSON.writeValueAsBytes(places));
      stored.remove(file);
      stored.add(file);
      deleteFirst();
    } catch (IOException e) {
      files
          .log()
          .accept(
              "the places of suggestions cannot be stored, and are forgotten when the server ends: "
                  + e.getMessage());
    }
  }

  /** Deletes the files that were changed first if there are too many. */
  private void deleteFirst() throws IOException {
    while (stored.size() > maxFiles) {
      delete(stored.iterator().next());
    }
  }

  private void delete(Path file) throws IOException {
    ChecksummedFile.delete(file);
    stored.remove(file);
    cache.remove(file);
  }

  /** Deletes the places of tasks from all models of a project, including damaged files. */
  synchronized void removeTasks(String project, Set<Long> tasks) throws IOException {
    for (Path file : files.placeFiles(project, tasks)) {
      delete(file);
    }
  }

  /** Forgets the places of a project, whose folder was deleted. */
  synchronized void forget(Path folder) {
    for (Path file : List.copyOf(stored)) {
      if (file.startsWith(folder)) {
        stored.remove(file);
        cache.remove(file);
      }
    }
  }
}
