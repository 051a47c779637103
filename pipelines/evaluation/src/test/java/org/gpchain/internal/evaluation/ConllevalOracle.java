package org.gpchain.internal.evaluation;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An independent implementation of the CoNLL shared tasks' scorer, written from its description.
 * Two tables of the positions (B, I, O) of neighboring tokens, and whether their types differ,
 * determine if a chunk starts or ends between them. A predicted chunk is correct if a gold chunk of
 * its type starts and ends with it. The scorer uses no spans and looks at two neighbors at a time.
 */
final class ConllevalOracle {
  /** Numbers of gold, predicted and correct chunks by type, {@code [3]}. */
  private final SortedMap<String, long[]> counts = new TreeMap<>();

  private static final String BORDER = "O";

  private record Tag(String position, String type) {
    static Tag of(String label) {
      int hyphen = label.indexOf('-');
      return hyphen < 0
          ? new Tag(label, "")
          : new Tag(label.substring(0, hyphen), label.substring(hyphen + 1));
    }
  }

  void add(List<String> gold, List<String> predicted) {
    Tag lastGold = Tag.of(BORDER);
    Tag lastPredicted = Tag.of(BORDER);
    boolean bothOpen = false;

    for (int t = 0; t <= gold.size(); t++) {
      boolean border = t == gold.size();
      Tag nowGold = Tag.of(border ? BORDER : gold.get(t));
      Tag nowPredicted = Tag.of(border ? BORDER : predicted.get(t));
      boolean goldEnds = ends(lastGold, nowGold);
      boolean predictedEnds = ends(lastPredicted, nowPredicted);
      if (bothOpen && goldEnds && predictedEnds) {
        count(lastGold)[2]++;
        bothOpen = false;
      } else if (bothOpen && (goldEnds || predictedEnds)) {
        bothOpen = false;
      }
      boolean goldStarts = starts(lastGold, nowGold);
      boolean predictedStarts = starts(lastPredicted, nowPredicted);
      if (goldStarts) {
        count(nowGold)[0]++;
      }
      if (predictedStarts) {
        count(nowPredicted)[1]++;
      }
      if (goldStarts && predictedStarts && nowGold.type().equals(nowPredicted.type())) {
        bothOpen = true;
      }
      lastGold = nowGold;
      lastPredicted = nowPredicted;
    }
  }

  private long[] count(Tag tag) {
    return counts.computeIfAbsent(tag.type(), type -> new long[3]);
  }

  SortedMap<String, long[]> counts() {
    return counts;
  }

  private static boolean ends(Tag last, Tag now) {
    return Set.of("BB", "BO", "IB", "IO").contains(last.position() + now.position())
        || (!last.position().equals("O") && !last.type().equals(now.type()));
  }

  private static boolean starts(Tag last, Tag now) {
    return Set.of("BB", "IB", "OB", "OI").contains(last.position() + now.position())
        || (!now.position().equals("O") && !last.type().equals(now.type()));
  }
}
