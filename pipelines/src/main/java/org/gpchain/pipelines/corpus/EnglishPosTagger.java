package org.gpchain.pipelines.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import opennlp.tools.postag.POSModel;
import opennlp.tools.postag.POSTaggerME;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;

/**
 * Parts of speech for corpora, from the very tagger that raw text is tagged with when a model is
 * used: a model that was trained on tags made by hand would meet the tagger's mistakes unprepared.
 * For one thread.
 */
public final class EnglishPosTagger {
  /** Where the model is, on the class path; its tags are those of Universal Dependencies. */
  public static final String MODEL = "/opennlp-en-ud-ewt-pos-1.3-2.5.4.bin";

  private final POSTaggerME tagger;

  /** Loads the model. */
  public EnglishPosTagger() throws IOException {
    try (InputStream in = EnglishPosTagger.class.getResourceAsStream(MODEL)) {
      // Made in the same way as DKPro's component makes it.
      tagger = new POSTaggerME(new POSModel(in));
    }
  }

  /** The tags of the words of a sentence. */
  public List<String> tag(List<String> words) {
    return List.of(tagger.tag(words.toArray(String[]::new)));
  }

  /**
   * A corpus with these tags as its column {@link TokenSequence#POS}, in place of one that may be
   * there.
   *
   * @throws InputException if it has no words
   */
  public Corpus tag(Corpus corpus) throws InputException {
    if (!corpus.columns().contains(TokenSequence.WORD)) {
      throw corpus.problemAt(
          0,
          0,
          "there is no column '" + TokenSequence.WORD + "' to be tagged, only " + corpus.columns(),
          "say with --columns where the words are, or leave --tag-pos out");
    }
    List<String> columns = new ArrayList<>(corpus.columns());
    if (!columns.contains(TokenSequence.POS)) {
      columns.add(TokenSequence.POS);
    }
    List<LabeledSequence> sentences = new ArrayList<>(corpus.sentences().size());
    for (LabeledSequence sentence : corpus.sentences()) {
      sentences.add(new LabeledSequence(tagged(sentence.tokens(), columns), sentence.labels()));
    }
    return corpus.with(columns, sentences);
  }

  private TokenSequence tagged(TokenSequence sentence, List<String> columns) {
    List<String> tags = tag(sentence.column(TokenSequence.WORD));
    return new TokenSequence(
        columns,
        columns.stream()
            .map(name -> name.equals(TokenSequence.POS) ? tags : sentence.column(name))
            .toList());
  }
}
