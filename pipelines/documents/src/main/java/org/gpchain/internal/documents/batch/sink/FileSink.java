package org.gpchain.internal.documents.batch.sink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.OutputFormat;

/** Writes a file for each document and format. A rendered document is a list of staged files. */
final class FileSink extends FolderSink<List<Path>> {
  /** Maximum number of documents in a group. */
  private static final int MAX_DOCUMENTS = 1000;

  /** Maximum age of a group, after which its files are committed (nanoseconds). */
  private static final long MAX_AGE = 5_000_000_000L;

  private long lastFinish = System.nanoTime();

  FileSink(Journal journal, OutputLayout layout, List<Layer> layers) throws IOException {
    super(journal, layout, layers);
  }

  @Override
  public List<Path> render(AnnotatedResult result) throws DocumentException, IOException {
    List<byte[]> contents = new ArrayList<>();
    for (OutputFormat format : layout.formats()) {
      contents.addAll(result.as(format));
    }

    List<Path> staged = new ArrayList<>();
    for (byte[] content : contents) {
      staged.add(files.write(content));
    }
    return staged;
  }

  @Override
  void write(long number, String id, List<Path> rendered) throws IOException {
    List<Path> targets = layout.filesOf(id);
    for (int i = 0; i < rendered.size(); i++) {
      addFile(rendered.get(i), targets.get(i));
    }
  }

  @Override
  List<Path> filesOf(long number, String id) {
    return layout.filesOf(id);
  }

  @Override
  boolean isComplete(long documents, int inGroup) {
    return inGroup >= MAX_DOCUMENTS || System.nanoTime() - lastFinish > MAX_AGE;
  }

  @Override
  void finish() {
    lastFinish = System.nanoTime();
  }
}
