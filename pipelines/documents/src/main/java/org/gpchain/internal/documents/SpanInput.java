package org.gpchain.internal.documents;

import java.util.List;
import org.gpchain.internal.formats.input.DocumentNames;
import org.gpchain.internal.formats.spans.SpanFormat;
import org.gpchain.internal.formats.spans.SpanParser;

/** Texts with spans, which become annotations of the documents. */
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
    return (origin, content) ->
        parser.parse(
            PLACE,
            origin.name(),
            content,
            origin.surroundings(),
            document -> origin.restart(document, language));
  }
}
