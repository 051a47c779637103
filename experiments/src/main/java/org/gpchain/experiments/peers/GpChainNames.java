package org.gpchain.experiments.peers;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.evaluation.tagging.BatchTagger;

/** A GPChain model as a name finder with one thread. */
final class GpChainNames implements NameFinder {
  private final Tagger tagger;

  GpChainNames(Tagger tagger) {
    this.tagger = tagger;
  }

  @Override
  public List<List<Span>> find(List<LabeledSequence> sentences) {
    List<Prediction> predictions;
    try (BatchTagger batches = new BatchTagger(tagger, 1)) {
      List<TokenSequence> tokens =
          batches.inDocuments(sentences).stream().map(LabeledSequence::tokens).toList();
      predictions = batches.tag(tokens);
    }

    List<List<Span>> names = new ArrayList<>();
    for (Prediction prediction : predictions) {
      names.add(prediction.spans().stream().map(ScoredSpan::span).toList());
    }
    return names;
  }
}
