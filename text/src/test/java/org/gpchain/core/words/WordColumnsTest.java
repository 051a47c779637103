package org.gpchain.core.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.features.WordScores;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The columns that a sentence gets from a resource: numbers of words, and marks of lexicons. */
class WordColumnsTest {
  private static final int MANY = 5000;

  private static final WordResource WORDS =
      new WordResource(
          "toy",
          "en",
          new WordNumbers(List.of("the", "cat", "00"), List.of(WordNumbers.classOf("xing"))),
          new TreeMap<>(Map.of("cluster9", new int[] {0, 7, MANY})),
          new WordStates(
              new double[] {0.5, 0.5},
              new double[] {0.5, 0.5, 0.5, 0.5},
              new int[] {0, 1, 3, 4, 5, 5},
              new byte[] {0, 0, 1, 1, 0},
              new float[] {0.5f, 0.25f, 0.75f, 0.5f, 0.5f}),
          new TreeMap<>(Map.of("pet", new Lexicon(List.of("cat"), false))),
          null,
          new WordOrigin(List.of(), "", "", 0, Map.of(), "test"));

  @Test
  void everyWordHasItsClusterStatesAndMarks() {
    TokenSequence sentence =
        WORDS.addTo(
            TokenSequence.ofWords(List.of("The", "cat", "42", "sing", "#")), new Workspace());
    assertThat(sentence.columnNames()).containsExactly("word", "cluster9", "state", "pet");
    assertThat(sentence.column("cluster9")).containsExactly("0", "7", "" + MANY, "-", "-");
    assertThat(sentence.column("pet")).containsExactly("O", "B", "O", "O", "O");
    WeightedValue first = new WeightedValue("0", 1);
    WeightedValue second = new WeightedValue("1", 1);
    assertThat(sentence.cells("state"))
        .containsExactly(
            List.of(first),
            List.of(new WeightedValue("0", 0.25), new WeightedValue("1", 0.75)),
            List.of(second),
            List.of(first),
            List.of(new WeightedValue("0", 0.5), new WeightedValue("1", 0.5)));
  }

  @Test
  void aColumnThatTheSentenceHasStays() {
    TokenSequence sentence =
        TokenSequence.ofWords(List.of("cat"))
            .with("cluster9", List.of("x"))
            .with("state", List.of("y"));
    TokenSequence with = WORDS.addTo(sentence, new Workspace());
    assertThat(with).isEqualTo(sentence.with("pet", List.of("B")));
  }

  private static final WordNumbers NUMBERS =
      new WordNumbers(
          List.of("the", "I", "0000", "house"),
          List.of(WordNumbers.classOf("walking"), WordNumbers.shapeClassOf("Oslo")));

  /** Words, then classes, then all others; lower case is tried second, digits are all the same. */
  @ParameterizedTest
  @CsvSource({
    "the, 0, 0",
    "House, 3, 3",
    "HOUSE, 3, 3",
    "talking, 4, -1",
    "Bergen, 5, -1",
    "dog, 6, -1",
    "i, 6, -1",
    "1987, 2, 2",
    "٣١٤١, 2, 2"
  })
  void numbersOfWords(String word, int number, int found) {
    assertThat(NUMBERS.of(word)).isEqualTo(number);
    assertThat(NUMBERS.find(word)).isEqualTo(found);
    assertThat(NUMBERS.size()).isEqualTo(7);
  }

  @Test
  void classesAreShapesAndEndings() {
    assertThat(WordNumbers.classOf("McDonald")).isEqualTo("XxXx\tld");
    assertThat(WordNumbers.classOf("co-op")).isEqualTo("x-x\top");
    assertThat(WordNumbers.classOf("1st")).isEqualTo("0x\tst");
    assertThat(WordNumbers.classOf("3.14")).isEqualTo("0.0\t");
    assertThat(WordNumbers.classOf("ab")).isEqualTo("x\t");
    assertThat(WordNumbers.classOf("😀😀😀")).isEqualTo("😀\t");
    assertThat(WordNumbers.classOf("")).isEqualTo("\t");
  }

  @Test
  void aWordIsGivenOnce() {
    assertRefused(() -> new WordNumbers(List.of("a", "a"), List.of()), "'a'");
  }

  /** The longest entry wins, however it was cut into tokens; case matters unless it is folded. */
  @ParameterizedTest
  @CsvSource({
    "New York|New York City|York, false, New York City and York in New Jersey, BIIOBOOO",
    "St. John's|AT&T, false, St. John 's, BII",
    "St. John's|AT&T, false, St . John's AT & T AT&T, BIIBIIB",
    "York, false, York-based New-York York, OOB",
    "Oslo, false, oslo OSLO Oslo, OOB",
    "Oslo, true, oslo OSLO Oslo, BBB"
  })
  void entriesMatchWholeTokens(String entries, boolean folds, String sentence, String marks) {
    Lexicon lexicon = new Lexicon(List.of(entries.split("\\|")), folds);
    assertThat(String.join("", lexicon.mark(List.of(sentence.split(" "))))).isEqualTo(marks);
  }

  @Test
  void emptyTokensAndSentences() {
    Lexicon lexicon = new Lexicon(List.of("a b"), false);
    assertThat(lexicon.mark(List.of())).isEmpty();
    assertThat(lexicon.mark(List.of("", "a", "b"))).containsExactly("O", "B", "I");
  }

  /** Of two resources that name the same files, too. */
  @Test
  void originsOfAllAreKept() {
    WordOrigin texts = new WordOrigin(List.of("a.txt"), "CC BY", "Ada", 9, Map.of(), "1");
    WordOrigin names = new WordOrigin(List.of("a.txt", "b.txt"), "MIT", "Bo", 0, Map.of(), "1");
    WordOrigin both = texts.and(names);
    assertThat(both.licence()).contains("CC BY", "MIT");
    assertThat(both.attribution()).contains("Ada", "Bo");
    assertThat(both.sources()).containsExactlyInAnyOrder("a.txt", "b.txt");
    assertThat(both.and(texts)).isSameAs(both);
    assertThat(names.and(both)).isSameAs(both);
  }

  @Test
  void aBlankEntryIsRefused() {
    assertRefused(() -> new Lexicon(List.of("a", " "), false), "must not be blank");
  }

  /** The trie against a search through all entries. */
  @Test
  void agreesWithASearch() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      List<String> entries = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String entry = String.join(" ", words(random, 1 + random.nextInt(3)));
        if (!entries.contains(entry)) {
          entries.add(entry);
        }
      }
      List<String> sentence = words(random, random.nextInt(9));
      assertThat(new Lexicon(entries, false).mark(sentence)).isEqualTo(searched(entries, sentence));
    }
  }

  private static List<String> words(Random random, int count) {
    return random.ints(count, 0, 3).mapToObj(i -> "abc".substring(i, i + 1)).toList();
  }

  private static List<String> searched(List<String> entries, List<String> sentence) {
    List<String> marks = new ArrayList<>();
    while (marks.size() < sentence.size()) {
      int begin = marks.size();
      int length = 0;
      for (int end = begin + 1; end <= sentence.size(); end++) {
        if (entries.contains(String.join(" ", sentence.subList(begin, end)))) {
          length = end - begin;
        }
      }
      marks.add(length == 0 ? "O" : "B");
      for (int i = 1; i < length; i++) {
        marks.add("I");
      }
    }
    return marks;
  }

  /** The same as sums over the rows of all features, whatever is remembered of another model. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void rememberedScoresAreSumsOverFeatures(long seed) {
    Random random = new Random(seed);
    WordResource words = WORDS.and(NameKindsTest.resource(NameKindsTest.NAMES));
    List<String> vocabulary =
        List.of("the", "cat", "Ansel", "Port", "Goram", "and", "42", "sing", "x-Ansel", "#");
    // More lists than one number has room for.
    for (int k = 0; k < 40; k++) {
      String next = vocabulary.get((k + 1) % 9);
      List<String> entries = List.of(vocabulary.get(k % 9), "cat " + next);
      words = words.with("list" + k, new Lexicon(entries, k % 2 == 0));
    }
    List<TokenSequence> sentences = new ArrayList<>();
    Workspace workspace = new Workspace();
    for (int i = 0; i < 60; i++) {
      List<String> texts = new ArrayList<>();
      List<List<WeightedValue>> soft = new ArrayList<>();
      for (int t = 0; t <= i % 7; t++) {
        texts.add(vocabulary.get(random.nextInt(vocabulary.size())) + (i > 40 ? i : ""));
        double part = 0.5 + random.nextInt(40) / 100.0;
        soft.add(List.of(new WeightedValue("a", part), new WeightedValue("b", 1 - part)));
      }
      TokenSequence found = words.lookUp(TokenSequence.ofWords(texts), workspace);
      words
          .lexicons()
          .forEach((name, list) -> assertThat(found.column(name)).isEqualTo(list.mark(texts)));
      sentences.add(i % 3 == 0 ? found.written() : found);
      if (i % 5 == 0) {
        sentences.set(i, sentences.get(i).withWeighted("soft", soft));
      } else {
        sentences.set(i, sentences.get(i).with("soft", texts));
      }
    }
    String[] sets = {
      "U:%x[-2,word]\nU:%x[0,lower]/%x[1,shape]\nU:%x[1,state]\nU:%x[0,name_first]/%x[0,shape]\n"
          + "U:%x[-1,name_first]/%x[0,name_first]\nU:%x[0,soft]\nU:%x[-1,soft]/%x[1,soft]\nU:\n"
          + "U:%x[0,list3]\nU:%x[-1,list3]/%x[0,list38]\nU:%x[2,list38]\nU:%x[0,list38]/%x[0,word]\n"
          + "U:%x[0,cluster9]/%x[0,state]\nU:%x[-1,pet]/%x[2,cluster9]\nU:%x[2,suffix2]\nB",
      "U:%x[0,name_place]\nU:%x[1,name_place]/%x[1,shape]/%x[0,word]\nU:%x[0,pet]\nB"
    };
    List<SequenceEncoder> encoders = new ArrayList<>();
    List<float[]> weightsOfSets = new ArrayList<>();
    for (String set : sets) {
      VocabularyBuilder builder =
          new VocabularyBuilder(TemplateSet.parse(set, sentences.get(0).columnNames()));
      sentences.subList(0, 40).forEach(builder::add);
      Vocabulary features = builder.freeze(1);
      float[] weights = new float[3 * features.featureCount()];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = (float) random.nextGaussian();
      }
      encoders.add(new SequenceEncoder(features));
      weightsOfSets.add(weights);
    }
    List<WordScores> scores = new ArrayList<>();
    for (int m = 0; m < sets.length; m++) {
      scores.add(new WordScores(encoders.get(m), weightsOfSets.get(m), 3));
    }
    for (TokenSequence sentence : sentences) {
      for (int m = 0; m < sets.length; m++) {
        double[] expected = new double[3 * sentence.length()];
        SparseRows rows = encoders.get(m).encode(List.of(sentence.written()));
        for (int t = 0; t < sentence.length(); t++) {
          rows.addSelected(t, doubles(weightsOfSets.get(m)), 3, expected, 3 * t);
        }
        double[] found = new double[expected.length];
        scores.get(m).write(sentence, workspace, found);
        assertThat(found).containsExactly(expected, within(1e-12));
      }
    }
  }

  private static double[] doubles(float[] values) {
    double[] copy = new double[values.length];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = values[i];
    }
    return copy;
  }

  /** A word writes scores of all tokens that look at it: to remember those of many is no help. */
  @ParameterizedTest
  @CsvSource({
    "U:%x[-32;word], 3, true",
    "U:%x[33;word], 3, false",
    "U:%x[0;word], 262144, true",
    "U:%x[0;word], 262145, false",
    "U:%x[2;word], 52428, true",
    "U:%x[2;word], 52429, false"
  })
  void nearWordsOfFewLabelsAreRemembered(String template, int labels, boolean remembered) {
    List<String> columns = List.of(TokenSequence.WORD);
    var templates = TemplateSet.parse(template.replace(';', ','), columns);
    var encoder = new SequenceEncoder(new VocabularyBuilder(templates).freeze(1));
    assertThat(WordScores.suit(encoder, labels)).isEqualTo(remembered);
  }
}
