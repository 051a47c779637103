package org.gpchain.documents.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.output.OutputFile;
import org.gpchain.documents.output.OutputFormat;

/** A file for each document and format. */
final class FileSink extends FolderSink<List<FileSink.Staged>> {
  private static final int GROUP = 1000;

  /** A file is not kept waiting longer than this. */
  private static final long NANOS = 5_000_000_000L;

  private final List<OutputFile> files;
  private long lastFinish = System.nanoTime();
  private int added;

  record Staged(OutputFile file, Path path) {}

  FileSink(RunFolder folder, IndexPage page, Set<OutputFormat> formats) throws IOException {
    super(folder, page, formats);
    this.files = formats.stream().flatMap(format -> format.files().stream()).toList();
  }

  static Path target(Path folder, String id, OutputFile file) {
    return folder.resolve(id + "." + file.ending());
  }

  @Override
  public List<Staged> render(AnnotatedResult result) throws DocumentException, IOException {
    List<byte[]> contents = new ArrayList<>();
    for (OutputFile file : files) {
      contents.add(result.as(file));
    }
    List<Staged> staged = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      staged.add(new Staged(files.get(i), group().write(contents.get(i))));
    }
    return staged;
  }

  @Override
  void write(long number, String id, List<Staged> rendered) {
    rendered.forEach(file -> group().add(file.path(), target(folder().path(), id, file.file())));
    added++;
  }

  @Override
  void discard(List<Staged> rendered) throws IOException {
    for (Staged file : rendered) {
      group().discard(file.path());
    }
  }

  @Override
  boolean isDue(long documents) {
    return added >= GROUP || (added > 0 && System.nanoTime() - lastFinish > NANOS);
  }

  @Override
  void finish() {
    added = 0;
    lastFinish = System.nanoTime();
  }
}
