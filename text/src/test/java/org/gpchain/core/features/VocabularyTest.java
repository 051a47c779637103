package org.gpchain.core.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.text.TokenSequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VocabularyTest {
  private static final List<TokenSequence> CORPUS = FeatureCorpus.random(3, 50);

  private static List<Integer> entries(Vocabulary vocabulary, List<TokenSequence> corpus) {
    return FeatureCorpus.entries(new SequenceEncoder(vocabulary).encode(corpus));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 1000})
  void groupsCoverAllFeaturesInOrder(int cutoff) {
    Vocabulary vocabulary = FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, CORPUS, cutoff);
    assertThat(vocabulary.groupCount()).isEqualTo(17);
    assertThat(vocabulary.groupStart(0)).isZero();
    assertThat(vocabulary.groupStart(17)).isEqualTo(vocabulary.featureCount());

    int[] groupOf = vocabulary.groupOfFeature();
    assertThat(groupOf).hasSize(vocabulary.featureCount()).isSorted();
    for (int g = 0; g < 17; g++) {
      for (int d = vocabulary.groupStart(g); d < vocabulary.groupStart(g + 1); d++) {
        assertThat(groupOf[d]).isEqualTo(g);
      }
    }

    // The array is a copy.
    groupOf[0] = 99;
    assertThat(vocabulary.groupOfFeature()[0]).isLessThan(17);
  }

  @Test
  void groupLinesAreTheTemplatesWithTheSameSkeleton() {
    Vocabulary vocabulary =
        FeatureCorpus.vocabulary(
            "U:%x[0,0]\n# words\nUp:%x[0,pos]\nU:%x[-1,0]\nUbias\nB\n", List.of(), 1);
    assertThat(vocabulary.groupCount()).isEqualTo(3);
    assertThat(vocabulary.groupLines(0)).containsExactly("U:%x[0,word]", "U:%x[-1,word]");
    assertThat(vocabulary.groupLines(1)).containsExactly("Up:%x[0,pos]");
    assertThat(vocabulary.groupLines(2)).containsExactly("Ubias");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 1000})
  void vocabularyCanBeBuiltFromItsParts(int cutoff) {
    Vocabulary vocabulary = FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, CORPUS, cutoff);
    Vocabulary again =
        Vocabulary.of(vocabulary.templates(), vocabulary.symbols(), vocabulary.tuples());

    assertThat(again.featureCount()).isEqualTo(vocabulary.featureCount());
    assertThat(again.groupOfFeature()).isEqualTo(vocabulary.groupOfFeature());
    assertThat(again.symbols()).isEqualTo(vocabulary.symbols());
    assertThat(again.tuples()).usingRecursiveComparison().isEqualTo(vocabulary.tuples());

    List<TokenSequence> other = FeatureCorpus.random(77, 50);
    assertThat(entries(again, CORPUS)).isEqualTo(entries(vocabulary, CORPUS));
    assertThat(entries(again, other)).isEqualTo(entries(vocabulary, other));
  }

  @Test
  void groupWithOneTemplateOfOneCellListsItsValues() {
    TokenSequence sentence =
        TokenSequence.ofWords(List.of("b", "a", "b", "c")).with("pos", List.of("X", "Y", "X", "X"));
    Vocabulary vocabulary =
        FeatureCorpus.vocabulary(
            "Uw:%x[-1,0]!\nUp:%x[0,word]/%x[0,pos]\nU:%x[0,0]\nU:%x[1,0]\nUbias\nB",
            List.of(sentence), 1);
    assertThat(vocabulary.singleCell(0)).contains(new FeatureTemplate.Cell(-1, "word"));
    assertThat(vocabulary.singleCellValues(0)).containsExactly("_B-1", "b", "a");

    for (int g = 1; g < 4; g++) {
      int group = g;
      assertThat(vocabulary.singleCell(group)).isEmpty();
      assertRefused(() -> vocabulary.singleCellValues(group), vocabulary.groupLines(group).get(0));
      assertRefused(() -> vocabulary.extended(group, List.of("d")));
    }
  }

  /** New values become features of the group only. Known values keep their numbers. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void extendedAddsANewFeatureForEachNewValue(int group) {
    Vocabulary plain =
        FeatureCorpus.vocabulary(
            "Uw:%x[0,word]\nUv:%x[1,word]\nUp:%x[0,word]/%x[1,word]",
            List.of(TokenSequence.ofWords(List.of("a", "b", "a"))), 1);
    Vocabulary extended = plain.extended(group, List.of("new", "a", "newer", "new"));

    assertThat(extended.featureCount()).isEqualTo(plain.featureCount() + 2);
    assertThat(extended.singleCellValues(group))
        .startsWith(plain.singleCellValues(group).toArray(new String[0]))
        .endsWith("new", "newer");
    assertThat(extended.singleCellValues(1 - group)).isEqualTo(plain.singleCellValues(1 - group));
    assertThat(extended.tuples().get(2)).isEqualTo(plain.tuples().get(2));

    List<TokenSequence> seen = List.of(TokenSequence.ofWords(List.of("b", "a")));
    List<TokenSequence> unseen = List.of(TokenSequence.ofWords(List.of("newer", "newer")));
    assertThat(entries(extended, seen)).hasSameSizeAs(entries(plain, seen));

    // The cell of group 0 is the token itself. The cell of group 1 is the next token, which the
    // last
    // token does not have.
    int newEntries = group == 0 ? 2 : 1;
    assertThat(entries(extended, unseen)).hasSize(entries(plain, unseen).size() + newEntries);
    int feature = extended.groupStart(group + 1) - 1;
    assertThat(entries(extended, unseen)).contains(feature);

    // The vocabulary that was extended has not changed.
    assertThat(plain.symbols()).doesNotContain("new");
    assertThat(extended.extended(group, List.of()).tuples())
        .usingRecursiveComparison()
        .isEqualTo(extended.tuples());
  }

  /**
   * Encoding with a part of the features must give the same rows as encoding with all features and
   * removing the others.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void retainedFeaturesKeepTheirOrder(int stride) {
    Vocabulary full = FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, CORPUS, 1);
    boolean[] kept = new boolean[full.featureCount()];
    for (int d = 0; d < kept.length; d += stride) {
      kept[d] = true;
    }
    Vocabulary reduced = full.retain(kept);

    assertThat(reduced.featureCount()).isEqualTo((kept.length - 1) / stride + 1);
    assertThat(reduced.templates().transitions()).isTrue();

    List<TokenSequence> other = FeatureCorpus.random(77, 50);
    for (List<TokenSequence> corpus : List.of(CORPUS, other)) {
      List<Integer> expected = new ArrayList<>();
      for (int d : entries(full, corpus)) {
        if (d < 0) {
          expected.add(d);
        } else if (kept[d]) {
          expected.add(d / stride);
        }
      }
      assertThat(entries(reduced, corpus)).isEqualTo(expected);
    }
  }

  @Test
  void retainDropsLinesAndSymbolsWithoutFeatures() {
    Vocabulary full =
        FeatureCorpus.vocabulary(
            "U:%x[0,0]\nU99\nUp:%x[0,pos]\nU:%x[1,0]\nB",
            List.of(TokenSequence.ofWords(List.of("a", "b")).with("pos", List.of("X", "Y"))), 1);
    boolean[] kept = new boolean[full.featureCount()];
    kept[full.groupStart(2) + 1] = true;

    Vocabulary reduced = full.retain(kept);

    assertThat(reduced.templates().lines()).containsExactly("Up:%x[0,pos]", "B");
    assertThat(reduced.symbols()).containsExactly("Y");
    assertThat(reduced.groupCount()).isEqualTo(1);
    kept[full.groupStart(1)] = true;
    assertThat(full.retain(kept).templates().lines()).containsExactly("U99", "Up:%x[0,pos]", "B");
    assertRefused(() -> full.retain(new boolean[kept.length]), "at least one");
    assertRefused(() -> full.retain(new boolean[1]), "kept");
  }

  @Test
  void symbolsOfFeaturesBelowTheCutoffAreDropped() {
    List<TokenSequence> corpus =
        List.of(TokenSequence.ofWords(List.of("a", "b", "a")), TokenSequence.ofWords(List.of()));
    assertThat(FeatureCorpus.vocabulary("U:%x[0,0]", corpus, 2).symbols()).containsExactly("a");
    assertThat(FeatureCorpus.vocabulary("U:%x[0,0]", corpus, 3).symbols()).isEmpty();
    assertThat(FeatureCorpus.vocabulary("U:%x[0,0]", corpus, 3).featureCount()).isZero();
  }

  @Test
  void constantFeatureIsKeptAtAnyCutoff() {
    assertThat(FeatureCorpus.vocabulary("U99", List.of(), 5).featureCount()).isEqualTo(1);
    assertThat(entries(FeatureCorpus.vocabulary("U99", CORPUS, 1), CORPUS.subList(0, 1)))
        .contains(0)
        .containsOnly(-1, 0);
  }

  @Test
  void moreSentencesCanBeAddedAfterFreezing() {
    VocabularyBuilder builder =
        new VocabularyBuilder(TemplateSet.parse(FeatureCorpus.TEMPLATES, FeatureCorpus.COLUMNS));
    builder.add(CORPUS.get(0));
    Vocabulary early = builder.freeze(1);
    int features = early.featureCount();
    CORPUS.subList(1, CORPUS.size()).forEach(builder::add);
    assertThat(early.featureCount()).isEqualTo(features);
    assertThat(entries(builder.freeze(1), CORPUS))
        .isEqualTo(entries(FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, CORPUS, 1), CORPUS));
    assertRefused(() -> builder.freeze(0), "cutoff");
  }

  @Test
  @ResourceLock(Resources.LOCALE)
  void vocabularyIsTheSameInEveryLocale() {
    List<Integer> expected =
        entries(FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, CORPUS, 1), CORPUS);
    Locale before = Locale.getDefault();
    try {
      for (String language : new String[] {"tr", "ar-u-nu-arab", "th-TH-u-nu-thai"}) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertThat(entries(FeatureCorpus.vocabulary(FeatureCorpus.TEMPLATES, CORPUS, 1), CORPUS))
            .isEqualTo(expected);
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void refusesPartsThatDoNotFit() {
    TemplateSet templates = TemplateSet.parse("U0:%x[0,0]/%x[1,0]", List.of("word"));
    List<String> symbols = List.of("a", "b");
    assertThat(Vocabulary.of(templates, symbols, List.of(new int[] {0, 1})).featureCount())
        .isEqualTo(1);
    refuses(templates, symbols, List.of());
    refuses(templates, symbols, List.of(new int[2], new int[2]));
    refuses(templates, symbols, List.of(new int[3]));
    refuses(templates, symbols, List.of(new int[] {0, 2}));
    refuses(templates, symbols, List.of(new int[] {-1, 0}));
    refuses(templates, List.of("a", "a", "b"), List.of(new int[] {0, 2}));
    refuses(templates, symbols, List.of(new int[] {0, 1, 0, 1}));
  }

  private static void refuses(TemplateSet templates, List<String> symbols, List<int[]> tuples) {
    assertThatThrownBy(() -> Vocabulary.of(templates, symbols, tuples))
        .isInstanceOfAny(IllegalArgumentException.class, IndexOutOfBoundsException.class);
  }
}
