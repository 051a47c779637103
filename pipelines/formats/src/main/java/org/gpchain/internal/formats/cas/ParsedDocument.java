package org.gpchain.internal.formats.cas;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.uima.jcas.JCas;

/**
 * A document that was read from a file.
 *
 * @param document the view to work on, which may be used until the next document is read
 * @param remarks what the user should know of how it was read, such as what was left out, each with
 *     the number of times
 */
public record ParsedDocument(JCas document, Map<String, Integer> remarks) {
  public ParsedDocument {
    remarks = Map.copyOf(remarks);
  }

  /** Returns this document with another remark, if its number is above 0. */
  public ParsedDocument with(String remark, int count) {
    if (count == 0) {
      return this;
    }
    Map<String, Integer> all = new HashMap<>(remarks);
    all.merge(remark, count, Integer::sum);
    return new ParsedDocument(document, all);
  }

  /** Returns remarks as lines for the user, in their order. */
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
