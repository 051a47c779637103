package org.gpchain.experiments.peers;

import cc.mallet.fst.CRF;
import cc.mallet.fst.CRFTrainerByLabelLikelihood;
import cc.mallet.fst.SumLattice;
import cc.mallet.fst.SumLatticeDefault;
import cc.mallet.types.Alphabet;
import cc.mallet.types.FeatureVector;
import cc.mallet.types.FeatureVectorSequence;
import cc.mallet.types.Instance;
import cc.mallet.types.InstanceList;
import cc.mallet.types.LabelAlphabet;
import cc.mallet.types.LabelSequence;
import cc.mallet.types.Sequence;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;

/**
 * MALLET's linear chain with the weights of GPChain's: one for each feature and label, one for each
 * pair of labels. A Gaussian prior of variance σ² is the penalty {@code ‖w‖² / (2σ²)}.
 */
record MalletPeer(PeerJob job) implements Peer {
  @Override
  public Trained train(List<LabeledSequence> train, double penalty, Path model) throws IOException {
    TemplateFeatures features = TemplateFeatures.of(train, job);
    Alphabet alphabet = new Alphabet(features.names.toArray());
    LabelAlphabet labels = new LabelAlphabet();
    InstanceList instances = new InstanceList(alphabet, labels);
    for (LabeledSequence sentence : train) {
      int[] numbers =
          sentence.labels(job.scheme()).stream().mapToInt(labels::lookupIndex).toArray();
      instances.add(
          new Instance(
              input(features, alphabet, sentence.tokens()),
              new LabelSequence(labels, numbers),
              null,
              null));
    }
    CRF crf = new CRF(alphabet, labels);
    crf.addFullyConnectedStatesForThreeQuarterLabels(instances);
    CRFTrainerByLabelLikelihood trainer = new CRFTrainerByLabelLikelihood(crf);
    trainer.setGaussianPriorVariance(PeerName.MALLET.ownSetting(penalty));
    trainer.train(instances, job.iterations());
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(model))) {
      out.writeObject(crf);
    }
    return (sentences, decoding) -> tag(features, model, sentences);
  }

  private static FeatureVectorSequence input(
      TemplateFeatures features, Alphabet alphabet, TokenSequence sentence) {
    return new FeatureVectorSequence(
        Arrays.stream(features.encode(sentence))
            .map(row -> new FeatureVector(alphabet, row))
            .toArray(FeatureVector[]::new));
  }

  private static List<Tagged> tag(
      TemplateFeatures features, Path model, List<TokenSequence> sentences) throws IOException {
    CRF crf = read(model);
    LabelSet labels =
        LabelSet.of(
            IntStream.range(0, crf.numStates()).mapToObj(i -> crf.getState(i).getName()).toList());
    List<Tagged> tagged = new ArrayList<>();
    for (TokenSequence sentence : sentences) {
      FeatureVectorSequence input = input(features, crf.getInputAlphabet(), sentence);
      Sequence<?> best = crf.transduce(input);
      List<String> names =
          IntStream.range(0, best.size()).mapToObj(t -> best.get(t).toString()).toList();
      tagged.add(new Tagged(names, labels, marginals(crf, input)));
    }
    return tagged;
  }

  private static CRF read(Path model) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(model))) {
      return (CRF) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException("this is no model of MALLET: " + model, e);
    }
  }

  private static double[] marginals(CRF crf, FeatureVectorSequence input) {
    SumLattice lattice = new SumLatticeDefault(crf, input);
    int v = crf.numStates();
    double[] marginals = new double[input.size() * v];
    for (int i = 0; i < marginals.length; i++) {
      // Column 0 of the lattice stands before the first token.
      marginals[i] = lattice.getGammaProbability(i / v + 1, crf.getState(i % v));
    }
    return marginals;
  }
}
