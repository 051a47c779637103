package org.gpchain.core.model;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The part-of-speech tags that a model was trained on. It has no features for tags of another
 * tagset.
 *
 * @param name {@code ud}, {@code ptb}, or {@code other}
 * @param tags the tags seen in training, in alphabetical order
 */
public record Tagset(String name, List<String> tags) {
  private static final String OTHER = "other";

  private static final Set<String> UD =
      Set.of(
          "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON",
          "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X");

  /** Tags that the Penn tagset has and others hardly have. */
  private static final Set<String> PENN =
      Set.of("NN", "NNS", "NNP", "VBD", "VBZ", "JJ", "DT", "IN");

  public Tagset {
    tags = List.copyOf(tags);
  }

  /** The tagset that a corpus's tags belong to. */
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

  /** Whether a model that was trained on the other tags knows these, but for rare ones. */
  public boolean serves(Tagset other) {
    return tags.containsAll(other.tags) || (!name.equals(OTHER) && name.equals(other.name));
  }

  /** Tokens that are two words, such as "cannot", have two tags: {@code AUX+PART}. */
  private static boolean isUniversal(String tag) {
    return UD.containsAll(List.of(tag.split("\\+", -1)));
  }
}
