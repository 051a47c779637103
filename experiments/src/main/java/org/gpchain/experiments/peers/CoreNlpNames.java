package org.gpchain.experiments.peers;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;

/**
 * A trained name finder of CoreNLP. CoreNLP is licensed under the GPL and not part of this program.
 * The user adds it to the class path, and this class calls it by reflection.
 */
final class CoreNlpNames implements NameFinder {
  private static final String CLASSIFIER = "edu.stanford.nlp.ie.crf.CRFClassifier";
  private static final String WORD = "edu.stanford.nlp.ling.Word";
  private static final String ANSWER = "edu.stanford.nlp.ling.CoreAnnotations$AnswerAnnotation";

  /** Types of names by CoreNLP's labels. */
  private static final Map<String, String> TYPES =
      Map.of("PERSON", "PER", "LOCATION", "LOC", "ORGANIZATION", "ORG");

  private final Object classifier;
  private final Constructor<?> newWord;
  private final Method classify;
  private final Class<?> answer;

  private CoreNlpNames(Path file) throws ReflectiveOperationException {
    Class<?> type = Class.forName(CLASSIFIER);
    classifier = type.getMethod("getClassifier", String.class).invoke(null, file.toString());
    newWord = Class.forName(WORD).getConstructor(String.class);
    classify = type.getMethod("classifySentence", List.class);
    answer = Class.forName(ANSWER);
  }

  /**
   * Reads a classifier.
   *
   * @param file a file such as {@code english.all.3class.distsim.crf.ser.gz}
   * @throws IOException if CoreNLP is not on the class path, or the file cannot be read
   */
  static CoreNlpNames read(Path file) throws IOException {
    try {
      return new CoreNlpNames(file);
    } catch (ClassNotFoundException e) {
      throw new IOException(
          "CoreNLP is not on the class path; put its jar into the variable GPCHAIN_CLASSPATH", e);
    } catch (ReflectiveOperationException e) {
      throw failure(e);
    }
  }

  @Override
  public List<List<Span>> find(List<LabeledSequence> sentences) throws IOException {
    List<List<Span>> names = new ArrayList<>();
    try {
      for (LabeledSequence sentence : sentences) {
        names.add(names(labels(sentence.tokens().column(TokenSequence.WORD))));
      }
    } catch (ReflectiveOperationException e) {
      throw failure(e);
    }
    return names;
  }

  private List<String> labels(List<String> words) throws ReflectiveOperationException {
    List<Object> tokens = new ArrayList<>();
    for (String word : words) {
      tokens.add(newWord.newInstance(word));
    }

    List<String> labels = new ArrayList<>();
    for (Object token : (List<?>) classify.invoke(classifier, tokens)) {
      Object label = token.getClass().getMethod("get", Class.class).invoke(token, answer);
      labels.add(label.toString());
    }
    return labels;
  }

  /** Returns the names of a sentence: adjacent tokens with the same label are one name. */
  static List<Span> names(List<String> labels) {
    List<Span> names = new ArrayList<>();
    int start = 0;
    for (int t = 1; t <= labels.size(); t++) {
      if (t < labels.size() && labels.get(t).equals(labels.get(start))) {
        continue;
      }
      String type = TYPES.get(labels.get(start));
      if (type != null) {
        names.add(new Span(start, t, type));
      }
      start = t;
    }
    return names;
  }

  private static IOException failure(ReflectiveOperationException e) {
    Throwable cause = e;
    if (e instanceof InvocationTargetException) {
      cause = e.getCause();
    }
    return new IOException("CoreNLP cannot be used: " + cause, cause);
  }
}
