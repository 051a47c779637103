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
import org.gpchain.training.io.FileGroup;

/** A file for each document and format. */
final class FileLayout implements Layout<List<FileLayout.Aside>> {
  private static final int GROUP = 1000;

  /** A file is not kept waiting longer than this. */
  private static final long NANOS = 5_000_000_000L;

  private final Path folder;
  private final List<OutputFile> files;
  private final FileGroup group;
  private long lastFinish = System.nanoTime();
  private int added;

  /** A file that is not in its place yet. */
  record Aside(OutputFile file, Path path) {}

  FileLayout(Path folder, Set<OutputFormat> formats, FileGroup group) {
    this.folder = folder;
    this.files = formats.stream().flatMap(format -> format.files().stream()).toList();
    this.group = group;
  }

  @Override
  public List<Aside> render(String id, AnnotatedResult result)
      throws DocumentException, IOException {
    List<byte[]> contents = new ArrayList<>();
    for (OutputFile file : files) {
      contents.add(result.as(file));
    }
    List<Aside> written = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      written.add(new Aside(files.get(i), group.write(contents.get(i))));
    }
    return written;
  }

  @Override
  public void add(long number, String id, List<Aside> rendered) {
    rendered.forEach(aside -> group.add(aside.path(), target(folder, id, aside.file())));
    added++;
  }

  /** Where a file of a document goes. */
  static Path target(Path folder, String id, OutputFile file) {
    return folder.resolve(id + "." + file.ending());
  }

  @Override
  public void discard(List<Aside> rendered) throws IOException {
    for (Aside aside : rendered) {
      group.discard(aside.path());
    }
  }

  @Override
  public boolean isDue(long documents) {
    return added >= GROUP || (added > 0 && System.nanoTime() - lastFinish > NANOS);
  }

  @Override
  public boolean mayEndAnywhere() {
    return true;
  }

  @Override
  public Set<String> archives(long documents) {
    return Set.of();
  }

  @Override
  public void finish() {
    added = 0;
    lastFinish = System.nanoTime();
  }
}
