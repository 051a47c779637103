package org.gpchain.internal.server.annotations;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.gpchain.internal.core.tokens.TokenSplitter;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;

/**
 * The annotations of a document that begin or end inside a token, as {@code Miller} in {@code
 * Miller's}, and the sentences whose tokens are divided there.
 *
 * @param passages the sentences with divided tokens
 * @param count number of annotations that begin or end inside a token
 * @param irregular number of these annotations with a border where {@link TokenSplitter} would not
 *     divide the token. Models cannot suggest such segments exactly in other texts.
 * @param example the first of the irregular annotations, or else of all; empty if there are none
 */
public record HalfTokens(
    List<Passage> passages, int count, int irregular, Optional<UserAnnotation> example) {
  private static final Convention UNKNOWN = Convention.UNKNOWN;
  private static final Convention SPLIT = Convention.SPLIT;

  /** Profiles that divide one kind of word each. */
  private static final List<TokenProfile> CONVENTIONS =
      List.of(
          new TokenProfile(SPLIT, UNKNOWN, UNKNOWN, UNKNOWN),
          new TokenProfile(UNKNOWN, SPLIT, UNKNOWN, UNKNOWN),
          new TokenProfile(UNKNOWN, UNKNOWN, SPLIT, UNKNOWN),
          new TokenProfile(UNKNOWN, UNKNOWN, UNKNOWN, SPLIT));

  /**
   * Divides the tokens of a document where annotations begin or end inside them. If an annotation
   * divides a token by a convention of corpora, such as clitics, all tokens of the document are
   * divided by this convention, so that models learn it.
   *
   * @param passages sentences of the document, in order
   */
  public static HalfTokens divide(List<Passage> passages, Gold gold) {
    Set<Integer> borders = borders(gold);
    Set<Integer> irregular = new HashSet<>();
    Set<Integer> inside = new HashSet<>();
    TokenProfile profile = TokenProfile.UNKNOWN;
    for (Passage passage : passages) {
      for (int t = 0; t < passage.units().length(); t++) {
        WorkCheck.run();
        for (int border : bordersInToken(passage, t, borders)) {
          TokenProfile convention = convention(passage, t, border);
          profile = profile.or(convention);
          inside.add(border);
          if (convention.equals(TokenProfile.UNKNOWN)) {
            irregular.add(border);
          }
        }
      }
    }

    List<Passage> divided = new ArrayList<>();
    for (Passage passage : passages) {
      divided.add(passage.divided(profile));
    }
    List<UserAnnotation> half = withBorder(gold, inside);
    List<UserAnnotation> irregularHalf = withBorder(gold, irregular);
    List<UserAnnotation> examples = irregularHalf.isEmpty() ? half : irregularHalf;
    return new HalfTokens(
        divideAt(borders, divided),
        half.size(),
        irregularHalf.size(),
        examples.stream().findFirst());
  }

  /** Returns sentences whose tokens are divided only where annotations begin or end inside them. */
  public static List<Passage> divideAtBorders(List<Passage> passages, Gold gold) {
    return divideAt(borders(gold), passages);
  }

  private static List<Passage> divideAt(Set<Integer> borders, List<Passage> passages) {
    List<Passage> divided = new ArrayList<>();
    for (Passage passage : passages) {
      divided.add(passage.dividedAt(borders));
    }
    return divided;
  }

  private static Set<Integer> borders(Gold gold) {
    Set<Integer> borders = new TreeSet<>();
    for (UserAnnotation annotation : gold.annotations()) {
      borders.add(annotation.begin());
      borders.add(annotation.end());
    }
    return borders;
  }

  private static List<UserAnnotation> withBorder(Gold gold, Set<Integer> borders) {
    return gold.annotations().stream()
        .filter(
            annotation ->
                borders.contains(annotation.begin()) || borders.contains(annotation.end()))
        .toList();
  }

  /** Returns the borders after the first and before the last character of a token. */
  private static List<Integer> bordersInToken(Passage passage, int token, Set<Integer> borders) {
    List<Integer> bordersInside = new ArrayList<>();
    for (int offset = passage.begins()[token] + 1; offset < passage.ends()[token]; offset++) {
      if (borders.contains(offset)) {
        bordersInside.add(offset);
      }
    }
    return bordersInside;
  }

  /** Returns the profile by which a token is divided at an offset of the text. */
  private static TokenProfile convention(Passage passage, int token, int border) {
    String word = passage.units().column(TokenSequence.WORD).get(token);
    int end = border - passage.begins()[token];
    for (TokenProfile convention : CONVENTIONS) {
      int[] ends = TokenSplitter.split(word, convention);
      if (IntStream.of(ends).anyMatch(partEnd -> partEnd == end)) {
        return convention;
      }
    }
    return TokenProfile.UNKNOWN;
  }
}
