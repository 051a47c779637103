package org.gpchain.experiments.peers;

import com.github.jcrfsuite.util.CrfSuiteLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import third_party.org.chokkan.crfsuite.Attribute;
import third_party.org.chokkan.crfsuite.Item;
import third_party.org.chokkan.crfsuite.ItemSequence;
import third_party.org.chokkan.crfsuite.StringList;
import third_party.org.chokkan.crfsuite.Tagger;
import third_party.org.chokkan.crfsuite.Trainer;

/**
 * CRFsuite through its Java binding. The penalty is its parameter {@code c2}: CRFsuite minimizes
 * the negative log-likelihood plus {@code c2‖w‖²}.
 */
record CrfSuitePeer(PeerJob job) implements Peer {
  private static final int NO_HOLDOUT = -1;

  @Override
  public Trained train(List<LabeledSequence> train, double penalty, Path model) throws IOException {
    load();
    TemplateFeatures features = TemplateFeatures.of(train, job);
    Trainer trainer = new Trainer();
    for (LabeledSequence sentence : train) {
      StringList labels = new StringList();
      sentence.labels(job.scheme()).forEach(labels::add);
      trainer.append(items(features, sentence.tokens()), labels, 0);
    }

    trainer.select("lbfgs", "crf1d");
    trainer.set("c2", Double.toString(penalty));
    trainer.set("max_iterations", Integer.toString(job.iterations()));
    int status = trainer.train(model.toString(), NO_HOLDOUT);
    trainer.delete();
    if (status != 0) {
      throw new IOException("CRFsuite cannot train: status " + status);
    }

    return (sentences, decoding) -> tag(features, model, sentences);
  }

  private static void load() throws IOException {
    try {
      CrfSuiteLoader.load();
    } catch (Exception e) {
      throw new IOException("CRFsuite's native library cannot be loaded: " + e.getMessage(), e);
    }
  }

  private static ItemSequence items(TemplateFeatures features, TokenSequence sentence) {
    ItemSequence items = new ItemSequence();
    for (int[] row : features.encode(sentence)) {
      Item item = new Item();
      for (int feature : row) {
        item.add(new Attribute(features.names.get(feature), 1));
      }
      items.add(item);
    }
    return items;
  }

  private static List<Tagged> tag(
      TemplateFeatures features, Path model, List<TokenSequence> sentences) throws IOException {
    Tagger tagger = new Tagger();
    if (!tagger.open(model.toString())) {
      throw new IOException("CRFsuite cannot read its model " + model);
    }

    LabelSet labels = LabelSet.of(strings(tagger.labels()));
    List<Tagged> tagged = new ArrayList<>();
    for (TokenSequence sentence : sentences) {
      tagger.set(items(features, sentence));
      List<String> best = strings(tagger.viterbi());
      int v = labels.size();
      double[] marginals = new double[best.size() * v];
      for (int i = 0; i < marginals.length; i++) {
        marginals[i] = tagger.marginal(labels.label(i % v), i / v);
      }
      tagged.add(new Tagged(best, labels, marginals));
    }
    tagger.close();

    return tagged;
  }

  private static List<String> strings(StringList list) {
    List<String> strings = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      strings.add(list.get(i));
    }
    return strings;
  }
}
