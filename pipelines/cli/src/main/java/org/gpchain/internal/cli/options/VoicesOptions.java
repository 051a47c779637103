package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.Corpus.SentenceOrigin;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.corpora.voices.VoicesFile;
import org.gpchain.internal.training.voices.LabelModel;
import org.gpchain.internal.training.voices.LabelModel.Labels;
import org.gpchain.internal.training.voices.LabelModelLearner;
import org.gpchain.internal.training.voices.Votes;
import picocli.CommandLine.Option;

/** Options for sentences that nobody has annotated, and the voices that label them. */
public final class VoicesOptions extends CommandPart {
  @Option(
      names = "--voices",
      description = {
        "Voices that label the text instead of people, rightly or not, one a line: KIND LABEL"
            + " SOURCE, where KIND is list, regex, names, model, type (annotations of documents) or"
            + " column. A label model says how far each can be believed. docs/rules.md explains the"
            + " file."
      })
  private Path voices;

  @Option(
      names = "--gold",
      description =
          "With --voices: sentences that are annotated completely, read as a corpus is. They are"
              + " learned from as well, and show how far voices can be believed.")
  private Path gold;

  @Option(
      names = "--text",
      description =
          "With --voices: the text to label is raw text, whose sentences and tokens are found"
              + " first.")
  private boolean text;

  public boolean areGiven() {
    if (voices == null) {
      refuse(List.of("--gold", "--text"), " needs --voices");
    } else {
      refuse(
          List.of("--limit", "--tag-pos", "--jackknife-pos", "--annotated", "--label-map"),
          " does not go with --voices");
      if (text) {
        refuse(List.of("--format", "--columns"), " does not go with --text");
      }
    }
    return voices != null;
  }

  /**
   * Asks the voices, and warns of those that are of no use.
   *
   * @param corpora says how files are read
   * @param files whose labels, if they have some, are not read
   */
  public LabelModel labels(CorpusOptions corpora, String task, List<Path> files, String language)
      throws IOException {
    VoicesFile file = VoicesFile.read(voices, corpora.skipsBadLines());
    file.notes().forEach(this::note);
    List<LabeledSequence> sentences = new ArrayList<>();
    if (gold != null) {
      var reader =
          corpora.reader(
              task,
              () -> TextSegmenter.of(language),
              available -> file.columns(),
              file.annotations());
      Corpus read = corpora.read(reader, gold, PosTags.BEST);
      if (read.scheme() == TagScheme.TOKEN
          || read.sentences().stream()
              .flatMap(sentence -> sentence.spans().stream().map(Span::type))
              .anyMatch(String::isEmpty)) {
        throw read.problem(
            "not all labels are those of segments with types", "write them as B-PER, I-PER and O");
      }
      sentences.addAll(read.sentences());
    }
    for (Path each : files) {
      List<TokenSequence> unlabelled =
          text
              ? raw(each, language, corpora.encoding())
              : corpora.readTokens(task, language, file.columns(), file.annotations(), each);
      if (unlabelled.isEmpty()) {
        throw new InputException(each, "there is no sentence in this text", "give one with words");
      }
      unlabelled.forEach(tokens -> sentences.add(LabeledSequence.unlabelled(tokens)));
    }
    Votes votes = file.ask(sentences);
    votes.warnings().forEach(this::warn);
    LabelModel model = LabelModelLearner.DEFAULT.learn(votes);
    model.warnings().forEach(this::warn);
    return model;
  }

  private static List<TokenSequence> raw(Path file, String language, Charset encoding)
      throws IOException {
    List<Path> texts = List.of(file);
    if (Files.isDirectory(file)) {
      try (var entries = Files.list(file)) {
        texts = entries.filter(Files::isRegularFile).sorted().toList();
      }
    }
    List<TokenSequence> all = new ArrayList<>();
    for (Path text : texts) {
      String content = TextLines.text(text, InputFiles.open(text), encoding);
      TextSegmenter.of(language).words(content).forEach(one -> all.add(TokenSequence.ofWords(one)));
    }
    return all;
  }

  /** The labelled sentences as a corpus. */
  public Corpus corpus(LabelModel labels, Labels which) {
    List<LabeledSequence> sentences = labels.sentences(which);
    SentenceOrigin place = new SentenceOrigin(voices, 0, 0);
    return new Corpus(
        voices,
        sentences.get(0).tokens().columnNames(),
        sentences,
        sentences.stream().map(sentence -> place).toList(),
        LabelNotation.of(TagScheme.IOB2),
        0,
        List.of(),
        List.of());
  }
}
