package org.gpchain.internal.documents.batch.sink;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.input.InputDocument;

/** Prints one document after the other, and reports each failure on a line. */
final class StreamSink implements Sink<byte[]> {
  private final PrintWriter out;
  private final OutputFormat format;
  private final Consumer<String> errors;
  private final Statistics statistics = new Statistics();

  StreamSink(PrintWriter out, OutputFormat format, Consumer<String> errors) {
    this.out = out;
    this.format = format;
    this.errors = errors;
  }

  @Override
  public byte[] render(AnnotatedResult result) throws DocumentException {
    return result.as(format).get(0);
  }

  @Override
  public void add(InputDocument input, String id, Completed<byte[]> document) throws IOException {
    if (document.failure() != null) {
      statistics.addFailure(document.failure());
      errors.accept(input.place() + ": " + document.failure().description());
      return;
    }

    out.print(new String(document.rendered(), StandardCharsets.UTF_8));
    if (out.checkError()) {
      throw InputFiles.outputFailure("write to a directory with --output");
    }
    statistics.add(statistics.documents() + statistics.failed(), id, document.figures());
  }

  @Override
  public Statistics statistics() {
    return statistics;
  }
}
