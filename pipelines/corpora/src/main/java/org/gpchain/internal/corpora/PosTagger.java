package org.gpchain.internal.corpora;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import opennlp.tools.postag.POSModel;
import opennlp.tools.postag.POSTaggerME;
import org.gpchain.annotator.WordTagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.calibration.Jackknife;

/**
 * A part-of-speech tagger for training corpora. It is the same tagger that tags raw text when a
 * model is used, so that the model learns from its mistakes, which manual tags would hide. Not
 * thread-safe.
 */
public final class PosTagger {
  /**
   * Location of OpenNLP's English model on the class path. Its tags are those of Universal
   * Dependencies.
   */
  public static final String OPEN_NLP_MODEL = "/opennlp-en-ud-ewt-pos-1.3-2.5.4.bin";

  /** Location of the GPChain model; null for OpenNLP's tagger. */
  private final ModelLocation location;

  private final BiFunction<TokenSequence, PosTags, TokenSequence> tagging;

  private PosTagger(
      ModelLocation location, BiFunction<TokenSequence, PosTags, TokenSequence> tagging) {
    this.location = location;
    this.tagging = tagging;
  }

  /**
   * Returns OpenNLP's tagger for English, with the tags of Universal Dependencies. It always gives
   * each token a single tag, as it does when it annotates documents.
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
   * Returns the tagger of a GPChain model.
   *
   * @param fileOrName a file, or the name of a model on the class path
   * @throws InputException if the file cannot be read, or is not a model that predicts tags from
   *     words
   */
  public static PosTagger of(Path fileOrName) throws IOException {
    ModelLocation location = ModelLocation.of(fileOrName);
    try {
      return new PosTagger(location, new WordTagger(location.load())::tag);
    } catch (IllegalArgumentException e) {
      throw new InputException(
          location.file(), e.getMessage(), "use a model that was trained with --task pos");
    }
  }

  /** Returns whether the tagger can give several tags with their probabilities. */
  public boolean isProbabilistic() {
    return location != null;
  }

  /**
   * Returns a sentence with predicted tags in its column {@link TokenSequence#POS}, which is
   * replaced if it exists.
   *
   * @param tags number of tags of each token
   */
  public TokenSequence tag(TokenSequence tokens, PosTags tags) {
    return tagging.apply(tokens, tags);
  }

  /**
   * Returns a corpus with predicted tags in its column {@link TokenSequence#POS}, which is replaced
   * if it exists.
   *
   * @param tags number of tags of each token
   * @throws InputException if the corpus has no words
   */
  public Corpus tag(Corpus corpus, PosTags tags) throws InputException {
    checkColumn(corpus, TokenSequence.WORD, "remove --tag-pos");
    List<TokenSequence> tagged = new ArrayList<>(corpus.sentences().size());
    for (LabeledSequence sentence : corpus.sentences()) {
      tagged.add(tag(sentence.tokens(), tags));
    }
    return replace(corpus, tagged);
  }

  /**
   * Returns a corpus with tags that this tagger would predict if it had not been trained on the
   * corpus. Each part of the corpus is tagged by a tagger that is trained on the other parts.
   *
   * @param jackknife divides the corpus into parts
   * @param tags number of tags of each token
   * @throws InputException if the corpus has no words or tags, or if this is not a GPChain model
   */
  public Corpus retag(Corpus corpus, Jackknife jackknife, PosTags tags) throws IOException {
    checkColumn(corpus, TokenSequence.WORD, "remove --jackknife-pos");
    checkColumn(corpus, TokenSequence.POS, "remove --jackknife-pos");
    if (location == null) {
      throw corpus.problem(
          "OpenNLP's tagger cannot be trained on this corpus",
          "specify a model with --tag-pos, or remove --jackknife-pos");
    }

    List<LabeledSequence> tagged = new ArrayList<>(corpus.sentences().size());
    for (LabeledSequence sentence : corpus.sentences()) {
      TokenSequence tokens = sentence.tokens();
      List<String> tagsOfCorpus = tokens.column(TokenSequence.POS);
      tagged.add(LabeledSequence.ofLabels(tokens, tagsOfCorpus, TagScheme.TOKEN));
    }

    TokenSequence[] retagged = new TokenSequence[tagged.size()];
    try {
      jackknife.predict(
          location.load(),
          tagged,
          (prediction, n) ->
              retagged[n] = WordTagger.withTags(tagged.get(n).tokens(), prediction, tags));
    } catch (IllegalArgumentException e) {
      throw corpus.problem(e.getMessage(), "use a larger corpus, or fewer parts");
    }
    return replace(corpus, Arrays.asList(retagged));
  }

  private static void checkColumn(Corpus corpus, String column, String otherwise)
      throws InputException {
    if (!corpus.columns().contains(column)) {
      throw corpus.problem(
          "there is no column '" + column + "', only " + corpus.columns(),
          "specify it with --columns, or " + otherwise);
    }
  }

  private static Corpus replace(Corpus corpus, List<TokenSequence> tagged) {
    List<LabeledSequence> sentences = new ArrayList<>(tagged.size());
    for (int n = 0; n < tagged.size(); n++) {
      sentences.add(corpus.sentences().get(n).withTokens(tagged.get(n)));
    }
    return corpus.with(tagged.get(0).columnNames(), sentences);
  }
}
