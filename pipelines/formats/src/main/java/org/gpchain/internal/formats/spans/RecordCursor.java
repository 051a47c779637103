package org.gpchain.internal.formats.spans;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.input.InputCursor;
import org.gpchain.internal.formats.input.InputDocument;
import org.gpchain.internal.formats.spans.JsonRecords.JsonRecord;

/** The records of a JSON file. Each record is a document. The file is held in memory. */
final class RecordCursor implements InputCursor {
  private static final String ENDING = ".jsonl";

  private final InputDocument file;
  private final JsonRecords records;
  private int count;

  RecordCursor(InputDocument file) throws IOException {
    this.file = file;
    InputStream in = new ByteArrayInputStream(file.content().read());
    this.records = new JsonRecords(Path.of(file.place()), in);
  }

  @Override
  public InputDocument next() throws IOException {
    JsonRecord record;
    try {
      record = records.next();
    } catch (InputException e) {
      return InputDocument.unreadable(nextName(), file.place(), e);
    }
    if (record == null) {
      return null;
    }

    byte[] content = record.node().toString().getBytes(StandardCharsets.UTF_8);
    CRC32 checksum = new CRC32();
    checksum.update(content);
    return new InputDocument(
        nextName(),
        InputException.place(Path.of(file.place()), record.line()),
        ENDING,
        null,
        content.length,
        checksum.getValue(),
        () -> content,
        file.surroundings());
  }

  private String nextName() {
    count++;
    return file.name() + "-" + count;
  }

  @Override
  public void close() throws IOException {
    records.close();
    file.content().release();
  }
}
