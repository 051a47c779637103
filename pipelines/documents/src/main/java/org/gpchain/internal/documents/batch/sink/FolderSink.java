package org.gpchain.internal.documents.batch.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.CollectedTypes;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.input.InputDocument;
import org.gpchain.internal.training.io.StagedFiles;

/**
 * Writes documents to a folder in groups. For each group, it writes the files of the documents,
 * then the lines in the log of failures, and then a line in the journal. If a run is interrupted,
 * the next run repeats the open group with the same result.
 */
abstract class FolderSink<R> implements Sink<R> {
  final OutputLayout layout;
  final StagedFiles files;
  private final Journal journal;
  private final FailureLog failures;
  private final List<Layer> layers;
  private final IndexPage page;
  private final Statistics statistics;

  /** Sizes of the files of the open group by their names relative to the folder, with slashes. */
  private final Map<String, Long> sizes = new TreeMap<>();

  /** Names of the documents whose files were written again. */
  private final List<String> repeated = new ArrayList<>();

  /** Files of a replaced run that were deleted. */
  private final List<Path> deleted = new ArrayList<>();

  /** Whether the last skipped document failed. */
  private boolean hasSkippedFailed;

  /** Types of all documents; null unless documents are written in XMI. */
  private final CollectedTypes types;

  /** Whether the open group has new types. */
  private boolean typesChanged;

  /** Creates a sink that continues after the documents of the journal, which is not closed. */
  FolderSink(Journal journal, OutputLayout layout, List<Layer> layers) throws IOException {
    this.journal = journal;
    this.layout = layout;
    this.layers = layers;
    page = new IndexPage(layers, layout);
    statistics = journal.statistics();
    types = layout.formats().contains(OutputFormat.XMI) ? typesOfEarlierRuns() : null;
    files = new StagedFiles(layout.folder());
    failures = new FailureLog(layout, files, journal.errorLength());
  }

  private CollectedTypes typesOfEarlierRuns() throws IOException {
    boolean areWritten = journal.hasEarlierDocuments() && statistics.documents() > 0;
    if (!areWritten) {
      return new CollectedTypes();
    }
    try {
      return new CollectedTypes(Files.readAllBytes(layout.typeSystem()));
    } catch (IOException e) {
      throw damaged(layout.typeSystem());
    }
  }

  /** Returns an exception for a file of an earlier run that cannot be written again. */
  private static InputException damaged(Path file) {
    return new InputException(
        file,
        "this file of an earlier run is missing or was changed",
        "restore it, choose another folder, or start over with --overwrite");
  }

  /** Adds a staged file to the open group. */
  final void addFile(Path staged, Path target) throws IOException {
    sizes.put(name(target), Files.size(staged));
    files.add(staged, target);
  }

  /** Returns the name of a file relative to the folder, with slashes. */
  private String name(Path file) {
    return layout.folder().relativize(file).toString().replace('\\', '/');
  }

  /**
   * Writes a document to the open group.
   *
   * @param number index of the document, from 0
   * @param id name of the document's output
   */
  abstract void write(long number, String id, R rendered) throws IOException;

  /**
   * Returns the files that contain a document.
   *
   * @param number index of the document, from 0
   * @param id name of the document's output
   */
  abstract List<Path> filesOf(long number, String id);

  /**
   * Returns whether the open group is complete.
   *
   * @param documents number of documents so far
   * @param inGroup number of documents in the open group
   */
  abstract boolean isComplete(long documents, int inGroup);

  /** Closes the files of the open group before it is committed. */
  abstract void finish() throws IOException;

  @Override
  public boolean isDone(InputDocument input, String id) throws IOException {
    Journal.Earlier earlier = journal.skip(input);
    if (earlier == Journal.Earlier.NOT_DONE) {
      return false;
    }
    hasSkippedFailed = earlier == Journal.Earlier.FAILED;
    if (hasSkippedFailed) {
      failures.addEarlier(input, id);
    }
    page.add(id, hasSkippedFailed);
    return true;
  }

  @Override
  public boolean isDamaged(String id) throws IOException {
    if (hasSkippedFailed) {
      return false;
    }
    for (Path file : filesOf(journal.count() - 1, id)) {
      long size = Files.isRegularFile(file) ? Files.size(file) : -1;
      if (size != journal.sizeOf(name(file)).orElse(size)) {
        if (layout.hasArchives()) {
          throw damaged(file);
        }
        return true;
      }
    }
    return false;
  }

  @Override
  public void repeat(String id, Completed<R> document) throws IOException {
    long number = journal.count() - 1;
    if (document.failure() != null) {
      throw damaged(filesOf(number, id).get(0));
    }
    write(number, id, document.rendered());
    files.commit();
    sizes.clear();
    repeated.add(id);
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!repeated.isEmpty()) {
      notes.add(
          "documents that were annotated again, because their files from earlier"
              + " runs were missing or changed: "
              + repeated.size()
              + ", such as "
              + repeated.get(0));
    }
    if (!deleted.isEmpty()) {
      notes.add(
          "files of the replaced run that were deleted: "
              + deleted.size()
              + ", such as "
              + deleted.get(0).getFileName());
    }
    if (journal.hasDamagedList()) {
      notes.add(
          "run.replaced was damaged, so files of a replaced run may remain; empty"
              + " the folder, or choose another one");
    }
    return notes;
  }

  @Override
  public void add(InputDocument input, String id, Completed<R> document) throws IOException {
    Completed<R> accepted = withTypes(document);
    boolean hasFailed = accepted.failure() != null;
    if (hasFailed) {
      failures.add(input, id, accepted);
      statistics.addFailure(accepted.failure());
    } else {
      write(journal.count(), id, accepted.rendered());
      statistics.add(journal.count(), id, accepted.figures());
    }
    page.add(id, hasFailed);

    journal.add(input, document.hash(), hasFailed);
    if (isComplete(journal.count(), journal.openCount())) {
      commit();
    }
  }

  /**
   * Merges the types of a document with the types of other documents. If they contradict each
   * other, the document fails.
   */
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

  /** Commits the open group if it has documents. */
  private void commit() throws IOException {
    if (journal.openCount() == 0) {
      return;
    }
    finish();
    if (typesChanged) {
      addFile(files.write(types.toXml()), layout.typeSystem());
      typesChanged = false;
    }

    journal.writeSettings();
    files.commit();
    journal.commit(failures.commit(), sizes, statistics);
    sizes.clear();
  }

  /** Writes the failures of the open group to the log without committing the group. */
  final void writeFailures() throws IOException {
    if (failures.hasLines()) {
      journal.writeSettings();
      failures.write();
    }
  }

  @Override
  public void end(SortedMap<Path, PromiseCheck.Status> promises) throws IOException {
    journal.checkAllSkipped();
    commit();
    failures.end();

    files.add(files.write(statistics.summary(layers, promises)), layout.summary());
    files.add(files.write(page.of(statistics, promises)), layout.index());
    files.commit();

    if (journal.replacesRun()) {
      deleteOldFiles();
    }
    journal.end();
  }

  /**
   * Deletes files of a replaced run that this run has not written: the files in its journal,
   * archives, failures and the type system.
   */
  private void deleteOldFiles() throws IOException {
    for (Path file : journal.replacedFiles()) {
      Files.delete(file);
      deleted.add(file);
    }
    if (types == null) {
      Files.deleteIfExists(layout.typeSystem());
    }

    Set<String> archives = layout.archiveNames(journal.count());
    try (Stream<Path> entries = Files.list(layout.folder())) {
      for (Path entry : entries.filter(Files::isRegularFile).toList()) {
        String name = entry.getFileName().toString();
        if (OutputLayout.isArchive(name) && !archives.contains(name)) {
          Files.delete(entry);
        }
      }
    }

    failures.deleteOtherFiles();
  }

  @Override
  public void stop() throws IOException {
    commit();
  }

  @Override
  public Statistics statistics() {
    return statistics;
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
