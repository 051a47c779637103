package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.internal.corpora.ModelLocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of conflicting options and files: no input is overwritten, and no option is ignored. */
class GuardsTest extends CommandTest {
  private static final String QUICK = "--no-words --kernel-rounds 0 --calibration-folds 0";

  private Path names;
  private Path model;

  @BeforeEach
  void write() throws IOException {
    names = file("names.txt", Corpora.NAMES);
    model = path("m.gpchain");
  }

  private CommandLineRun train(Object... more) {
    return gpchain("train --task ne --columns word,pos,label", QUICK, more);
  }

  @Test
  void outputsOfModelCommandsNeverReplaceInputs() throws IOException {
    train("--train", names, "--model", names).fails(1, "this is the file of --train");
    gpchain("crossval --task ne --columns word,pos,label --train {} --predictions {}", names, names)
        .fails(1, "this is the file of --train");

    Path ours = file("ours.txt", "a B-X B-X\n");
    gpchain("compare --labelled {} --against {} --differences {}", ours, ours, ours)
        .fails(1, "this is the file of --labelled");

    train("--train", names, "--model", model, "--keep-sentences").succeeds();
    train("--train", names, "--update", model, "--model", model).succeeds();
    gpchain("tag --model {} --columns word,pos,_ --input {} --output {}", model, names, names)
        .fails(1, "this is the file of --input");
    gpchain("select --model {} --input {} --output {} --count 1 --overwrite", model, ours, ours)
        .fails(1, "this is the file of --input");
    gpchain("select --model {} --input {} --output {} --count 1 --overwrite", model, ours, path(""))
        .fails(1, "this is a directory");
    assertThat(names).hasContent(Corpora.NAMES);
    assertThat(ours).hasContent("a B-X B-X\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "train --task ne --train in/other --lexicon p=in/file --model in/file; --lexicon",
        "names learn --list bird=in/file --output in/file; --list",
        "words import --brown in/file --output in/file; --brown",
        "words import --vectors in/file --output in/./file; --vectors",
        "words learn --tokenized in/file --output in/file; --tokenized",
        "words learn --tokenized in/file --checkpoint in/new --output in/new; --checkpoint",
        "weak --voices in/file --input in/labelled.txt --output in; --input",
        "weak --voices in/report.html --input in/file --output in; --voices"
      })
  void outputsOfWordAndVoiceCommandsNeverReplaceInputs(String command, String option)
      throws IOException {
    Path in = Files.createDirectory(path("in"));
    for (String name : List.of("file", "other", "labelled.txt", "report.html")) {
      Files.writeString(in.resolve(name), "Ada NNP B-PER\n");
    }
    gpchain(command.replace("in/", in + "/").replaceAll(" in$", " " + in))
        .fails(1, "this is the file of " + option + ", which would be replaced");
    assertThat(in).isDirectoryNotContaining("glob:**/new");
    assertThat(in.resolve("file")).hasContent("Ada NNP B-PER\n");
  }

  @Test
  void aDirectoryAsOutputFailsBeforeLearning() throws IOException {
    gpchain("words learn --tokenized {} --output {}", path("missing"), path(""))
        .fails(1, "this is a directory");
  }

  @Test
  void theModelIsNotReplacedIfItsSentencesCannotBeWritten() throws IOException {
    train("--train", names, "--model", model).succeeds();
    byte[] original = Files.readAllBytes(model);
    Files.createDirectories(path("m.gpchain.sentences/full"));
    Path more = file("more.txt", Corpora.NAMES.repeat(2));
    train("--train", more, "--model", model, "--keep-sentences").fails(1, "m.gpchain.sentences");
    assertThat(model).hasBinaryContent(original);
  }

  @Test
  void commandsWorkWithoutAColumnOfWords() throws IOException {
    Path templates = file("t", "U00:%x[0,form]\nU01:%x[-1,form]\nU02:%x[0,pos]\nB\n");
    String columns = "--columns form,pos,label";
    String train = "train --task ne --template";
    gpchain(train, templates, "--train", names, "--model", model, QUICK, columns).succeeds();

    Path report = path("report");
    gpchain("evaluate --model {} --test {} --report {}", model, names, report, columns).succeeds();
    gpchain("compare --model {} --against {} --test {}", model, model, names, columns).succeeds();
    gpchain("tag --model {} --input {} --columns form,pos,_", model, names).succeeds();
    gpchain("check --task ne --train", names, columns).succeeds();
  }

  @Test
  void anUpdateOfPartlyAnnotatedSentencesGivesTheSameModelAsTrainingAtOnce() throws IOException {
    Path more = file("more.txt", "Bo NNP B-PER\nrows VBZ O\nAda NNP O\n\n".repeat(3));
    Path first = file("first.txt", Corpora.NAMES.repeat(9));
    String marks = "--annotated segments --train";
    train(marks, first, "--model", model, "--keep-sentences").succeeds();
    train(marks, more, "--model", path("two.gpchain"), "--update", model).succeeds();
    train(marks, first, "--train", more, "--model", path("once.gpchain")).succeeds();
    Model updated = ModelLocation.of(path("two.gpchain")).load();
    Model trainedAtOnce = ModelLocation.of(path("once.gpchain")).load();
    assertThat(updated.vocabulary().featureCount())
        .isEqualTo(trainedAtOnce.vocabulary().featureCount());
    assertThat(updated.provenance()).isEqualTo(trainedAtOnce.provenance());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--lexicon a={0} --lexicon a={0}; 2; --lexicon gives the same name twice",
        "--lexicon pos={0}; 1; both have the columns [pos]",
        "--done-type x.Done; 2; --done-type",
        "--variance 1e31; 2; between 1e-29 and 1e29",
      })
  void contradictingOptionsFail(String options, int code, String message) throws IOException {
    Path list = file("list.txt", "Ada Thorne\n");
    train("--train", names, "--model", model, options.replace("{0}", list.toString()))
        .fails(code, message);
    assertThat(model).doesNotExist();
  }

  @Test
  void impossibleLabelSequencesFail() throws IOException {
    String rome = "in\tNN\tO\nRome\tNN\t?B-LOC=1\nNow\tNN\t?I-PER=1\n\nBo\tNN\tB-PER\n\n";
    train("--annotated marked --model", model, "--train", file("rome.txt", rome.repeat(9)))
        .fails(1, "the labels of a sentence cannot follow each other: [O, ?B-LOC=1.0, ?I-PER=1.0]");
  }

  @Test
  void sampledPosteriorsLearnFromPartlyAnnotatedSentences() throws IOException {
    String some = "Bo\tNNP\t?B-PER=0.9|O=0.1\nrows\tVBZ\tO\n\n";
    Path file = file("some.txt", (some + "Ada\tNNP\tB-PER\nrows\tVBZ\t?\n\n").repeat(4));
    gpchain(
            "train --task ne --columns word,pos,label --no-words --annotated marked",
            "--posterior samples --mcmc-steps 90 --model {} --train {}",
            model,
            file)
        .succeeds();
    assertThat(ModelLocation.of(model).load().posterior().hasCovariance()).isTrue();
  }

  @Test
  void labelledFilesExcludeOptionsOfModels() throws IOException {
    Path ours = file("ours.txt", "a B-X B-X\nb b-X O\n");
    CommandLineRun run = gpchain("compare --resamples 1000 --labelled {} --against {}", ours, ours);
    assertThat(run.succeeds().err()).contains("'b-X' is not the label of a segment");
    for (String option : List.of("--limit 3", "--decoding viterbi", "--tag-pos", "--words x")) {
      gpchain("compare --labelled {} --against {}", ours, ours, option)
          .fails(2, "--labelled excludes " + option.split(" ", 2)[0]);
    }
  }

  @Test
  void optionsForSegmentsFailForModelsOfTokenLabels() throws IOException {
    Path tags = file("tags.txt", "Ada N\nrows V\n\n".repeat(9));
    gpchain("train --task pos --columns word,label --model {} --train {}", model, tags, QUICK)
        .succeeds();
    gpchain("select --by f1 --count 1 --output - --model {} --input {}", model, names)
        .fails(1, "this model finds no segments, which --by f1 needs");

    CommandLineRun compared =
        gpchain(
            "compare --columns word,label --model {} --against {} --test {}", model, model, tags);
    assertThat(compared.succeeds().out()).contains("nll").doesNotContain("segments' log-loss");
    gpchain("evaluate --columns word,label --beta 2 --model {} --test {}", model, tags)
        .fails(1, "remove --beta, or train a segment model");
    String evaluate = "evaluate --columns word,label --beta 2 --decoding viterbi";
    gpchain(evaluate, "--model", model, "--test", tags)
        .fails(2, "--beta needs --decoding segments");
    gpchain(
            "crossval --task ne --columns word,pos,label --folds 2 --max-error 0.1",
            "--train",
            file("few.txt", Corpora.NAMES.repeat(4)))
        .fails(2, "the model has no held-out segments");
  }
}
