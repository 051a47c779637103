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
 * Documents in a folder, group by group: first the files of a group, then its lines in the log of
 * failures, then its line in the journal. If a run is interrupted, the next run does the open group
 * again, with the same result.
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

  /** Continues after the documents of the journal, which is not closed. */
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
   * @param number number of the document, from 0
   */
  abstract void write(long number, String id, R rendered) throws IOException;

  /**
   * Returns whether the open group is complete.
   *
   * @param documents number of documents so far
   * @param inGroup number of documents in the open group
   */
  abstract boolean isComplete(long documents, int inGroup);

  /** Closes the files of the open group, which is about to be committed. */
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
   * Collects the types of a document. A document whose types contradict those of others cannot be
   * written with them, and fails.
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

  /** Writes the failures of the open group to their log, but commits nothing. */
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
   * Deletes what the run before has left that this run has not replaced: archives, failures, and
   * the type system. Its documents stay, since their names are not known any more.
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
