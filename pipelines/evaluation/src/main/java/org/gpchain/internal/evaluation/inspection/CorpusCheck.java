package org.gpchain.internal.evaluation.inspection;

import static org.gpchain.core.text.Numbers.count;
import static org.gpchain.core.text.Numbers.fixed;
import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.grouped;
import static org.gpchain.core.text.Numbers.percent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.TextTable;

/**
 * Searches an annotated corpus for problems that make models worse, or that make metrics better
 * than they should be.
 */
public final class CorpusCheck {
  /** Minimum number of segments with which a type can be learned and measured. */
  private static final int MIN_SEGMENTS_PER_TYPE = 20;

  /**
   * Minimum length of a sentence whose copies are reported (tokens). Shorter sentences, such as
   * headings, naturally occur more than once.
   */
  private static final int MIN_COPY_LENGTH = 5;

  /**
   * Maximum length of a plausible sentence (tokens). A longer one is probably a text that was not
   * split into sentences.
   */
  private static final int MAX_SENTENCE_LENGTH = 250;

  /** Minimum number of occurrences of a text that is reported as annotated in several ways. */
  private static final int MIN_OCCURRENCES = 5;

  /** Minimum number of occurrences whose annotation differs from the most frequent one. */
  private static final int MIN_DEVIATIONS = 2;

  /** Maximum number of examples in a message. */
  private static final int MAX_EXAMPLES = 10;

  /** UTF-8 that was decoded as Latin-1, and the replacement character of decoders. */
  private static final Pattern DAMAGED =
      Pattern.compile("\u00c3[\u0080-\u00bf]|\u00e2\u20ac|\ufffd");

  /** Characters that are invisible to people, but not to models. */
  private static final Pattern INVISIBLE =
      Pattern.compile("[\\p{Cc}\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]");

  private final Corpus train;
  private final Corpus test;
  private final StringBuilder findings = new StringBuilder();

  private CorpusCheck(Corpus train, Corpus test) {
    this.train = train;
    this.test = test;
  }

  /**
   * Returns a table of the corpora, a table of the types, and a line for each problem that says how
   * to solve it.
   *
   * @param train the training corpus
   * @param test the test corpus; null if there is none
   */
  public static String of(Corpus train, Corpus test) {
    CorpusCheck check = new CorpusCheck(train, test);
    check.parts().forEach(check::checkPart);
    check.checkTypes();
    check.checkCopies();
    check.checkContradictions();

    String findings = check.findings.toString();
    if (findings.isEmpty()) {
      findings = "No problems found.\n";
    }
    return check.partTable() + "\n" + check.typeTable() + "\n" + findings;
  }

  private List<Corpus> parts() {
    return test == null ? List.of(train) : List.of(train, test);
  }

  private String partTable() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("file", "sentences", "tokens", "documents", "segments", "scheme"));
    for (Corpus part : parts()) {
      int[] documents = part.documents();
      long segments = part.sentences().stream().mapToLong(s -> s.spans().size()).sum();
      rows.add(
          List.of(
              part.file().toString(),
              count(documents.length),
              count(part.tokenCount()),
              count(documents[documents.length - 1] + 1L),
              count(segments),
              part.notation().toString()));
    }
    return TextTable.aligned(rows, 1);
  }

  private String typeTable() {
    Map<String, Integer> trainCounts = typeCounts(train);
    Map<String, Integer> testCounts = test == null ? Map.of() : typeCounts(test);
    Map<String, Double> meanLengths =
        train.sentences().stream()
            .flatMap(sentence -> sentence.spans().stream())
            .collect(
                Collectors.groupingBy(Span::type, Collectors.averagingInt(CorpusCheck::length)));
    Set<String> types = new TreeSet<>(trainCounts.keySet());
    types.addAll(testCounts.keySet());

    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("type", "to learn", "to test", "tokens of a segment"));
    for (String type : types) {
      String inTest = test == null ? "–" : count(testCounts.getOrDefault(type, 0));
      Double meanLength = meanLengths.get(type);
      rows.add(
          List.of(
              EvaluationResult.nameOf(type),
              count(trainCounts.getOrDefault(type, 0)),
              inTest,
              meanLength == null ? "–" : fixed(meanLength, 1)));
    }
    return TextTable.aligned(rows, 1);
  }

  private static int length(Span span) {
    return span.end() - span.start();
  }

  /** Returns the number of segments of each type. */
  private static Map<String, Integer> typeCounts(Corpus corpus) {
    Map<String, Integer> counts = new TreeMap<>();
    for (LabeledSequence sentence : corpus.sentences()) {
      for (Span span : sentence.spans()) {
        counts.merge(span.type(), 1, Integer::sum);
      }
    }
    return counts;
  }

  private void checkPart(Corpus part) {
    checkLabels(part);
    checkSentences(part);
    checkCharacters(part);
  }

  private void checkLabels(Corpus part) {
    if (part.repairedLabels() > 0) {
      report(
          part,
          "%s against the scheme %s, such as I-X after O. They are read as conlleval reads them;"
              + " correct them if there are many",
          grouped(part.repairedLabels(), "label"),
          part.notation());
    }

    long unknown = part.sentences().stream().mapToLong(s -> s.unknown().size()).sum();
    if (unknown > 0) {
      String share = percent((double) unknown / part.tokenCount(), 1);
      report(part, "%s of the tokens are not annotated. Train with --annotated marked", share);
    }
    if (typeCounts(part).isEmpty() && unknown == 0) {
      report(part, "every label is O. Say which column, or type of annotations, has the segments");
    }
  }

  private void checkSentences(Corpus part) {
    if (part.sentences().stream().allMatch(s -> s.length() == 1)) {
      report(part, "every sentence has one token. Remove the blank lines between tokens");
    }
    reportSentences(
        part,
        sentencesWhere(part, s -> s.length() > MAX_SENTENCE_LENGTH),
        "have",
        "more than " + MAX_SENTENCE_LENGTH + " tokens. Put a blank line after each sentence");
  }

  private void checkCharacters(Corpus part) {
    reportSentences(
        part,
        sentencesWhere(part, s -> hasMatch(DAMAGED, s)),
        "have",
        "characters that look as if UTF-8 had been read as Latin-1, or were lost. Convert the file"
            + " again from its source (iconv -f ENCODING -t UTF-8)");
    reportSentences(
        part,
        sentencesWhere(part, s -> hasMatch(INVISIBLE, s)),
        "have",
        "invisible characters, such as soft hyphens. Remove them from the words, here and in the"
            + " texts to annotate");
  }

  private static boolean hasMatch(Pattern pattern, LabeledSequence sentence) {
    return words(sentence).stream().anyMatch(word -> pattern.matcher(word).find());
  }

  private void checkTypes() {
    Map<String, Integer> counts = typeCounts(train);
    List<String> rareTypes = new ArrayList<>();
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      if (entry.getValue() < MIN_SEGMENTS_PER_TYPE) {
        rareTypes.add(EvaluationResult.nameOf(entry.getKey()) + " (" + entry.getValue() + ")");
      }
    }
    if (!rareTypes.isEmpty()) {
      report(
          train,
          "fewer than %d examples of %s. Annotate more of them, or join types with --label-map",
          MIN_SEGMENTS_PER_TYPE,
          String.join(", ", rareTypes));
    }

    if (test != null) {
      Set<String> unseen = new TreeSet<>(typeCounts(test).keySet());
      unseen.removeAll(counts.keySet());
      if (!unseen.isEmpty()) {
        report(test, "types without training examples: %s. Split the corpus again", unseen);
      }
    }
  }

  private void checkCopies() {
    Map<List<String>, Integer> firstOccurrences = new HashMap<>();
    List<Integer> copies = new ArrayList<>();
    List<Integer> contradictions = new ArrayList<>();
    for (int n = 0; n < train.sentences().size(); n++) {
      LabeledSequence sentence = train.sentences().get(n);
      Integer earlier = firstOccurrences.putIfAbsent(words(sentence), n);
      if (earlier == null || sentence.length() < MIN_COPY_LENGTH) {
        continue;
      }

      copies.add(n);
      if (!train.sentences().get(earlier).spans().equals(sentence.spans())) {
        contradictions.add(n);
      }
    }

    reportSentences(
        train,
        copies,
        "occur",
        "twice. Remove the copies: they count twice in training, and their labels leak into the"
            + " held-out sentences of --folds and of calibration");
    reportSentences(
        train, contradictions, "occur", "twice with different segments. Decide which are right");
    if (test != null) {
      List<Integer> alsoInTrain =
          sentencesWhere(
              test, s -> s.length() >= MIN_COPY_LENGTH && firstOccurrences.containsKey(words(s)));
      reportSentences(
          test,
          alsoInTrain,
          "also occur",
          "in "
              + train.file()
              + ". Remove them from one of the files; otherwise metrics will be too good");
    }
  }

  /**
   * Reports texts that are a segment in some places, and a segment of another type or no segment in
   * other places.
   */
  private void checkContradictions() {
    if (train.scheme() == TagScheme.TOKEN) {
      return;
    }

    // For each text that is a segment somewhere, the number of its occurrences by annotation.
    Map<List<String>, Map<String, Integer>> annotations = new HashMap<>();
    Set<Integer> lengths = new HashSet<>();
    for (LabeledSequence sentence : train.sentences()) {
      for (Span span : sentence.spans()) {
        annotations.put(words(sentence).subList(span.start(), span.end()), new TreeMap<>());
        lengths.add(length(span));
      }
    }
    for (LabeledSequence sentence : train.sentences()) {
      for (int length : lengths) {
        countAnnotations(sentence, length, annotations);
      }
    }

    List<AmbiguousText> ambiguous = new ArrayList<>();
    for (Map.Entry<List<String>, Map<String, Integer>> entry : annotations.entrySet()) {
      AmbiguousText text = AmbiguousText.of(entry.getKey(), entry.getValue());
      if (text.deviations() >= MIN_DEVIATIONS && text.occurrences() >= MIN_OCCURRENCES) {
        ambiguous.add(text);
      }
    }
    ambiguous.sort(
        Comparator.comparingInt(AmbiguousText::deviations)
            .reversed()
            .thenComparing(AmbiguousText::text));

    if (!ambiguous.isEmpty()) {
      String examples =
          ambiguous.stream()
              .limit(MAX_EXAMPLES)
              .map(text -> text.text() + " " + text.annotations())
              .collect(Collectors.joining("; "));
      report(
          train,
          "%s annotated in several ways, such as %s. Check whether each is intended",
          grouped(ambiguous.size(), "text"),
          examples);
    }
  }

  /**
   * A text with the number of its occurrences by annotation.
   *
   * @param text words of the text
   * @param annotations number of occurrences by type, or {@code none}
   * @param occurrences number of all occurrences
   * @param deviations number of occurrences whose annotation differs from the most frequent one
   */
  private record AmbiguousText(
      String text, Map<String, Integer> annotations, int occurrences, int deviations) {
    static AmbiguousText of(List<String> words, Map<String, Integer> annotations) {
      int occurrences = 0;
      int mostFrequent = 0;
      for (int count : annotations.values()) {
        occurrences += count;
        mostFrequent = Math.max(mostFrequent, count);
      }
      String text = String.join(" ", words);
      return new AmbiguousText(text, annotations, occurrences, occurrences - mostFrequent);
    }
  }

  /**
   * Counts how a sentence annotates the texts of a length that are a segment somewhere. An
   * occurrence that overlaps a segment with other borders is not counted.
   */
  private static void countAnnotations(
      LabeledSequence sentence, int length, Map<List<String>, Map<String, Integer>> annotations) {
    List<String> words = words(sentence);
    for (int start = 0; start + length <= words.size(); start++) {
      Map<String, Integer> counts = annotations.get(words.subList(start, start + length));
      if (counts == null) {
        continue;
      }

      Span occurrence = new Span(start, start + length, "");
      List<Span> overlapping = sentence.spans().stream().filter(occurrence::overlaps).toList();
      if (overlapping.isEmpty()) {
        counts.merge("none", 1, Integer::sum);
        continue;
      }
      Span segment = overlapping.get(0);
      if (segment.start() == start && segment.end() == start + length) {
        counts.merge(EvaluationResult.nameOf(segment.type()), 1, Integer::sum);
      }
    }
  }

  private static List<String> words(LabeledSequence sentence) {
    return sentence.tokens().words();
  }

  /** Returns the numbers of the sentences that match a condition. */
  private static List<Integer> sentencesWhere(Corpus part, Predicate<LabeledSequence> condition) {
    List<Integer> matches = new ArrayList<>();
    for (int n = 0; n < part.sentences().size(); n++) {
      if (condition.test(part.sentences().get(n))) {
        matches.add(n);
      }
    }
    return matches;
  }

  /**
   * Reports a problem of sentences, unless there are none.
   *
   * @param sentences numbers of the sentences
   * @param verb verb of the message in the plural, {@code have} or a regular verb
   * @param rest rest of the message
   */
  private void reportSentences(Corpus part, List<Integer> sentences, String verb, String rest) {
    if (sentences.isEmpty()) {
      return;
    }

    int first = sentences.get(0);
    Corpus.SentenceOrigin place = part.places().get(first);
    String shown = "“" + String.join(" ", words(part.sentences().get(first))) + "”";
    if (place.line() > 0) {
      shown = "line " + place.line();
    }
    String number = grouped(sentences.size(), "sentence");
    String inflected = sentences.size() == 1 ? singular(verb) : verb;
    report(part, "%s (the first: %s) %s %s", number, shown, inflected, rest);
  }

  private static String singular(String verb) {
    return verb.equals("have") ? "has" : verb + "s";
  }

  private void report(Corpus part, String problem, Object... values) {
    findings.append("- " + part.file() + ": " + format(problem, values) + ".\n");
  }
}
