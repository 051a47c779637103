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
 * The documents of a selection in a folder, numbered in the order in which they are to be
 * annotated, and the list: all of it or nothing.
 */
public record SelectionFolder(Path folder, StagedFiles files) implements Closeable {
  /**
   * @param folder made if it is not there
   * @throws InputException if there is something in it
   */
  public static SelectionFolder open(Path folder) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InputException(folder, "this is a file", "name a directory for the documents");
    }
    if (Files.exists(folder) && !PathUtils.isEmptyDirectory(folder)) {
      throw new InputException(
          folder, "this directory is not empty", "name another one, whose order is its own");
    }
    return new SelectionFolder(folder, new StagedFiles(folder));
  }

  public void writeCopies(DocumentScan documents, Selection selection) throws IOException {
    Map<Long, String> names = names(selection);
    documents.fetch(
        new TreeSet<>(names.keySet()),
        (number, input) -> write(names.get(number) + input.plainEnding(), input.content().read()));
    finish(selection);
  }

  /** Writes annotated documents in XMI, and their types. */
  public void writeAnnotated(DocumentScan documents, Selection selection) throws IOException {
    Map<Long, String> names = names(selection);
    CollectedTypes types = new CollectedTypes();
    documents.annotated(
        new TreeSet<>(names.keySet()),
        (number, result) -> {
          if (result.types().isPresent()) {
            types.add(result.types().get());
          }
          write(names.get(number) + ".xmi", xmi(result, names.get(number)));
        });
    if (!names.isEmpty()) {
      write(TypeSystems.USUAL_NAME, types.toXml());
    }
    finish(selection);
  }

  private static byte[] xmi(AnnotatedResult result, String name) throws IOException {
    try {
      return result.as(OutputFormat.XMI).get(0);
    } catch (DocumentException e) {
      throw new InputException(Path.of(name), e.line(), e.getMessage(), e);
    }
  }

  /**
   * Names of the documents' files, by the number of the document: that of its first text in the
   * order, with as many digits as all have, and its own.
   */
  private static Map<Long, String> names(Selection selection) {
    Map<Long, String> ids = new LinkedHashMap<>();
    selection.texts().forEach(text -> ids.putIfAbsent(text.document(), text.id()));
    int digits = Integer.toString(ids.size()).length();
    Map<Long, String> names = new LinkedHashMap<>();
    ids.forEach(
        (number, id) ->
            names.put(
                number,
                format("%0" + digits + "d-", names.size() + 1)
                    + id.substring(id.lastIndexOf('/') + 1)));
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
