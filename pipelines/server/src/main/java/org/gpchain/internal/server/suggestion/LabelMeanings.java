package org.gpchain.internal.server.suggestion;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The meanings of labels of named entities, by which a label of a model finds its equivalent in
 * another tag set: {@code MISC} of CoNLL 2003 is {@code OTH} of GermEval, and a tag described as "a
 * person of the novel" stands for {@code PER}.
 */
final class LabelMeanings {
  /** Words, in lower case, that labels and descriptions use for the same meaning. */
  private static final List<Set<String>> MEANINGS =
      List.of(
          Set.of("per", "pers", "person", "persons", "people", "human", "humans"),
          Set.of("loc", "location", "locations", "place", "places", "gpe", "gpe_loc"),
          Set.of(
              "org",
              "organization",
              "organizations",
              "organisation",
              "organisations",
              "company",
              "companies",
              "institution",
              "institutions",
              "gpe_org"),
          Set.of("misc", "miscellaneous", "oth", "other", "others"),
          Set.of("prod", "product", "products"),
          Set.of("evt", "event", "events"),
          Set.of("date", "dates"),
          Set.of("time", "times"),
          Set.of("money", "currency"));

  private LabelMeanings() {}

  /**
   * Returns the tag that means the same as a label. A tag whose whole name has the meaning of the
   * label is preferred to a tag that has a word with this meaning in its name, and such a tag to a
   * tag whose description names this meaning first. Among equally good tags, the first is returned.
   *
   * @param tags descriptions of the tags by name, in the order of the tag set
   */
  static Optional<String> equivalent(String label, Map<String, String> tags) {
    for (String tag : tags.keySet()) {
      if (haveSameMeaning(label, tag)) {
        return Optional.of(tag);
      }
    }

    for (String tag : tags.keySet()) {
      if (words(tag).stream().anyMatch(word -> haveSameMeaning(label, word))) {
        return Optional.of(tag);
      }
    }

    for (Map.Entry<String, String> tag : tags.entrySet()) {
      if (firstMeaning(tag.getValue()).contains(label.toLowerCase(Locale.ROOT))) {
        return Optional.of(tag.getKey());
      }
    }
    return Optional.empty();
  }

  private static boolean haveSameMeaning(String label, String other) {
    return label.equalsIgnoreCase(other) || meaning(label).contains(other.toLowerCase(Locale.ROOT));
  }

  /** Returns the words with the meaning of a label. Empty if the meaning is unknown. */
  private static Set<String> meaning(String label) {
    String lower = label.toLowerCase(Locale.ROOT);
    for (Set<String> meaning : MEANINGS) {
      if (meaning.contains(lower)) {
        return meaning;
      }
    }
    return Set.of();
  }

  /** Returns the meaning that a description names first. Empty if it names none. */
  private static Set<String> firstMeaning(String description) {
    for (String word : words(description)) {
      Set<String> meaning = meaning(word);
      if (!meaning.isEmpty()) {
        return meaning;
      }
    }
    return Set.of();
  }

  /** Splits a text into its words. A capital letter after a small letter starts a word. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.split("\\P{L}+|(?<=\\p{Ll})(?=\\p{Lu})", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }
}
