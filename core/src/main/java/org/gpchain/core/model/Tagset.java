package org.gpchain.core.model;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The part-of-speech tags on which a model was trained. The model has no features for the tags of
 * another tagset. Immutable.
 *
 * @param name name of the tagset: {@code ud}, {@code ptb}, or {@code other}
 * @param tags tags seen in training, in alphabetical order
 */
public record Tagset(String name, List<String> tags) {
  private static final String OTHER = "other";

  /** Tags of Universal Dependencies. */
  private static final Set<String> UD =
      Set.of(
          "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON",
          "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X");

  /** Tags by which the Penn tagset is recognized. Other tagsets have few of them. */
  private static final Set<String> PENN =
      Set.of("NN", "NNS", "NNP", "VBD", "VBZ", "JJ", "DT", "IN");

  public Tagset {
    tags = List.copyOf(tags);
  }

  /** Returns the tagset of the tags of a corpus. */
  public static Tagset of(Collection<String> tags) {
    TreeSet<String> sorted = new TreeSet<>(tags);
    String name = OTHER;
    if (sorted.stream().allMatch(Tagset::isUniversal)) {
      name = "ud";
    } else if (sorted.stream().filter(PENN::contains).count() >= 3) {
      name = "ptb";
    }
    return new Tagset(name, List.copyOf(sorted));
  }

  /**
   * Returns whether this tagset can be used where another one is expected: it is the same known
   * tagset, or it contains all tags of the other.
   */
  public boolean serves(Tagset other) {
    return tags.containsAll(other.tags) || (!name.equals(OTHER) && name.equals(other.name));
  }

  /**
   * Returns whether a tag belongs to Universal Dependencies. Tokens that consist of two words, such
   * as "cannot", have two tags: {@code AUX+PART}.
   */
  private static boolean isUniversal(String tag) {
    return UD.containsAll(List.of(tag.split("\\+", -1)));
  }
}
