package org.gpchain.documents.batch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.input.BatchInput;
import org.gpchain.documents.output.OutputFormat;
import org.gpchain.documents.output.StandardOutput;

/** Documents one after the other on standard output; of those that fail, a line tells. */
final class StreamSink implements Sink<byte[]> {
  private final BatchOutput.Stream output;
  private final OutputFormat format;
  private final Statistics statistics = new Statistics();
  private long number;

  StreamSink(BatchOutput.Stream output, OutputFormat format) {
    this.output = output;
    this.format = format;
  }

  @Override
  public byte[] render(AnnotatedResult result) throws DocumentException {
    return result.as(format).get(0);
  }

  @Override
  public void add(BatchInput input, String id, Completed<byte[]> document) throws IOException {
    if (document.failure() != null) {
      statistics.addFailure(document.failure());
      output.errors().accept(input.place() + ": " + document.failure().description());
    } else {
      output.out().print(new String(document.rendered(), StandardCharsets.UTF_8));
      if (output.out().checkError()) {
        throw StandardOutput.failure("write to a directory with --output");
      }
      statistics.add(number, id, document.figures());
    }
    number++;
  }

  @Override
  public Statistics statistics() {
    return statistics;
  }
}
