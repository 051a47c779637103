package org.gpchain.experiments.peers;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;

/**
 * Stanford's CRF with the features of the example in its documentation, and parts of speech if the
 * corpus has them. It is licensed under the GPL and not part of this program. The user adds it to
 * the class path of this process, and the methods are called by reflection.
 */
final class StanfordPeer implements Peer {
  private static final String CLASSIFIER = "edu.stanford.nlp.ie.crf.CRFClassifier";
  private static final String ANSWER = "edu.stanford.nlp.ling.CoreAnnotations$AnswerAnnotation";

  /** The features in "What is an example of a properties file" in the FAQ of Stanford NER. */
  private static final List<String> FEATURES =
      List.of(
          "useClassFeature",
          "useWord",
          "useNGrams",
          "noMidNGrams",
          "usePrev",
          "useNext",
          "useSequences",
          "usePrevSequences",
          "useTypeSeqs",
          "useTypeSeqs2",
          "useTypeySequences",
          "useDisjunctive");

  private final PeerJob job;
  private final boolean hasTags;

  StanfordPeer(PeerJob job) {
    this.job = job;
    this.hasTags = job.features().columns().contains(TokenSequence.POS);
  }

  @Override
  public Trained train(List<LabeledSequence> train, double penalty, Path model) throws IOException {
    Path file = model.resolveSibling("stanford-train.tsv");
    Files.write(file, lines(train));

    try {
      Object crf =
          Class.forName(CLASSIFIER)
              .getConstructor(Properties.class)
              .newInstance(properties(penalty));
      call(crf, "train", String.class, file.toString());
      call(crf, "serializeClassifier", String.class, model.toString());
    } catch (ReflectiveOperationException e) {
      throw failure(e);
    }

    return (sentences, decoding) -> tag(model, sentences);
  }

  private Properties properties(double penalty) {
    Properties properties = new Properties();
    for (String feature : FEATURES) {
      properties.setProperty(feature, "true");
    }

    properties.setProperty("maxNGramLeng", "6");
    properties.setProperty("maxLeft", "1");
    properties.setProperty("wordShape", "chris2useLC");
    properties.setProperty("map", hasTags ? "word=0,tag=1,answer=2" : "word=0,answer=1");
    properties.setProperty("useTags", Boolean.toString(hasTags));
    properties.setProperty("sigma", Double.toString(PeerName.STANFORD.ownSetting(penalty)));
    properties.setProperty("maxIterations", Integer.toString(job.iterations()));

    return properties;
  }

  /** Returns the lines of a training file: columns separated by tabs, the label last. */
  private List<String> lines(List<LabeledSequence> sentences) {
    List<String> lines = new ArrayList<>();
    for (LabeledSequence sentence : sentences) {
      List<String> labels = sentence.labels(job.scheme());
      for (int t = 0; t < labels.size(); t++) {
        lines.add(cells(sentence.tokens(), t) + labels.get(t));
      }
      lines.add("");
    }
    return lines;
  }

  /** Returns the columns of a token before its label. */
  private String cells(TokenSequence sentence, int t) {
    String word = sentence.column(TokenSequence.WORD).get(t) + "\t";
    if (!hasTags) {
      return word;
    }
    return word + sentence.column(TokenSequence.POS).get(t) + "\t";
  }

  private List<Tagged> tag(Path model, List<TokenSequence> sentences) throws IOException {
    List<String> lines = new ArrayList<>();
    for (TokenSequence sentence : sentences) {
      for (int t = 0; t < sentence.length(); t++) {
        lines.add(cells(sentence, t) + "O");
      }
      lines.add("");
    }
    Path file = model.resolveSibling("stanford-test.tsv");
    Files.write(file, lines);

    try {
      Method read = Class.forName(CLASSIFIER).getMethod("getClassifier", String.class);
      Object crf = read.invoke(null, model.toString());
      LabelSet labels = labels(crf);

      List<Tagged> tagged = new ArrayList<>();
      Object documents = call(crf, "makeObjectBankFromFile", String.class, file.toString());
      for (Object document : (Collection<?>) documents) {
        tagged.add(tagged(crf, (List<?>) document, labels));
      }
      return tagged;
    } catch (ReflectiveOperationException e) {
      throw failure(e);
    }
  }

  private static LabelSet labels(Object crf) throws ReflectiveOperationException {
    List<String> names = new ArrayList<>();
    for (Object name : (Iterable<?>) crf.getClass().getField("classIndex").get(crf)) {
      names.add(name.toString());
    }
    return LabelSet.of(names);
  }

  private static Tagged tagged(Object crf, List<?> document, LabelSet labels)
      throws ReflectiveOperationException {
    Object tree = call(crf, "getCliqueTree", List.class, document);
    Method probability = tree.getClass().getMethod("prob", int.class, int.class);
    int v = labels.size();
    double[] marginals = new double[document.size() * v];
    for (int i = 0; i < marginals.length; i++) {
      marginals[i] = (double) probability.invoke(tree, i / v, i % v);
    }

    List<String> best = new ArrayList<>();
    Class<?> answer = Class.forName(ANSWER);
    for (Object token : (List<?>) call(crf, "classify", List.class, document)) {
      best.add(call(token, "get", Class.class, answer).toString());
    }
    return new Tagged(best, labels, marginals);
  }

  private static Object call(Object target, String method, Class<?> type, Object argument)
      throws ReflectiveOperationException {
    return target.getClass().getMethod(method, type).invoke(target, argument);
  }

  private static IOException failure(ReflectiveOperationException e) {
    Throwable cause = e;
    if (e instanceof InvocationTargetException) {
      cause = e.getCause();
    }
    return new IOException("Stanford's CRF cannot be used: " + cause, cause);
  }
}
