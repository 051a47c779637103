package org.gpchain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.corpora.ModelLocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several training files, label maps, and parts of speech from the tagger. */
class SeveralCorporaTest {
  private static final String NAMES = "Ada B-PER\nleft O\nTarrin B-GPE\n. O\n\n";
  private static final String OTHERS = "Bo I-Person\nsaw O\nWexley I-Place\nMay I-Time\n\nHm O\n";

  @TempDir private Path directory;
  private Path names;
  private Path others;
  private Path map;
  private Path model;

  @BeforeEach
  void writeFiles() throws IOException {
    names = Files.writeString(directory.resolve("names.txt"), NAMES);
    others = Files.writeString(directory.resolve("others.txt"), OTHERS);
    map =
        Files.writeString(
            directory.resolve("labels.map"),
            "PER\tPER\nPerson\tPER\nGPE\tLOC\nPlace\tLOC\nTime\t-\n");
    model = directory.resolve("model.gpchain");
  }

  private CommandLineRun train(Object... more) {
    List<Object> args =
        new ArrayList<>(List.of("train", "--threads", 1, "--iterations", 5, "--model", model));
    args.addAll(List.of(more));
    return CommandLineRun.line(args.toArray());
  }

  private Model read() throws IOException {
    return ModelLocation.of(model).load(Contents.EVERYTHING);
  }

  @Test
  void learnsFromAllFilesUnderOneSetOfTypes() throws IOException {
    CommandLineRun run = train("--task ne --train", names, "--train", others, "--label-map", map);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("from 3 sentences (9 tokens)")
        .contains("--test FILE --label-map " + map);
    assertThat(read().labels().labels())
        .containsExactlyInAnyOrder("O", "B-PER", "I-PER", "B-LOC", "I-LOC");

    CommandLineRun evaluation =
        CommandLineRun.line(
            "evaluate --model", model, "--test", others, "--label-map", map, "--json");
    assertThat(evaluation.exitCode()).as(evaluation.err()).isZero();
  }

  @Test
  void theLimitHoldsForEachFile() {
    CommandLineRun run = train("--task ne --train", others, "--train", others, "--limit 1");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("from 2 sentences (8 tokens)");
  }

  @Test
  void refusesOtherColumns() throws IOException {
    Path three = Files.writeString(directory.resolve("three.txt"), "Ada NNP B-PER\n");
    CommandLineRun run = train("--task ne --train", names, "--train", three);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(three + ":1: ").contains("give both files the same columns");
  }

  @Test
  void refusesSegmentsBesideLabelsOfTokens() throws IOException {
    Path tags = Files.writeString(directory.resolve("tags.txt"), "The DET\ncat NOUN\n");
    CommandLineRun run = train("--task ne --train", names, "--train", tags);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(tags + ":1: ").contains("TOKEN");
  }

  @Test
  void aTypeThatIsNotListedIsNamedWithItsLine() throws IOException {
    Files.writeString(map, "PER\tPER\nPerson\tPER\nGPE\tLOC\nPlace\tLOC\n");
    CommandLineRun run = train("--task ne --train", names, "--train", others, "--label-map", map);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(others + ":4: the type Time is not listed in " + map);
  }

  @Test
  void tagsTakeThePlaceOfThoseInTheFile() throws IOException {
    Path chunks = Files.writeString(directory.resolve("chunks.txt"), Corpora.CHUNKS);
    CommandLineRun run = train("--task chunk --train", chunks, "--tag-pos");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("--test FILE --tag-pos");
    assertThat(read().posTagset().orElseThrow().name()).isEqualTo("ud");
  }

  @Test
  void tagsAreAddedWhereThereAreNone() throws IOException {
    Path chunks = Files.writeString(directory.resolve("chunks.txt"), Corpora.CHUNKS);
    CommandLineRun run = train("--task chunk --train", chunks, "--columns word,_,label --tag-pos");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(read().posTagset().orElseThrow().tags()).contains("DET", "NOUN", "PUNCT");
  }

  @Test
  void thereMustBeWordsToTag() throws IOException {
    Path chunks = Files.writeString(directory.resolve("chunks.txt"), Corpora.CHUNKS);
    CommandLineRun run = train("--task chunk --train", chunks, "--columns form,_,label --tag-pos");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(chunks + ":1: ").contains("no column 'word'");
  }

  @Test
  void aModelCanMakeTheTags() throws IOException {
    Path chunks = Files.writeString(directory.resolve("chunks.txt"), Corpora.CHUNKS);
    Path tagger = directory.resolve("tagger.gpchain");
    CommandLineRun tags =
        CommandLineRun.line(
            "train --task pos --train",
            chunks,
            "--columns word,label,_ --model",
            tagger,
            "--iterations 20 --kernel-rounds 0");
    assertThat(tags.exitCode()).as(tags.err()).isZero();

    CommandLineRun run =
        train("--task chunk --train", chunks, "--tag-pos", tagger, "--jackknife-pos 2");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("training, part 1/2: objective ");
    assertThat(run.out()).contains("--test FILE --tag-pos " + tagger);
    assertThat(read().posTagset().orElseThrow().name()).isEqualTo("ptb");
  }

  @Test
  void theJackknifeNeedsAModelAndTagsOfItsOwn() throws IOException {
    Path chunks = Files.writeString(directory.resolve("chunks.txt"), Corpora.CHUNKS);

    CommandLineRun none = train("--task chunk --train", chunks, "--jackknife-pos 2");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("--jackknife-pos needs a tagger").contains("--tag-pos");

    CommandLineRun openNlp = train("--task chunk --train", chunks, "--tag-pos --jackknife-pos 2");
    assertThat(openNlp.exitCode()).isEqualTo(1);
    assertThat(openNlp.err()).contains("OpenNLP's tagger cannot be trained");

    CommandLineRun one = train("--task chunk --train", chunks, "--tag-pos --jackknife-pos 1");
    assertThat(one.exitCode()).isEqualTo(2);
    assertThat(one.err()).contains("--jackknife-pos must be at least 2, was 1");

    CommandLineRun noModel = train("--task chunk --train", chunks, "--tag-pos ner-en");
    assertThat(noModel.exitCode()).isEqualTo(1);
    assertThat(noModel.err()).contains("not parts of speech from words").contains("--task pos");
  }
}
