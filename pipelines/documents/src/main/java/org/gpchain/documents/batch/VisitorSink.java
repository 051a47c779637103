package org.gpchain.documents.batch;

import java.io.IOException;
import java.util.List;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.input.BatchInput;

/** Shows documents to a visitor, and remembers which they were. */
final class VisitorSink<R> implements Sink<R> {
  private final DocumentVisitor<R> visitor;
  private final List<byte[]> identities;
  private final Statistics statistics = new Statistics();

  /**
   * @param identities to which that of each document is added
   */
  VisitorSink(DocumentVisitor<R> visitor, List<byte[]> identities) {
    this.visitor = visitor;
    this.identities = identities;
  }

  @Override
  public R render(String id, AnnotatedResult result) throws DocumentException {
    return visitor.read(result.sentences());
  }

  @Override
  public boolean isDone(BatchInput input, String id) {
    return false;
  }

  @Override
  public void add(BatchInput input, String id, Outcome<R> outcome) throws IOException {
    if (outcome.failure() != null) {
      statistics.addFailure(outcome.failure().reason());
      visitor.fail(input.place() + ": " + outcome.failure().message());
    } else {
      visitor.add(identities.size(), id, outcome.annotated().rendered());
      statistics.add(identities.size(), outcome.annotated().document());
    }
    identities.add(input.identity());
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
