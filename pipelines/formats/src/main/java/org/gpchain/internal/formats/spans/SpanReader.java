package org.gpchain.internal.formats.spans;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.formats.input.Companion;
import org.gpchain.internal.formats.input.Surroundings;
import org.gpchain.internal.formats.spans.JsonRecords.JsonRecord;

/**
 * A reader of texts with spans in one format.
 *
 * @param layer layer of the annotations that are created from spans if the file declares no types
 */
record SpanReader(SpanFormat format, SegmentLayer layer) {
  /**
   * Reads a document.
   *
   * @param place path of the document for messages
   * @param name name of brat's file without folder and extension; other formats ignore it
   * @param content content of the file, or a JSON record; not modified
   * @throws InputException if the document cannot be read
   */
  SpanDocument read(
      Path place, String name, byte[] content, Surroundings surroundings, ReadingNotes notes)
      throws IOException {
    InputStream in = new ByteArrayInputStream(content);
    return switch (format) {
      case JSONL -> readRecord(place, in, notes);
      case BRAT -> readBrat(place, name, in, surroundings, notes);
      case WEBANNO -> new WebAnnoTsv(place, notes).read(in);
    };
  }

  private SpanDocument readRecord(Path place, InputStream in, ReadingNotes notes)
      throws IOException {
    try (JsonRecords records = new JsonRecords(place, in)) {
      JsonRecord record = records.next();
      if (record == null) {
        throw new InputException(place, "there are no records in it", "add a record with a text");
      }
      return new JsonSpans(place, layer, notes).read(record.node());
    }
  }

  private SpanDocument readBrat(
      Path place, String name, InputStream in, Surroundings surroundings, ReadingNotes notes)
      throws IOException {
    String text = TextLines.text(place, in, StandardCharsets.UTF_8);
    Optional<Companion> annotations = surroundings.beside(name + BratFiles.ANNOTATIONS);
    if (annotations.isEmpty()) {
      return SpanDocument.notAnnotated(place, text);
    }

    Path file = Path.of(annotations.get().place());
    InputStream standoff = new ByteArrayInputStream(annotations.get().content().get());
    return new BratStandoff(file, layer, notes).read(place, text, standoff);
  }
}
