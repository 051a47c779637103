package org.gpchain.core.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.doubles;
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

/** Tests the columns that a {@link WordResource} adds to a sentence, and the scores of words. */
class WordColumnsTest {
  /** A large cluster number. */
  private static final int LARGE = 5000;

  private static final WordResource WORDS =
      new WordResource(
          "toy",
          "en",
          new WordNumbers(List.of("the", "cat", "00"), List.of(WordNumbers.classOf("xing"))),
          new TreeMap<>(Map.of("cluster9", new int[] {0, 7, LARGE})),
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
  void addToAddsClustersStatesAndMarks() {
    TokenSequence sentence =
        WORDS.addTo(
            TokenSequence.ofWords(List.of("The", "cat", "42", "sing", "#")), new Workspace());
    assertThat(sentence.columnNames()).containsExactly("word", "cluster9", "state", "pet");
    assertThat(sentence.column("cluster9")).containsExactly("0", "7", "" + LARGE, "-", "-");
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
  void addToKeepsColumnsOfTheSentence() {
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

  /**
   * Words come first, then classes, then the number of all other words. A word is looked up as
   * written, then in lower case. All digits are treated as the same.
   */
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
  void numbersWordsClassesAndOtherWords(String word, int number, int wordNumber) {
    assertThat(NUMBERS.of(word)).isEqualTo(number);
    assertThat(NUMBERS.find(word)).isEqualTo(wordNumber);
    assertThat(NUMBERS.size()).isEqualTo(7);
  }

  @Test
  void classOfAWordIsItsShapeAndEnding() {
    assertThat(WordNumbers.classOf("McDonald")).isEqualTo("XxXx\tld");
    assertThat(WordNumbers.classOf("co-op")).isEqualTo("x-x\top");
    assertThat(WordNumbers.classOf("1st")).isEqualTo("0x\tst");
    assertThat(WordNumbers.classOf("3.14")).isEqualTo("0.0\t");
    assertThat(WordNumbers.classOf("ab")).isEqualTo("x\t");
    assertThat(WordNumbers.classOf("😀😀😀")).isEqualTo("😀\t");
    assertThat(WordNumbers.classOf("")).isEqualTo("\t");
  }

  @Test
  void refusesAWordThatIsGivenTwice() {
    assertRefused(() -> new WordNumbers(List.of("a", "a"), List.of()), "'a'");
  }

  /**
   * The longest matching entry is marked, even if the sentence is tokenized in another way. Case
   * matters unless the lexicon folds it.
   */
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
  void emptyTokensAndSentencesHaveNoMarks() {
    Lexicon lexicon = new Lexicon(List.of("a b"), false);
    assertThat(lexicon.mark(List.of())).isEmpty();
    assertThat(lexicon.mark(List.of("", "a", "b"))).containsExactly("O", "B", "I");
  }

  @Test
  void originsAreCombinedWithoutDuplicates() {
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
  void refusesABlankEntry() {
    assertRefused(() -> new Lexicon(List.of("a", " "), false), "must not be blank");
  }

  /** The lexicon is a trie; the expected marks come from a search through all entries. */
  @Test
  void marksEqualThoseOfASearchThroughAllEntries() {
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

  private static final String[] TEMPLATE_SETS = {
    """
    U:%x[-2,word]
    U:%x[0,lower]/%x[1,shape]
    U:%x[1,state]
    U:%x[0,name_first]/%x[0,shape]
    U:%x[-1,name_first]/%x[0,name_first]
    U:%x[0,soft]
    U:%x[-1,soft]/%x[1,soft]
    U:
    U:%x[0,list3]
    U:%x[-1,list3]/%x[0,list38]
    U:%x[2,list38]
    U:%x[0,list38]/%x[0,word]
    U:%x[0,cluster9]/%x[0,state]
    U:%x[-1,pet]/%x[2,cluster9]
    U:%x[2,suffix2]
    B
    """,
    """
    U:%x[0,name_place]
    U:%x[1,name_place]/%x[1,shape]/%x[0,word]
    U:%x[0,pet]
    B
    """
  };

  private static final List<String> VOCABULARY =
      List.of("the", "cat", "Ansel", "Port", "Goram", "and", "42", "sing", "x-Ansel", "#");

  /** Number of labels of the scored models. */
  private static final int LABELS = 3;

  /** A model with random weights, whose scores are computed with the cache or naively. */
  private record ScoredModel(SequenceEncoder encoder, float[] weights, WordScores scores) {
    static ScoredModel of(String templates, List<TokenSequence> corpus, Random random) {
      VocabularyBuilder builder =
          new VocabularyBuilder(TemplateSet.parse(templates, corpus.get(0).columnNames()));
      corpus.forEach(builder::add);
      Vocabulary features = builder.freeze(1);
      float[] weights = new float[LABELS * features.featureCount()];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = (float) random.nextGaussian();
      }
      SequenceEncoder encoder = new SequenceEncoder(features);
      return new ScoredModel(encoder, weights, new WordScores(encoder, weights, LABELS));
    }

    /** Returns the scores of all labels, {@code [T×V]}, as sums over the features of each token. */
    double[] naiveScores(TokenSequence sentence) {
      double[] sums = new double[LABELS * sentence.length()];
      SparseRows rows = encoder.encode(List.of(sentence.written()));
      for (int t = 0; t < sentence.length(); t++) {
        rows.addSelected(t, doubles(weights), LABELS, sums, LABELS * t);
      }
      return sums;
    }
  }

  /** The two models share a workspace, so that a wrong cache hit would show. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void cachedScoresEqualSumsOverFeatures(long seed) {
    Random random = new Random(seed);
    Workspace workspace = new Workspace();
    List<TokenSequence> sentences = sentencesWithColumns(random, workspace);
    List<ScoredModel> models = new ArrayList<>();
    for (String templates : TEMPLATE_SETS) {
      models.add(ScoredModel.of(templates, sentences.subList(0, 40), random));
    }

    for (TokenSequence sentence : sentences) {
      for (ScoredModel model : models) {
        double[] actual = new double[LABELS * sentence.length()];
        model.scores.write(sentence, workspace, actual);
        assertThat(actual).containsExactly(model.naiveScores(sentence), within(1e-12));
      }
    }
  }

  /** Returns the toy resource with 40 more lexicons, more than fit into the bits of one number. */
  private static WordResource withManyLexicons() {
    WordResource words = WORDS.and(NameKindsTest.resource(NameKindsTest.NAMES));
    for (int k = 0; k < 40; k++) {
      String next = VOCABULARY.get((k + 1) % 9);
      List<String> entries = List.of(VOCABULARY.get(k % 9), "cat " + next);
      words = words.with("list" + k, new Lexicon(entries, k % 2 == 0));
    }
    return words;
  }

  /**
   * Returns 60 sentences of up to 7 words with the columns of the resource. The words of the last
   * sentences are in no lexicon. Every third sentence stores its columns, and every fifth has a
   * weighted column.
   */
  private static List<TokenSequence> sentencesWithColumns(Random random, Workspace workspace) {
    WordResource words = withManyLexicons();
    List<TokenSequence> sentences = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      List<String> texts = new ArrayList<>();
      List<List<WeightedValue>> soft = new ArrayList<>();
      for (int t = 0; t <= i % 7; t++) {
        String word = VOCABULARY.get(random.nextInt(VOCABULARY.size()));
        texts.add(i > 40 ? word + i : word);
        double weight = 0.5 + random.nextInt(40) / 100.0;
        soft.add(List.of(new WeightedValue("a", weight), new WeightedValue("b", 1 - weight)));
      }

      TokenSequence sentence = words.lookUp(TokenSequence.ofWords(texts), workspace);
      words
          .lexicons()
          .forEach((name, list) -> assertThat(sentence.column(name)).isEqualTo(list.mark(texts)));
      TokenSequence stored = i % 3 == 0 ? sentence.written() : sentence;
      if (i % 5 == 0) {
        sentences.add(stored.withWeighted("soft", soft));
      } else {
        sentences.add(stored.with("soft", texts));
      }
    }
    return sentences;
  }

  /**
   * The cache stores the scores that a word adds to each token within the templates' offsets. With
   * too many offsets or labels, it isn't used.
   */
  @ParameterizedTest
  @CsvSource({
    "U:%x[-32;word], 3, true",
    "U:%x[33;word], 3, false",
    "U:%x[0;word], 262144, true",
    "U:%x[0;word], 262145, false",
    "U:%x[2;word], 52428, true",
    "U:%x[2;word], 52429, false"
  })
  void cacheIsUsedForShortOffsetsAndFewLabels(String template, int labels, boolean isUsed) {
    List<String> columns = List.of(TokenSequence.WORD);
    var templates = TemplateSet.parse(template.replace(';', ','), columns);
    var encoder = new SequenceEncoder(new VocabularyBuilder(templates).freeze(1));
    assertThat(WordScores.suit(encoder, labels)).isEqualTo(isUsed);
  }
}
