package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.corpora.ModelLocation;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code gpchain train}. */
class TrainCommandTest extends CommandTest {
  private Path corpus;
  private Path model;

  @BeforeEach
  void writeCorpus() throws IOException {
    corpus = file("train.txt", Corpora.CHUNKS);
    model = path("chunk.gpchain");
  }

  /** Trains with few steps on one thread. */
  private CommandLineRun train(Object... more) {
    return gpchain("train --threads 1 --iterations 20", more);
  }

  private CommandLineRun trainChunksOn(Path file, Object... more) {
    return train("--task chunk --train", file, "--model", model, more);
  }

  private Model read() throws IOException {
    return ModelLocation.of(model).load(Contents.EVERYTHING);
  }

  /** Checks that a run failed with one line that starts with a place, and wrote no files. */
  private void assertFailure(CommandLineRun run, String place, String... parts) throws IOException {
    run.failsAt(place, parts);
    assertNoModel();
  }

  private void assertNoModel() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .noneMatch(name -> name.contains("gpchain") || name.endsWith(".tmp"));
    }
  }

  @Test
  void writesAModelAndSuggestsNextCommands() throws IOException {
    CommandLineRun run = trainChunksOn(corpus, "--format conll2000 --language en").succeeds();
    assertThat(run.out())
        .contains("gpchain evaluate --model " + model + " --test FILE --format conll2000")
        .contains("gpchain annotate");

    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo(
            "What would help most: more sentences; gpchain select finds those that are worth"
                + " annotating.");
    assertThat(lines.get(lines.size() - 2))
        .matches(
            "Learned from 2 sentences \\(15 tokens\\): 7 labels, \\d+ features, in \\d+\\.\\d s\\."
                + " Model: .*chunk\\.gpchain \\(\\d+\\.\\d MB\\)\\.");
    assertThat(run.err()).contains("training, mean: objective ");

    Model read = read();
    assertThat(read.task().name()).isEqualTo("chunk");
    assertThat(read.language()).isEqualTo("en");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactlyInAnyOrder(corpus, model);
    }
  }

  @Test
  void learnsFromIncompleteAnnotation() throws IOException {
    assertThat(trainChunksOn(corpus, "--annotated segments").succeeds().out())
        .contains("Expected to be in segments", "--entity-ratio");
    assertThat(trainChunksOn(corpus, "--annotated segments --entity-ratio 0.875").succeeds().out())
        .contains("87.5 % of the tokens");
  }

  @Test
  void anUpdateGivesTheSameModelAsTrainingAtOnce() throws IOException {
    trainChunksOn(corpus, "--keep-sentences --cutoff 2").succeeds();
    Path more = file("more.txt", "A DT B-NP\nrobin NN I-NP\nsang VBD B-VP\n");
    Path next = path("next.gpchain");
    Path whole = path("whole.gpchain");
    List<Object> update =
        List.of("train --task chunk --train", more, "--update", model, "--model", next);
    gpchain("train --task np --train {} --update {} --model {}", more, model, next)
        .fails(2, "was trained for the task chunk, not np");
    assertThat(next).doesNotExist();
    gpchain(update, "--cutoff 2").succeeds();
    gpchain("train --task chunk --cutoff 2 --model {} --train {} {}", whole, corpus, more)
        .succeeds();
    assertThat(DocumentCorpus.entries(next)).isEqualTo(DocumentCorpus.entries(whole));
    // The sentences of an update are kept as well.
    Path nothing = file("nothing.txt", "Oh UH O\n");
    gpchain("train --task chunk --train {} --update {} --model {}", nothing, next, next).succeeds();
    Path words = file("words.txt", "A DT x B-NP\nrobin NN x I-NP\n");
    String train =
        "train --task chunk --columns word,pos,x,label --train {} --update {} --model {}";
    gpchain(train, words, next, next)
        .fails(1, words.toString(), "the columns are [word, pos, x]", "same options");
    assertThat(ModelLocation.of(next).load(Contents.EVERYTHING).provenance().sentences())
        .isEqualTo(4);

    Path kept = path(model.getFileName() + ".sentences");
    // Kept sentences of an earlier model are not used for another model of this name.
    Path two = file("two.txt", "Oh UH O\n\nA DT B-NP\nrobin NN I-NP\n");
    trainChunksOn(two, "--cutoff 1")
        .fails(1, kept.toString(), "with an earlier model of this name");
    Files.delete(kept);
    trainChunksOn(corpus, "--cutoff 1").succeeds();
    Path other = path("other.gpchain");
    gpchain("train --task chunk --keep-sentences --train {} --model {}", two, other).succeeds();
    Files.copy(path("other.gpchain.sentences"), kept);
    gpchain(update).fails(1, kept.toString(), "these 2 sentences are not those");
    Files.writeString(kept, "[]");
    gpchain(update).fails(1, kept.toString(), "these 0 sentences are not those", "train on all");
    Files.writeString(kept, "[{}]");
    gpchain(update).fails(1, kept.getFileName().toString(), "damaged");
  }

  @Test
  void holdsOutCorpora() throws IOException {
    Path other = file("other.txt", Files.readString(corpus) + "\nA DT B-NP\nrobin NN I-NP\n");
    List<Object> train = List.of("train --task chunk --model", model, "--hold-out-corpora --train");
    gpchain(train, corpus, "--train", other).succeeds();
    Model learned = ModelLocation.of(model).load(Contents.EVERYTHING);
    assertThat(learned.provenance().settings()).containsEntry("calibrationFolds", "2");
    assertThat(learned.calibration().hasLearnedScales()).isTrue();
    gpchain(train, corpus).fails(2, "needs several --train");
    for (String option :
        List.of("--calibration-folds 0", "--document-context on", "--inducing 5")) {
      gpchain(train, corpus, "--train", other, option).fails(2, "needs calibration");
    }
  }

  @Test
  void anUpdateNeedsKeptSentences() throws IOException {
    trainChunksOn(corpus).succeeds();
    Path next = path("next.gpchain");
    gpchain("train --task chunk --train {} --update {} --model {}", corpus, model, next)
        .fails(1, model + ".sentences: there is no such file", "--keep-sentences");
    assertThat(next).doesNotExist();
  }

  @Test
  void reportsTheLearnedVariances() throws IOException {
    Path larger = file("larger.txt", Corpora.CHUNKS.repeat(3));
    Path table = path("variances.tsv");
    CommandLineRun run = trainChunksOn(larger, "--variances", table).succeeds();
    Model read = read();
    int lines = read.vocabulary().groupCount();

    assertThat(run.out())
        .contains("Which features matter", "the 5 largest of " + lines + ")")
        .contains("All of them: " + table);
    assertThat(Files.readAllLines(table)).hasSize(1 + lines);

    List<CommandLineRun> without =
        List.of(trainChunksOn(larger, "--kernel-rounds 0"), trainChunksOn(corpus));
    assertThat(without)
        .noneMatch(other -> other.succeeds().out().contains("Which features matter"));
  }

  @Test
  void variancesNeedKernelLearning() throws IOException {
    Path table = path("variances.tsv");
    String problem = "needs at least 5 sentences, but there are 2";
    CommandLineRun few = trainChunksOn(corpus, "--variances", table);
    assertFailure(few, corpus + ":1", problem, "remove --variances");
    trainChunksOn(corpus, "--variances", table, "--kernel-rounds 0")
        .fails(2, "result of kernel learning, which --kernel-rounds", "turns off");
    assertNoModel();
    assertThat(table).doesNotExist();
  }

  @Test
  void checksTheVariancesFileBeforeTraining() throws IOException {
    Path nowhere = path("nowhere").resolve("v.tsv");
    assertFailure(
        trainChunksOn(corpus, "--variances", nowhere), nowhere.toString(), "there is no directory");
    assertNoModel();
  }

  @Test
  void optionsAreStoredInTheModel() throws IOException {
    trainChunksOn(
        corpus,
        "--posterior decoupled --inducing 4 --samples 2 --rounds 1 --variance 0.7"
            + " --pairwise-variance 0.3 --cutoff 2 --seed 9 --limit 1");

    Model read = read();
    assertSettings(
        read,
        "inducing=4 samples=2 rounds=1 variance=0.7 pairwiseVariance=0.3 cutoff=2 iterations=20");
    assertThat(read.provenance().seed()).isEqualTo(9);
    assertThat(read.provenance().sentences()).isEqualTo(1);
    assertThat(read.posterior().hasCovariance()).isTrue();
  }

  @Test
  void learnsSampledPosteriors() throws IOException {
    String options = "train --task chunk --posterior samples --mcmc-steps 300 --mcmc-samples 10";
    CommandLineRun run = gpchain(options, "--train", corpus, "--model", model).succeeds();
    assertThat(run.err() + run.out()).contains("Samples: 10; R-hat");
    assertThat(read().posterior().ownSamples()).isEqualTo(10);
  }

  @Test
  void aDevelopmentCorpusDoesNotInfluenceTheModel() throws IOException {
    Path names = file("names.tsv", Corpora.NAMES);
    train("--task ne --train", names, "--dev", names, "--model", model).succeeds();
    Model read = read();
    assertThat(read.task().name()).isEqualTo("ne");
    assertThat(read.labels().labels()).containsExactly("B-LOC", "B-PER", "I-LOC", "I-PER", "O");
    TokenSequence seen =
        TokenSequence.ofWords(List.of("Ada", "Thorne", "left"))
            .with(TokenSequence.POS, List.of("NNP", "NNP", "VBD"));
    assertThat(read.tagger().tag(seen).labels()).containsExactly("B-PER", "I-PER", "O");

    Path plain = path("without.gpchain");
    train("--task ne --train", names, "--model", plain);
    Model without = ModelLocation.of(plain).load(Contents.DECODING);
    assertThat(((DecoupledPosterior) without.posterior()).weights())
        .isEqualTo(((DecoupledPosterior) read.posterior()).weights());
  }

  @Test
  void customTasksNeedATemplate() throws IOException {
    Path pos = file("pos.txt", "the DET\ndog NOUN\n\na DET\ncat NOUN\n");
    train("--task tags --train", pos, "--model", model)
        .fails(2, "no default templates for the task 'tags'");
    assertNoModel();

    Path template = file("template", "U:%x[0,word]\nU:%x[0,suffix2]\nB\n");
    train("--task tags --train", pos, "--template", template, "--model", model).succeeds();

    train("--task pos --train", pos, "--columns word,label --model", model).succeeds();
    assertThat(read().scheme()).isEqualTo(TagScheme.TOKEN);
  }

  @Test
  void learnsFromLongSentences() throws IOException {
    trainChunksOn(file("long.txt", "the DT B-NP\ndog NN I-NP\nruns VBZ B-VP\n".repeat(1_667)))
        .succeeds();
    assertThat(model).exists();
  }

  /**
   * In options and places, {@code {}} is replaced by a file with the content, in which slashes
   * stand for line ends. The file is missing if the content is null.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--train {}; a DT O/b NN O; {}:1; have the label O",
        "--train {}; a DT B-NP; {}:1; have the label B-NP|use a file with different labels",
        "--train {}; a DT NN/b NN VB; {}:1; 'NN' is not the label of a segment|--task pos",
        "--train {} --columns word,label; the B-NP/dog I-NP; {}:1; need the columns|pos",
        "--dev {}; a DT DT/b NN NN; {}:1; the labels of this file have the scheme TOKEN",
        "--template {}; # words/U00:%x[0,0]/U1:%x[0,lemma]; {}:3; no column 'lemma'|[word, pos]",
        "--template {}; U00:%x[0,2]; {}:1; there is no column 2",
        "--train {}; ; {}; there is no such file",
        "--dev {}; ; {}; there is no such file",
        "--template {}; ; {}; there is no such file"
      })
  void unusableFilesFail(String options, String content, String place, String problems)
      throws IOException {
    Path file = path("bad.txt");
    if (content != null) {
      Files.writeString(file, content.replace('/', '\n'));
    }
    List<Object> training = options.contains("--train") ? List.of() : List.of("--train", corpus);
    assertFailure(
        train("--task chunk --model", model, training, options.replace("{}", file + "").split(" ")),
        place.replace("{}", file.toString()),
        problems.split("[|]"));
  }

  @Test
  void theDevelopmentCorpusNeedsTheSameColumns() throws IOException {
    Path names = file("names.tsv", Corpora.NAMES);
    Path words = file("words.txt", "Ada B-PER\n");
    CommandLineRun run = train("--task ne --train", names, "--dev", words, "--model", model);
    assertFailure(run, words + ":1", "[word]", "[word, pos]");
  }

  @Test
  void learningNeedsFeatures() throws IOException {
    Path template = file("t.txt", "U0:%x[0,word]\nB\n");
    trainChunksOn(corpus, "--template", template, "--inducing 3 --cutoff 1000")
        .fails(1, "no token has a feature", "smaller cutoff");
    trainChunksOn(corpus, "--cutoff 1000")
        .fails(1, "gpchain: " + corpus + ": no feature occurs as often");
    assertNoModel();
  }

  @Test
  void otherEncodingsThanUtf8NeedTheEncodingOption() throws IOException {
    Path file = path("latin1.txt");
    Files.write(file, "a DT B-NP\ncafé NN I-NP\n".getBytes(StandardCharsets.ISO_8859_1));
    assertFailure(trainChunksOn(file), file + ":2", "not UTF-8", "0xe9 at offset 13", "iconv");
    assertFailure(trainChunksOn(file), file + ":2", "--encoding");
    trainChunksOn(file, "--encoding ISO-8859-1").succeeds();
    assertThat(read().vocabulary().symbols()).anyMatch(symbol -> symbol.contains("café"));
    gpchain("evaluate --model {} --test {} --encoding latin1", model, file).succeeds();

    trainChunksOn(file, "--encoding nonsense").fails(2, "--encoding", "nonsense");
    trainChunksOn(file, "--format xmi --encoding latin1").fails(2, "--encoding needs --format");
  }

  @Test
  void checksTheModelPathBeforeTraining() throws IOException {
    assertFailure(trainChunksOn(directory), directory.toString(), "this is a directory");
    Path missing = path("nowhere");
    model = missing.resolve("m");
    assertFailure(trainChunksOn(corpus), model.toString(), "there is no directory " + missing);
    model = corpus.resolve("m");
    assertFailure(trainChunksOn(corpus), model.toString(), corpus + " is not a directory");
  }

  @Test
  void aDirectoryWithoutPermissionIsFoundBeforeTraining() throws IOException {
    Path locked = Files.createDirectory(path("locked"));
    Assumptions.assumeTrue(locked.toFile().setWritable(false) && !Files.isWritable(locked));
    model = locked.resolve("m");
    assertFailure(trainChunksOn(corpus), locked.toString(), "access is denied");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--limit 0; --limit",
        "--cutoff 0; cutoff must be at least 1, was 0",
        "--variance -1; positive finite number, was -1.0",
        "--variance NaN; positive finite number, was NaN",
        "--variance 1e-320; variance must be between 1e-29 and 1e29",
        "--pairwise-variance 1e31; transition variance must be between 1e-29 and 1e29",
        "--threads 0; threads must be at least 1",
        "--inducing many; --inducing",
        "--posterior full; --posterior",
        "--format conll2001; conll2001",
        "--format column; --columns",
        "--format conll2000 --columns word,pos,label; --columns",
        "--columns word,pos; label",
        "--columns word,,label; column",
        "--columns word,label,label; label",
        "--nonsense; --nonsense",
        "--language English; --language must be a code such as en, nb or pt-BR, was English",
        "--language xx-yy-zz; must be a code",
        "--lexicon-case; --lexicon NAME=FILE",
        "--inducing 5 --calibration-folds 2; --calibration-folds cannot be combined with inducing"
            + " points",
        "--mcmc-steps 300; --mcmc-steps needs --posterior samples",
        "--posterior samples --prune 0.1; --pruning is for other posteriors",
        "--posterior samples --inducing 5; --inducing is for other posteriors than samples",
        "--posterior samples --kernel rbf; --kernel needs --posterior sparse",
        "--posterior samples --mcmc-steps 10; two thirds of the steps",
        "--entity-ratio 0.2; --entity-ratio",
        "--annotated sentences --entity-ratio 0.2; --entity-ratio",
        "--annotated segments --entity-ratio 1; below 1, was 1.0",
        "--annotated segments --entity-ratio NaN; below 1, was NaN",
        "--annotated some; --annotated",
        "--done-type my.Type; --done-type"
      })
  void wrongUseExitsWithTwo(String options, String message) throws IOException {
    gpchain("train --task chunk --train {} --model {}", corpus, model, options.split(" "))
        .fails(2, "gpchain: ", message, "'gpchain train --help' explains it");
    assertNoModel();
  }

  @Test
  void missingOptionsAreNamed() {
    gpchain("train --task chunk").fails(2, "--train=FILE", "--model=FILE");
  }
}
