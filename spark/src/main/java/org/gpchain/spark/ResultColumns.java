package org.gpchain.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.output.AnnotatedDocument;
import org.gpchain.documents.output.OutputFormat;

/**
 * The columns of a table of annotated documents: those named here, and the content of each file
 * that a document becomes, by the file's ending.
 */
final class ResultColumns {
  static final String DOCUMENT = "document";
  static final String REASON = "reason";
  static final String SENTENCES = "sentences";
  static final String TOKENS = "tokens";
  static final String SEGMENTS = "segments";
  static final String TYPES = "types";
  static final String HEAD = "head";

  private static final int FIXED = 7;

  private static final StructType SEGMENT =
      new StructType()
          .add("begin", DataTypes.IntegerType, false)
          .add("end", DataTypes.IntegerType, false)
          .add("type", DataTypes.StringType, false)
          .add("model", DataTypes.StringType, false)
          .add("probability", DataTypes.DoubleType, false)
          .add("text", DataTypes.StringType, false);

  private final List<OutputFormat> formats;

  /** The names of the types of documents in this partition, which a row of each tells. */
  private final BinaryHeads heads = new BinaryHeads();

  ResultColumns(List<OutputFormat> formats) {
    this.formats = formats;
  }

  /** All columns. */
  StructType schema() {
    StructType schema =
        new StructType()
            .add(DOCUMENT, DataTypes.StringType, false)
            .add(REASON, DataTypes.StringType)
            .add(SENTENCES, DataTypes.IntegerType)
            .add(TOKENS, DataTypes.IntegerType)
            .add(SEGMENTS, DataTypes.createArrayType(SEGMENT, false))
            .add(TYPES, DataTypes.StringType)
            .add(HEAD, DataTypes.BinaryType);
    for (OutputFormat format : formats) {
      for (String ending : format.endings()) {
        schema = schema.add(ending, DataTypes.BinaryType);
      }
    }
    return schema;
  }

  /**
   * An annotated document.
   *
   * @throws DocumentException if it cannot be written
   */
  Row row(AnnotatedResult result) throws DocumentException {
    AnnotatedDocument document = result.copy();
    List<Object> values = new ArrayList<>(Arrays.asList(new Object[FIXED]));
    values.set(0, document.name());
    values.set(2, document.sentences().size());
    values.set(3, document.tokenCount());
    values.set(4, segments(document));
    for (OutputFormat format : formats) {
      List<byte[]> contents = result.as(format);
      if (format == OutputFormat.BINCAS) {
        BinaryHeads.Parts parts = heads.split(contents.get(0));
        values.set(5, parts.types());
        values.set(6, parts.newHead());
        contents = List.of(parts.body());
      }
      values.addAll(contents);
    }
    return RowFactory.create(values.toArray());
  }

  /** A document that could not be annotated. */
  Row failed(String name, DocumentException reason) {
    Object[] values = new Object[schema().size()];
    values[0] = name;
    values[1] = reason.getMessage();
    return RowFactory.create(values);
  }

  private static Row[] segments(AnnotatedDocument document) {
    return document.segments().stream()
        .map(
            segment ->
                RowFactory.create(
                    segment.begin(),
                    segment.end(),
                    segment.type(),
                    document.layers().get(segment.layer()).model(),
                    segment.probability(),
                    document.text().substring(segment.begin(), segment.end())))
        .toArray(Row[]::new);
  }
}
