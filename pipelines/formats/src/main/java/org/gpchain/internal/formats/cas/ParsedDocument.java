package org.gpchain.internal.formats.cas;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.uima.jcas.JCas;

/**
 * A document that was read, with remarks for the user.
 *
 * @param document view of the document that is read, which is valid until the next document is read
 * @param remarks remarks on how the document was read, such as omissions, each with the number of
 *     its occurrences
 */
public record ParsedDocument(JCas document, Map<String, Integer> remarks) {
  public ParsedDocument {
    remarks = Map.copyOf(remarks);
  }

  /** Returns this document with another remark, unless the number of its occurrences is 0. */
  public ParsedDocument with(String remark, int count) {
    if (count == 0) {
      return this;
    }
    Map<String, Integer> extended = new HashMap<>(remarks);
    extended.merge(remark, count, Integer::sum);
    return new ParsedDocument(document, extended);
  }

  /** Returns remarks as lines of text, in the order of the map. */
  public static List<String> warnings(Map<String, ? extends Number> remarks) {
    return remarks.entrySet().stream()
        .map(remark -> remark.getKey() + ": " + remark.getValue())
        .toList();
  }

  /** Returns a document without remarks. */
  public static ParsedDocument of(JCas document) {
    return new ParsedDocument(document, Map.of());
  }
}
