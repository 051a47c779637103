package org.gpchain.pipelines.annotate.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.uima.jcas.JCas;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.NamedFile;
import org.gpchain.training.file.AtomicFile;

/**
 * Writes a file for each document and format, atomically, and for XMI a description of the types.
 * Files of earlier runs are replaced only on request.
 */
public final class OutputDirectory implements Output {
  private static final String TYPE_SYSTEM = "TypeSystem.xml";
  private static final String REPLACE =
      "name another directory, or let --overwrite replace what is there";

  private final Path directory;
  private final Set<OutputFormat> formats;
  private final boolean overwrite;
  private final Writers writers = new Writers();
  private final Set<String> names = new HashSet<>();
  private final List<Path> files = new ArrayList<>();

  /**
   * A directory, which is created when the first document is written.
   *
   * @param formats of the files, at least one
   * @param overwrite whether files may be replaced
   */
  public OutputDirectory(Path directory, Set<OutputFormat> formats, boolean overwrite) {
    this.directory = directory;
    this.formats = formats;
    this.overwrite = overwrite;
  }

  @Override
  public void check(List<NamedFile> documents) throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new InputException(
          directory, 0, "this is not a directory", "name a directory to write to");
    }
    Set<String> seen = new HashSet<>();
    for (NamedFile document : documents) {
      check(document.file(), document.name(), seen);
    }
  }

  private void check(Path source, String name, Set<String> seen) throws IOException {
    if (!seen.add(name)) {
      throw new InputException(
          source,
          0,
          "another file would be written to the same place as this one",
          "rename one of them");
    }
    for (OutputFile file : outputFiles()) {
      Path target = target(source, name, file);
      if (!Files.exists(target)) {
        continue;
      }
      if (Files.exists(source) && Files.isSameFile(target, source)) {
        throw new InputException(
            source,
            0,
            "this file would be replaced by its annotations",
            "name another directory to write to");
      }
      if (!overwrite) {
        throw new InputException(target, 0, "this file is there already", REPLACE);
      }
    }
  }

  /** The files that each document becomes. */
  private List<OutputFile> outputFiles() {
    return formats.stream().flatMap(format -> format.files().stream()).toList();
  }

  /** Where a document goes, whose name may come from a stranger: never out of the directory. */
  private Path target(Path source, String name, OutputFile file) throws InputException {
    Path target = resolve(name + "." + file.ending());
    Path inside = directory.toAbsolutePath().normalize();
    if (target.toAbsolutePath().normalize().startsWith(inside)) {
      return target;
    }
    throw new InputException(
        source, 0, "the document's name '" + name + "' leads out of " + directory, "rename it");
  }

  private Path resolve(String name) {
    try {
      return directory.resolve(name);
    } catch (InvalidPathException e) {
      // Of a file from elsewhere: in the locale C, for example, Java names files in ASCII only.
      return directory.resolve(name.replaceAll("[^\\p{Alnum}/._ -]", "_"));
    }
  }

  @Override
  public boolean writesDocuments() {
    return formats.stream().anyMatch(OutputFormat::writesDocuments);
  }

  @Override
  public void write(Path source, JCas document, AnnotatedDocument copy) throws IOException {
    check(source, copy.name(), names);
    if (formats.contains(OutputFormat.XMI) && writers.addTypes(document)) {
      writeTypes();
    }
    for (OutputFile file : outputFiles()) {
      Path target = target(source, copy.name(), file);
      AtomicFile.write(target, out -> writers.write(file, document, copy, out));
      files.add(target);
    }
  }

  /** XMI cannot be read without its types, so they are there from the first document on. */
  private void writeTypes() throws IOException {
    ByteArrayOutputStream types = new ByteArrayOutputStream();
    writers.writeTypes(types);
    Path target = directory.resolve(TYPE_SYSTEM);
    boolean ours = files.contains(target);
    if (!ours && !overwrite && Files.exists(target) && !isSame(target, types)) {
      throw new InputException(
          target, 0, "this file is there already, and describes other types", REPLACE);
    }
    AtomicFile.write(target, types::writeTo);
    if (!ours) {
      files.add(target);
    }
  }

  private static boolean isSame(Path file, ByteArrayOutputStream content) throws IOException {
    return Arrays.equals(Files.readAllBytes(file), content.toByteArray());
  }

  @Override
  public List<Path> files() {
    return List.copyOf(files);
  }
}
