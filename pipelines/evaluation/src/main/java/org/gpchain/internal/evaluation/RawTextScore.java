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

/** Compares the segments predicted in a raw text with its gold segments, by character offsets. */
final class RawTextScore {
  private final String text;
  private final List<Passage> passages;
  private final List<Span> gold = new ArrayList<>();
  private final List<Span> predicted = new ArrayList<>();
  private final List<List<Span>> goldSentences = new ArrayList<>();
  private final List<List<Span>> rawSentences = new ArrayList<>();

  /** Offsets of the characters of the gold sentences. */
  private final BitSet scored = new BitSet();

  /** Offsets of the characters of tokens without a known gold label. */
  private final BitSet unknown = new BitSet();

  /**
   * Creates a comparison without predicted segments.
   *
   * @param source the text with the offsets of the gold tokens, sentence by sentence
   * @param sentences the scored gold sentences, which are the first ones of the text
   * @param segments gold segments of each of these sentences
   * @param passages sentences that were found in the raw text
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

  /** Returns whether a passage overlaps a gold sentence. */
  private boolean isScored(Passage passage) {
    return overlaps(scored, passage.begin(), passage.end());
  }

  private static boolean overlaps(BitSet characters, int begin, int end) {
    int next = characters.nextSetBit(begin);
    return next >= 0 && next < end;
  }

  /** Returns the passages of the raw text that overlap gold sentences. */
  List<Passage> passages() {
    return passages;
  }

  /** Adds the segments that were predicted in a passage of the raw text. */
  void addPredicted(Passage passage, List<Span> segments) {
    for (Span segment : segments) {
      Span place = CharacterSpans.segment(text, passage, segment);
      boolean isKnown = !overlaps(unknown, place.start(), place.end());
      if (isKnown && overlaps(scored, place.start(), place.end())) {
        predicted.add(place);
      }
    }
  }

  /** Returns the numbers of gold, predicted and correct segments. */
  SpanCounts segments() {
    return SpanCounts.of(gold, predicted);
  }

  /** Returns the number of gold segments that no prediction can match. */
  int lostSegments() {
    SegmentBorders borders = new SegmentBorders(rawSentences);
    int lost = 0;
    for (Span segment : gold) {
      if (!borders.allow(segment)) {
        lost++;
      }
    }
    return lost;
  }

  /** Returns the numbers of gold sentences, of sentences found, and of equal sentences. */
  SpanCounts sentences() {
    return SpanCounts.of(extents(goldSentences), extents(rawSentences));
  }

  /** Returns the character spans of the sentences that have nonempty tokens. */
  private static List<Span> extents(List<List<Span>> sentences) {
    List<Span> extents = new ArrayList<>();
    for (List<Span> tokens : sentences) {
      if (!tokens.isEmpty()) {
        Span last = tokens.get(tokens.size() - 1);
        extents.add(new Span(tokens.get(0).start(), last.end(), ""));
      }
    }
    return extents;
  }

  /** Adds the tokens of the text to a comparison. */
  void compareTokens(TokenDifferences differences) {
    differences.add(text, inOrder(goldSentences), inOrder(rawSentences));
  }

  /** Returns the scored tokens of sentences in text order. */
  private List<Span> inOrder(List<List<Span>> sentences) {
    return sentences.stream()
        .flatMap(List::stream)
        .filter(token -> overlaps(scored, token.start(), token.end()))
        .sorted(Comparator.comparingInt(Span::start).thenComparingInt(Span::end))
        .toList();
  }
}
