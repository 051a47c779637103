package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.annotator.cas.EarlierAnnotations;
import org.gpchain.annotator.cas.GpChainTypes;
import org.gpchain.annotator.cas.Origin;
import org.gpchain.annotator.cas.SegmentWriter;
import org.gpchain.annotator.cas.TokenizedSentence;
import org.gpchain.annotator.cas.UncertaintyWriter;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.text.Span;

/** Writes predictions into a document: as much of them as is wanted, and as it can hold. */
final class PredictionWriter {
  private final JCas document;
  private final Output output;
  private final Origin origin;
  private final SegmentWriter segments;
  private final UncertaintyWriter uncertainty;
  private final BiConsumer<Annotation, List<Token>> completion;
  private final boolean holdsScores;

  /**
   * @param document to be written into
   * @param output what is to be written
   * @param model that predicts, prepared for the document
   * @param tagOf the tag to write for a segment of a type; empty if such are not written
   * @param completion takes each annotation with the tokens that it covers
   */
  PredictionWriter(
      JCas document,
      Output output,
      LoadedModel model,
      Function<String, Optional<String>> tagOf,
      BiConsumer<Annotation, List<Token>> completion) {
    this.document = document;
    this.output = output;
    this.origin = new Origin(output.layer(), model.name());
    this.segments =
        new SegmentWriter(document, origin, output.scoreFeature(), tagOf, model.types()::of);
    this.uncertainty = new UncertaintyWriter(document, origin);
    this.completion = completion;
    this.holdsScores = GpChainTypes.areIn(document);
  }

  /** Removes what was written before, if that is wanted. */
  void removeEarlier(List<TokenizedSentence> sentences) throws UnusableCasException {
    if (output.replace()) {
      EarlierAnnotations.remove(document, origin, sentences);
    }
  }

  /** Writes the prediction of a sentence. */
  void write(Prediction prediction, TokenizedSentence sentence) {
    List<Token> tokens = sentence.tokens();
    for (ScoredSpan scored : prediction.spans()) {
      if (scored.probability() >= output.minProbability()) {
        Span span = scored.span();
        segments
            .write(tokens, scored)
            .ifPresent(
                written -> completion.accept(written, tokens.subList(span.start(), span.end())));
      }
    }
    if (output.marginals() && holdsScores) {
      uncertainty.writeMarginals(tokens, prediction);
    }
    if (output.uncertainty() && holdsScores) {
      uncertainty.writeUncertainty(sentence.sentence(), prediction);
    }
  }
}
