package org.gpchain.internal.server.inception;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.HalfTokens;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.suggestion.LayerLabels;
import org.gpchain.internal.server.suggestion.NameList;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;

/** The source of the suggestions of a request: precomputed annotations, a model, or names. */
interface SuggestionSource {
  /**
   * Returns the suggestions for the part of a document that a request is about.
   *
   * @param gold annotations of users in the document
   * @param check ends the work if the client no longer waits
   */
  List<Suggestion> suggestions(JCas document, Metadata metadata, Gold gold, Runnable check)
      throws Refusal, IOException;

  /** Returns the text that INCEpTION shows as the explanation of a suggestion. */
  String explanation(Suggestion suggestion);

  /**
   * Precomputed annotations of a document.
   *
   * @param precomputed annotations in the order of the text, with their alternatives
   * @param labels labels that suggestions may have
   */
  record Replayed(List<Suggestion> precomputed, LayerLabels labels) implements SuggestionSource {
    @Override
    public List<Suggestion> suggestions(JCas document, Metadata metadata, Gold gold, Runnable check)
        throws Refusal {
      List<Suggestion> suggestions = precomputed;
      if (metadata.wholeTokens()) {
        List<Passage> passages = ExternalRecommender.passages(document, metadata.unit(), List.of());
        suggestions = WholeTokens.of(passages).widen(precomputed);
      }
      suggestions = labeled(suggestions);
      return gold.withoutOverlaps(suggestions, types(suggestions));
    }

    /** Returns the suggestions that have a label of the layer, with this label. */
    private List<Suggestion> labeled(List<Suggestion> suggestions) {
      Map<String, String> labelOf = labels.of(types(suggestions));
      List<Suggestion> labeled = new ArrayList<>();
      for (Suggestion suggestion : suggestions) {
        String label = labelOf.get(suggestion.type());
        if (label != null) {
          labeled.add(suggestion.with(label, labeled(suggestion.alternatives())));
        }
      }
      return labeled;
    }

    private static List<String> types(List<Suggestion> suggestions) {
      return suggestions.stream().map(Suggestion::type).distinct().toList();
    }

    @Override
    public String explanation(Suggestion suggestion) {
      if (suggestion.shippedModel().isEmpty()) {
        return "precomputed";
      }
      return "precomputed by " + suggestion.shippedModel();
    }
  }

  /**
   * The model that makes the suggestions of a request.
   *
   * @param suggester suggester of the model
   * @param shipped the model if it was not trained on this project; otherwise null
   * @param labels labels that suggestions may have
   * @param names names with labels that the model does not know
   * @param turn limits the time for a long document
   */
  record OfModel(
      Suggester suggester,
      ShippedModel shipped,
      LayerLabels labels,
      NameList.OfLayer names,
      LongDocuments.Turn turn)
      implements SuggestionSource {
    @Override
    public List<Suggestion> suggestions(JCas document, Metadata metadata, Gold gold, Runnable check)
        throws Refusal, IOException {
      List<AnnotationColumn> columns = suggester.model().features().annotationColumns();
      List<Passage> requested = requested(document, metadata, columns);
      String text = document.getDocumentText();
      try {
        return turn.suggestions(
            suggester, text, requested, gold, block -> suggest(text, block, metadata, gold, check));
      } catch (DocumentException e) {
        throw Refusal.unusable("the document: " + e.getMessage());
      }
    }

    private List<Suggestion> suggest(
        String text, List<Passage> requested, Metadata metadata, Gold gold, Runnable check)
        throws IOException, DocumentException {
      List<Passage> sentences = read(text, requested);
      if (!metadata.wholeTokens()) {
        sentences = divided(sentences, gold);
      }
      List<Suggestion> suggestions = suggester.suggest(gold, sentences, check, labels);
      suggestions = names.addTo(suggestions, gold, sentences, check);
      if (!metadata.wholeTokens()) {
        return suggestions;
      }
      return WholeTokens.of(requested).widen(suggestions);
    }

    private List<Passage> read(String text, List<Passage> passages)
        throws IOException, DocumentException {
      if (shipped == null) {
        return suggester.read(text, passages);
      }
      return shipped.read(text, passages);
    }

    /** Divides the tokens of a layer that is anchored to characters. */
    private List<Passage> divided(List<Passage> sentences, Gold gold) {
      List<Passage> divided = sentences;
      if (shipped == null) {
        // The annotations may have shown that the layer's segments end before clitics.
        TokenProfile profile = suggester.model().tokenProfile();
        divided = sentences.stream().map(sentence -> sentence.divided(profile)).toList();
      }
      return HalfTokens.divideAtBorders(divided, gold);
    }

    @Override
    public String explanation(Suggestion suggestion) {
      String model = suggestion.shippedModel();
      if (model.isEmpty() && shipped != null) {
        model = shipped.name();
      }
      return explained(model, suggestion);
    }
  }

  /**
   * Returns the explanation of a suggestion.
   *
   * @param model name of the model or list of names that made it, if it was not trained on the
   *     project; otherwise empty
   */
  private static String explained(String model, Suggestion suggestion) {
    String reasons = String.join("; ", suggestion.reasons());
    if (model.isEmpty()) {
      return reasons;
    }
    String origin = model + ", not trained on this project";
    if (reasons.isEmpty()) {
      return origin;
    }
    return origin + ": " + reasons;
  }

  /**
   * A list of names that makes the suggestions of a request, because no model fits.
   *
   * @param names names with labels of the layer
   */
  record OfNames(NameList.OfLayer names) implements SuggestionSource {
    @Override
    public List<Suggestion> suggestions(JCas document, Metadata metadata, Gold gold, Runnable check)
        throws Refusal {
      List<Passage> requested = requested(document, metadata, List.of());
      List<Suggestion> suggestions = names.addTo(List.of(), gold, requested, check);
      if (!metadata.wholeTokens()) {
        return suggestions;
      }
      return WholeTokens.of(requested).widen(suggestions);
    }

    @Override
    public String explanation(Suggestion suggestion) {
      return explained(suggestion.shippedModel(), suggestion);
    }
  }

  /** Returns the passages of a document that a request is about. */
  private static List<Passage> requested(
      JCas document, Metadata metadata, List<AnnotationColumn> columns) throws Refusal {
    return ExternalRecommender.passages(document, metadata.unit(), columns).stream()
        .filter(passage -> metadata.overlaps(passage.begin(), passage.end()))
        .toList();
  }
}
