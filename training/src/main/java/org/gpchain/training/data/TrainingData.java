package org.gpchain.training.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.training.LearnerSettings;

/**
 * A corpus made ready for learning.
 *
 * @param vocabulary its features
 * @param labels its labels
 * @param scheme how the labels write segments
 * @param encoded its sentences as feature rows and label numbers
 * @param tagset its part-of-speech tags; null if the templates do not use them
 * @param hash its fingerprint
 */
public record TrainingData(
    Vocabulary vocabulary,
    LabelSet labels,
    TagScheme scheme,
    LabeledRows encoded,
    Tagset tagset,
    String hash) {

  /** Freezes the vocabulary of a corpus and encodes it; sentences without tokens are left out. */
  public static TrainingData of(List<LabeledSequence> corpus, LearnerSettings settings) {
    return of(corpus, settings, UnaryOperator.identity());
  }

  /** The same with more features: those that {@code extension} adds to the corpus's. */
  public static TrainingData of(
      List<LabeledSequence> corpus, LearnerSettings settings, UnaryOperator<Vocabulary> extension) {
    List<LabeledSequence> sentences = corpus.stream().filter(s -> s.length() > 0).toList();
    if (sentences.isEmpty()) {
      throw new IllegalArgumentException(
          "there is nothing to learn from: the training corpus has no sentence with a token");
    }
    VocabularyBuilder builder = new VocabularyBuilder(settings.templates());
    sentences.forEach(sentence -> builder.add(sentence.tokens()));
    Vocabulary vocabulary = extension.apply(builder.freeze(settings.cutoff()));
    EncodedLabels labels = EncodedLabels.of(sentences, settings.scheme());
    List<TokenSequence> tokens = new ArrayList<>(sentences.size());
    int[] starts = new int[sentences.size() + 1];
    for (int n = 0; n < sentences.size(); n++) {
      tokens.add(sentences.get(n).tokens());
      starts[n + 1] = starts[n] + sentences.get(n).length();
    }
    return new TrainingData(
        vocabulary,
        labels.set(),
        settings.scheme(),
        new LabeledRows(
            new SequenceEncoder(vocabulary).encode(tokens),
            starts,
            labels.numbers(),
            labels.set().size()),
        tagset(tokens, settings),
        DataHash.of(tokens, labels, settings.templates().requiredColumns()));
  }

  /** Where a model of these data comes from. */
  public Provenance provenance(Map<String, String> settings, long seed) {
    return new Provenance(
        settings, seed, hash, encoded.sentenceCount(), encoded.tokenCount(), LibraryVersion.get());
  }

  private static Tagset tagset(List<TokenSequence> sentences, LearnerSettings settings) {
    if (!settings.templates().requiredColumns().contains(TokenSequence.POS)) {
      return null;
    }
    TreeSet<String> tags = new TreeSet<>();
    sentences.forEach(sentence -> tags.addAll(sentence.column(TokenSequence.POS)));
    return Tagset.of(tags);
  }
}
