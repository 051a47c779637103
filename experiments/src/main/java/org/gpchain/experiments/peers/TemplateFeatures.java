package org.gpchain.experiments.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.SparseRows;

/** The features that GPChain's templates make, under names that other programs take. */
final class TemplateFeatures {
  private static final String BETWEEN_CELLS = "\u001f";

  private final SequenceEncoder encoder;

  /** Names of all features, by number. */
  final List<String> names;

  private TemplateFeatures(Vocabulary vocabulary) {
    this.encoder = new SequenceEncoder(vocabulary);
    this.names = names(vocabulary);
  }

  /** The features of training sentences that occur as often as a job wants. */
  static TemplateFeatures of(List<LabeledSequence> train, PeerJob job) {
    VocabularyBuilder builder = new VocabularyBuilder(job.templateSet());
    train.forEach(sentence -> builder.add(sentence.tokens()));
    return new TemplateFeatures(builder.freeze(job.cutoff()));
  }

  private static List<String> names(Vocabulary vocabulary) {
    List<String> names = new ArrayList<>(vocabulary.featureCount());
    List<int[]> tuples = vocabulary.tuples();
    for (int g = 0; g < tuples.size(); g++) {
      int size = vocabulary.groupStart(g + 1) - vocabulary.groupStart(g);
      int arity = size == 0 ? 0 : tuples.get(g).length / size;
      for (int f = 0; f < size; f++) {
        names.add(
            Arrays.stream(tuples.get(g), f * arity, (f + 1) * arity)
                .mapToObj(vocabulary.symbols()::get)
                .collect(Collectors.joining(BETWEEN_CELLS, g + ":", "")));
      }
    }
    return names;
  }

  /** The numbers of the features of each token; a new array. */
  int[][] encode(TokenSequence sentence) {
    SparseRows rows = encoder.encode(List.of(sentence));
    if (rows.isWeighted()) {
      throw new IllegalArgumentException("features with values are not for other labellers");
    }
    int[][] features = new int[rows.rowCount()][];
    Arrays.setAll(
        features,
        t -> IntStream.range(rows.start(t), rows.start(t + 1)).map(rows::column).toArray());
    return features;
  }
}
