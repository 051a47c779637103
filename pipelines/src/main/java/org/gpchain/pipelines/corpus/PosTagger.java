package org.gpchain.pipelines.corpus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.gpchain.annotator.WordTagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.training.calibration.Jackknife;

/**
 * Parts of speech for corpora, from the very tagger that raw text is tagged with when a model is
 * used: a model that was trained on tags made by hand would meet the tagger's mistakes unprepared.
 * For one thread.
 */
public final class PosTagger {
  /** The model; null for OpenNLP's tagger. */
  private final ModelLocation location;

  private final UnaryOperator<List<String>> tags;

  private PosTagger(ModelLocation location, UnaryOperator<List<String>> tags) {
    this.location = location;
    this.tags = tags;
  }

  /** OpenNLP's tagger for English, in the tagset of Universal Dependencies. */
  public static PosTagger openNlp() throws IOException {
    return new PosTagger(null, new EnglishPosTagger()::tag);
  }

  /**
   * A GPChain model.
   *
   * @param fileOrName a file, or the name of a model on the class path
   * @throws InputException if it cannot be read, or is not a model that predicts tags from words
   */
  public static PosTagger of(Path fileOrName) throws IOException {
    ModelLocation location = ModelLocation.of(fileOrName);
    try {
      return new PosTagger(location, WordTagger.of(location.load())::tag);
    } catch (IllegalArgumentException e) {
      throw new InputException(
          location.file(), 0, e.getMessage(), "give a model that was trained with --task pos");
    }
  }

  /** The tags of the words of a sentence. */
  public List<String> tag(List<String> words) {
    return tags.apply(words);
  }

  /**
   * A sentence with these tags as its column {@link TokenSequence#POS}, in place of one that may be
   * there.
   *
   * @param tokens with words
   */
  public TokenSequence tag(TokenSequence tokens) {
    return WordTagger.withTags(tokens, tag(tokens.column(TokenSequence.WORD)));
  }

  /**
   * A corpus with these tags as its column {@link TokenSequence#POS}, in place of one that may be
   * there.
   *
   * @throws InputException if it has no words
   */
  public Corpus tag(Corpus corpus) throws InputException {
    checkColumn(corpus, TokenSequence.WORD, "leave --tag-pos out");
    return replace(
        corpus,
        corpus.sentences().stream()
            .map(sentence -> tag(sentence.tokens().column(TokenSequence.WORD)))
            .toList());
  }

  /**
   * A corpus with its tags replaced by those of taggers like this one, each trained on the other
   * parts of the corpus: what this tagger would predict had it not been trained on the corpus.
   *
   * @param jackknife makes the parts
   * @throws InputException if it has no words or tags, or if this is not a GPChain model
   */
  public Corpus retag(Corpus corpus, Jackknife jackknife) throws IOException {
    checkColumn(corpus, TokenSequence.WORD, "leave --jackknife-pos out");
    checkColumn(corpus, TokenSequence.POS, "leave --jackknife-pos out");
    if (location == null) {
      throw corpus.problemAt(
          0,
          0,
          "OpenNLP's tagger cannot be trained on this corpus",
          "give --tag-pos a model, or leave --jackknife-pos out");
    }
    List<LabeledSequence> tagged =
        corpus.sentences().stream()
            .map(LabeledSequence::tokens)
            .map(
                tokens ->
                    LabeledSequence.ofLabels(
                        tokens, tokens.column(TokenSequence.POS), TagScheme.TOKEN))
            .toList();
    try {
      return replace(corpus, jackknife.labels(location.load(), tagged));
    } catch (IllegalArgumentException e) {
      throw corpus.problemAt(0, 0, e.getMessage(), "give a larger corpus, or fewer parts");
    }
  }

  private static void checkColumn(Corpus corpus, String column, String otherwise)
      throws InputException {
    if (!corpus.columns().contains(column)) {
      throw corpus.problemAt(
          0,
          0,
          "there is no column '" + column + "', only " + corpus.columns(),
          "say with --columns where it is, or " + otherwise);
    }
  }

  private static Corpus replace(Corpus corpus, List<List<String>> tags) {
    List<LabeledSequence> tagged =
        IntStream.range(0, tags.size())
            .mapToObj(
                i -> {
                  LabeledSequence sentence = corpus.sentences().get(i);
                  return sentence.withTokens(WordTagger.withTags(sentence.tokens(), tags.get(i)));
                })
            .toList();
    return corpus.with(tagged.get(0).tokens().columnNames(), tagged);
  }
}
