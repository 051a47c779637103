package org.gpchain.internal.evaluation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.corpora.plaintext.PlainText;
import org.gpchain.internal.documents.Passage;

/** Compares the segments predicted in the raw text with the gold segments, by characters. */
final class RawTextScore {
  private final String text;
  private final List<Passage> passages;
  private final List<Span> gold = new ArrayList<>();
  private final List<Span> predicted = new ArrayList<>();
  private final List<List<Span>> goldSentences = new ArrayList<>();
  private final List<List<Span>> rawSentences = new ArrayList<>();

  /** Characters of gold sentences. */
  private final BitSet scored = new BitSet();

  /** Characters of tokens whose label is not known. */
  private final BitSet unknown = new BitSet();

  /**
   * @param source the text with the places of the gold tokens, sentence by sentence
   * @param sentences the first gold sentences of the text, which are scored
   * @param segments gold segments of each of these sentences
   * @param passages sentences that were found in the text
   */
  RawTextScore(
      PlainText source,
      List<LabeledSequence> sentences,
      List<List<Span>> segments,
      List<Passage> passages) {
    this.text = source.text();
    for (int s = 0; s < sentences.size(); s++) {
      List<opennlp.tools.util.Span> tokens = source.tokens().get(s);
      addGold(tokens, sentences.get(s), segments.get(s));
    }
    this.passages = passages.stream().filter(this::isScored).toList();
    this.passages.forEach(passage -> rawSentences.add(CharacterSpans.tokens(text, passage)));
  }

  private void addGold(
      List<opennlp.tools.util.Span> tokens, LabeledSequence sentence, List<Span> segments) {
    goldSentences.add(CharacterSpans.tokens(text, tokens));
    scored.set(tokens.get(0).getStart(), tokens.get(tokens.size() - 1).getEnd());
    for (UnknownToken token : sentence.unknown()) {
      opennlp.tools.util.Span place = tokens.get(token.token());
      unknown.set(place.getStart(), place.getEnd());
    }
    for (Span segment : segments) {
      gold.add(CharacterSpans.segment(text, tokens, segment));
    }
  }

  private boolean isScored(Passage passage) {
    return overlaps(scored, passage.begin(), passage.end());
  }

  private static boolean overlaps(BitSet characters, int begin, int end) {
    int next = characters.nextSetBit(begin);
    return next >= 0 && next < end;
  }

  /** Returns the sentences found in the raw text, in which segments are predicted. */
  List<Passage> passages() {
    return passages;
  }

  /** Adds the segments that are predicted in a sentence of the raw text. */
  void addPredicted(Passage passage, List<Span> segments) {
    for (Span segment : segments) {
      Span place = CharacterSpans.segment(text, passage, segment);
      boolean isKnown = !overlaps(unknown, place.start(), place.end());
      if (isKnown && overlaps(scored, place.start(), place.end())) {
        predicted.add(place);
      }
    }
  }

  SpanCounts segments() {
    return SpanCounts.of(gold, predicted);
  }

  /** Returns the number of gold segments that no prediction can match. */
  int lostSegments() {
    SegmentBorders borders = new SegmentBorders(rawSentences);
    return (int) gold.stream().filter(segment -> !borders.allow(segment)).count();
  }

  SpanCounts sentences() {
    return SpanCounts.of(places(goldSentences), places(rawSentences));
  }

  /** Returns the places of the sentences that have visible tokens. */
  private static List<Span> places(List<List<Span>> sentences) {
    return sentences.stream()
        .filter(tokens -> !tokens.isEmpty())
        .map(tokens -> new Span(tokens.get(0).start(), tokens.get(tokens.size() - 1).end(), ""))
        .toList();
  }

  /** Adds the tokens of the text to a comparison. */
  void compareTokens(TokenDifferences differences) {
    differences.add(text, inOrder(goldSentences), inOrder(rawSentences));
  }

  private List<Span> inOrder(List<List<Span>> sentences) {
    return sentences.stream()
        .flatMap(List::stream)
        .filter(token -> overlaps(scored, token.start(), token.end()))
        .sorted(Comparator.comparingInt(Span::start).thenComparingInt(Span::end))
        .toList();
  }
}
