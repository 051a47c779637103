package org.gpchain.internal.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the text and the remarks of documents in CoNLL-U. */
class ConlluInputTest {
  private static final String DAMAGED =
      "multiword tokens do not fit the tokens after them and are ignored";
  private static final String MISPLACED = "IDs of CoNLL-U do not follow the ones before them";

  private static ParsedDocument read(String content) throws IOException {
    InputFormat input =
        InputFormat.ofColumns(needed -> ColumnFormat.conllu("ne", "").unlabelled(needed));
    return input
        .parser(List.of(), "en")
        .parse(new DocumentOrigin("a", null), content.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns lines of CoNLL-U, given IDs and words such as {@code 1=It 2=left}. */
  private static String lines(String tokens) {
    return Stream.of(tokens.split(" "))
        .map(token -> token.replace('=', '\t') + "\t_".repeat(8) + "\n")
        .collect(Collectors.joining());
  }

  /** A multiword token that does not fit the tokens after it says nothing about spaces. */
  @ParameterizedTest
  @CsvSource({
    // tokens, text, number of damaged multiword tokens, number of misplaced IDs
    "1=I 2-3=can't 2=ca 3=n't 4=go, I can't go, 0, 0",
    "1-2=I'll 1=I 2=will 3=go, I will go, 0, 0",
    "1-1=I 1=I 2=go, I go, 0, 0",
    "1-2=I'd 1=I 2='d 2.1=then 2.2=now 3-4=can't 3=ca 3.1=x 4=n't, I'd can't, 0, 0",
    "0.1=x 1=I 1.1=y 2=go, I go, 0, 0",
    "1=I 3-2=can't 2=ca 3=n't, I ca n't, 1, 0",
    "1=I 2-4=can't 2=ca 3=n't, I ca n't, 1, 0",
    "1=I 2-99999999999=can't 2=ca 3=n't, I ca n't, 1, 0",
    "2-3=can't 1=I 2=ca 3=n't, I ca n't, 1, 0",
    "1=I 2=ca 2-3=can't 3=n't, I ca n't, 1, 0",
    "1=I 2=ca 3=n't 2-3=can't, I ca n't, 1, 0",
    "1-2=Ica 1=I 2-9=can't 2=ca 3=n't, I ca n't, 2, 0",
    "1-2=Ica 1=I 2-3=can't 2=ca 3=n't, I can't, 1, 0",
    "1=I 3=can 4=go, I can go, 0, 1",
    "1=I 1=can 2=go, I can go, 0, 1",
    "5=I 6=can 7=go, I can go, 0, 1",
    "3=I 2=can 1=go, I can go, 0, 3",
    "1=I 3.1=x 2=can 2.2=y 3=go, I can go, 0, 2"
  })
  void idsThatDoNotFitAreCounted(String tokens, String text, int damaged, int misplaced)
      throws IOException {
    ParsedDocument document = read(lines(tokens));
    assertThat(document.document().getDocumentText()).isEqualTo(text + "\n");
    assertThat(document.remarks().getOrDefault(DAMAGED, 0)).isEqualTo(damaged);
    assertThat(document.remarks().getOrDefault(MISPLACED, 0)).isEqualTo(misplaced);
  }

  @Test
  void multiwordTokensEndWithTheirSentence() throws IOException {
    ParsedDocument document = read(lines("1-2=It's") + "\n" + lines("1=It 2='s"));
    assertThat(document.document().getDocumentText()).isEqualTo("It 's\n");
    assertThat(document.remarks()).containsEntry(DAMAGED, 1);
  }

  @ParameterizedTest
  @CsvSource({"_, '_'", "'', ''", "2-, '2-'", "2-x, '2-x'", "2., '2.'", "two, 'two'"})
  void lineWithoutNumberIsRefused(String id) {
    String content = lines("1=I " + id + "=can 2=go");
    assertThatThrownBy(() -> read(content))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("document:2: the first column is '" + id + "', not the number of")
        .hasMessageContaining("number the tokens of each sentence from 1");
  }

  @Test
  void multiwordTokenNeedsAllColumns() {
    String content = lines("1=I") + "2-3\tcan't\n" + lines("2=ca 3=n't");
    assertThatThrownBy(() -> read(content))
        .hasMessageStartingWith("document:2: this line has 2 columns, line 1 has 10; ");
  }

  @Test
  void columnsMayBeSeparatedBySpaces() throws IOException {
    String content = lines("1=I 2-3=can't 2=ca 3=n't").replace('\t', ' ');
    assertThat(read(content).document().getDocumentText()).isEqualTo("I can't\n");
  }
}
