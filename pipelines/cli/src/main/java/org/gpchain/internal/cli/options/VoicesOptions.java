package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.Corpus.SentenceOrigin;
import org.gpchain.internal.corpora.CorpusReader;
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

/**
 * Options for weak supervision: text without labels, and "voices" that label it. A voice is a
 * source of labels that may be wrong, such as a word list or another model.
 */
public final class VoicesOptions extends CommandPart {
  @Option(
      names = "--voices",
      description = {
        "File that lists voices, one per line: sources of labels that may be wrong and replace"
            + " human annotation. A line is KIND LABEL SOURCE, where KIND is list, regex, names,"
            + " model, type (annotations of documents) or column. A label model estimates how"
            + " reliable each voice is. docs/rules.md describes the file."
      })
  private Path voices;

  @Option(
      names = "--gold",
      description =
          "With --voices: completely annotated sentences, in a format that --format accepts. They"
              + " are training data as well, and help to estimate how reliable the voices are.")
  private Path gold;

  @Option(
      names = "--text",
      description =
          "With --voices: the input is raw text. Its sentences and tokens are found first.")
  private boolean text;

  /**
   * Returns whether voices are given.
   *
   * @throws picocli.CommandLine.ParameterException if other options contradict this
   */
  public boolean areGiven() {
    if (voices == null) {
      refuse(List.of("--gold", "--text"), " needs --voices");
      return false;
    }

    refuse(
        List.of("--limit", "--tag-pos", "--jackknife-pos", "--annotated", "--label-map"),
        " cannot be combined with --voices");
    if (text) {
      refuse(List.of("--format", "--columns"), " cannot be combined with --text");
    }
    return true;
  }

  /**
   * Labels sentences with the voices, learns the label model, and prints warnings about useless
   * voices.
   *
   * @param corpora options that say how files are read
   * @param files files to label; labels in them are ignored
   */
  public LabelModel labels(CorpusOptions corpora, String task, List<Path> files, String language)
      throws IOException {
    VoicesFile file = VoicesFile.read(voices, corpora.skipsBadLines());
    file.notes().forEach(this::note);

    List<LabeledSequence> sentences = new ArrayList<>();
    if (gold != null) {
      sentences.addAll(goldSentences(corpora, task, file, language));
    }
    for (Path path : files) {
      List<TokenSequence> unlabelled;
      if (text) {
        unlabelled = rawSentences(path, language, corpora.encoding());
      } else {
        unlabelled = corpora.readTokens(task, language, file.columns(), file.annotations(), path);
      }
      if (unlabelled.isEmpty()) {
        throw new InputException(
            path, "there are no sentences in this text", "use a text with words");
      }
      for (TokenSequence tokens : unlabelled) {
        sentences.add(LabeledSequence.unlabelled(tokens));
      }
    }

    Votes votes = file.label(sentences);
    votes.warnings().forEach(this::warn);
    LabelModel model = LabelModelLearner.DEFAULT.learn(votes);
    model.warnings().forEach(this::warn);
    return model;
  }

  private List<LabeledSequence> goldSentences(
      CorpusOptions corpora, String task, VoicesFile file, String language) throws IOException {
    CorpusReader reader =
        corpora.reader(
            task,
            () -> TextSegmenter.of(language),
            available -> file.columns(),
            file.annotations());
    Corpus corpus = corpora.read(reader, gold, PosTags.BEST);
    if (corpus.scheme() == TagScheme.TOKEN || !haveTypes(corpus.sentences())) {
      throw corpus.problem(
          "not all labels are labels of segments with types", "write them as B-PER, I-PER and O");
    }
    return corpus.sentences();
  }

  /** Returns whether all segments have a type. */
  private static boolean haveTypes(List<LabeledSequence> sentences) {
    for (LabeledSequence sentence : sentences) {
      for (Span span : sentence.spans()) {
        if (span.type().isEmpty()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns the sentences of a text file, or of all files in a directory in the order of names. */
  private static List<TokenSequence> rawSentences(
      Path fileOrDirectory, String language, Charset encoding) throws IOException {
    List<Path> files = List.of(fileOrDirectory);
    if (Files.isDirectory(fileOrDirectory)) {
      try (Stream<Path> entries = Files.list(fileOrDirectory)) {
        files = entries.filter(Files::isRegularFile).sorted().toList();
      }
    }

    List<TokenSequence> sentences = new ArrayList<>();
    for (Path file : files) {
      String content = TextLines.text(file, InputFiles.open(file), encoding);
      for (List<String> words : TextSegmenter.of(language).words(content)) {
        sentences.add(TokenSequence.ofWords(words));
      }
    }
    return sentences;
  }

  /**
   * Returns the labelled sentences as a training corpus.
   *
   * @param which labels to use: the most probable ones or all with their probabilities
   */
  public Corpus corpus(LabelModel labels, Labels which) {
    List<LabeledSequence> sentences = labels.sentences(which);
    List<SentenceOrigin> places =
        Collections.nCopies(sentences.size(), new SentenceOrigin(voices, 0, 0));
    return new Corpus(
        voices,
        sentences.get(0).tokens().columnNames(),
        sentences,
        places,
        LabelNotation.of(TagScheme.IOB2),
        0,
        List.of(),
        List.of());
  }
}
