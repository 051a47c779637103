package org.gpchain.internal.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.HashSet;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DefaultTemplatesTest {
  @ParameterizedTest
  @MethodSource("org.gpchain.internal.training.data.DefaultTemplates#tasks")
  void haveDistinctLinesAndTransitions(String task) {
    TemplateSet templates = DefaultTemplates.of(task, List.of("word", "pos"));
    assertThat(templates.transitions()).isTrue();
    assertThat(new HashSet<>(templates.lines())).hasSameSizeAs(templates.lines());
  }

  @ParameterizedTest
  @CsvSource({"chunk, 2", "np, 2", "ne, 1"})
  void needPartsOfSpeechForChunksOnly(String task, int columns) {
    assertThat(DefaultTemplates.of(task, List.of("word", "pos")).requiredColumns())
        .isEqualTo(List.of("word", "pos").subList(0, columns));
  }

  @Test
  void doNotDependOnTheOrderOfColumns() {
    assertThat(DefaultTemplates.of("chunk", List.of("id", "pos", "word")))
        .isEqualTo(DefaultTemplates.of("chunk", List.of("word", "pos")));
  }

  @Test
  void messagesNameMissingColumnsAndKnownTasks() {
    assertRefused(
        () -> DefaultTemplates.of("chunk", List.of("word")),
        "'chunk' need the columns [word, pos], the corpus has [word]");
    assertRefused(
        () -> DefaultTemplates.of("srl", List.of("word")), "'srl'", "[chunk, np, ne, pos]");
  }
}
