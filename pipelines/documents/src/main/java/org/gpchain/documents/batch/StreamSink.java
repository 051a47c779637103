package org.gpchain.documents.batch;

import java.io.IOException;
import java.util.function.Consumer;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.input.BatchInput;

/** Documents on standard output; of those that fail, a line tells. */
final class StreamSink implements Sink<byte[]> {
  private final StreamLayout layout;
  private final Consumer<String> errors;
  private final Statistics statistics = new Statistics();
  private long number;

  /**
   * @param errors is told which documents could not be annotated, and why
   */
  StreamSink(StreamLayout layout, Consumer<String> errors) {
    this.layout = layout;
    this.errors = errors;
  }

  @Override
  public byte[] render(String id, AnnotatedResult result) throws DocumentException {
    return layout.render(id, result);
  }

  @Override
  public boolean isDone(BatchInput input, String id) {
    return false;
  }

  @Override
  public void add(BatchInput input, String id, Outcome<byte[]> outcome) throws IOException {
    if (outcome.failure() != null) {
      statistics.addFailure(outcome.failure().reason());
      errors.accept(input.place() + ": " + outcome.failure().message());
    } else {
      layout.add(number, id, outcome.annotated().rendered());
      statistics.add(number, outcome.annotated().document());
    }
    number++;
  }

  @Override
  public void end() {}

  @Override
  public void stop() {}

  @Override
  public Statistics statistics() {
    return statistics;
  }

  @Override
  public void close() {}
}
