package org.gpchain.internal.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.plaintext.PlainText;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.PassageReader;
import org.gpchain.internal.evaluation.tagging.BatchTagger;

/**
 * Tags the raw text of a corpus and compares the segments by their character offsets. A predicted
 * segment is not scored if it contains a token without a known gold label, or if it lies outside
 * the gold sentences.
 *
 * @param tagger tagger of the model for which the passage reader prepares sentences
 * @param threads number of threads that tag; the metrics do not depend on it
 */
public record RawTextEvaluator(Tagger tagger, int threads) {
  /**
   * The gold sentences and segments of a corpus.
   *
   * @param sentences sentences of all texts, in order
   * @param segments scored gold segments of each sentence, {@code [sentences]}
   */
  public record GoldSegments(List<LabeledSequence> sentences, List<List<Span>> segments) {}

  /**
   * Evaluates the tagger on raw text.
   *
   * @param corpus gold sentences and segments
   * @param texts texts of the corpus with the offsets of the gold tokens, sentence by sentence; may
   *     have more sentences than the corpus
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
      List<List<Span>> segments = corpus.segments().subList(begin, end);
      List<Passage> passages = reader.read(text.text());
      RawTextScore score = new RawTextScore(text, sentences, segments, passages);
      scores.add(score);

      int document = sentences.get(0).document();
      for (Passage passage : score.passages()) {
        rawSentences.add(new LabeledSequence(passage.units(), List.of()).inDocument(document));
      }
      begin = end;
    }

    predict(rawSentences, scores);
    return result(scores, f1OnGoldTokens);
  }

  /** Tags all sentences and adds the predicted segments to the scores of their texts. */
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
      List<LabeledSequence> inDocuments = batches.inDocuments(rawSentences);
      for (int from = 0; from < inDocuments.size(); from += BatchTagger.BATCH) {
        int to = Math.min(from + BatchTagger.BATCH, inDocuments.size());
        List<TokenSequence> batch =
            inDocuments.subList(from, to).stream().map(LabeledSequence::tokens).toList();
        List<Prediction> predictions = batches.tag(batch);
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
