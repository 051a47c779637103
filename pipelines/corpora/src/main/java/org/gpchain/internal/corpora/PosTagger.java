package org.gpchain.internal.corpora;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import opennlp.tools.postag.POSModel;
import opennlp.tools.postag.POSTaggerME;
import org.gpchain.annotator.WordTagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.calibration.Jackknife;

/**
 * Parts of speech for corpora, from the very tagger that raw text is tagged with when a model is
 * used: a model that was trained on tags made by hand would not have learned from the tagger's
 * mistakes. For one thread.
 */
public final class PosTagger {
  /**
   * The place of OpenNLP's model for English on the class path; its tags are those of Universal
   * Dependencies.
   */
  public static final String OPEN_NLP_MODEL = "/opennlp-en-ud-ewt-pos-1.3-2.5.4.bin";

  private final ModelLocation location;

  private final BiFunction<TokenSequence, PosTags, TokenSequence> method;

  private PosTagger(
      ModelLocation location, BiFunction<TokenSequence, PosTags, TokenSequence> method) {
    this.location = location;
    this.method = method;
  }

  /**
   * OpenNLP's tagger for English, in the tagset of Universal Dependencies. It gives a token one
   * tag, however many are wanted, since this is what it writes into documents.
   */
  public static PosTagger openNlp() throws IOException {
    POSTaggerME tagger;
    try (InputStream in = PosTagger.class.getResourceAsStream(OPEN_NLP_MODEL)) {
      // Constructed as DKPro's component does.
      tagger = new POSTaggerME(new POSModel(in));
    }
    return new PosTagger(
        null,
        (tokens, tags) -> {
          String[] words = tokens.column(TokenSequence.WORD).toArray(String[]::new);
          return tokens.replace(TokenSequence.POS, List.of(tagger.tag(words)));
        });
  }

  /**
   * @param fileOrName a file, or the name of a model on the class path
   * @throws InputException if it cannot be read, or is not a model that predicts tags from words
   */
  public static PosTagger of(Path fileOrName) throws IOException {
    ModelLocation location = ModelLocation.of(fileOrName);
    try {
      return new PosTagger(location, new WordTagger(location.load())::tag);
    } catch (IllegalArgumentException e) {
      throw new InputException(
          location.file(), e.getMessage(), "give a model that was trained with --task pos");
    }
  }

  public boolean isProbabilistic() {
    return location != null;
  }

  /**
   * A sentence with so many tags of each token as its column {@link TokenSequence#POS}, in place of
   * one that may be there.
   */
  public TokenSequence tag(TokenSequence tokens, PosTags tags) {
    return method.apply(tokens, tags);
  }

  /**
   * As for a sentence.
   *
   * @throws InputException if it has no words
   */
  public Corpus tag(Corpus corpus, PosTags tags) throws InputException {
    checkColumn(corpus, TokenSequence.WORD, "leave --tag-pos out");
    return replace(
        corpus, corpus.sentences().stream().map(sentence -> tag(sentence.tokens(), tags)).toList());
  }

  /**
   * A corpus with its tags replaced by those of taggers like this one, each trained on the other
   * parts of the corpus: what this tagger would predict had it not been trained on the corpus.
   *
   * @param jackknife makes the parts
   * @throws InputException if it has no words or tags, or if this is not a GPChain model
   */
  public Corpus retag(Corpus corpus, Jackknife jackknife, PosTags tags) throws IOException {
    checkColumn(corpus, TokenSequence.WORD, "leave --jackknife-pos out");
    checkColumn(corpus, TokenSequence.POS, "leave --jackknife-pos out");
    if (location == null) {
      throw corpus.problem(
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
    TokenSequence[] retagged = new TokenSequence[tagged.size()];
    try {
      jackknife.predict(
          location.load(),
          tagged,
          (prediction, n) ->
              retagged[n] = WordTagger.withTags(tagged.get(n).tokens(), prediction, tags));
    } catch (IllegalArgumentException e) {
      throw corpus.problem(e.getMessage(), "give a larger corpus, or fewer parts");
    }
    return replace(corpus, Arrays.asList(retagged));
  }

  private static void checkColumn(Corpus corpus, String column, String otherwise)
      throws InputException {
    if (!corpus.columns().contains(column)) {
      throw corpus.problem(
          "there is no column '" + column + "', only " + corpus.columns(),
          "say with --columns where it is, or " + otherwise);
    }
  }

  private static Corpus replace(Corpus corpus, List<TokenSequence> tagged) {
    List<LabeledSequence> sentences =
        IntStream.range(0, tagged.size())
            .mapToObj(i -> corpus.sentences().get(i).withTokens(tagged.get(i)))
            .toList();
    return corpus.with(tagged.get(0).columnNames(), sentences);
  }
}
