package org.gpchain.internal.documents.batch.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.gpchain.core.promise.PromiseCheck;
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
    if (journal.hasEarlierDocuments() && Files.exists(layout.typeSystem())) {
      return new CollectedTypes(Files.readAllBytes(layout.typeSystem()));
    }
    return new CollectedTypes();
  }

  /**
   * Writes a document to the open group.
   *
   * @param number index of the document, from 0
   * @param id name of the document's output
   */
  abstract void write(long number, String id, R rendered) throws IOException;

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
    boolean hasFailed = earlier == Journal.Earlier.FAILED;
    if (hasFailed) {
      failures.addEarlier(input, id);
    }
    page.add(id, hasFailed);
    return true;
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

    journal.add(input, hasFailed);
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
      files.add(files.write(types.toXml()), layout.typeSystem());
      typesChanged = false;
    }

    journal.writeSettings();
    files.commit();
    journal.commit(failures.commit(), statistics);
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
   * Deletes files of a replaced run that this run has not written: archives, failures and the type
   * system. Documents of that run stay, because their names are unknown.
   */
  private void deleteOldFiles() throws IOException {
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
