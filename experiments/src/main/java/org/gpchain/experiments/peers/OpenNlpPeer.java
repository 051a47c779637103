package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * OpenNLP's name finder or chunker. The name finder uses only words, and treats each sentence as a
 * document, like the other peers. The chunker uses words and parts of speech. Both compute the
 * probability of a label given the previous labels, and therefore have no marginals.
 */
record OpenNlpPeer(PeerJob job) implements Peer {
  /** Name of the name finder's task. */
  static final String NAMES = "ne";

  /** Names of the chunker's tasks. */
  static final Set<String> CHUNKS = Set.of("chunk", "np");

  private static final String ANY_LANGUAGE = "x-unspecified";
  private static final SpanCodec IOB2 = SpanCodec.of(TagScheme.IOB2);

  @Override
  public Trained train(List<LabeledSequence> train, double penalty, Path model) throws IOException {
    if (job.task().equals(NAMES)) {
      trainNameFinder(train, penalty, model);
      return (sentences, decoding) -> findNames(model, sentences);
    }
    trainChunker(train, penalty, model);
    return (sentences, decoding) -> chunk(model, sentences);
  }

  private void trainNameFinder(List<LabeledSequence> train, double penalty, Path model)
      throws IOException {
    List<NameSample> samples = train.stream().map(OpenNlpPeer::names).toList();
    // The type must be null, because it would replace the types of the names.
    NameFinderME.train(
            ANY_LANGUAGE,
            null,
            ObjectStreamUtils.createObjectStream(samples),
            parameters(penalty),
            new TokenNameFinderFactory())
        .serialize(model);
  }

  private void trainChunker(List<LabeledSequence> train, double penalty, Path model)
      throws IOException {
    List<ChunkSample> samples = train.stream().map(this::chunks).toList();
    ChunkerME.train(
            ANY_LANGUAGE,
            ObjectStreamUtils.createObjectStream(samples),
            parameters(penalty),
            new ChunkerFactory())
        .serialize(model);
  }

  /** Returns parameters for L-BFGS with the penalty {@code c‖w‖²}. */
  private TrainingParameters parameters(double penalty) {
    TrainingParameters parameters = new TrainingParameters();
    parameters.put(TrainingParameters.ALGORITHM_PARAM, QNTrainer.MAXENT_QN_VALUE);
    parameters.put(TrainingParameters.ITERATIONS_PARAM, job.iterations());
    parameters.put(TrainingParameters.CUTOFF_PARAM, job.features().cutoff());
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
    List<Tagged> tagged = new ArrayList<>();
    for (TokenSequence sentence : sentences) {
      String[] words = array(sentence, TokenSequence.WORD);
      String[] tags = array(sentence, TokenSequence.POS);
      tagged.add(Tagged.without(List.of(chunker.chunk(words, tags))));
    }
    return tagged;
  }

  private static NameSample names(LabeledSequence sentence) {
    List<opennlp.tools.util.Span> names = new ArrayList<>();
    for (Span name : sentence.spans()) {
      names.add(new opennlp.tools.util.Span(name.start(), name.end(), name.type()));
    }
    String[] words = array(sentence.tokens(), TokenSequence.WORD);
    return new NameSample(words, names.toArray(opennlp.tools.util.Span[]::new), true);
  }

  private static List<Tagged> findNames(Path model, List<TokenSequence> sentences)
      throws IOException {
    NameFinderME finder = new NameFinderME(new TokenNameFinderModel(model));
    List<Tagged> tagged = new ArrayList<>();
    for (TokenSequence sentence : sentences) {
      List<Span> names = new ArrayList<>();
      for (opennlp.tools.util.Span name : finder.find(array(sentence, TokenSequence.WORD))) {
        names.add(new Span(name.getStart(), name.getEnd(), name.getType()));
      }
      finder.clearAdaptiveData();
      tagged.add(Tagged.without(IOB2.encode(names, sentence.length())));
    }
    return tagged;
  }

  private static String[] array(TokenSequence sentence, String column) {
    return sentence.column(column).toArray(String[]::new);
  }
}
