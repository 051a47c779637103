package org.gpchain.spark;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.internal.documents.output.OutputFormat;

/**
 * Columns of the table of annotated documents: the fixed columns below, followed by one column per
 * file ending of the output formats, with the contents of the files.
 */
final class ResultColumns {
  static final String DOCUMENT = "document";
  static final String REASON = "reason";
  static final String SENTENCES = "sentences";
  static final String TOKENS = "tokens";
  static final String SEGMENTS = "segments";
  static final String TYPES = "types";
  static final String HEAD = "head";

  /** Number of columns that do not depend on the output formats. */
  private static final int FIXED = 7;

  /**
   * Length of the header of a binary CAS (bytes): the magic number, the flags, and the kind of
   * compression. The types follow.
   */
  private static final int UIMA_HEADER = 12;

  private static final StructType SEGMENT =
      new StructType()
          .add("begin", DataTypes.IntegerType, false)
          .add("end", DataTypes.IntegerType, false)
          .add("type", DataTypes.StringType, false)
          .add("model", DataTypes.StringType, false)
          .add("probability", DataTypes.DoubleType, false)
          .add("text", DataTypes.StringType, false);

  private final List<OutputFormat> formats;

  // The head of a binary CAS holds the types and is longer than most documents (17 KB). To save
  // space, only the first document of a partition with a head includes it.
  private final Set<String> writtenTypes = new HashSet<>();
  private byte[] head = new byte[0];
  private String types;

  ResultColumns(List<OutputFormat> formats) {
    this.formats = formats;
  }

  /** Returns the schema of the rows. */
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

  /** Returns the row of an annotated document. */
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
        byte[] binary = contents.get(0);
        readHead(binary);
        values.set(5, types);
        boolean isFirst = writtenTypes.add(types);
        if (isFirst) {
          values.set(6, head);
        }
        byte[] body = Arrays.copyOfRange(binary, head.length, binary.length);
        contents = List.of(body);
      }
      values.addAll(contents);
    }
    return RowFactory.create(values.toArray());
  }

  /**
   * Sets {@link #head} and {@link #types} to those of a document in compressed form 6 with types.
   * Most documents have the same head as the document before.
   */
  private void readHead(byte[] document) {
    int length = Math.min(head.length, document.length);
    if (head.length > 0 && Arrays.equals(document, 0, length, head, 0, head.length)) {
      return;
    }

    ByteArrayInputStream in =
        new ByteArrayInputStream(document, UIMA_HEADER, document.length - UIMA_HEADER);
    // The stream is not closed: it holds only an array.
    try {
      new ObjectInputStream(in).readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("a binary CAS has no readable types", e);
    }
    head = Arrays.copyOf(document, document.length - in.available());
    types = Sha256.hex(head);
  }

  /** Returns the row of a document that could not be annotated. */
  Row failed(String name, DocumentException reason) {
    Object[] values = new Object[schema().size()];
    values[0] = name;
    values[1] = reason.getMessage();
    return RowFactory.create(values);
  }

  private static Row[] segments(AnnotatedDocument document) {
    return document.segments().stream()
        .map(segment -> segmentRow(document, segment))
        .toArray(Row[]::new);
  }

  private static Row segmentRow(AnnotatedDocument document, Segment segment) {
    return RowFactory.create(
        segment.begin(),
        segment.end(),
        segment.type(),
        document.layers().get(segment.layer()).model(),
        segment.probability(),
        document.text().substring(segment.begin(), segment.end()));
  }
}
