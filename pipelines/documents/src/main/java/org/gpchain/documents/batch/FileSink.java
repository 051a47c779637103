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
final class FileSink extends FolderSink<List<Path>> {
  private static final int GROUP = 1000;

  /** A file is not kept waiting longer than this. */
  private static final long NANOS = 5_000_000_000L;

  private final Set<OutputFormat> formats;
  private final List<String> endings;
  private long lastFinish = System.nanoTime();
  private int added;

  FileSink(RunFolder folder, IndexPage page, Set<OutputFormat> formats) throws IOException {
    super(folder, page, formats);
    this.formats = formats;
    this.endings = formats.stream().flatMap(format -> format.endings().stream()).toList();
  }

  static Path target(Path folder, String id, String ending) {
    return folder.resolve(id + "." + ending);
  }

  @Override
  public List<Path> render(AnnotatedResult result) throws DocumentException, IOException {
    List<byte[]> contents = new ArrayList<>();
    for (OutputFormat format : formats) {
      contents.addAll(result.as(format));
    }
    List<Path> staged = new ArrayList<>();
    for (byte[] content : contents) {
      staged.add(files.write(content));
    }
    return staged;
  }

  @Override
  void write(long number, String id, List<Path> rendered) {
    for (int i = 0; i < rendered.size(); i++) {
      files.add(rendered.get(i), target(folder.path, id, endings.get(i)));
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
