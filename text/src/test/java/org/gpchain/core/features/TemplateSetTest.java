package org.gpchain.core.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.List;
import org.gpchain.core.features.FeatureTemplate.Cell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateSetTest {
  private static final List<String> COLUMNS = List.of("word", "pos", "stem");

  /** Returns the template of a text with one line. */
  private static FeatureTemplate template(String line) {
    TemplateSet templates = TemplateSet.parse(line, COLUMNS);
    assertThat(templates.unigrams()).hasSize(1);
    return templates.unigrams().get(0);
  }

  @Test
  void readsATemplateFileOfCrfPlusPlus() {
    TemplateSet templates =
        TemplateSet.parse(
            """
            # Unigram
            U00:%x[-2,0]
            U05:%x[-1,0]/%x[0,0]

            U20:%x[-2,1]/%x[-1,1]/%x[0,1]
            # Bigram
            B
            """,
            COLUMNS);
    assertThat(templates.transitions()).isTrue();
    assertThat(templates.unigrams())
        .containsExactly(
            new FeatureTemplate(List.of("U00:", ""), List.of(new Cell(-2, "word"))),
            new FeatureTemplate(
                List.of("U05:", "/", ""), List.of(new Cell(-1, "word"), new Cell(0, "word"))),
            new FeatureTemplate(
                List.of("U20:", "/", "/", ""),
                List.of(new Cell(-2, "pos"), new Cell(-1, "pos"), new Cell(0, "pos"))));
  }

  /** The reader of models refuses such templates, so they cannot be learned. */
  @Test
  void refusesTemplatesThatModelsCannotStore() {
    for (String character : List.of("\u0007", "\t", "\u009b", "\u202e")) {
      assertRefused(
          () -> TemplateSet.parse("U0:%x[0,0]\nU1" + character + ":%x[0,0]", COLUMNS),
          "line 2: a template line must have no control characters, had U+");
    }
    String longLine = "U" + "x".repeat(TemplateSet.LONGEST_LINE) + "%x[0,0]";
    assertRefused(
        () -> TemplateSet.parse(longLine, COLUMNS),
        "line 1: a template line must have at most 10000 characters");
    assertThat(TemplateSet.parse("# a\tcomment\n\tU0:%x[0,0]\t", COLUMNS).lines())
        .containsExactly("U0:%x[0,word]");
  }

  @Test
  void onlyALineWithBAddsTransitions() {
    assertThat(TemplateSet.parse("U00:%x[0,0]", COLUMNS).transitions()).isFalse();
    assertThat(TemplateSet.parse("U00:%x[0,0]\n#B", COLUMNS).transitions()).isFalse();
    assertThat(TemplateSet.parse("B01\nU00:%x[0,0]", COLUMNS).transitions()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'U:%x[0,0]', 0, word",
    "'U:%x[0,2]', 0, stem",
    "'U:%x[0,02]', 0, stem",
    "'U:%x[+1,1]', 1, pos",
    "'U:%x[-12,1]', -12, pos",
    "'U:%x[0,word]', 0, word",
    "'U:%x[0,stem]', 0, stem",
    "'U:%x[1,shape]', 1, shape",
    "'U:%x[1,prefix4]', 1, prefix4",
    "'U:%x[ 1 , pos ]', 1, pos"
  })
  void readsOffsetsAndColumnsOfCells(String line, int offset, String column) {
    assertThat(template(line).cells()).containsExactly(new Cell(offset, column));
    assertThat(template(line).literals()).containsExactly("U:", "");
  }

  @Test
  void constantTemplateHasNoCells() {
    assertThat(template("U99").cells()).isEmpty();
    assertThat(template("U99").literals()).containsExactly("U99");
    assertThat(template("Ubias ").skeleton()).isEqualTo("Ubias");
  }

  @Test
  void textBetweenCellsMayBeEmptyOrContainBrackets() {
    assertThat(template("U:%x[0,0]%x[1,0]").literals()).containsExactly("U:", "", "");
    assertThat(template("U:%x[0,0] x[%x[1,0]]").literals()).containsExactly("U:", " x[", "]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void acceptsAnyLineSeparator(String end) {
    TemplateSet templates =
        TemplateSet.parse(
            String.join(end, "", "  # comment", " U00:%x[0,0]  ", "", "B", ""), COLUMNS);
    assertThat(templates.lines()).containsExactly("U00:%x[0,word]", "B");
  }

  @Test
  void templatesWithTheSameTextAroundCellsShareASkeleton() {
    TemplateSet templates =
        TemplateSet.parse(
            "U:%x[-1,0]\nU:%x[1,0]\nU:%x[0,pos]\nU1:%x[0,0]\nU:%x[0,0]/%x[1,0]", COLUMNS);
    assertThat(templates.unigrams())
        .extracting(FeatureTemplate::skeleton)
        .containsExactly("U:%", "U:%", "U:%", "U1:%", "U:%/%");
    assertThat(new TemplateLayout(templates).groupCount()).isEqualTo(3);
  }

  @Test
  void requiredColumnsAreListedInOrderOfFirstUse() {
    assertThat(
            TemplateSet.parse("U1:%x[0,stem]/%x[0,shape]\nU2:%x[0,pos]\nU3:%x[0,lower]", COLUMNS)
                .requiredColumns())
        .containsExactly("stem", "word", "pos");
    assertThat(TemplateSet.parse("U1", COLUMNS).requiredColumns()).isEmpty();
    assertThat(TemplateSet.parse("U1:%x[0,suffix3]", COLUMNS).requiredColumns())
        .containsExactly("word");
  }

  @Test
  void linesCanBeParsedAgain() {
    TemplateSet templates =
        TemplateSet.parse(
            "U00:%x[-2,0]\nU1:%x[+1,pos]|%x[0,shape] \nU99\nB2\nU:a b%x[0,2]", COLUMNS);
    TemplateSet again =
        TemplateSet.parse(String.join("\n", templates.lines()), templates.requiredColumns());
    assertThat(again).isEqualTo(templates);
    assertThat(again.lines()).isEqualTo(templates.lines());
  }

  /** The columns of a file without a header are named 0, 1, 2 and so on. */
  @Test
  void linesWithNumbersAsColumnNamesCanBeParsedAgain() {
    TemplateSet templates =
        TemplateSet.parse("U0:%x[0,1]\nU1:%x[0,2]/%x[0,0]", List.of("0", "1", "2"));
    assertThat(templates.requiredColumns()).containsExactly("1", "2", "0");
    assertThat(TemplateSet.parse(String.join("\n", templates.lines()), templates.requiredColumns()))
        .isEqualTo(templates);
  }

  @Test
  void refusesTemplatesWithTooFewLiterals() {
    assertRefused(() -> new FeatureTemplate(List.of("U"), List.of(new Cell(0, "word"))));
  }

  @Test
  void refusesASetWithoutUnigrams() {
    assertRefused(() -> new TemplateSet(List.of(), true));
  }

  /** Returns the exception that parsing a text throws, or null if the text is valid. */
  private static TemplateSet.TemplateException failure(String text) {
    return catchThrowableOfType(
        TemplateSet.TemplateException.class, () -> TemplateSet.parse(text, List.of("word", "pos")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%y[0,0]", "%x", "%x[0]", "%x[0,0", "%x[,0]", "%x[0,]",
        "%x[a,0]", "%x[0.5,0]", "%x[0,-1]", "%x[--1,0]", "%x[99999,0]", "%x[]",
        "%X[0,0]", "%", "%[0,0]", "50% of %x[0,0]", "%%x[0,0]"
      })
  void errorForAnInvalidMacroNamesTheLine(String macro) {
    TemplateSet.TemplateException failure = failure("# comment\nU00:%x[0,0]\n\nU01:" + macro);
    assertThat(failure).isNotNull();
    assertThat(failure.line()).isEqualTo(4);
    assertThat(failure).hasMessageStartingWith("line 4: ");
  }

  @Test
  void errorQuotesTheMacroAndShowsAValidOne() {
    assertThat(failure("U01:%x[0,0]/%y[0,0]"))
        .hasMessage(
            "line 1: cannot read the macro '%y[0,0]'; write %x[row,column], for example %x[-1,0]"
                + " or %x[0,word]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "17", "99999999999"})
  void errorForAColumnNumberListsTheColumns(String column) {
    assertThat(failure("U00:%x[0,0]\r\nU01:%x[1," + column + "]"))
        .hasMessage(
            "line 2: there is no column "
                + column
                + " in '%x[1,"
                + column
                + "]'; the corpus has the columns 0 to 1: [word, pos]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stem", "Word", "prefix5", "prefix0", "x1"})
  void errorForAnUnknownColumnListsTheColumns(String column) {
    assertThat(failure("\nU01:%x[1," + column + "]"))
        .hasMessageStartingWith("line 2: there is no column '" + column + "'")
        .hasMessageContaining("[word, pos]")
        .hasMessageContaining("prefix1");
  }

  @Test
  void refusesTransitionsThatDependOnTokens() {
    TemplateSet.TemplateException failure = failure("U00:%x[0,0]\nB\nB01:%x[0,0]");
    assertThat(failure.line()).isEqualTo(3);
    assertThat(failure).hasMessageContaining("transitions that depend on the tokens");
  }

  @ParameterizedTest
  @ValueSource(strings = {"X00:%x[0,0]", "u00:%x[0,0]", "%x[0,0]", "00:%x[0,0]", "* U"})
  void errorForAnotherLineListsValidBeginnings(String line) {
    TemplateSet.TemplateException failure = failure("U00:%x[0,0]\n  " + line);
    assertThat(failure.line()).isEqualTo(2);
    assertThat(failure).hasMessageContaining("begins with U, B or #");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "B", "# U00:%x[0,0]\nB\n"})
  void refusesFilesWithoutUnigrams(String text) {
    assertThat(failure(text)).hasMessageContaining("there is no U line");
  }

  @Test
  void parsesAnnotationColumns() {
    AnnotationColumn plain = new AnnotationColumn("drug", "my.Drug", "");
    assertThat(AnnotationColumn.parse(List.of("drug=my.Drug", "x-1=A/b"), List.of("state")))
        .containsExactly(plain, new AnnotationColumn("x-1", "A", "b"));
    assertThat(new AnnotationColumn("drug", "my.Other", "code")).hasToString("drug=my.Other/code");
  }

  @Test
  void replacesAnnotationColumnsOfTheSameName() {
    AnnotationColumn plain = new AnnotationColumn("drug", "my.Drug", "");
    AnnotationColumn coded = new AnnotationColumn("drug", "my.Other", "code");
    AnnotationColumn heading = new AnnotationColumn("heading", "my.Heading", "");
    assertThat(AnnotationColumn.replaced(List.of(plain, heading), List.of(coded)))
        .containsExactly(coded, heading);

    assertRefused(
        () -> AnnotationColumn.replaced(List.of(plain), List.of(heading)),
        "no column 'heading'",
        "[drug=my.Drug]");
    assertRefused(
        () -> AnnotationColumn.replaced(List.of(), List.of(coded)),
        "no column 'drug' is read from annotations, nor any other");
  }

  @ParameterizedTest
  @CsvSource({
    "drug, NAME=TYPE/FEATURE",
    "=Drug, NAME=TYPE/FEATURE",
    "drug=, NAME=TYPE/FEATURE",
    "drug=a b, was 'drug=a b'",
    "drug=A/, was 'drug=A/'",
    "drug=A/b/c, was 'drug=A/b/c'",
    "a b=A, a letter first",
    "7=A, a letter first",
    "drug]=A, a letter first",
    "word=A, another column",
    "pos=A, another column",
    "label=A, another column",
    "shape=A, another column",
    "stem=A, another column 'stem'",
  })
  void refusesInvalidAnnotationColumns(String text, String message) {
    assertRefused(() -> AnnotationColumn.parse(List.of(text), COLUMNS), message);
  }

  @Test
  void refusesAnnotationColumnsOfTheSameName() {
    assertRefused(
        () -> AnnotationColumn.parse(List.of("a=A", "a=B"), COLUMNS), "another column 'a'");
  }
}
