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

  /**
   * Words, in lower case, that labels and descriptions use for a kind of names. Kinds that are
   * parts of names, such as titles, are left out.
   */
  private static final Map<String, Set<String>> KINDS_OF_NAMES =
      Map.of(
          "city", Set.of("city", "cities", "town", "towns"),
          "club", Set.of("club", "clubs", "team", "teams"),
          "company", Set.of("company", "companies", "corporation", "corporations"),
          "country", Set.of("country", "countries", "nation", "nations"),
          "first", Set.of("forename", "forenames", "firstname", "firstnames"),
          "last", Set.of("surname", "surnames", "lastname", "lastnames"),
          "media", Set.of("media", "newspaper", "newspapers"),
          "nationality", Set.of("nationality", "nationalities", "norp"),
          "region", Set.of("region", "regions", "province", "provinces"),
          "university", Set.of("university", "universities"));

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

  /**
   * Returns the kind of names that a tag stands for: the kind that its name means, as a whole or by
   * its only word with a meaning, or the kind that its description names before any other meaning.
   */
  static Optional<String> kindOfNames(String tag, String description) {
    Optional<String> whole = kindOfWord(String.join("", words(tag)));
    if (whole.isPresent()) {
      return whole;
    }

    List<String> meaningful = words(tag).stream().filter(LabelMeanings::hasMeaning).toList();
    if (meaningful.size() == 1) {
      return kindOfWord(meaningful.get(0));
    }
    if (!meaningful.isEmpty()) {
      return Optional.empty();
    }
    return words(description).stream()
        .filter(LabelMeanings::hasMeaning)
        .findFirst()
        .flatMap(LabelMeanings::kindOfWord);
  }

  private static boolean hasMeaning(String word) {
    return !meaning(word).isEmpty() || kindOfWord(word).isPresent();
  }

  private static Optional<String> kindOfWord(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return KINDS_OF_NAMES.entrySet().stream()
        .filter(kind -> kind.getValue().contains(lower))
        .map(Map.Entry::getKey)
        .findFirst();
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
