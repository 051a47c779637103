package org.gpchain.internal.evaluation.selection;

import static org.gpchain.core.text.Numbers.format;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.apache.commons.io.file.PathUtils;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.batch.DocumentScan;
import org.gpchain.internal.documents.output.CollectedTypes;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.cas.TypeSystems;
import org.gpchain.internal.training.io.StagedFiles;

/**
 * A folder for the documents of a selection, numbered in the order of annotation, and for the list
 * of the selected texts. Either all files are written, or none.
 *
 * @param folder the folder
 * @param files files that are moved into the folder when all of them are complete
 */
public record SelectionFolder(Path folder, StagedFiles files) implements Closeable {
  /**
   * Opens a folder.
   *
   * @param folder an empty or nonexistent folder; created when the files are written
   * @throws InputException if the folder is a file or is not empty
   */
  public static SelectionFolder open(Path folder) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InputException(folder, "this is a file", "name a directory for the documents");
    }
    if (Files.exists(folder) && !PathUtils.isEmptyDirectory(folder)) {
      throw new InputException(
          folder, "this directory is not empty", "name an empty or new directory");
    }
    return new SelectionFolder(folder, new StagedFiles(folder));
  }

  /** Writes copies of the selected documents and the list of the selected texts. */
  public void writeCopies(DocumentScan documents, Selection selection) throws IOException {
    Map<Long, String> names = names(selection);
    documents.fetch(
        new TreeSet<>(names.keySet()),
        (number, input) -> write(names.get(number) + input.plainEnding(), input.content().read()));
    finish(selection);
  }

  /** Writes the annotated documents as XMI, their type system, and the list of the texts. */
  public void writeAnnotated(DocumentScan documents, Selection selection) throws IOException {
    Map<Long, String> names = names(selection);
    CollectedTypes types = new CollectedTypes();
    documents.annotated(
        new TreeSet<>(names.keySet()),
        (number, result) -> writeXmi(names.get(number), result, types));
    if (!names.isEmpty()) {
      write(TypeSystems.USUAL_NAME, types.toXml());
    }
    finish(selection);
  }

  private void writeXmi(String name, AnnotatedResult result, CollectedTypes types)
      throws IOException {
    if (result.types().isPresent()) {
      types.add(result.types().get());
    }
    write(name + ".xmi", xmi(result, name));
  }

  private static byte[] xmi(AnnotatedResult result, String name) throws IOException {
    try {
      return result.as(OutputFormat.XMI).get(0);
    } catch (DocumentException e) {
      throw new InputException(Path.of(name), e.line(), e.getMessage(), e);
    }
  }

  /**
   * Returns the file names of the selected documents, by the number of the document. A file name
   * consists of the rank of the document, padded with zeros, and its own name.
   */
  private static Map<Long, String> names(Selection selection) {
    Map<Long, String> ids = new LinkedHashMap<>();
    for (Selection.Text text : selection.texts()) {
      ids.putIfAbsent(text.document(), text.id());
    }

    int digits = Integer.toString(ids.size()).length();
    Map<Long, String> names = new LinkedHashMap<>();
    for (Map.Entry<Long, String> entry : ids.entrySet()) {
      String rank = format("%0" + digits + "d-", names.size() + 1);
      String id = entry.getValue();
      names.put(entry.getKey(), rank + id.substring(id.lastIndexOf('/') + 1));
    }
    return names;
  }

  private void write(String name, byte[] content) throws IOException {
    files.add(files.write(content), folder.resolve(name));
  }

  private void finish(Selection selection) throws IOException {
    write("selection.jsonl", selection.toJsonLines());
    files.commit();
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
