package org.gpchain.documents.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.gpchain.corpora.InputException;
import org.gpchain.training.io.AtomicFile;

/** The folder that a run writes to, which it has for itself, with what earlier runs did there. */
final class RunFolder implements Closeable {
  static final String JOURNAL = "run.journal";
  static final String FAILED = "failed";
  static final String TYPE_SYSTEM = "TypeSystem.xml";

  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path path;
  private final Journal journal;
  private final boolean madeHere;
  private JsonNode lastGroup;
  private boolean ended;
  private boolean anew;

  private RunFolder(Path path, Journal journal, boolean madeHere) {
    this.path = path;
    this.journal = journal;
    this.madeHere = madeHere;
  }

  /**
   * Opens a folder, which is made if it is not there.
   *
   * @param settings of this run, by name
   * @param documents of this run, which must not replace what is there, unless that is wanted
   * @throws InputException if another run is writing to it, an earlier one had other settings, or a
   *     file would be replaced
   */
  static RunFolder open(
      BatchOutput.Folder output, Map<String, String> settings, Documents documents)
      throws IOException {
    Path path = output.path();
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new InputException(path, 0, "this is not a directory", "name a directory to write to");
    }
    boolean missing = !Files.exists(path);
    AtomicFile.makeDirectory(path);
    boolean empty = isEmpty(path);
    RunFolder folder = new RunFolder(path, Journal.open(path.resolve(JOURNAL)), missing);
    boolean done = false;
    try {
      folder.begin(settings, output.overwrite());
      if (folder.pending != null && !empty) {
        documents.checkTargets(output);
      }
      done = true;
      return folder;
    } finally {
      if (!done) {
        folder.close();
      }
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }

  private void begin(Map<String, String> settings, boolean overwrite) throws IOException {
    JsonNode[] header = new JsonNode[1];
    journal.read(
        line -> {
          if (header[0] == null) {
            header[0] = line;
          } else if (line.has("end")) {
            ended = true;
          } else {
            lastGroup = line;
          }
        });
    if (header[0] == null || overwrite) {
      journal.clear();
      lastGroup = null;
      ended = false;
      anew = header[0] != null;
      ObjectNode first = JSON.createObjectNode().put("version", VERSION).put("anew", anew);
      ObjectNode values = first.putObject("settings");
      settings.forEach(values::put);
      pending = first;
      return;
    }
    anew = header[0].path("anew").asBoolean();
    checkSame(header[0], settings);
  }

  /** The first line of a journal that has none; null if it is there. */
  private ObjectNode pending;

  private void checkSame(JsonNode header, Map<String, String> settings) throws InputException {
    if (header.path("version").asInt() != VERSION) {
      throw other("another version of GPChain wrote its journal");
    }
    TreeSet<String> names = new TreeSet<>(settings.keySet());
    header.path("settings").fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      String before = header.path("settings").path(name).asText(null);
      String now = settings.get(name);
      if (!Objects.equals(before, now)) {
        throw other(
            name
                + ": "
                + (before == null ? "none" : before)
                + ", now "
                + (now == null ? "none" : now));
      }
    }
  }

  private InputException other(String difference) {
    return new InputException(
        path,
        0,
        "an earlier run wrote to this folder with other settings (" + difference + ")",
        "name another folder, or start anew with --overwrite");
  }

  /** Inputs that are not those of an earlier run. */
  InputException changed(String what) {
    return new InputException(
        path,
        0,
        "an earlier run wrote to this folder, and " + what,
        "put it back, name another folder, or start anew with --overwrite");
  }

  Path path() {
    return path;
  }

  /** Whether all documents of an earlier run were done. */
  boolean hasEnded() {
    return ended;
  }

  /** Whether a run took the place of an earlier one, of which something may be left. */
  boolean isAnew() {
    return anew;
  }

  /** The last group of documents that is done; null if there is none. */
  JsonNode lastGroup() {
    return lastGroup;
  }

  /** The journal of earlier runs, from its first line. */
  Journal.Lines lines() throws IOException {
    return journal.linesAgain();
  }

  /** Appends a line to the journal. */
  void append(ObjectNode line) throws IOException {
    if (pending != null) {
      journal.append(pending);
      pending = null;
    }
    journal.append(line);
  }

  /** Leaves the folder as it was found, if nothing was written. */
  @Override
  public void close() throws IOException {
    journal.close();
    if (pending != null) {
      Files.deleteIfExists(path.resolve(JOURNAL));
      if (madeHere && isEmpty(path)) {
        Files.delete(path);
      }
    }
  }
}
