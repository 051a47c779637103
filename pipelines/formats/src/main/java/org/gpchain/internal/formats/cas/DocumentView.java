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
 * The view of a document that is read: the view that the user has named, or else the initial view.
 * If the initial view has no text, and exactly one other view has text, that view is read.
 *
 * @param document the view
 * @param isFallback whether the view is neither named by the user nor the initial view
 */
record DocumentView(JCas document, boolean isFallback) {
  /**
   * Chooses a view.
   *
   * @param name name of the view; null if the user has not named one
   * @throws UnusableCasException if the named view has no text, or if no view is named, the initial
   *     view has no text, and several others have text
   */
  static DocumentView of(JCas document, String name) throws UIMAException {
    List<String> withText = withText(document);
    if (name != null) {
      if (!withText.contains(name)) {
        String names = withText.isEmpty() ? "none" : String.join(", ", withText);
        throw new UnusableCasException(
            format(
                "it has no text in the view '%s' (views with text: %s); specify"
                    + " another view with --view, or omit --view",
                name, names));
      }
      return new DocumentView(document.getView(name), false);
    }

    JCas initial = document.getView(CAS.NAME_DEFAULT_SOFA);
    if (withText.isEmpty() || withText.contains(CAS.NAME_DEFAULT_SOFA)) {
      return new DocumentView(initial, false);
    }
    if (withText.size() > 1) {
      throw new UnusableCasException(
          format(
              "its initial view has no text, but several others have (%s); specify one with --view",
              String.join(", ", withText)));
    }
    return new DocumentView(document.getView(withText.get(0)), true);
  }

  /** Returns the sorted names of the views with text. */
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

  /** Returns the document with remarks on how it was read, including one on a fallback view. */
  ParsedDocument parsed(Map<String, Integer> remarks) {
    String fallback =
        "documents without text in the initial view, read from their view '"
            + document.getViewName()
            + "'";
    return new ParsedDocument(document, remarks).with(fallback, isFallback ? 1 : 0);
  }
}
