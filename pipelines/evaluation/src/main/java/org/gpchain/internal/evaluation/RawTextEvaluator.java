package org.gpchain.internal.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.plaintext.PlainText;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.PassageReader;
import org.gpchain.internal.evaluation.tagging.BatchTagger;

/**
 * Runs a tagger over the raw text of a corpus and compares segments by their characters. Predicted
 * segments are not scored if they have an unknown token, or lie outside of the gold sentences.
 *
 * @param tagger a tagger of the model that the reader reads for
 * @param threads number of threads that tag; the figures do not depend on it
 */
public record RawTextEvaluator(Tagger tagger, int threads) {
  /**
   * The gold sentences of a corpus.
   *
   * @param sentences sentences of all texts, in order
   * @param segments gold segments of each sentence that are scored, {@code [sentences]}
   */
  public record GoldSegments(List<LabeledSequence> sentences, List<List<Span>> segments) {}

  /**
   * Evaluates from raw text.
   *
   * @param corpus gold sentences
   * @param texts texts of the corpus with the places of the gold tokens, sentence by sentence; the
   *     last ones may have more sentences than the corpus
   * @param reader finds sentences and tokens in the texts
   * @param f1OnGoldTokens F1 on the gold tokens, in [0, 1]
   * @throws InputException if a text cannot be segmented or tagged
   */
  public RawTextResult evaluate(
      GoldSegments corpus, List<PlainText> texts, PassageReader reader, double f1OnGoldTokens)
      throws InputException {
    List<RawTextScore> scores = new ArrayList<>();
    List<LabeledSequence> rawSentences = new ArrayList<>();
    int begin = 0;
    for (PlainText text : texts) {
      int end = Math.min(begin + text.tokens().size(), corpus.sentences().size());
      if (begin == end) {
        continue;
      }
      List<LabeledSequence> sentences = corpus.sentences().subList(begin, end);
      RawTextScore score =
          new RawTextScore(
              text, sentences, corpus.segments().subList(begin, end), reader.read(text.text()));
      int document = sentences.get(0).document();
      for (Passage passage : score.passages()) {
        rawSentences.add(new LabeledSequence(passage.units(), List.of()).inDocument(document));
      }
      scores.add(score);
      begin = end;
    }

    predict(rawSentences, scores);
    return result(scores, f1OnGoldTokens);
  }

  /** Adds the predictions in all sentences to the scores of their texts. */
  private void predict(List<LabeledSequence> rawSentences, List<RawTextScore> scores) {
    List<RawTextScore> scoreOf = new ArrayList<>();
    List<Passage> passages = new ArrayList<>();
    for (RawTextScore score : scores) {
      for (Passage passage : score.passages()) {
        scoreOf.add(score);
        passages.add(passage);
      }
    }

    try (BatchTagger batches = new BatchTagger(tagger, threads)) {
      List<LabeledSequence> read = batches.inDocuments(rawSentences);
      for (int from = 0; from < read.size(); from += BatchTagger.BATCH) {
        int to = Math.min(from + BatchTagger.BATCH, read.size());
        List<Prediction> predictions =
            batches.tag(read.subList(from, to).stream().map(LabeledSequence::tokens).toList());
        for (int n = from; n < to; n++) {
          scoreOf.get(n).addPredicted(passages.get(n), segments(predictions.get(n - from)));
        }
      }
    }
  }

  private List<Span> segments(Prediction prediction) {
    return prediction.spans().stream()
        .map(ScoredSpan::span)
        .filter(span -> Evaluator.isSegment(span, tagger.codec().scheme()))
        .toList();
  }

  private static RawTextResult result(List<RawTextScore> scores, double f1OnGoldTokens) {
    SpanCounts segments = SpanCounts.NONE;
    SpanCounts sentences = SpanCounts.NONE;
    int lost = 0;
    TokenDifferences tokens = new TokenDifferences();
    for (RawTextScore score : scores) {
      segments = segments.plus(score.segments());
      sentences = sentences.plus(score.sentences());
      lost += score.lostSegments();
      score.compareTokens(tokens);
    }
    return RawTextResult.of(segments, f1OnGoldTokens, lost, tokens, sentences);
  }
}
