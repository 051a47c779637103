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

/** UIMA documents in files. */
final class CasInput implements InputFormat {
  private final CasFormat format;
  private final CasReading how;

  /** What all parsers share; null before the first one. */
  private DocumentTypes types;

  CasInput(CasFormat format, CasReading how) {
    this.format = format;
    this.how = how;
  }

  @Override
  public DocumentNames names() {
    return format.names();
  }

  @Override
  public String description() {
    String view = how.view() == null ? "" : ", view " + how.view();
    return format + view + (how.dropUnknown() ? ", without unknown types" : "");
  }

  @Override
  public Parser parser(List<String> columns, String language) throws IOException {
    CasParser parser = new CasParser(format, types(), how);
    return (origin, content) -> {
      ByteArrayInputStream in = new ByteArrayInputStream(content);
      ParsedDocument parsed = parser.parse(PLACE, in, origin.surroundings());
      if (CasSentences.isBlank(parsed.document())) {
        throw new InputException(
            PLACE, "this document has no text", "leave it out, or export it again");
      }
      return parsed;
    };
  }

  private synchronized DocumentTypes types() throws IOException {
    if (types == null) {
      types = DocumentTypes.of(how);
    }
    return types;
  }
}
