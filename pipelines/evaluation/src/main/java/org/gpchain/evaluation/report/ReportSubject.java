package org.gpchain.evaluation.report;

import org.gpchain.core.text.TagScheme;
import org.gpchain.corpora.Corpus;
import org.gpchain.documents.page.ModelCard;

/**
 * What a report is about.
 *
 * @param model the model
 * @param scheme of its labels; with TOKEN, tokens take the place of segments
 * @param decoding how labels were chosen, in words
 * @param corpus the test corpus
 * @param errors how many of the most certain errors are shown, at least 0
 */
public record ReportSubject(
    ModelCard model, TagScheme scheme, String decoding, Corpus corpus, int errors) {
  boolean isOfTokens() {
    return scheme == TagScheme.TOKEN;
  }
}
