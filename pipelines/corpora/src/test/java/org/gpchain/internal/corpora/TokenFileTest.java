package org.gpchain.internal.corpora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.gpchain.internal.corpora.TokenFile.LineKind;
import org.gpchain.internal.corpora.TokenFile.TokenBlock;
import org.gpchain.internal.corpora.TokenFile.TokenLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenFileTest {
  private static final ColumnFormat FORMAT =
      ColumnFormat.conll2002().unlabelled(List.of("word", "pos"));

  @TempDir private Path directory;

  private Path file(String content) throws IOException {
    return Files.writeString(directory.resolve("tokens.txt"), content);
  }

  private List<TokenBlock> blocks(String content, int maxBlocks) throws IOException {
    return blocks(file(content), FORMAT, maxBlocks);
  }

  private static List<TokenBlock> blocks(Path tokens, ColumnFormat format, int maxBlocks)
      throws IOException {
    List<TokenBlock> blocks = new ArrayList<>();
    try (TokenFile file = new TokenFile(tokens, format)) {
      for (List<TokenBlock> next = file.next(maxBlocks);
          !next.isEmpty();
          next = file.next(maxBlocks)) {
        assertThat(next).hasSizeLessThanOrEqualTo(maxBlocks);
        blocks.addAll(next);
      }
    }
    return blocks;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a p",
        "a p\n",
        "a p\n\n",
        "\uFEFF\r\n\na\tp\r\n \t\r\n\r\nb\tp",
        "-DOCSTART- -X-\n\na p\nb p\n-DOCSTART- -X-\nc p\n\n\n-DOCSTART- -X-\n",
        "\uFEFFa p\r",
        "a  p \nb p\n\n\n\nc \uD83D\uDC26\u0A0A\n"
      })
  void linesOfAllBlocksAreTheFile(String content) throws IOException {
    for (String encoding : List.of("UTF-8", "UTF-16LE", "UTF-16BE", "GB18030")) {
      ColumnFormat format = FORMAT.withEncoding(Charset.forName(encoding));
      Path file = Files.writeString(directory.resolve("tokens.txt"), content, format.encoding());
      for (int maxBlocks : new int[] {1, 2, 100}) {
        String lines =
            blocks(file, format, maxBlocks).stream()
                .flatMap(block -> block.lines().stream())
                .map(TokenLine::whole)
                .collect(Collectors.joining());
        assertThat(lines).isEqualTo(content);
      }
    }
  }

  @Test
  void eachBlockHasTheLinesOfItsTokens() throws IOException {
    TokenBlock first = blocks("-DOCSTART- -X-\n\na p\nb p\n\nc q\n\n", 7).get(0);

    assertThat(first.tokens().column("word")).containsExactly("a", "b");
    assertThat(first.tokens().column("pos")).containsExactly("p", "p");
    assertThat(first.lines())
        .extracting(TokenLine::kind)
        .containsExactly(
            LineKind.DOCUMENT_MARK, LineKind.BLANK, LineKind.TOKEN, LineKind.TOKEN, LineKind.BLANK);
  }

  @Test
  void linesAfterTheLastSentenceAreABlockWithoutTokens() throws IOException {
    List<TokenBlock> blocks = blocks("a p\n\n\n", 7);

    assertThat(blocks).extracting(block -> block.tokens().length()).containsExactly(1, 0);
    assertThat(blocks.get(1).lines()).hasSize(1);
    assertThat(blocks("a p\n\n", 7)).hasSize(1);
  }

  @Test
  void blankLinesTakeNoCells() throws IOException {
    TokenLine blank = blocks("a p\n\n", 1).get(0).lines().get(1);

    assertThatThrownBy(() -> blank.with(List.of("O")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blank");
  }

  @Test
  void firstLineDeterminesTheColumns() throws IOException {
    Path path = file("\n\na p B-X\n");
    try (TokenFile file = new TokenFile(path, FORMAT)) {
      assertThat(file.columns()).containsExactly("word", "pos");
      assertThat(file.problem("bad", "mend it")).hasMessage(path + ":3: bad; mend it");
    }
  }

  @Test
  void problemsAreReportedWithTheirLine() throws IOException {
    assertThatThrownBy(() -> blocks("a p O\n\nb p\n", 1))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("tokens.txt:3: this line has 2 columns, line 1 has 3");
    assertThatThrownBy(() -> blocks("a b c d\n", 1))
        .hasMessageContaining(
            "tokens.txt:1: this line has 4 columns, conll2002 has 3 (word pos _)");
    assertThatThrownBy(() -> blocks("\n-DOCSTART- -X-\n", 1))
        .hasMessageContaining("there is no sentence in this file");
    assertThatThrownBy(() -> blocks("", 1)).hasMessageContaining("there is no sentence");
  }

  @Test
  void newCellsAreSeparatedLikeTheOthers() {
    assertThat(Cells.append("a\tp", List.of("O", "1"))).isEqualTo("a\tp\tO\t1");
    assertThat(Cells.append("a p", List.of("O", "1"))).isEqualTo("a p O 1");
    assertThat(Cells.append("a", List.of("O"))).isEqualTo("a\tO");
    assertThat(Cells.append(" a", List.of("O"))).isEqualTo(" a O");
    assertThat(Cells.append("a  p ", List.of("O"))).isEqualTo("a  p O ");
    assertThat(Cells.append("10 000\tN  ", List.of("O"))).isEqualTo("10 000\tN\tO  ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a ",
        " a",
        "a b",
        "  a   b  ",
        "a\tb",
        "a\t",
        "a\t ",
        "\ta",
        "a b\tc ",
        "\u3000 b",
        "10\u00A0000",
        "\uD83D\uDC26 N",
        "a\u0085b"
      })
  void appendKeepsTheCellsOfALine(String line) {
    List<String> expected = new ArrayList<>(Cells.of(line));
    expected.addAll(List.of("B-X", "0.5"));

    assertThat(Cells.of(Cells.append(line, List.of("B-X", "0.5")))).isEqualTo(expected);
  }
}
