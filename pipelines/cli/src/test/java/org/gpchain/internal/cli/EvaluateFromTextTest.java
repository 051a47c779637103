package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.dkpro.core.io.xmi.XmiWriter;
import org.junit.jupiter.api.Test;

/**
 * Tests of {@code gpchain evaluate --from-text}, and of the notes on raw text of {@code gpchain
 * train}.
 */
class EvaluateFromTextTest extends CommandTest {
  /** A corpus in which a hashtag is two tokens. In raw text, it is found as one token. */
  private static final String HASHTAGS =
      """
      Ni O
      Tarrin B-LOC
      . O

      Ni O
      # O
      Tarrin B-LOC
      . O

      """;

  @Test
  void comparesRawTextWithGoldTokens() throws IOException {
    Object[] options = {"--task ne --language sw --no-words --columns word,label"};
    Path model = trained(path("ne.gpchain"), HASHTAGS.repeat(20), options);
    Path test = file("test.txt", HASHTAGS.repeat(3));

    CommandLineRun json = gpchain("evaluate --model", model, "--test", test, "--from-text --json");
    assertThat(json.number("/f1")).isEqualTo(1);
    assertThat(json.number("/fromText/goldSegments")).isEqualTo(6);
    assertThat(json.number("/fromText/lostSegments")).isEqualTo(3);
    assertThat(json.number("/fromText/recall")).isEqualTo(0.5);
    assertThat(json.number("/fromText/sentenceF1")).isEqualTo(1);
    assertThat(json.number("/fromText/tokenDifferences")).isEqualTo(3);
    assertThat(json.json().at("/fromText/differences/0").toString())
        .isEqualTo(
            "{\"gold\":[\"#\",\"…\"],\"rawText\":[\"#…\"],\"count\":3,\"example\":\"#Tarrin\"}");

    assertThat(gpchain("evaluate --model", model, "--test", test, "--from-text").succeeds().out())
        .contains(
            "From raw text:",
            "points below F1 on gold tokens",
            "lost         3 of 6 gold segments",
            "# | …        #…        #Tarrin          3");
    Path report = path("report");
    gpchain("evaluate --from-text --model", model, "--test", test, "--report", report).succeeds();
    assertThat(report.resolve("report.html"))
        .content()
        .contains("<h2>From raw text</h2>", "<bdi># | …</bdi>");
    assertThat(gpchain("evaluate --model", model, "--test", test, "--json").json().has("fromText"))
        .isFalse();
  }

  @Test
  void trainPrintsANoteOnSegmentsThatRawTextLoses() throws IOException {
    Path train = file("train.txt", HASHTAGS.repeat(20));
    String learn = "train --task ne --language {} --no-words --columns word,label --train {}";
    CommandLineRun run = gpchain(learn, "sw", train, "--model", path("sw.gpchain")).succeeds();
    assertThat(run.err())
        .contains(
            "note: in raw text, 20 of 40 segments of this corpus (50.0 %) cannot be found",
            "#[Tarrin].", "evaluate --from-text");
  }

  @Test
  void trainComparesF1FromRawTextOnADevelopmentCorpus() throws IOException {
    Path train = file("train.txt", HASHTAGS.repeat(20));
    Path dev = file("dev.txt", HASHTAGS);
    String learn = "train --task ne --language sw --no-words --columns word,label";
    CommandLineRun run =
        gpchain(learn, "--train", train, "--dev", dev, "--model", path("sw.gpchain"));

    assertThat(run.succeeds().err())
        .containsPattern("note: F1 from the raw text of .*dev.txt is \\d+.\\d points below F1")
        .contains("most often #… for # | …, as in #Tarrin")
        .doesNotContain("of this corpus");
  }

  /** The texts of these documents have spaces around all tokens, so that no segment is lost. */
  @Test
  void usesTheTextOfDocuments() throws Exception {
    Path export = path("export");
    new DocumentCorpus().write(XmiWriter.class, export);
    Path model = path("documents.gpchain");
    gpchain("train --task ne --language en --format xmi --train {} --model {}", export, model)
        .succeeds();
    CommandLineRun run =
        gpchain("evaluate --model {} --format xmi --test {} --from-text --json", model, export);

    assertThat(run.number("/fromText/lostSegments")).isZero();
    assertThat(run.number("/fromText/f1")).isEqualTo(run.number("/f1"));

    CommandLineRun first =
        gpchain(
            "evaluate --model {} --format xmi --test {} --from-text --json --limit 3",
            model,
            export);

    assertThat(first.number("/fromText/goldSegments")).isBetween(1.0, 9.0);
  }

  @Test
  void usesTheTaggerOfTheCorpus() throws IOException {
    Path tagger = trained(path("pos.gpchain"), Corpora.CHUNKS, "--task pos --columns word,label,_");
    Object[] columns = {"--columns word,_,label --tag-pos", tagger};
    Path model = trained(path("chunk.gpchain"), Corpora.CHUNKS, "--task chunk", columns);
    Path test = file("test.txt", Corpora.CHUNKS);
    CommandLineRun run =
        gpchain("evaluate --json --from-text --model", model, "--test", test, columns);
    assertThat(run.number("/fromText/f1")).isEqualTo(run.number("/f1"));
  }

  @Test
  void needsAColumnOfWords() throws IOException {
    Path template = file("forms", "U:%x[0,form]\nB\n");
    Object[] forms = {"--columns form,label"};
    Path model = trained(path("forms.gpchain"), HASHTAGS, "--task ne --template", template, forms);
    Path test = file("test.txt", HASHTAGS);
    gpchain("evaluate --from-text --model", model, "--test", test, forms)
        .fails(1, "test.txt:1: --from-text needs the column 'word', but the columns are [form]");
  }

  @Test
  void fromTextExcludesKeepShare() throws IOException {
    Path model = path("missing.gpchain");
    gpchain("evaluate --model {} --test {} --from-text --keep-share 0.5", model, model)
        .fails(2, "--from-text and --keep-share cannot be combined");
  }
}
