package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gpchain.internal.documents.TestModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of commands with formats of texts with spans: JSON Lines, brat, WebAnno. */
class SpanFormatsTest extends CommandTest {
  private static final String TEXT =
      "The old ferry reached the harbour of Ostrey.\n\nThe ferry left the harbour of Ostrey.\n";

  private Path model;

  @BeforeEach
  void writeModel() throws IOException {
    model = TestModel.write("ne", path("ne.gpchain"));
  }

  /** On its own predictions, a model has an F1 of 1. */
  @ParameterizedTest
  @CsvSource({
    "jsonl, text.jsonl, --format jsonl",
    "json, text.json, --format jsonl",
    "brat, text.ann, --format brat",
    "webanno, text.tsv, --format webanno",
    "xmi, text.xmi, --format xmi",
    "jsoncas, text.cas.json, --format jsoncas",
    "conll, text.conll, '--columns word,label,_'"
  })
  void outputOfAnnotateIsATrainingCorpus(String format, String name, String options)
      throws IOException {
    String annotate = "annotate --model {} --input {} --output {} --to {}";
    gpchain(annotate, model, file("text.txt", TEXT), path("out"), format).succeeds();
    Path corpus = path("out").resolve(name);
    CommandLineRun evaluated =
        gpchain("evaluate --model {} --test {} --json", model, corpus, options);

    assertThat(evaluated.number("/f1")).isEqualTo(1);
    assertThat(evaluated.number("/tokens")).isEqualTo(17);

    String train =
        "train --task ne --no-words --iterations 2 --kernel-rounds 0 --train {} --model {}";
    gpchain(train, corpus, path("again.gpchain"), options).succeeds();
  }

  private Path records() throws IOException {
    return file(
        "a.jsonl",
        """
        {"text": "The ferry left Ostrey.", "label": [[15, 21, "LOC"]]}
        {"text": 4}
        {"text": "The old harbour of Ostrey.", "label": [[19, 25, "LOC"]]}
        damaged
        """);
  }

  @Test
  void aDamagedRecordStopsTrainingAndNothingElse() throws IOException {
    Path file = records();
    gpchain("check --train {} --format jsonl", file)
        .failsAt(file + ":2", "has no \"text\" that is a string");
    CommandLineRun annotated =
        gpchain("annotate --model {} --input {} --output - --to jsonl --format jsonl", model, file)
            .fails(
                1,
                file + ":2: this record has no \"text\" that is a string",
                file + ": line 4: this is not JSON");
    assertThat(annotated.out().lines()).hasSize(2);
    assertThat(annotated.out()).contains("\"name\":\"a-1\"", "\"name\":\"a-3\"");
  }

  @Test
  void archivesAreOpened() throws IOException {
    Path archive = path("a.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String[] entry :
          new String[][] {
            {"all/a.txt", "The ferry left Ostrey."},
            {"all/a.ann", "T1\tLOC 15 21\tOstrey\n"},
            {"all/b.jsonl", "{\"text\": \"Ostrey.\", \"label\": [[0, 6, \"LOC\"]]}\n"}
          }) {
        zip.putNextEntry(new ZipEntry(entry[0]));
        zip.write(entry[1].getBytes(StandardCharsets.UTF_8));
      }
    }

    assertThat(gpchain("check --train {} --format brat", archive).succeeds().out())
        .containsPattern("LOC +1 ");
    assertThat(gpchain("check --train {} --format jsonl", archive).succeeds().out())
        .containsPattern("LOC +1 ");
    for (String format : new String[] {"brat", "jsonl"}) {
      String annotate = "annotate --model {} --input {} --output - --to conll --format {}";
      String annotated = gpchain(annotate, model, archive, format).succeeds().out();
      assertThat(annotated).contains("Ostrey\tB-LOC");
    }
  }

  @Test
  void spansCanBeKept() throws IOException {
    Path file = file("a.jsonl", "{\"text\": \"The ferry left.\", \"label\": [[4, 9, \"LOC\"]]}\n");
    String keep = "--keep de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity";
    String annotate = "annotate --model {} --input {} --output - --to conll";
    CommandLineRun kept = gpchain(annotate, model, file, keep, "--format jsonl");
    assertThat(kept.succeeds().out()).contains("ferry\tB-LOC\t1.0000");
  }

  @Test
  void optionsOfOtherFormatsAreRefused() throws IOException {
    Path file = records();
    gpchain("check --train {} --format jsonl --columns word,label", file)
        .fails(2, "--columns needs --format column");
    gpchain("check --train {} --format jsonl --type-system {}", file, file)
        .fails(2, "--type-system cannot be combined with --format jsonl");
    gpchain("check --train {} --format brat --annotation-type my.Name", file)
        .fails(2, "--annotation-type has no effect with --format brat");
  }

  /** Without --format, the message names the format of the file. */
  @Test
  void jsonIsNotAnnotatedAsText() throws IOException {
    gpchain("annotate --model {} --input {} --output - --to conll", model, records())
        .fails(1, "this is JSON, not text; use --format jsonl");
  }
}
