package org.gpchain.experiments.rawtext;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Generates sentences in which a possessive mark follows each name. */
final class PossessiveText {
  private static final List<String> FIRST_NAMES =
      List.of(
          "Anna", "Peter", "Maria", "John", "Laura", "David", "Susan", "Thomas", "Nina", "Robert",
          "Helen", "Martin", "Julia", "Simon", "Clara", "Oliver", "Emma", "Daniel", "Sarah",
          "Paul");

  private static final List<String> LAST_NAMES =
      List.of(
          "Miller",
          "Carter",
          "Hughes",
          "Novak",
          "Lindgren",
          "Ortega",
          "Fraser",
          "Keller",
          "Moreau",
          "Whitman",
          "Okafor",
          "Tanaka",
          "Rossi",
          "Bergman",
          "Doyle",
          "Sanders",
          "Walsh",
          "Petrov",
          "Adams",
          "Reyes");

  private static final List<String> PLACES =
      List.of(
          "London",
          "Canada",
          "Chicago",
          "Norway",
          "Berlin",
          "New York",
          "Japan",
          "Dublin",
          "Scotland",
          "Boston",
          "India",
          "South Africa",
          "Vienna",
          "Texas",
          "Lisbon",
          "Brazil");

  private static final List<String> ORGANIZATIONS =
      List.of(
          "Google",
          "Microsoft",
          "Toyota",
          "Nokia",
          "Siemens",
          "Harvard University",
          "NASA",
          "the United Nations",
          "Boeing",
          "Sony",
          "Oxford University",
          "Unilever",
          "Ford",
          "IBM");

  /** Sentence templates. PER, LOC and ORG are replaced by a name and a possessive mark. */
  private static final List<String> FRAMES =
      List.of(
          "PER brother moved to the coast last year .",
          "Yesterday PER lawyer said that nothing had changed .",
          "We read PER letter twice before we answered .",
          "\" That was PER idea , \" she said .",
          "The committee did n't accept PER proposal .",
          "PER first book was about LOC rivers .",
          "LOC largest port was closed for three days .",
          "Visitors to LOC museums paid twelve dollars each .",
          "The report describes LOC economy in the nineties .",
          "ORG new chairman met the press on Monday .",
          "Shares fell after ORG results were published .",
          "PER father worked for one of ORG suppliers .",
          "They 're waiting for ORG answer .",
          "Most of LOC lakes were frozen ( the winter was long ) .",
          "It is PER house , not ours .",
          "Critics praised PER second film ; nobody watched it .");

  private final UniformRandomProvider random;

  PossessiveText(long seed) {
    this.random = RandomSource.XO_SHI_RO_256_PP.create(seed);
  }

  /** Returns a sentence, one token and its label per line, separated by a tab. */
  String next() {
    String apostrophe = random.nextBoolean() ? "'" : "’";
    List<String> lines = new ArrayList<>();
    for (String word : any(FRAMES).split(" ", -1)) {
      switch (word) {
        case "PER" -> addName(person(), word, apostrophe, lines);
        case "LOC" -> addName(any(PLACES), word, apostrophe, lines);
        case "ORG" -> addName(any(ORGANIZATIONS), word, apostrophe, lines);
        default -> lines.add(word.replace("'", apostrophe) + "\tO");
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private String person() {
    String last = any(LAST_NAMES);
    if (random.nextBoolean()) {
      return any(FIRST_NAMES) + " " + last;
    }
    return last;
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private static void addName(String name, String type, String apostrophe, List<String> lines) {
    String prefix = "B-";
    for (String word : name.split(" ", -1)) {
      if (word.equals("the")) {
        lines.add(word + "\tO");
        continue;
      }
      lines.add(word + "\t" + prefix + type);
      prefix = "I-";
    }
    String mark = name.endsWith("s") ? apostrophe : apostrophe + "s";
    lines.add(mark + "\tO");
  }
}
