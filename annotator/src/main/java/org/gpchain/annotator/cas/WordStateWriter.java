package org.gpchain.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.Comparator;
import java.util.List;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.DoubleArray;
import org.apache.uima.jcas.cas.StringArray;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.words.WordResource;
import org.gpchain.type.WordState;

/** Writes the columns that a word resource gives to tokens into the CAS. */
public final class WordStateWriter {
  private final JCas document;
  private final WordResource words;
  private final double minProbability;
  private final List<String> columns;

  /** One array serves all tokens. */
  private final StringArray names;

  /**
   * A writer into one document.
   *
   * @param minProbability less probable states are left out
   */
  public WordStateWriter(JCas document, WordResource words, double minProbability) {
    this.document = document;
    this.words = words;
    this.minProbability = minProbability;
    columns =
        words.columns().stream().filter(column -> !column.equals(WordResource.STATE)).toList();
    names = StringArray.create(document, columns.toArray(String[]::new));
  }

  /**
   * Writes the columns of a sentence.
   *
   * @param sentence the tokens, with the columns of the resource
   */
  public void write(List<Token> tokens, TokenSequence sentence) {
    for (int t = 0; t < tokens.size(); t++) {
      Token token = tokens.get(t);
      WordState state = new WordState(document, token.getBegin(), token.getEnd());
      if (words.states() != null) {
        writeStates(sentence.cells(WordResource.STATE).get(t), state);
      }
      StringArray values = new StringArray(document, columns.size());
      for (int i = 0; i < columns.size(); i++) {
        values.set(i, sentence.column(columns.get(i)).get(t));
      }
      state.setColumns(names);
      state.setValues(values);
      state.setResource(words.name());
      state.addToIndexes();
    }
  }

  private void writeStates(List<WeightedValue> cell, WordState state) {
    List<WeightedValue> probable =
        cell.stream()
            .filter(value -> value.weight() >= minProbability)
            .sorted(Comparator.comparingDouble(value -> -value.weight()))
            .toList();
    if (!probable.isEmpty()) {
      state.setState(probable.get(0).value());
      state.setProbability(probable.get(0).weight());
    }
    StringArray states = new StringArray(document, probable.size());
    DoubleArray probabilities = new DoubleArray(document, probable.size());
    for (int i = 0; i < probable.size(); i++) {
      states.set(i, probable.get(i).value());
      probabilities.set(i, probable.get(i).weight());
    }
    state.setStates(states);
    state.setProbabilities(probabilities);
  }
}
