package org.gpchain.documents.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.output.OutputFormat;

/** A file for each document and format. */
final class FileSink extends FolderSink<List<FileSink.Staged>> {
  private static final int GROUP = 1000;

  /** A file is not kept waiting longer than this. */
  private static final long NANOS = 5_000_000_000L;

  private final Set<OutputFormat> formats;
  private final List<String> endings;
  private long lastFinish = System.nanoTime();
  private int added;

  record Staged(String ending, Path path) {}

  FileSink(RunFolder folder, IndexPage page, Set<OutputFormat> formats) throws IOException {
    super(folder, page, formats);
    this.formats = formats;
    this.endings = formats.stream().flatMap(format -> format.endings().stream()).toList();
  }

  static Path target(Path folder, String id, String ending) {
    return folder.resolve(id + "." + ending);
  }

  @Override
  public List<Staged> render(AnnotatedResult result) throws DocumentException, IOException {
    List<byte[]> contents = new ArrayList<>();
    for (OutputFormat format : formats) {
      contents.addAll(result.as(format));
    }
    List<Staged> staged = new ArrayList<>();
    for (int i = 0; i < contents.size(); i++) {
      staged.add(new Staged(endings.get(i), files.write(contents.get(i))));
    }
    return staged;
  }

  @Override
  void write(long number, String id, List<Staged> rendered) {
    rendered.forEach(file -> files.add(file.path(), target(folder.path, id, file.ending())));
  }

  @Override
  void discard(List<Staged> rendered) throws IOException {
    for (Staged file : rendered) {
      files.discard(file.path());
    }
  }

  @Override
  boolean isDue(long documents) {
    return ++added >= GROUP || System.nanoTime() - lastFinish > NANOS;
  }

  @Override
  void finish() {
    added = 0;
    lastFinish = System.nanoTime();
  }
}
