package org.gpchain.server.models;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.SentenceCutter;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.documents.AnnotateOptions;

/** A model that a server has learned. Immutable. */
public final class TrainedModel implements Suggester {
  /** As the annotators have it: a page without sentences would take much memory. */
  private static final int MAX_LENGTH = 1000;

  private final Model model;
  private final Tagger tagger;
  private final SuggestionMaker maker;
  private final SentenceCutter cutter = new SentenceCutter(MAX_LENGTH);

  TrainedModel(Model model, Unit unit) {
    this.model = model;
    this.tagger = model.tagger(AnnotateOptions.DEFAULT_DECODING);
    this.maker = new SuggestionMaker(model, unit, tagger);
  }

  /** The model itself. */
  public Model model() {
    return model;
  }

  /** The labels that it knows. */
  public List<String> types() {
    return maker.types();
  }

  @Override
  public List<Suggestion> suggest(String text, List<Passage> passages) {
    Workspace workspace = new Workspace();
    List<Suggestion> suggestions = new ArrayList<>();
    for (Passage passage : passages) {
      List<Prediction> pieces = new ArrayList<>();
      for (TokenSequence piece : cutter.cut(passage.units())) {
        pieces.add(tagger.tag(piece, workspace));
      }
      List<ScoredSpan> spans = Prediction.join(pieces).spans();
      suggestions.addAll(maker.of(passage, passage.units(), spans, workspace));
    }
    return suggestions;
  }
}
