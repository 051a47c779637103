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
import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;

/**
 * MALLET's linear-chain CRF with the same weights as GPChain: one for each feature and label, and
 * one for each label pair. A Gaussian prior with variance σ² is the penalty {@code ‖w‖² / (2σ²)}.
 */
record MalletPeer(PeerJob job) implements Peer {
  @Override
  public Trained train(List<LabeledSequence> train, double penalty, Path model) throws IOException {
    TemplateFeatures features = TemplateFeatures.of(train, job);
    Alphabet alphabet = new Alphabet(features.names.toArray());
    LabelAlphabet labels = new LabelAlphabet();
    InstanceList instances = new InstanceList(alphabet, labels);
    for (LabeledSequence sentence : train) {
      FeatureVectorSequence input = input(features, alphabet, sentence.tokens());
      List<String> names = sentence.labels(job.scheme());
      int[] indices = names.stream().mapToInt(labels::lookupIndex).toArray();
      instances.add(new Instance(input, new LabelSequence(labels, indices), null, null));
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
    int[][] rows = features.encode(sentence);
    FeatureVector[] vectors = new FeatureVector[rows.length];
    for (int t = 0; t < rows.length; t++) {
      vectors[t] = new FeatureVector(alphabet, rows[t]);
    }
    return new FeatureVectorSequence(vectors);
  }

  private static List<Tagged> tag(
      TemplateFeatures features, Path model, List<TokenSequence> sentences) throws IOException {
    CRF crf = read(model);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < crf.numStates(); i++) {
      names.add(crf.getState(i).getName());
    }
    LabelSet labels = LabelSet.of(names);

    List<Tagged> tagged = new ArrayList<>();
    for (TokenSequence sentence : sentences) {
      FeatureVectorSequence input = input(features, crf.getInputAlphabet(), sentence);
      Sequence<?> best = crf.transduce(input);
      List<String> bestLabels = new ArrayList<>();
      for (int t = 0; t < best.size(); t++) {
        bestLabels.add(best.get(t).toString());
      }
      tagged.add(new Tagged(bestLabels, labels, marginals(crf, input)));
    }
    return tagged;
  }

  private static CRF read(Path model) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(model))) {
      return (CRF) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException("this is not a MALLET model: " + model, e);
    }
  }

  private static double[] marginals(CRF crf, FeatureVectorSequence input) {
    SumLattice lattice = new SumLatticeDefault(crf, input);
    int v = crf.numStates();
    double[] marginals = new double[input.size() * v];
    for (int i = 0; i < marginals.length; i++) {
      // Column 0 of the lattice is the position before the first token.
      marginals[i] = lattice.getGammaProbability(i / v + 1, crf.getState(i % v));
    }
    return marginals;
  }
}
