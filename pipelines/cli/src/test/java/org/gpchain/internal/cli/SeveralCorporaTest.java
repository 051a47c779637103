package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.internal.corpora.ModelLocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of training on several files, with label maps, and with parts of speech of a tagger. */
class SeveralCorporaTest extends CommandTest {
  private static final String NAMES = "Ada B-PER\nleft O\nTarrin B-GPE\n. O\n\n";
  private static final String OTHERS = "Bo I-Person\nsaw O\nWexley I-Place\nMay I-Time\n\nHm O\n";

  private Path names;
  private Path others;
  private Path chunks;
  private Path map;
  private Path model;

  @BeforeEach
  void writeFiles() throws IOException {
    names = file("names.txt", NAMES);
    others = file("others.txt", OTHERS);
    map = file("labels.map", "PER\tPER\nPerson\tPER\nGPE\tLOC\nPlace\tLOC\nTime\t-\n");
    chunks = file("chunks.txt", Corpora.CHUNKS);
    model = path("model.gpchain");
  }

  private CommandLineRun train(Object... more) {
    return gpchain("train --threads 1 --iterations 5 --model", model, more);
  }

  private Model read() throws IOException {
    return ModelLocation.of(model).load(Contents.EVERYTHING);
  }

  @Test
  void learnsFromAllFilesWithALabelMap() throws IOException {
    Object[] corpora = {"--train", names, "--train", others, "--label-map", map};
    assertThat(train("--task ne", corpora).succeeds().out())
        .contains("from 3 sentences (9 tokens)", "--test FILE --label-map " + map);
    assertThat(read().labels().labels())
        .containsExactlyInAnyOrder("O", "B-PER", "I-PER", "B-LOC", "I-LOC");

    gpchain("evaluate --model", model, "--test", others, "--label-map", map, "--json").succeeds();
  }

  @Test
  void theLimitAppliesToEachFile() {
    assertThat(train("--task ne --train", others, "--train", others, "--limit 1").succeeds().out())
        .contains("from 2 sentences (8 tokens)");
  }

  @Test
  void tagPosReplacesPartsOfSpeech() throws IOException {
    assertThat(train("--task chunk --train", chunks, "--tag-pos").succeeds().out())
        .contains("--test FILE --tag-pos");
    assertThat(read().posTagset().orElseThrow().name()).isEqualTo("ud");
  }

  @Test
  void tagPosAddsPartsOfSpeech() throws IOException {
    train("--task chunk --train", chunks, "--columns word,_,label --tag-pos").succeeds();
    assertThat(read().posTagset().orElseThrow().tags()).contains("DET", "NOUN", "PUNCT");
  }

  @Test
  void tagPosUsesAModelAndJackknifing() throws IOException {
    String options = "--task pos --columns word,label,_ --iterations 20 --kernel-rounds 0";
    Path tagger = trained(path("tagger.gpchain"), Corpora.CHUNKS, options);

    CommandLineRun run =
        train("--task chunk --train", chunks, "--tag-pos", tagger, "--jackknife-pos 2").succeeds();
    assertThat(run.err()).contains("training, part 1/2: objective ");
    assertThat(run.out()).contains("--test FILE --tag-pos " + tagger);
    assertThat(read().posTagset().orElseThrow().name()).isEqualTo("ptb");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1; ne; Ada NNP B-PER; ''; bad.txt:1: |use files with the same columns",
        "1; ne; The DET/cat NOUN; ''; bad.txt:1: |TOKEN",
        "1; chunk; ; --columns form,_,label --tag-pos; chunks.txt:1: |no column 'word'",
        "1; chunk; ; --jackknife-pos 2; --jackknife-pos needs a tagger|--tag-pos",
        "1; chunk; ; --tag-pos --jackknife-pos 2; OpenNLP's tagger cannot be trained",
        "2; chunk; ; --tag-pos --jackknife-pos 1; --jackknife-pos must be at least 2, was 1",
        "1; chunk; ; --tag-pos ner-en; use a model that predicts parts of speech (TOKEN) from words"
            + " only|--task pos"
      })
  void corporaAndOptionsThatDoNotMatchFail(
      int exitCode, String task, String second, String options, String problems)
      throws IOException {
    List<Object> files = new ArrayList<>(List.of("--train", second == null ? chunks : names));
    if (second != null) {
      files.addAll(List.of("--train", file("bad.txt", second.replace('/', '\n'))));
    }
    Object more = options.isEmpty() ? List.of() : options.split(" ");
    train("--task", task, files, more).fails(exitCode, problems.split("[|]"));
  }
}
