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
import java.util.stream.IntStream;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.TextTable;

/**
 * Looks through an annotated corpus for what makes models worse, or figures better than they are.
 */
public final class CorpusCheck {
  /** A type with fewer segments can be neither learned nor measured. */
  private static final int FEW = 20;

  /** Shorter sentences, such as headings, come twice by nature. */
  private static final int SHORTEST_COPY = 5;

  /** A longer sentence is rather a text whose sentences nobody has divided. */
  private static final int LONGEST_SENTENCE = 250;

  /** A text is annotated in two ways when it comes at least so often, each way at least twice. */
  private static final int OFTEN = 5;

  private static final int SHOWN = 10;

  /**
   * What UTF-8 looks like when it was read as Latin-1, and what decoders put for what they lose.
   */
  private static final Pattern DAMAGED =
      Pattern.compile("\u00c3[\u0080-\u00bf]|\u00e2\u20ac|\ufffd");

  /** Characters that nobody sees and every model does. */
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
   * What was found: a table of the parts, a table of the types, and a line for each problem with
   * what to do about it.
   *
   * @param train the corpus to learn from
   * @param test the corpus to evaluate on; null if there is none
   */
  public static String of(Corpus train, Corpus test) {
    CorpusCheck check = new CorpusCheck(train, test);
    check.parts().forEach(check::checkPart);
    check.checkTypes();
    check.checkCopies();
    check.checkContradictions();
    String findings = check.findings.isEmpty() ? "Nothing to mend.\n" : check.findings.toString();
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
      rows.add(
          List.of(
              part.file().toString(),
              count(documents.length),
              count(part.tokenCount()),
              count(documents[documents.length - 1] + 1L),
              count(part.sentences().stream().mapToLong(s -> s.spans().size()).sum()),
              part.notation().toString()));
    }
    return TextTable.aligned(rows, 1);
  }

  private String typeTable() {
    Map<String, Integer> inTest = test == null ? Map.of() : types(test);
    Map<String, Integer> inTrain = types(train);
    Map<String, Double> tokens =
        train.sentences().stream()
            .flatMap(sentence -> sentence.spans().stream())
            .collect(
                Collectors.groupingBy(
                    Span::type, Collectors.averagingInt(span -> span.end() - span.start())));
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("type", "to learn", "to test", "tokens of a segment"));
    Set<String> all = new TreeSet<>(inTrain.keySet());
    all.addAll(inTest.keySet());
    for (String type : all) {
      rows.add(
          List.of(
              EvaluationResult.nameOf(type),
              count(inTrain.getOrDefault(type, 0)),
              test == null ? "–" : count(inTest.getOrDefault(type, 0)),
              tokens.containsKey(type) ? fixed(tokens.get(type), 1) : "–"));
    }
    return TextTable.aligned(rows, 1);
  }

  private static Map<String, Integer> types(Corpus corpus) {
    Map<String, Integer> types = new TreeMap<>();
    for (LabeledSequence sentence : corpus.sentences()) {
      sentence.spans().forEach(span -> types.merge(span.type(), 1, Integer::sum));
    }
    return types;
  }

  private void checkPart(Corpus part) {
    if (part.repairedLabels() > 0) {
      find(
          part,
          "%s against the scheme %s, such as I-X after O; read as conlleval reads them. Mend them"
              + " if they are many",
          grouped(part.repairedLabels(), "label"),
          part.notation());
    }
    long unknown = part.sentences().stream().mapToLong(s -> s.unknown().size()).sum();
    if (unknown > 0) {
      find(
          part,
          "%s of the tokens are not annotated. Train with --annotated marked",
          percent((double) unknown / part.tokenCount(), 1));
    }
    if (types(part).isEmpty() && unknown == 0) {
      find(part, "every label is O. Say which column, or type of annotations, has the segments");
    }
    if (part.sentences().stream().allMatch(s -> s.length() == 1)) {
      find(part, "every sentence has one token. Take out the blank lines between tokens");
    }
    findSentences(
        part,
        s -> s.length() > LONGEST_SENTENCE,
        "more than " + LONGEST_SENTENCE + " tokens. Put a blank line after each sentence");
    findSentences(
        part,
        s -> words(s).stream().anyMatch(word -> DAMAGED.matcher(word).find()),
        "characters that look as if UTF-8 had been read as Latin-1, or were lost. Convert the file"
            + " again from its source (iconv -f ENCODING -t UTF-8)");
    findSentences(
        part,
        s -> words(s).stream().anyMatch(word -> INVISIBLE.matcher(word).find()),
        "invisible characters, such as soft hyphens. Take them out of the words, here and in the"
            + " texts to annotate");
  }

  private void checkTypes() {
    Map<String, Integer> types = types(train);
    String few =
        types.entrySet().stream()
            .filter(entry -> entry.getValue() < FEW)
            .map(entry -> EvaluationResult.nameOf(entry.getKey()) + " (" + entry.getValue() + ")")
            .collect(Collectors.joining(", "));
    if (!few.isEmpty()) {
      find(
          train,
          "fewer than %d examples of %s. Annotate more of them, or join types with --label-map",
          FEW,
          few);
    }
    if (test != null) {
      Set<String> unseen = new TreeSet<>(types(test).keySet());
      unseen.removeAll(types.keySet());
      if (!unseen.isEmpty()) {
        find(test, "types that nothing teaches: %s. Divide the corpus anew", unseen);
      }
    }
  }

  private void checkCopies() {
    Map<List<String>, Integer> first = new HashMap<>();
    List<Integer> copies = new ArrayList<>();
    List<Integer> contradictions = new ArrayList<>();
    for (int n = 0; n < train.sentences().size(); n++) {
      LabeledSequence sentence = train.sentences().get(n);
      Integer earlier = first.putIfAbsent(words(sentence), n);
      if (earlier == null || sentence.length() < SHORTEST_COPY) {
        continue;
      }
      copies.add(n);
      if (!train.sentences().get(earlier).spans().equals(sentence.spans())) {
        contradictions.add(n);
      }
    }
    findPlaces(
        train,
        copies,
        "stand there twice. Leave copies out: they count twice, and --folds and calibration see"
            + " what they should not");
    findPlaces(
        train, contradictions, "stand there twice with other segments. Decide which is right");
    if (test != null) {
      findPlaces(
          test,
          places(test, s -> s.length() >= SHORTEST_COPY && first.containsKey(words(s))),
          "stand in "
              + train.file()
              + " too. Take them out of one of the two, or figures are too good");
    }
  }

  /** Texts that are a segment here, and one of another type or none elsewhere. */
  private void checkContradictions() {
    if (train.scheme() == TagScheme.TOKEN) {
      return;
    }
    Map<List<String>, Map<String, Integer>> readings = new HashMap<>();
    Set<Integer> lengths = new HashSet<>();
    for (LabeledSequence sentence : train.sentences()) {
      for (Span span : sentence.spans()) {
        readings.put(words(sentence).subList(span.start(), span.end()), new TreeMap<>());
        lengths.add(span.end() - span.start());
      }
    }
    for (LabeledSequence sentence : train.sentences()) {
      lengths.forEach(length -> addReadings(sentence, length, readings));
    }
    List<String> doubtful =
        readings.entrySet().stream()
            .filter(entry -> minority(entry.getValue()) >= 2)
            .filter(entry -> total(entry.getValue()) >= OFTEN)
            .sorted(
                Comparator.comparingInt(
                        (Map.Entry<List<String>, Map<String, Integer>> entry) ->
                            -minority(entry.getValue()))
                    .thenComparing(entry -> String.join(" ", entry.getKey())))
            .map(entry -> String.join(" ", entry.getKey()) + " " + entry.getValue())
            .toList();
    if (!doubtful.isEmpty()) {
      find(
          train,
          "%s annotated in several ways, such as %s. Look whether each is meant",
          grouped(doubtful.size(), "text"),
          doubtful.stream().limit(SHOWN).collect(Collectors.joining("; ")));
    }
  }

  /** Counts what the stretches of a length are in a sentence that are segments somewhere. */
  private static void addReadings(
      LabeledSequence sentence, int length, Map<List<String>, Map<String, Integer>> readings) {
    List<String> words = words(sentence);
    for (int start = 0; start + length <= words.size(); start++) {
      Map<String, Integer> reading = readings.get(words.subList(start, start + length));
      if (reading == null) {
        continue;
      }
      Span stretch = new Span(start, start + length, "");
      List<Span> touching = sentence.spans().stream().filter(stretch::overlaps).toList();
      if (touching.isEmpty()) {
        reading.merge("none", 1, Integer::sum);
      } else if (touching.get(0).start() == start && touching.get(0).end() == start + length) {
        reading.merge(EvaluationResult.nameOf(touching.get(0).type()), 1, Integer::sum);
      }
    }
  }

  private static int total(Map<String, Integer> reading) {
    return reading.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static int minority(Map<String, Integer> reading) {
    return total(reading) - reading.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  private static List<String> words(LabeledSequence sentence) {
    return sentence.tokens().words();
  }

  private void findSentences(Corpus part, Predicate<LabeledSequence> has, String what) {
    findPlaces(part, places(part, has), "have " + what);
  }

  private static List<Integer> places(Corpus part, Predicate<LabeledSequence> has) {
    return IntStream.range(0, part.sentences().size())
        .filter(n -> has.test(part.sentences().get(n)))
        .boxed()
        .toList();
  }

  private void findPlaces(Corpus part, List<Integer> sentences, String what) {
    if (sentences.isEmpty()) {
      return;
    }
    Corpus.SentenceOrigin place = part.places().get(sentences.get(0));
    find(
        part,
        "%s (the first: %s) %s",
        grouped(sentences.size(), "sentence"),
        place.line() > 0
            ? "line " + place.line()
            : "“" + String.join(" ", words(part.sentences().get(sentences.get(0)))) + "”",
        sentences.size() > 1
            ? what
            : what.replaceFirst("^have", "has").replaceFirst("^stand", "stands"));
  }

  private void find(Corpus part, String problem, Object... values) {
    findings.append("- " + part.file() + ": " + format(problem, values) + ".\n");
  }
}
