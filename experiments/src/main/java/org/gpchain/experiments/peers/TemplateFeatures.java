package org.gpchain.experiments.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.SparseRows;

/** The features of GPChain's templates, with names for use in other labelers. */
final class TemplateFeatures {
  /** Separator of the parts of a feature name. */
  private static final String SEPARATOR = "\u001f";

  private final SequenceEncoder encoder;

  /** Names of all features, by index. */
  final List<String> names;

  private TemplateFeatures(Vocabulary vocabulary) {
    this.encoder = new SequenceEncoder(vocabulary);
    this.names = names(vocabulary);
  }

  /** Returns the features of training sentences that are at least as frequent as the cutoff. */
  static TemplateFeatures of(List<LabeledSequence> train, PeerJob job) {
    VocabularyBuilder builder = new VocabularyBuilder(job.features().templateSet());
    train.forEach(sentence -> builder.add(sentence.tokens()));
    return new TemplateFeatures(builder.freeze(job.features().cutoff()));
  }

  private static List<String> names(Vocabulary vocabulary) {
    List<String> names = new ArrayList<>(vocabulary.featureCount());
    List<int[]> tuples = vocabulary.tuples();
    for (int g = 0; g < tuples.size(); g++) {
      int size = vocabulary.groupStart(g + 1) - vocabulary.groupStart(g);
      int[] symbols = tuples.get(g);

      for (int f = 0; f < size; f++) {
        int arity = symbols.length / size;
        StringJoiner name = new StringJoiner(SEPARATOR, g + ":", "");
        for (int i = f * arity; i < (f + 1) * arity; i++) {
          name.add(vocabulary.symbols().get(symbols[i]));
        }
        names.add(name.toString());
      }
    }
    return names;
  }

  /**
   * Returns the indices of the features of each token.
   *
   * @return a new array, {@code [tokens][features of the token]}
   * @throws IllegalArgumentException if features have values
   */
  int[][] encode(TokenSequence sentence) {
    SparseRows rows = encoder.encode(List.of(sentence));
    if (rows.isWeighted()) {
      throw new IllegalArgumentException("features with values are not for other labelers");
    }

    int[][] features = new int[rows.rowCount()][];
    for (int t = 0; t < features.length; t++) {
      features[t] = IntStream.range(rows.start(t), rows.start(t + 1)).map(rows::column).toArray();
    }
    return features;
  }
}
