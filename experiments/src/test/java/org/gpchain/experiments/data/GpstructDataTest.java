package org.gpchain.experiments.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.experiments.data.GpstructData.Fold;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.data.LabeledRows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class GpstructDataTest {
  private static final String SEQ = "segmentation.seq";
  private static final String FEATURES = "segmentation.features.tsv";
  private static final String LABELS = "segmentation.labels.tsv";
  private static final String SPLIT = "datasplit.n_data=36.txt";

  @TempDir private Path directory;

  @BeforeEach
  void writeData() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.SEGMENTATION, false);
  }

  private GpstructData read() throws IOException {
    return GpstructData.read(directory, GpstructTask.SEGMENTATION, false, 1);
  }

  private static List<Integer> row(SparseRows rows, int row) {
    return IntStream.range(rows.start(row), rows.start(row + 1)).mapToObj(rows::column).toList();
  }

  private void replaceLine(String name, int line, String text) throws IOException {
    Path file = directory.resolve(name);
    List<String> lines = Files.readAllLines(file);
    lines.set(line - 1, text);
    Files.write(file, lines);
  }

  private void assertProblem(String name, int line, String... parts) {
    String place = directory.resolve(name) + (line > 0 ? ":" + line : "") + ": ";
    assertThatThrownBy(this::read)
        .isInstanceOf(InputException.class)
        .message()
        .startsWith(place)
        .contains(parts)
        .contains("; ");
  }

  @Test
  void readsSentences() throws IOException {
    GpstructData data = read();
    LabeledRows sentences = data.sentences();
    assertThat(sentences.sentenceCount()).isEqualTo(36);
    assertThat(sentences.labelCount()).isEqualTo(2);
    assertThat(Arrays.copyOf(sentences.sentenceStart(), 5)).containsExactly(0, 1, 3, 6, 7);
    assertThat(Arrays.copyOf(sentences.labels(), 7)).containsExactly(0, 1, 0, 0, 1, 0, 1);
    assertThat(sentences.rows().columnCount()).isEqualTo(4);
    assertThat(row(sentences.rows(), 0)).containsExactly(0, 2);
    assertThat(row(sentences.rows(), 1)).containsExactly(1, 2);
    assertThat(row(sentences.rows(), 2)).containsExactly(0);
    assertThat(data.absentLabels()).isZero();
    assertThat(data.labelNames()).containsExactly("L0", "L1");
  }

  /** Columns are in the order of ids, groups in the order of template lines. B is not a feature. */
  @Test
  void readsFeatures() throws IOException {
    FeatureDictionary features = read().features();
    assertThat(features.size()).isEqualTo(4);
    assertThat(features.groupNames()).containsExactly("U00", "U02", "U10");
    assertThat(features.groupOfFeature()).containsExactly(0, 0, 1, 2);
    assertThat(features.texts()).containsExactly("a", "b:c", "x/y", "");
    assertThat(features.columnOfId()).hasSize(4).containsEntry(2, 0).containsEntry(8, 3);
  }

  @Test
  void readsTokensWithoutFeatures() throws IOException {
    replaceLine(SEQ, 1, "1");
    LabeledRows sentences = read().sentences();
    assertThat(row(sentences.rows(), 0)).isEmpty();
    assertThat(sentences.labels()[0]).isEqualTo(1);
  }

  @Test
  void readsOnlyTheNeededSentences() throws IOException {
    Path file = directory.resolve(SEQ);
    String text = Files.readString(file);
    Files.writeString(file, text.stripTrailing());
    assertThat(read().sentences().sentenceCount()).isEqualTo(36);
    Files.writeString(file, text + "no number\n\n");
    assertThat(read().sentences().sentenceCount()).isEqualTo(36);
  }

  @Test
  void readsAbsentLabelsAsZeroAndCountsThem() throws IOException {
    replaceLine(SEQ, 3, "-1 4 6");
    GpstructData data = read();
    assertThat(data.sentences().labels()[1]).isZero();
    assertThat(data.absentLabels()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void foldsDivideTheSentences(int number) throws IOException {
    GpstructData data = read();
    Fold fold = data.fold(number);
    assertThat(fold.train().sentenceCount()).isEqualTo(20);
    assertThat(fold.test().sentenceCount()).isEqualTo(16);
    int[] order = data.permutations().get(number - 1);
    assertThat(order[1]).isEqualTo(new int[] {1, 7, 11, 13, 17}[number - 1]);
    for (int i = 0; i < 36; i++) {
      LabeledRows part = i < 20 ? fold.train() : fold.test();
      assertSameSentence(part, i < 20 ? i : i - 20, data.sentences(), order[i]);
    }
  }

  private static void assertSameSentence(
      LabeledRows actual, int sentence, LabeledRows expected, int number) {
    assertThat(actual.length(sentence)).isEqualTo(expected.length(number));
    assertThat(actual.labelCount()).isEqualTo(expected.labelCount());
    for (int t = 0; t < actual.length(sentence); t++) {
      int token = actual.sentenceStart()[sentence] + t;
      int original = expected.sentenceStart()[number] + t;
      assertThat(row(actual.rows(), token)).isEqualTo(row(expected.rows(), original));
      assertThat(actual.labels()[token]).isEqualTo(expected.labels()[original]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 6})
  void rejectsOtherFolds(int number) throws IOException {
    GpstructData data = read();
    assertThatThrownBy(() -> data.fold(number)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** Uses the data of the large experiment, which has more sentences and the same features. */
  @Test
  void readsSentencesFromALaterStart() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.BASE_NP, false);
    GpstructData first = GpstructData.read(directory, GpstructTask.BASE_NP, false, 1);
    TinyGpstruct.write(directory, GpstructTask.BASE_NP, true);
    GpstructData others = GpstructData.read(directory, GpstructTask.BASE_NP, false, 302);
    for (int number : new int[] {1, 3, 5}) {
      for (int i = 0; i < 300; i++) {
        int sentence = first.permutations().get(number - 1)[i] + 301;
        assertThat(others.permutations().get(number - 1)[i]).isEqualTo(sentence);
      }
      Fold fold = others.fold(number);
      int sentence = others.permutations().get(number - 1)[0];
      assertThat(fold.train().labelsOf(0)).isEqualTo(others.sentences().labelsOf(sentence));
      assertThat(fold.train().sentenceCount() + fold.test().sentenceCount()).isEqualTo(300);
    }
  }

  @Test
  void readsTheLargeExperiment() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.BASE_NP, true);
    Fold fold = GpstructData.read(directory, GpstructTask.BASE_NP, true, 1).fold(2);
    assertThat(fold.train().sentenceCount()).isEqualTo(500);
    assertThat(fold.test().sentenceCount()).isEqualTo(323);
    assertThat(fold.test().labelCount()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {SEQ, FEATURES, LABELS, SPLIT})
  void reportsMissingFiles(String name) throws IOException {
    Files.delete(directory.resolve(name));
    assertProblem(name, 0, "there is no such file");
  }

  /** Replaces a line of a file by a malformed one. */
  @ParameterizedTest
  @CsvSource({
    "seq, 1, 'x 2', 1, the label 'x' is not a whole number",
    "seq, 1, '0 2 x', 1, the feature 'x' is not a whole number",
    "seq, 1, '0 2.5', 1, the feature '2.5' is not a whole number",
    "seq, 1, '0 3', 1, the feature 3 is not in the dictionary",
    "seq, 1, '0 0', 1, the feature 0 is not in the dictionary",
    "seq, 1, '2 2', 1, 'the label must be from 0 to 1, was 2'",
    "seq, 1, '-2 2', 1, 'the label must be from 0 to 1, was -2'",
    "seq, 1, '0 2 4 2', 1, the feature 2 occurs twice",
    "seq, 1, '', 1, this sentence has no tokens",
    "features.tsv, 3, '2', 3, 'found 1 cells'",
    "features.tsv, 3, '2\t50\tU00:a\tmore', 3, 'found 4 cells'",
    "features.tsv, 3, 'x\t50\tU00:a', 3, the id 'x' is not a whole number",
    "features.tsv, 3, '2\t50\tB00', 3, the feature 'B00' does not start with a template line",
    "features.tsv, 3, '2\t50\tUnion', 3, the feature 'Union' does not start with a template line",
    "features.tsv, 3, '4\t50\tU00:a', 5, ''",
    "features.tsv, 5, '2\t50\tU00:b', 5, the id 2 occurs twice",
    "labels.tsv, 2, '0', 2, expected a number",
    "labels.tsv, 2, 'x\tA', 2, is not a whole number",
    "labels.tsv, 2, '1\tA', 3, ''",
    "labels.tsv, 2, '2\tA', 2, 'must be from 0 to 1 and occur once, was 2'",
    "labels.tsv, 2, '-2\tA', 2, was -2"
  })
  void reportsMalformedLines(String file, int line, String text, int where, String problem)
      throws IOException {
    replaceLine("segmentation." + file, line, text);
    assertProblem("segmentation." + file, where, problem);
  }

  @ParameterizedTest
  @CsvSource({
    "seq, '0 2\n\n1 4\n\n\n', 5, this sentence has no tokens",
    "seq, '0 2\n\n1 4\n', 0, 'the experiment needs 36 sentences, found 2'",
    "seq, '', 0, 'the experiment needs 36 sentences, found 0'",
    "features.tsv, 'id\tcount\tfeature\n0\t99\tB\n', 0, there is no feature",
    "features.tsv, '', 0, there is no feature",
    "labels.tsv, '1\tB\n', 0, 'this task has 2 labels, but the file names 1'"
  })
  void reportsIncompleteFiles(String file, String content, int line, String problem)
      throws IOException {
    Files.writeString(directory.resolve("segmentation." + file), content);
    assertProblem("segmentation." + file, line, problem);
  }

  private static String numbersFrom(int first, int count) {
    return String.join(
        " ", IntStream.range(first, first + count).mapToObj(Integer::toString).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 35, '', it has 35 of them",
    "0, 36, '', 0 is none of them",
    "2, 36, '', 37 is none of them",
    "1, 35, ' 7', 7 occurs twice"
  })
  void reportsFoldsThatAreNotPermutations(int first, int count, String more, String problem)
      throws IOException {
    replaceLine(SPLIT, 3, numbersFrom(first, count) + more);
    assertProblem(
        SPLIT, 3, "this is not a permutation of the sentence numbers from 1 to 36: " + problem);
    replaceLine(SPLIT, 3, numbersFrom(1, 35) + " x");
    assertProblem(SPLIT, 3, "the sentence number 'x' is not a whole number");
  }

  @Test
  void reportsAWrongNumberOfFolds() throws IOException {
    String line = numbersFrom(1, 36) + "\n";
    Files.writeString(directory.resolve(SPLIT), line.repeat(4));
    assertProblem(SPLIT, 0, "expected 5 folds, a line each, found 4");
    Files.writeString(directory.resolve(SPLIT), line.repeat(6));
    assertProblem(SPLIT, 0, "found 6");
  }

  @Test
  void parsesListsAndRangesOfFolds() {
    assertThat(FoldNumbers.parse("1").numbers()).containsExactly(1);
    assertThat(FoldNumbers.parse("1-5").numbers()).containsExactly(1, 2, 3, 4, 5);
    assertThat(FoldNumbers.parse("4, 2").numbers()).containsExactly(2, 4);
    assertThat(FoldNumbers.parse("5,1-3,2,3-3").numbers()).containsExactly(1, 2, 3, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "6", "1-6", "3-2", "1,", "a", "1-", "-2", "1.5", "11"})
  void rejectsMalformedFoldNumbers(String text) {
    assertThatThrownBy(() -> FoldNumbers.parse(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("'" + text + "' is not a list of folds from 1 to 5, such as 1,2,4 or 1-5");
  }

  /** Needs the data next to the project. The papers give the mean number of tokens of a fold. */
  @ParameterizedTest
  @CsvSource({
    "BASE_NP, 3739.8, 2143, 20",
    "CHUNKING, 1155.8, 2112, 19",
    "SEGMENTATION, 942, 691, 10",
    "JAPANESE_NE, 1315.4, 6030, 32"
  })
  void sharedDataIsThatOfThePapers(GpstructTask task, double tokens, int features, int groups)
      throws IOException {
    Path shared = Path.of("../../shared/data/gpstruct");
    assumeTrue(Files.isDirectory(shared), "the data of the GPstruct papers are not here");
    GpstructData data = GpstructData.read(shared, task, false, 1);
    IntStream sizes = IntStream.rangeClosed(1, 5).map(n -> data.fold(n).train().tokenCount());
    assertThat(sizes.average().orElseThrow()).isCloseTo(tokens, within(1e-9));
    assertThat(data.features().size()).isEqualTo(features);
    assertThat(data.features().groupNames()).hasSize(groups);
    assertThat(data.absentLabels()).isZero();
  }
}
