package org.gpchain.internal.formats.cas;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.UnusableCasException;

/**
 * The view of a document that is read: the one that the user has named, or else the initial one. If
 * that has no text, and exactly one other view has, it is that one.
 *
 * @param document the view
 * @param isFallback whether it is another than the initial view, and the user has not named it
 */
record DocumentView(JCas document, boolean isFallback) {
  /**
   * Chooses a view.
   *
   * @param wanted the name of the view; null if the user has not named any
   * @throws UnusableCasException if there is no such view, or if several others have text
   */
  static DocumentView of(JCas document, String wanted) throws UIMAException {
    List<String> withText = withText(document);
    if (wanted != null) {
      if (!withText.contains(wanted)) {
        throw new UnusableCasException(
            format(
                "it has no text in the view '%s' (views with text: %s); name another one with --view,"
                    + " or none",
                wanted, withText.isEmpty() ? "none" : String.join(", ", withText)));
      }
      return new DocumentView(document.getView(wanted), false);
    }
    JCas initial = document.getView(CAS.NAME_DEFAULT_SOFA);
    if (withText.isEmpty() || withText.contains(CAS.NAME_DEFAULT_SOFA)) {
      return new DocumentView(initial, false);
    }
    if (withText.size() > 1) {
      throw new UnusableCasException(
          format(
              "its initial view has no text, but several others have (%s); name one with --view",
              String.join(", ", withText)));
    }
    return new DocumentView(document.getView(withText.get(0)), true);
  }

  private static List<String> withText(JCas document) throws UIMAException {
    List<String> names = new ArrayList<>();
    Iterator<CAS> views = document.getCas().getViewIterator();
    while (views.hasNext()) {
      CAS view = views.next();
      if (!CasSentences.isBlank(view.getJCas())) {
        names.add(view.getViewName());
      }
    }
    Collections.sort(names);
    return names;
  }

  /** Returns the document with remarks on how it was read, to which the choice is added. */
  ParsedDocument parsed(Map<String, Integer> remarks) {
    String fallback =
        "documents without text in the initial view, read from their view '"
            + document.getViewName()
            + "'";
    return new ParsedDocument(document, remarks).with(fallback, isFallback ? 1 : 0);
  }
}
