package org.gpchain.pipelines.annotate.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.jcas.JCas;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.NamedFile;

/** Writes documents one after the other to standard output, in one format. */
public final class StandardOutput implements Output {
  private final PrintWriter out;
  private final OutputFormat format;
  private final Writers writers = new Writers();
  private int documents;

  /** Writes to a stream, in UTF-8, which is not closed. */
  public StandardOutput(PrintWriter out, OutputFormat format) {
    this.out = out;
    this.format = format;
  }

  @Override
  public void check(List<NamedFile> all) throws IOException {
    if (format == OutputFormat.BINCAS || format.files().size() > 1) {
      throw new InputException(
          NamedFile.STANDARD_STREAM,
          0,
          "standard output cannot hold the format " + format,
          "write to a directory (--output DIR)");
    }
    if (all.size() > 1 && !format.holdsSeveral()) {
      throw tooMany(all.get(1).file());
    }
  }

  private InputException tooMany(Path second) {
    return new InputException(
        second,
        0,
        "standard output cannot hold a second document in the format " + format,
        "write to a directory (--output DIR), or as conll, json or jsonl");
  }

  @Override
  public boolean writesDocuments() {
    return format.writesDocuments();
  }

  @Override
  public void write(Path source, JCas document, AnnotatedDocument copy) throws IOException {
    if (documents++ > 0 && !format.holdsSeveral()) {
      throw tooMany(source);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    writers.write(format.files().get(0), document, copy, bytes);
    out.print(bytes.toString(StandardCharsets.UTF_8));
    if (out.checkError()) {
      throw failure("write to a directory with --output");
    }
  }

  /**
   * The failure to write to standard output, of which a print writer does not tell the cause.
   *
   * @param cure what to do instead
   */
  public static IOException failure(String cure) {
    return new IOException(
        "standard output cannot be written to: it was closed, or its disk is full; " + cure);
  }

  @Override
  public List<Path> files() {
    return List.of();
  }
}
