package org.gpchain.documents.batch;

import static org.gpchain.core.text.Numbers.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.gpchain.core.model.RecordJson;
import org.gpchain.core.predict.PromiseCheck;
import org.gpchain.corpora.input.InputDocument;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.output.CollectedTypes;
import org.gpchain.documents.output.OutputFormat;
import org.gpchain.training.io.StagedFiles;

/**
 * Documents in a folder, group by group: their files, then the log of errors, then a line of the
 * journal. What was not committed is done again by the next run, with the same result.
 */
abstract class FolderSink<R> implements Sink<R> {
  /** How many documents that failed have files of their own. */
  private static final int MAX_FAILED = 10_000;

  final RunFolder folder;
  final StagedFiles files;
  private final Statistics statistics;
  private final IndexPage page;

  /** Null unless documents are written in XMI. */
  private final CollectedTypes types;

  private boolean typesChanged;
  private long number;

  // What the journal has.
  private final long done;
  private final Journal journal;
  private byte[] identities = new byte[0];
  private long firstIdentity;
  private Set<Long> failedBefore = Set.of();

  /** The files, below the folder of failures, of the first documents that failed. */
  private final Set<Path> failureFiles = new HashSet<>();

  private int failures;

  // The group that is open.
  private final ByteArrayOutputStream group = new ByteArrayOutputStream();
  private final List<Long> failed = new ArrayList<>();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  /** How much of the log of errors counts; what follows was not committed. */
  private long errorLength;

  /**
   * A line of the journal: identities of its documents one after the other, the length of the log
   * of errors, the numbers of documents that failed, and statistics of all documents so far.
   */
  private record Group(
      long first,
      int count,
      byte[] identities,
      long errors,
      List<Long> failed,
      Statistics statistics) {}

  /** Goes on where earlier runs with the same journal have ended; closes no folder. */
  FolderSink(RunFolder folder, IndexPage page, Set<OutputFormat> formats) throws IOException {
    this.folder = folder;
    this.files = new StagedFiles(folder.path);
    this.page = page;
    journal = folder.journal;
    journal.rewind();
    Group last = Journal.value(journal.lastGroup(), Group.class);
    done = last == null ? 0 : last.first() + last.count();
    statistics = last == null ? new Statistics() : last.statistics();
    errorLength = last == null ? 0 : last.errors();
    Path known = folder.path.resolve(RunFolder.TYPE_SYSTEM);
    if (!formats.contains(OutputFormat.XMI)) {
      types = null;
    } else if (done > 0 && Files.exists(known)) {
      types = new CollectedTypes(Files.readAllBytes(known));
    } else {
      types = new CollectedTypes();
    }
  }

  /** Writes a document, in the order of the documents, which are numbered from 0. */
  abstract void write(long document, String id, R rendered) throws IOException;

  /** Whether what was written is to be committed now, after so many documents of all groups. */
  abstract boolean isDue(long documents);

  /** Finishes what was written, which is about to be committed. */
  abstract void finish() throws IOException;

  /** The names of all archives of so many documents. */
  Set<String> archives(long documents) {
    return Set.of();
  }

  @Override
  public boolean isDone(InputDocument input, String id) throws IOException {
    if (number >= done) {
      if (journal.hasEnded()) {
        throw folder.changed("there is a document that it did not have, " + input.place());
      }
      return false;
    }
    if (number == 0) {
      journal.next();
    }
    if (number == firstIdentity + identities.length / InputDocument.IDENTITY_BYTES) {
      readGroup();
    }
    int offset = (int) (number - firstIdentity) * InputDocument.IDENTITY_BYTES;
    byte[] before = Arrays.copyOfRange(identities, offset, offset + InputDocument.IDENTITY_BYTES);
    if (!Arrays.equals(before, input.identity())) {
      throw folder.changed(
          format(
              "its document %s is not what it was, or others came before it: %s",
              number + 1, input.place()));
    }
    boolean failedThen = failedBefore.contains(number);
    if (failedThen) {
      addFailureFiles(input, id);
    }
    page.add(id, failedThen);
    number++;
    return true;
  }

  private void readGroup() throws IOException {
    Group next = Journal.value(journal.next(), Group.class);
    firstIdentity = number;
    identities = next.identities();
    failedBefore = Set.copyOf(next.failed());
  }

  @Override
  public void add(InputDocument input, String id, Completed<R> document) throws IOException {
    Completed<R> accepted = withTypes(document);
    if (accepted.failure() != null) {
      fail(input, id, accepted);
    } else {
      write(number, id, accepted.rendered());
      statistics.add(number, id, accepted.figures());
    }
    page.add(id, accepted.failure() != null);
    group.writeBytes(input.identity());
    number++;
    if (isDue(number)) {
      commit();
    }
  }

  /** A document whose types contradict those of others cannot be written beside them. */
  private Completed<R> withTypes(Completed<R> document) throws IOException {
    if (types == null || document.types() == null) {
      return document;
    }
    try {
      typesChanged |= types.add(document.types());
      return document;
    } catch (IOException e) {
      return Completed.failed(new DocumentException(0, e.getMessage(), e), null);
    }
  }

  private void fail(InputDocument input, String id, Completed<R> document) throws IOException {
    if (addFailureFiles(input, id)) {
      Path place = folder.path.resolve(RunFolder.FAILED);
      String reason = input.place() + "\n" + document.failure().description() + "\n";
      files.add(
          files.write(reason.getBytes(StandardCharsets.UTF_8)), place.resolve(reasonFile(id)));
      if (document.content() != null) {
        files.add(files.write(document.content()), place.resolve(copyFile(input, id)));
      }
    }
    statistics.addFailure(document.failure());
    logError(input, id, document.failure());
    failed.add(number);
  }

  private void logError(InputDocument input, String id, DocumentException failure)
      throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", id);
    line.put("name", input.place());
    if (failure.line() > 0) {
      line.put("line", failure.line());
    }
    line.put("reason", failure.getMessage());
    errors.writeBytes(RecordJson.bytes(line, null));
    errors.write('\n');
  }

  private static String reasonFile(String id) {
    return id + ".reason";
  }

  /** The file with the content of a document that failed, expanded if it is compressed. */
  private static String copyFile(InputDocument input, String id) {
    return id + input.plainEnding();
  }

  private boolean addFailureFiles(InputDocument input, String id) {
    if (failures == MAX_FAILED) {
      return false;
    }
    failures++;
    failureFiles.add(Path.of(reasonFile(id)));
    failureFiles.add(Path.of(copyFile(input, id)));
    return true;
  }

  /** Adds to the log of errors, and returns its length, which counts once it is in the journal. */
  final long writeErrors() throws IOException {
    if (errors.size() == 0) {
      return errorLength;
    }
    folder.announce();
    return folder.appendErrors(errorLength, errors.toByteArray());
  }

  private void commit() throws IOException {
    int count = group.size() / InputDocument.IDENTITY_BYTES;
    if (count == 0) {
      return;
    }
    finish();
    if (typesChanged) {
      files.add(files.write(types.toXml()), folder.path.resolve(RunFolder.TYPE_SYSTEM));
      typesChanged = false;
    }
    folder.announce();
    files.commit();
    errorLength = writeErrors();
    errors.reset();
    folder.append(
        new Group(number - count, count, group.toByteArray(), errorLength, failed, statistics));
    group.reset();
    failed.clear();
  }

  @Override
  public void end(SortedMap<Path, PromiseCheck.Status> promises) throws IOException {
    if (number < done) {
      throw folder.changed("documents that it had are not there any more");
    }
    commit();
    // What a run that was stopped said of documents that have been mended since.
    if (errorLength > 0) {
      folder.appendErrors(errorLength, new byte[0]);
    } else {
      Files.deleteIfExists(folder.path.resolve(RunFolder.ERRORS));
    }
    files.add(
        files.write(statistics.summary(page.layers, promises)),
        folder.path.resolve(RunFolder.SUMMARY));
    files.add(files.write(page.of(statistics, promises)), folder.path.resolve(RunFolder.INDEX));
    files.commit();
    if (folder.isAnew()) {
      folder.removeOldFiles(archives(number), failureFiles, types == null);
    }
    if (!journal.hasEnded()) {
      folder.append(Map.of("end", number));
    }
  }

  @Override
  public Statistics statistics() {
    return statistics;
  }

  @Override
  public void stop() throws IOException {
    commit();
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
