package org.gpchain.internal.documents;

import java.io.IOException;
import java.util.List;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.input.DocumentNames;
import org.gpchain.internal.formats.spans.SpanFormat;
import org.gpchain.internal.formats.spans.SpanParser;

/** The format of texts with spans, which become annotations of the documents. */
record SpanInput(SpanFormat format) implements InputFormat {
  @Override
  public DocumentNames names() {
    return format.names();
  }

  @Override
  public String description() {
    return format.toString();
  }

  @Override
  public Parser parser(List<String> columns, String language) {
    SpanParser parser = new SpanParser(format, language);
    return (origin, content) -> parse(parser, origin, content, language);
  }

  private static ParsedDocument parse(
      SpanParser parser, DocumentOrigin origin, byte[] content, String language)
      throws IOException {
    return parser.parse(
        PLACE,
        origin.name(),
        content,
        origin.surroundings(),
        document -> origin.restart(document, language));
  }
}
