package org.gpchain.internal.documents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasParser;
import org.gpchain.internal.formats.cas.CasReading;
import org.gpchain.internal.formats.cas.DocumentTypes;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.input.DocumentNames;

/** The format of UIMA documents. */
final class CasInput implements InputFormat {
  private final CasFormat format;
  private final CasReading reading;

  /** Types of the documents, shared by all parsers; null before the first parser. */
  private DocumentTypes types;

  CasInput(CasFormat format, CasReading reading) {
    this.format = format;
    this.reading = reading;
  }

  @Override
  public DocumentNames names() {
    return format.names();
  }

  @Override
  public String description() {
    StringBuilder description = new StringBuilder(format.toString());
    if (reading.view() != null) {
      description.append(", view ").append(reading.view());
    }
    if (reading.dropUnknown()) {
      description.append(", without unknown types");
    }
    return description.toString();
  }

  @Override
  public Parser parser(List<String> columns, String language) throws IOException {
    CasParser parser = new CasParser(format, types(), reading);
    return (origin, content) -> parse(parser, origin, content);
  }

  private static ParsedDocument parse(CasParser parser, DocumentOrigin origin, byte[] content)
      throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(content);
    ParsedDocument parsed = parser.parse(PLACE, in, origin.surroundings());
    if (CasSentences.isBlank(parsed.document())) {
      throw new InputException(PLACE, "this document has no text", "remove it, or export it again");
    }
    return parsed;
  }

  private synchronized DocumentTypes types() throws IOException {
    if (types == null) {
      types = DocumentTypes.of(reading);
    }
    return types;
  }
}
