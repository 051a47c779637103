package org.gpchain.spark;

import java.io.IOException;
import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import org.gpchain.documents.DocumentAnnotator;
import org.gpchain.documents.DocumentException;

/**
 * Annotates the documents of a partition one after the other, with one annotator and so one CAS.
 * Strings and bytes come in and go out, never a CAS. A document that cannot be annotated becomes a
 * row that says why.
 *
 * @param shipped the files that go along with the settings
 * @param hadoop where the files of documents are found
 */
record AnnotatePartition(
    EngineSettings settings,
    Broadcast<ShippedFiles> shipped,
    Broadcast<SerializableConfiguration> hadoop)
    implements MapPartitionsFunction<Row, Row> {
  @Override
  public Iterator<Row> call(Iterator<Row> documents) throws IOException {
    if (!documents.hasNext()) {
      return documents;
    }
    DocumentAnnotator annotator = settings.take(shipped.value());
    TaskCompletionListener end = context -> settings.giveBack(annotator);
    TaskContext.get().addTaskCompletionListener(end);
    DocumentColumns columns = new DocumentColumns(hadoop.value().value());
    ResultColumns results = new ResultColumns(settings.outputs());
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return documents.hasNext();
      }

      @Override
      public Row next() {
        Row document = documents.next();
        try {
          return results.row(
              annotator.annotate(DocumentColumns.origin(document), columns.content(document)));
        } catch (DocumentException e) {
          return results.failed(DocumentColumns.name(document), e);
        }
      }
    };
  }
}
