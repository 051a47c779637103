package org.gpchain.internal.documents.batch.sink;

import static org.gpchain.core.text.Numbers.format;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.io.file.PathUtils;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.input.InputDocument;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * The journal of a run in its output folder: a line with the settings, a line for each group of
 * finished documents, and a line at the end of the run. A later run with the same settings
 * continues after the documents of the journal. Only one run at a time can open the journal of a
 * folder.
 */
public final class Journal implements Closeable {
  private static final String FILE = "run.journal";

  /** Name of the file with the names of files of replaced runs. It exists until the run ends. */
  private static final String REPLACED_FILE = "run.replaced";

  private static final int VERSION = 4;

  /** Length of the hash of a document's content (bytes). */
  private static final int HASH_BYTES = 8;

  /** Hash of a document whose content is unknown. */
  private static final byte[] NO_HASH = new byte[HASH_BYTES];

  private final Path folder;
  private final JournalFile file;

  /** Whether this run has created the folder. */
  private final boolean madeFolder;

  /** Whether the folder had files before this run. */
  private final boolean hadFiles;

  /** Line with the settings that has not been written yet; null afterwards. */
  private Header pending;

  private boolean replacesRun;
  private boolean ended;

  /** Whether the contents of skipped documents are compared with the journal. */
  private boolean verifiesContents;

  /** Names of files of replaced runs that this run has not written so far. */
  private final Set<String> replacedFiles = new TreeSet<>();

  /** Whether the names of files of replaced runs could not be read. */
  private boolean hasDamagedList;

  /** Number of documents that have been skipped or added. */
  private long count;

  // State after the documents of earlier runs
  private long doneCount;
  private long errorLength;
  private Statistics statistics = new Statistics();

  /** Group of the last skipped document. */
  private Group skipped = new Group(0, 0, new byte[0], new byte[0], 0, List.of(), Map.of(), null);

  private Set<Long> failedOfSkipped = Set.of();

  // Documents of the open group
  private final ByteArrayOutputStream identities = new ByteArrayOutputStream();
  private final ByteArrayOutputStream hashes = new ByteArrayOutputStream();
  private final List<Long> failed = new ArrayList<>();

  /** Whether an earlier run finished a document, and how. */
  enum Earlier {
    /** No earlier run finished the document. */
    NOT_DONE,
    /** The document was annotated. */
    ANNOTATED,
    /** The document failed. */
    FAILED
  }

  /**
   * The first line.
   *
   * @param version version of the journal's format
   * @param anew whether the run replaced an earlier one
   * @param settings settings that affect the output, by name
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Header(int version, boolean anew, Map<String, String> settings) {}

  /**
   * The line of a group of documents.
   *
   * @param first index of the first document, from 0
   * @param count number of documents
   * @param identities identities of the documents, concatenated
   * @param hashes {@linkplain #contentHash hashes} of the documents' contents, concatenated
   * @param errors length of the log of failures (bytes)
   * @param failed indices of the documents that failed
   * @param files sizes of the files of the group (bytes), by their names relative to the folder
   *     with slashes
   * @param statistics figures of all documents so far
   */
  private record Group(
      long first,
      int count,
      byte[] identities,
      byte[] hashes,
      long errors,
      List<Long> failed,
      Map<String, Long> files,
      Statistics statistics) {}

  /** Holds the JSON mapper, which is created only if a journal is read: it takes long to start. */
  private static final class Mapper {
    private static final ObjectMapper JSON = new ObjectMapper();
  }

  private Journal(Path folder, JournalFile file, boolean madeFolder, boolean hadFiles) {
    this.folder = folder;
    this.file = file;
    this.madeFolder = madeFolder;
    this.hadFiles = hadFiles;
  }

  /**
   * Opens the journal of a folder. Both are created if missing.
   *
   * @param settings settings that affect the output, by name
   * @param overwrite whether to replace an earlier run instead of continuing it
   * @throws InputException if another run has the journal open, or if an earlier run had other
   *     settings
   */
  public static Journal open(Path folder, Map<String, String> settings, boolean overwrite)
      throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InputException(folder, "this is not a directory", "name a directory to write to");
    }
    boolean missing = !Files.exists(folder);
    AtomicFile.makeDirectory(folder);
    boolean empty = PathUtils.isEmptyDirectory(folder);

    JournalFile file = JournalFile.open(folder.resolve(FILE));
    Journal journal = new Journal(folder, file, missing, !empty);
    try {
      journal.begin(settings, overwrite);
      return journal;
    } catch (IOException | RuntimeException | Error e) {
      journal.close();
      throw e;
    }
  }

  /** Reads the settings and the last group of an earlier run, or begins a new journal. */
  private void begin(Map<String, String> settings, boolean overwrite) throws IOException {
    readReplacedFiles();
    String first = file.next();
    if (first == null || overwrite) {
      if (first != null) {
        addReplacedFiles();
      }
      file.clear();
      replacesRun = first != null;
      pending = new Header(VERSION, replacesRun, settings);
      return;
    }

    Header header = Mapper.JSON.readValue(first, Header.class);
    checkSame(header, settings);
    replacesRun = header.anew();

    String lastGroup = null;
    for (String line = file.next(); line != null; line = file.next()) {
      if (line.startsWith("{\"end\":")) {
        ended = true;
      } else {
        lastGroup = line;
      }
    }
    if (lastGroup != null) {
      Group last = Mapper.JSON.readValue(lastGroup, Group.class);
      doneCount = last.first() + last.count();
      errorLength = last.errors();
      statistics = last.statistics();
    }
    file.rewind();
    file.next();
  }

  /** Reads the names of the files of runs that an interrupted run was about to replace. */
  private void readReplacedFiles() throws IOException {
    Path list = folder.resolve(REPLACED_FILE);
    if (!Files.exists(list)) {
      return;
    }
    try {
      replacedFiles.addAll(List.of(Mapper.JSON.readValue(list.toFile(), String[].class)));
    } catch (JacksonException e) {
      hasDamagedList = true;
    }
  }

  /** Adds the names of all files of the run in the journal. Journals of old versions have none. */
  private void addReplacedFiles() throws IOException {
    for (String line = file.next(); line != null; line = file.next()) {
      JsonNode files = Mapper.JSON.readTree(line).path("files");
      files.fieldNames().forEachRemaining(replacedFiles::add);
    }
  }

  /**
   * Returns the hash of a document's content, for {@link #add}.
   *
   * @param content content of the document; null if it is unknown
   */
  public static byte[] contentHash(byte[] content) {
    if (content == null) {
      return NO_HASH;
    }
    return Arrays.copyOf(Sha256.digest().digest(content), HASH_BYTES);
  }

  /** Lets {@link #skip} compare the contents of documents with their hashes in the journal. */
  public void verifyContents() {
    verifiesContents = true;
  }

  /** Checks that an earlier run had the same settings. */
  private void checkSame(Header header, Map<String, String> settings) throws InputException {
    if (header.version() != VERSION) {
      throw otherSettings("another version of GPChain wrote its journal");
    }
    Set<String> names = new TreeSet<>(settings.keySet());
    names.addAll(header.settings().keySet());
    for (String name : names) {
      String before = header.settings().getOrDefault(name, "none");
      String now = settings.getOrDefault(name, "none");
      if (!before.equals(now)) {
        throw otherSettings(format("%s: %s, now %s", name, before, now));
      }
    }
  }

  private InputException otherSettings(String difference) {
    return new InputException(
        folder,
        "an earlier run wrote to this folder with other settings (" + difference + ")",
        "choose another folder, or start over with --overwrite");
  }

  private InputException otherInputs(String difference) {
    return new InputException(
        folder,
        "an earlier run wrote to this folder, and " + difference,
        "restore it, choose another folder, or start over with --overwrite");
  }

  /** Returns whether the run starts in a folder with files, so that names must be checked. */
  public boolean mayReplaceFiles() {
    return pending != null && hadFiles;
  }

  /** Returns whether the run replaces an earlier one, whose files may still exist. */
  boolean replacesRun() {
    return replacesRun;
  }

  /** Returns whether files of replaced runs may stay, because their names could not be read. */
  boolean hasDamagedList() {
    return hasDamagedList;
  }

  /** Returns the files of replaced runs that this run has not written. */
  List<Path> replacedFiles() {
    Path root = folder.toAbsolutePath().normalize();
    List<Path> files = new ArrayList<>();
    for (String name : replacedFiles) {
      Path replaced = root.resolve(name).normalize();
      if (replaced.startsWith(root) && Files.isRegularFile(replaced, LinkOption.NOFOLLOW_LINKS)) {
        files.add(replaced);
      }
    }
    return files;
  }

  /** Returns whether earlier runs finished documents. */
  boolean hasEarlierDocuments() {
    return doneCount > 0;
  }

  /** Returns the figures of the documents that earlier runs finished. */
  Statistics statistics() {
    return statistics;
  }

  /** Returns the length of the log of failures after the documents of earlier runs (bytes). */
  long errorLength() {
    return errorLength;
  }

  /** Returns the number of documents that have been skipped or added. */
  long count() {
    return count;
  }

  // Documents of earlier runs

  /**
   * Skips the next document if an earlier run finished it.
   *
   * @throws InputException if the earlier run had another document at this position, or has ended
   *     without this document
   */
  Earlier skip(InputDocument input) throws IOException {
    if (count >= doneCount) {
      if (ended) {
        throw otherInputs("there is a new document, " + input.place());
      }
      return Earlier.NOT_DONE;
    }

    if (count == skipped.first() + skipped.count()) {
      skipped = Mapper.JSON.readValue(file.next(), Group.class);
      failedOfSkipped = Set.copyOf(skipped.failed());
      replacedFiles.removeAll(skipped.files().keySet());
    }
    int offset = (int) (count - skipped.first()) * InputDocument.IDENTITY_BYTES;
    byte[] before =
        Arrays.copyOfRange(skipped.identities(), offset, offset + InputDocument.IDENTITY_BYTES);
    if (!Arrays.equals(before, input.identity())) {
      throw otherInputs(
          format(
              "its document %s was changed, or other documents come before it: %s",
              count + 1, input.place()));
    }

    if (verifiesContents) {
      checkContent(input);
    }

    Earlier earlier = failedOfSkipped.contains(count) ? Earlier.FAILED : Earlier.ANNOTATED;
    count++;
    return earlier;
  }

  /** Checks that the content of the next document is what an earlier run has read. */
  private void checkContent(InputDocument input) throws IOException {
    int offset = (int) (count - skipped.first()) * HASH_BYTES;
    byte[] before = Arrays.copyOfRange(skipped.hashes(), offset, offset + HASH_BYTES);
    if (Arrays.equals(before, NO_HASH)) {
      return;
    }
    if (!Arrays.equals(before, contentHash(input.content().read()))) {
      throw otherInputs(
          format(
              "the content of its document %s has changed, but not its size and time: %s",
              count + 1, input.place()));
    }
  }

  /**
   * Returns the size of a file of the last skipped document in the journal (bytes).
   *
   * @param name name of the file relative to the folder, with slashes
   */
  OptionalLong sizeOf(String name) {
    Long size = skipped.files().get(name);
    return size == null ? OptionalLong.empty() : OptionalLong.of(size);
  }

  /**
   * Checks that all documents of earlier runs have been skipped.
   *
   * @throws InputException if documents are missing
   */
  void checkAllSkipped() throws InputException {
    if (count < doneCount) {
      throw otherInputs("some of its documents no longer exist");
    }
  }

  // Documents of this run

  /**
   * Writes the settings if they have not been written. This must happen before the first file of
   * the run is written: if the run is interrupted, a later run knows that the files are its own.
   */
  void writeSettings() throws IOException {
    if (pending != null) {
      if (!replacedFiles.isEmpty()) {
        byte[] names = Mapper.JSON.writeValueAsBytes(replacedFiles);
        AtomicFile.write(folder.resolve(REPLACED_FILE), out -> out.write(names));
      }
      file.append(pending);
      pending = null;
    }
  }

  /**
   * Adds a document to the open group.
   *
   * @param hash {@linkplain #contentHash hash} of the document's content
   */
  void add(InputDocument input, byte[] hash, boolean hasFailed) {
    identities.writeBytes(input.identity());
    hashes.writeBytes(hash);
    if (hasFailed) {
      failed.add(count);
    }
    count++;
  }

  /** Returns the number of documents in the open group. */
  int openCount() {
    return identities.size() / InputDocument.IDENTITY_BYTES;
  }

  /**
   * Writes the line of the open group, whose files are on disk, and begins another group.
   *
   * @param newErrorLength length of the log of failures (bytes)
   * @param files sizes of the files of the group (bytes), by their names relative to the folder
   *     with slashes
   * @param figures figures of all documents so far
   */
  void commit(long newErrorLength, Map<String, Long> files, Statistics figures) throws IOException {
    writeSettings();
    file.append(
        new Group(
            count - openCount(),
            openCount(),
            identities.toByteArray(),
            hashes.toByteArray(),
            newErrorLength,
            failed,
            files,
            figures));
    replacedFiles.removeAll(files.keySet());
    identities.reset();
    hashes.reset();
    failed.clear();
  }

  /** Writes the line at the end of the run, unless an earlier run has written it. */
  void end() throws IOException {
    if (!ended) {
      writeSettings();
      file.append(Map.of("end", count));
      ended = true;
    }
    Files.deleteIfExists(folder.resolve(REPLACED_FILE));
  }

  /**
   * Closes the journal. If nothing was written, removes the journal and a folder made for it. The
   * journal of a run that was to be replaced stays as it was.
   */
  @Override
  public void close() throws IOException {
    file.close();
    if (pending != null && !replacesRun) {
      Files.deleteIfExists(folder.resolve(FILE));
      if (madeFolder && PathUtils.isEmptyDirectory(folder)) {
        Files.delete(folder);
      }
    }
  }
}
