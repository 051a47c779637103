package org.gpchain.corpora.cas;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.uima.json.jsoncas2.JsonCas2Names;
import org.apache.uima.json.jsoncas2.encoding.OffsetConverter;
import org.apache.uima.json.jsoncas2.encoding.Utf16CodeunitOffsetConverter;
import org.apache.uima.json.jsoncas2.encoding.Utf32CodepointOffsetConverter;
import org.apache.uima.json.jsoncas2.encoding.Utf8ByteOffsetConverter;

/** How a document in JSON counts: in units of UTF-16, as UIMA does, or of another encoding. */
final class JsonOffsets {
  private final Function<String, OffsetConverter> encoding;
  private final Map<String, OffsetConverter> views = new HashMap<>();

  private JsonOffsets(Function<String, OffsetConverter> encoding) {
    this.encoding = encoding;
  }

  /**
   * What the head of a document says.
   *
   * @param header may be missing
   */
  static JsonOffsets of(JsonNode header) throws DamagedDocumentException {
    String name = header.path(JsonCas2Names.HEADER_OFFSET_ENCODING).asText("UTF-16");
    return new JsonOffsets(
        switch (name) {
          case "UTF-8" -> Utf8ByteOffsetConverter::new;
          case "UTF-16" -> Utf16CodeunitOffsetConverter::new;
          case "UTF-32" -> Utf32CodepointOffsetConverter::new;
          default ->
              throw new DamagedDocumentException(
                  "its "
                      + JsonCas2Names.HEADER_OFFSET_ENCODING
                      + " is '"
                      + name
                      + "'; there are UTF-8, UTF-16 and UTF-32");
        });
  }

  /**
   * Adds a view.
   *
   * @param text may be null
   */
  void add(String view, String text) {
    views.put(view, encoding.apply(text));
  }

  /** An offset of the document as one in UTF-16; negative if there is none. */
  int inText(String view, int offset) {
    OffsetConverter converter = views.get(view);
    return converter == null || offset < 0 ? offset : converter.mapExternal(offset);
  }
}
