package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import opennlp.tools.chunker.ChunkSample;
import opennlp.tools.chunker.ChunkerFactory;
import opennlp.tools.chunker.ChunkerME;
import opennlp.tools.chunker.ChunkerModel;
import opennlp.tools.ml.maxent.quasinewton.QNTrainer;
import opennlp.tools.namefind.NameFinderME;
import opennlp.tools.namefind.NameSample;
import opennlp.tools.namefind.TokenNameFinderFactory;
import opennlp.tools.namefind.TokenNameFinderModel;
import opennlp.tools.util.ObjectStreamUtils;
import opennlp.tools.util.TrainingParameters;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * OpenNLP's name finder, which sees words alone and to which each sentence is a document of its
 * own, as it is to the others; for chunks its chunker, which sees words and parts of speech. The
 * probability of a label that they know is that given the labels before, so that they have no
 * marginals.
 */
record OpenNlpPeer(PeerJob job) implements Peer {
  /** The task of the name finder. */
  static final String NAMES = "ne";

  /** The tasks of the chunker. */
  static final Set<String> CHUNKS = Set.of("chunk", "np");

  private static final String ANY_LANGUAGE = "x-unspecified";
  private static final SpanCodec IOB2 = SpanCodec.of(TagScheme.IOB2);

  @Override
  public Trained train(List<LabeledSequence> train, double penalty, Path model) throws IOException {
    if (job.task().equals(NAMES)) {
      List<NameSample> samples = train.stream().map(OpenNlpPeer::names).toList();
      // A type that is given would take the place of the names' own.
      NameFinderME.train(
              ANY_LANGUAGE,
              null,
              ObjectStreamUtils.createObjectStream(samples),
              parameters(penalty),
              new TokenNameFinderFactory())
          .serialize(model);
      return (sentences, decoding) -> findNames(model, sentences);
    }
    List<ChunkSample> samples = train.stream().map(this::chunks).toList();
    ChunkerME.train(
            ANY_LANGUAGE,
            ObjectStreamUtils.createObjectStream(samples),
            parameters(penalty),
            new ChunkerFactory())
        .serialize(model);
    return (sentences, decoding) -> chunk(model, sentences);
  }

  /** L-BFGS with the penalty {@code c‖w‖²}. */
  private TrainingParameters parameters(double penalty) {
    TrainingParameters parameters = new TrainingParameters();
    parameters.put(TrainingParameters.ALGORITHM_PARAM, QNTrainer.MAXENT_QN_VALUE);
    parameters.put(TrainingParameters.ITERATIONS_PARAM, job.iterations());
    parameters.put(TrainingParameters.CUTOFF_PARAM, job.cutoff());
    parameters.put(QNTrainer.L1COST_PARAM, 0.0);
    parameters.put(QNTrainer.L2COST_PARAM, penalty);
    return parameters;
  }

  private ChunkSample chunks(LabeledSequence sentence) {
    return new ChunkSample(
        array(sentence.tokens(), TokenSequence.WORD),
        array(sentence.tokens(), TokenSequence.POS),
        sentence.labels(job.scheme()).toArray(String[]::new));
  }

  private static List<Tagged> chunk(Path model, List<TokenSequence> sentences) throws IOException {
    ChunkerME chunker = new ChunkerME(new ChunkerModel(model));
    return sentences.stream()
        .map(s -> chunker.chunk(array(s, TokenSequence.WORD), array(s, TokenSequence.POS)))
        .map(labels -> Tagged.without(List.of(labels)))
        .toList();
  }

  private static NameSample names(LabeledSequence sentence) {
    opennlp.tools.util.Span[] names =
        sentence.spans().stream()
            .map(span -> new opennlp.tools.util.Span(span.start(), span.end(), span.type()))
            .toArray(opennlp.tools.util.Span[]::new);
    return new NameSample(array(sentence.tokens(), TokenSequence.WORD), names, true);
  }

  private static List<Tagged> findNames(Path model, List<TokenSequence> sentences)
      throws IOException {
    NameFinderME finder = new NameFinderME(new TokenNameFinderModel(model));
    List<Tagged> tagged = new ArrayList<>();
    for (TokenSequence sentence : sentences) {
      List<Span> names =
          Arrays.stream(finder.find(array(sentence, TokenSequence.WORD)))
              .map(name -> new Span(name.getStart(), name.getEnd(), name.getType()))
              .toList();
      finder.clearAdaptiveData();
      tagged.add(Tagged.without(IOB2.encode(names, sentence.length())));
    }
    return tagged;
  }

  private static String[] array(TokenSequence sentence, String column) {
    return sentence.column(column).toArray(String[]::new);
  }
}
