package org.gpchain.internal.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gpchain.core.text.Span;
import org.gpchain.internal.evaluation.report.Confusion.Category;
import org.gpchain.internal.evaluation.report.Confusion.Match;
import org.junit.jupiter.api.Test;

class ConfusionTest {
  private static Category type(String type) {
    return new Category(Match.BORDERS, type);
  }

  private static Category met(Match match) {
    return new Category(match, "");
  }

  @Test
  void countsEachKindOfError() {
    Confusion confusion = new Confusion();
    confusion.add(
        List.of(
            new Span(0, 2, "A"),
            new Span(2, 4, "A"),
            new Span(4, 6, "A"),
            new Span(6, 8, "B"),
            new Span(9, 10, "B")),
        List.of(
            new Span(0, 2, "A"),
            new Span(2, 4, "B"),
            new Span(4, 5, "A"),
            new Span(6, 7, "A"),
            new Span(12, 13, "B")));

    assertThat(confusion.rows)
        .containsExactly(
            type("A"), type("B"), met(Match.TYPE), met(Match.OVERLAP), met(Match.NONE));
    assertThat(confusion.columns).containsExactlyElementsOf(confusion.rows);
    assertThat(
            confusion.rows.stream()
                .map(row -> confusion.columns.stream().map(c -> confusion.count(row, c)).toList()))
        .containsExactly(
            List.of(1, 1, 1, 0, 0),
            List.of(0, 0, 0, 1, 1),
            List.of(1, 0, 0, 0, 0),
            List.of(1, 0, 0, 0, 0),
            List.of(0, 1, 0, 0, 0));
  }

  @Test
  void prefersMatchesOfTheSameType() {
    Span span = new Span(0, 4, "A");
    List<Span> others = List.of(new Span(0, 2, "B"), new Span(2, 5, "A"), new Span(5, 6, "A"));
    assertThat(Category.ofBestMatch(span, others)).isEqualTo(met(Match.TYPE));
  }

  @Test
  void rowAndColumnSumsAreTheNumbersOfSegments() {
    Random random = new Random(5);
    Confusion confusion = new Confusion();
    List<Span> allGold = new ArrayList<>();
    List<Span> allPredicted = new ArrayList<>();

    for (int s = 0; s < 500; s++) {
      List<Span> gold = randomSpans(random);
      List<Span> predicted = randomSpans(random);
      confusion.add(gold, predicted);
      allGold.addAll(gold);
      allPredicted.addAll(predicted);
    }

    for (String name : List.of("A", "B", "C")) {
      Category type = type(name);
      int row = confusion.columns.stream().mapToInt(c -> confusion.count(type, c)).sum();
      int column = confusion.rows.stream().mapToInt(r -> confusion.count(r, type)).sum();
      assertThat(allGold).filteredOn(Span::type, name).hasSize(row);
      assertThat(allPredicted).filteredOn(Span::type, name).hasSize(column);
    }
  }

  private static List<Span> randomSpans(Random random) {
    List<Span> spans = new ArrayList<>();
    int start = random.nextInt(3);
    while (start < 8) {
      int end = start + 1 + random.nextInt(3);
      spans.add(new Span(start, end, List.of("A", "B", "C").get(random.nextInt(3))));
      start = end + random.nextInt(3);
    }
    return spans;
  }
}
