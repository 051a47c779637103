package org.gpchain.documents.batch;

import static org.gpchain.core.text.Numbers.format;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.gpchain.corpora.InputException;
import org.gpchain.training.io.AtomicFile;

/** The folder that one run at a time writes to, with what earlier runs did there. */
final class RunFolder implements Closeable {
  static final String JOURNAL = "run.journal";
  static final String FAILED = "failed";

  /** The documents that could not be annotated, one JSON object per line. */
  static final String ERRORS = "errors.jsonl";

  static final String TYPE_SYSTEM = "TypeSystem.xml";
  static final String SUMMARY = "summary.json";
  static final String INDEX = "index.html";

  private static final Pattern SHARD = Pattern.compile("part-\\d{6,}\\.[a-z.]+");

  private static final int VERSION = 3;

  final Path path;
  final Journal journal;
  private final boolean madeHere;
  private boolean anew;

  /** The first line of a journal that has none; null if it is there. */
  private Header pending;

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Header(int version, boolean anew, Map<String, String> settings) {}

  private RunFolder(Path path, Journal journal, boolean madeHere) {
    this.path = path;
    this.journal = journal;
    this.madeHere = madeHere;
  }

  /**
   * Opens a folder, which is made if it is not there.
   *
   * @throws InputException if another run is writing to it, an earlier one had other settings, or a
   *     file would be replaced
   */
  static RunFolder open(
      BatchOutput.Folder output, Map<String, String> settings, Documents documents)
      throws IOException {
    Path path = output.path();
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new InputException(path, "this is not a directory", "name a directory to write to");
    }
    boolean missing = !Files.exists(path);
    AtomicFile.makeDirectory(path);
    boolean empty = PathUtils.isEmptyDirectory(path);
    RunFolder folder = new RunFolder(path, Journal.open(path.resolve(JOURNAL)), missing);
    try {
      folder.begin(settings, output.overwrite());
      if (folder.pending != null && !empty) {
        documents.checkTargets(output);
      }
      return folder;
    } catch (IOException | RuntimeException | Error e) {
      folder.close();
      throw e;
    }
  }

  private void begin(Map<String, String> settings, boolean overwrite) throws IOException {
    Header header = Journal.value(journal.header(), Header.class);
    if (header == null || overwrite) {
      journal.clear();
      anew = header != null;
      pending = new Header(VERSION, anew, settings);
    } else {
      anew = header.anew();
      checkSame(header, settings);
    }
  }

  private void checkSame(Header header, Map<String, String> settings) throws InputException {
    if (header.version() != VERSION) {
      throw other("another version of GPChain wrote its journal");
    }
    TreeSet<String> names = new TreeSet<>(settings.keySet());
    names.addAll(header.settings().keySet());
    for (String name : names) {
      String before = header.settings().getOrDefault(name, "none");
      String now = settings.getOrDefault(name, "none");
      if (!before.equals(now)) {
        throw other(format("%s: %s, now %s", name, before, now));
      }
    }
  }

  private InputException other(String difference) {
    return new InputException(
        path,
        "an earlier run wrote to this folder with other settings (" + difference + ")",
        "name another folder, or start anew with --overwrite");
  }

  /** Inputs that are not those of an earlier run. */
  InputException changed(String what) {
    return new InputException(
        path,
        "an earlier run wrote to this folder, and " + what,
        "put it back, name another folder, or start anew with --overwrite");
  }

  /** Whether a run took the place of an earlier one, of which something may be left. */
  boolean isAnew() {
    return anew;
  }

  /** Says in the journal that what will be written is this run's, should writing fail half-way. */
  void announce() throws IOException {
    if (pending != null) {
      journal.append(pending);
      pending = null;
    }
  }

  void append(Object line) throws IOException {
    announce();
    journal.append(line);
  }

  /**
   * Removes what an earlier run left when another one took its place: archives but for those given,
   * what is known of documents that failed but for paths below the folder of failures, and the type
   * system if there is none now. Documents themselves stay, since their names cannot be foreseen.
   */
  void removeOldFiles(Set<String> shards, Set<Path> failed, boolean noTypes) throws IOException {
    if (noTypes) {
      Files.deleteIfExists(path.resolve(TYPE_SYSTEM));
    }
    try (Stream<Path> entries = Files.list(path)) {
      for (Path entry : entries.filter(Files::isRegularFile).toList()) {
        String name = entry.getFileName().toString();
        if (SHARD.matcher(name).matches() && !shards.contains(name)) {
          Files.delete(entry);
        }
      }
    }
    Path failures = path.resolve(FAILED);
    if (Files.isDirectory(failures, LinkOption.NOFOLLOW_LINKS)) {
      removeFailures(failures, failed);
    }
  }

  private static void removeFailures(Path folder, Set<Path> stay) throws IOException {
    List<Path> all;
    try (Stream<Path> inside = Files.walk(folder)) {
      all = inside.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path entry : all) {
      if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        if (PathUtils.isEmptyDirectory(entry)) {
          Files.delete(entry);
        }
      } else if (!stay.contains(folder.relativize(entry))) {
        Files.delete(entry);
      }
    }
  }

  /** Appends to the log of errors, of which so much counts, and says how long it is now. */
  long appendErrors(long length, byte[] lines) throws IOException {
    try (FileChannel log =
        FileChannel.open(
            path.resolve(ERRORS), StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
      return Journal.append(log, length, lines);
    }
  }

  /** Leaves the folder as it was found, if nothing was written. */
  @Override
  public void close() throws IOException {
    journal.close();
    if (pending != null) {
      Files.deleteIfExists(path.resolve(JOURNAL));
      if (madeHere && PathUtils.isEmptyDirectory(path)) {
        Files.delete(path);
      }
    }
  }
}
