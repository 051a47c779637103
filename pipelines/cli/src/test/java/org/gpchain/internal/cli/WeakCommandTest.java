package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.apache.uima.jcas.JCas;
import org.apache.uima.json.jsoncas2.JsonCas2Serializer;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.model.Model;
import org.gpchain.internal.corpora.ModelLocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code gpchain weak}, and of {@code gpchain train --voices}. */
class WeakCommandTest extends CommandTest {
  private static final String VOICES =
      """
      # people and places
      list PER people.txt
      list LOC places.txt
      regex PER (?:Mr|Mrs) ([A-Z]\\w+)
      regex O (?<!\\S)[a-z]+(?!\\S)
      column PER=PER,GPE=LOC tag
      """;

  private Path text;
  private Path voices;

  @BeforeEach
  void write() throws IOException {
    file("people.txt", "Ada Kalm\nOrin\n");
    file("places.txt", "Ostrey\nNew Wexley\n");
    String sentence = "Mr B-PER\nOrin I-PER\nleft O\nNew B-GPE\nWexley I-GPE\n\n";
    text = file("tokens.txt", sentence + "Ada -\nKalm -\nsaw O\nOstrey -\nburn B-Storm\n\n");
    voices = file("my.voices", VOICES);
  }

  private CommandLineRun weak(Object... more) {
    return gpchain("weak --voices {} --input {} --output {}", voices, text, path("out"), more);
  }

  @Test
  void writesLabelsAndAReport() throws IOException {
    CommandLineRun run = weak("--columns", "word,tag", "--labels", "best").succeeds();
    assertThat(run.out()).contains("list people.txt", "--columns word,tag,label --model");
    assertThat(run.out()).contains("--train " + path("out/labelled.txt") + " --columns");
    assertThat(Files.readString(path("out/labelled.txt")))
        .contains("New\tB-GPE\tB-LOC\nWexley\tI-GPE\tI-LOC\n")
        .contains("Ada\t-\tB-PER\nKalm\t-\tI-PER\nsaw\tO\tO\nOstrey\t-\tB-LOC\nburn\tB-Storm\tO\n");
    assertThat(Files.readString(path("out/report.html")))
        .contains("column tag", "New Wexley LOC", "<h2>The most doubtful sentences</h2>");
  }

  @Test
  void theSuggestedCommandIsQuoted() throws IOException {
    String weak = "weak --voices {} --input {} --output {} --columns word,tag --language da";
    assertThat(gpchain(weak, voices, text, path("Ada's out")).succeeds().out())
        .contains("--train '" + path("Ada'\\''s out/labelled.txt") + "' --columns word,tag,label")
        .contains(" --annotated marked --language da --model FILE");
  }

  @Test
  void trainLearnsFromTheOutputAndFromVoices() throws IOException {
    text = file("many.txt", String.join("", Collections.nCopies(12, Files.readString(text))));
    weak("--columns", "word,tag").succeeds();
    assertThat(Files.readString(path("out/labelled.txt"))).contains("Ostrey\t-\t?").contains("=");

    Path gold = file("gold.txt", "Mr O O\nOrin O B-PER\nleft O O\n\n".repeat(10));
    for (String options :
        List.of(
            "--train out/labelled.txt --columns word,tag,label --annotated marked",
            "--train many.txt --columns word,tag,label --voices my.voices --gold gold.txt")) {
      Path model = path("m.gpchain");
      text = file("labelled.txt", Files.readString(path("out/labelled.txt")));
      String absolute = options.replaceAll("(\\S+\\.(txt|voices))", path("") + "/$1");
      if (options.contains("--voices")) {
        Files.writeString(
            path("many.txt"), "Mr O O\nOrin O O\nleft O O\nOstrey O O\n\n".repeat(12));
      }
      gpchain("train --task ne --no-words --model {} " + absolute, model).succeeds();
      Model learned = ModelLocation.of(model).load();
      assertThat(learned.labels().labels()).contains("B-PER", "B-LOC", "I-LOC", "O");
      assertThat(learned.calibration().hasLearnedScales()).isEqualTo(options.contains("--gold"));
    }
    assertThat(gold).exists();
  }

  @Test
  void rawTextIsDividedIntoSentences() throws IOException {
    text = file("raw.txt", "Mr Orin left New Wexley. He saw Ostrey.\n");
    voices = file("my.voices", "list LOC places.txt\nregex PER Mr (\\w+)\n");
    assertThat(weak("--text", "--labels", "vote").succeeds().out()).contains("--language en ");
    assertThat(Files.readString(path("out/labelled.txt")))
        .contains("Orin\tB-PER\nleft\tO\nNew\tB-LOC\nWexley\tI-LOC\n.\tO\n\nHe\tO\n");
  }

  @Test
  void annotationsOfDocumentsCanBeVoices() throws Exception {
    JCas document = new DocumentCorpus().documents().get(0);
    document.select(NamedEntity.class).toList().forEach(NamedEntity::removeFromIndexes);
    text = path("doc.json");
    new JsonCas2Serializer().serialize(document.getCas(), text.toFile());
    String type = DocumentCorpus.PLACE;
    voices = file("my.voices", "type * " + type + "/" + DocumentCorpus.KIND + "\n");
    weak("--format", "jsoncas", "--labels", "vote").succeeds();
    assertThat(Files.readString(path("out/labelled.txt"))).contains("Tarrin\tB-LOC\nreached\tO\n");
    voices = file("my.voices", "type * " + type + "\n");
    weak("--format", "jsoncas").fails(1, "my.voices:1: the segments of this voice have no value");
  }

  /** The advice must not be --tag-pos, which cannot be used with voices. */
  @Test
  void theAdviceForPartsOfSpeechFitsVoices() throws Exception {
    assumeTrue(ModelsOnClassPath.find("tagger-en").isPresent(), "models/rebuild makes it");
    new DocumentCorpus().writeJson(path("json"));
    voices = file("my.voices", "type * " + DocumentCorpus.PLACE + "/" + DocumentCorpus.KIND + "\n");
    String train = "train --task chunk --format jsoncas --voices {} --train {} --model {}";
    CommandLineRun run = gpchain(train, voices, path("json"), path("m.gpchain"), "--language en");
    assertThat(run.succeeds().out())
        .contains("parts of speech; with --voices, they are only read from files with columns");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      value = {
        "list LOC                    % my.voices:1: % is not a voice; write KIND LABEL SOURCE",
        "lists LOC places.txt        % my.voices:1: % one of column, list, model, names, regex,"
            + " type",
        "list LOC absent.txt         % absent.txt   % there is no such file",
        "regex PER (Mr               % my.voices:1: % not a valid regular expression: Unclosed group",
        "regex PER (a|aa)+\\1b        % my.voices:1: % time limit of 2 s",
        "regex PER (ab|c|(d))+f     % my.voices:1: % expression",
        "column * absent             % tokens.txt:1 % absent",
        "model * absent.gpchain      % absent       % there is no such file",
        "names first=PER words-none  % words-none   % there is no such file",
        "type PER no type            % my.voices:1: % full name of an annotation type",
        "list a=b,a=c places.txt     % my.voices:1: % FROM=TO",
        "list * places.txt           % my.voices:1: % no value to take for a type",
        "list a=b places.txt         % my.voices:1: % no value to take for a type",
        "names first=* names-en      % my.voices:1: % FROM=TO",
        "regex O a+                  % my.voices:1: % no voice labels a segment",
        "regex X\u202E \\S+           % my.voices: % a label must have no control characters",
        "regex P|X a+                % my.voices: % a type of a voice has | or =",
        " # nothing                  % my.voices:   % there is no voice in this file"
      })
  void invalidVoicesFailAndNothingIsWritten(String voice, String place, String problem)
      throws IOException {
    voices = file("my.voices", voice + "\n");
    text = file("tokens.txt", "a".repeat(60) + "\n" + "ab".repeat(4000) + "\n");
    CommandLineRun run = weak("--columns", "word").fails(1);
    assertThat(run.err()).contains(place, problem);
    assertThat(path("out/labelled.txt")).doesNotExist();
  }

  @Test
  void invalidVoicesAreReportedTogetherOrSkipped() throws IOException {
    voices = file("my.voices", "regex PER (Mr\nlist PER people.txt\nlists X people.txt\n");
    String problems = weak("--columns", "word,tag").fails(1).err();
    assertThat(problems).contains("my.voices:1: ", "; line 3: ", "or skip bad lines");
    assertThat(weak("--columns", "word,tag", "--skip-bad-lines").succeeds().err())
        .contains("my.voices:1: 2 bad lines were skipped");
  }

  @Test
  void uselessVoicesAreReported() throws IOException {
    file("nobody.txt", "Nobody\n");
    file("same.txt", "Orin\nAda Kalm\n");
    voices = file("my.voices", VOICES + "list ORG nobody.txt\nlist PER same.txt\nregex X \\S+\n");
    assertThat(weak("--columns", "word,tag").succeeds().err())
        .contains("'list nobody.txt' labels no token of this text")
        .contains(
            "'list people.txt', 'list same.txt' give the same labels or make"
                + " the same mistakes: they share a vote")
        .contains("'regex \\S+ X' labels every token as [B-X]")
        .contains("no other voice has the type X");
    gpchain("train --task ne --train {} --gold {} --model {}", text, text, path("m"))
        .fails(2, "--gold needs --voices");
  }

  @Test
  void optionsThatContradictVoicesFail() throws IOException {
    List<Object> train =
        List.of(
            "train --columns word,label --model", path("m"), "--train", text, "--voices", voices);
    gpchain(train, "--task pos").fails(2, "voices label segments, not tokens");
    gpchain(train, "--task ne --limit 3").fails(2, "--limit cannot be combined with --voices");
    gpchain(train, "--task ne --tag-pos x").fails(2, "--tag-pos cannot be combined with --voices");

    Files.writeString(voices, "list PER people.txt\n");
    for (String label : List.of("N", "B")) {
      Path gold = file("gold.txt", "Orin " + label + "\nleft O\n");
      gpchain(train, "--task ne --gold", gold)
          .fails(1, gold.toString(), "not all labels are labels of segments with types");
    }
  }
}
