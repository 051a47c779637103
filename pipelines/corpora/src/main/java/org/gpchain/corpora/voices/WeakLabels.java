package org.gpchain.corpora.voices;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.training.voices.LabelModel;
import org.gpchain.training.voices.LabelModelLearner;
import org.gpchain.training.voices.Votes;

/**
 * Labels of sentences from what voices say of them.
 *
 * @param gold sentences whose annotation is complete, which come first in the votes
 * @param unlabelled the others
 */
public record WeakLabels(
    List<LabeledSequence> gold, List<TokenSequence> unlabelled, Votes votes, LabelModel model) {
  /** Labels that are less probable are left out. */
  private static final double LEAST = 0.005;

  /** What labels are taken. */
  public enum Labels {
    /** All of each token, weighted by their probabilities. */
    WEIGHTED,
    /** The most probable ones. */
    BEST,
    /** Those of the majority of the voices, to compare with. */
    VOTE
  }

  /**
   * Asks the voices, and learns whom to believe.
   *
   * @param gold may be empty
   * @throws org.gpchain.corpora.InputException if a voice cannot say anything
   */
  public static WeakLabels of(
      VoicesFile voices, List<LabeledSequence> gold, List<TokenSequence> unlabelled)
      throws IOException {
    Set<String> types = new TreeSet<>(voices.types());
    gold.forEach(sentence -> sentence.spans().forEach(span -> types.add(span.type())));
    List<List<List<WeightedValue>>> said = new ArrayList<>();
    for (LabeledSequence sentence : gold) {
      said.add(voices.say(sentence.tokens()));
    }
    for (TokenSequence sentence : unlabelled) {
      said.add(voices.say(sentence));
    }
    said.stream()
        .flatMap(List::stream)
        .flatMap(List::stream)
        .filter(one -> one != null && !one.value().equals(SpanCodec.OUTSIDE))
        .forEach(one -> types.add(one.value().substring(2)));
    if (types.isEmpty()) {
      throw voices.problem(
          voices.names().get(0), "no voice knows a type of segments", "give one that does");
    }
    Votes votes = new Votes(List.copyOf(types), voices.names());
    for (int n = 0; n < said.size(); n++) {
      votes.add(said.get(n), n < gold.size() ? gold.get(n).labels(TagScheme.IOB2) : null);
    }
    return new WeakLabels(gold, unlabelled, votes, LabelModelLearner.DEFAULT.learn(votes));
  }

  /**
   * What is strange about voices: those that never speak, always say the same, name a type that no
   * other one knows, or are copies.
   */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    List<Set<String>> types = new ArrayList<>();
    for (int v = 0; v < votes.voices().size(); v++) {
      Set<String> said = new LinkedHashSet<>();
      for (int n = 0; n < votes.sentenceCount(); n++) {
        said.addAll(votes.said(n, v));
      }
      String name = "the voice '" + votes.voices().get(v) + "'";
      if (said.equals(Collections.singleton(null))) {
        warnings.add(name + " says nothing of this text");
      } else if (said.size() == 1) {
        warnings.add(name + " says " + said + " of every token, which says nothing");
      }
      said.removeAll(Arrays.asList(null, SpanCodec.OUTSIDE));
      types.add(said.stream().map(label -> label.substring(2)).collect(Collectors.toSet()));
      for (int u = 0; u < v; u++) {
        if (votes.agreement(u, v) > LabelModelLearner.COPIES) {
          warnings.add(
              name + " says the same as '" + votes.voices().get(u) + "': they count as one");
        }
      }
    }
    for (int v = 0; v < types.size() && types.size() > 1; v++) {
      for (String type : types.get(v)) {
        if (types.stream().filter(other -> other.contains(type)).count() == 1) {
          warnings.add(
              "no other voice knows the type " + type + " of '" + votes.voices().get(v) + "'");
        }
      }
    }
    return warnings;
  }

  /**
   * All sentences: the gold ones stand evenly among the others, so that each part of them has some.
   */
  public List<LabeledSequence> sentences(Labels labels) {
    List<LabeledSequence> all = new ArrayList<>();
    int next = 0;
    for (int n = 0; n < unlabelled.size(); n++) {
      while (next < gold.size() && (long) next * unlabelled.size() <= (long) n * gold.size()) {
        all.add(gold.get(next++));
      }
      all.add(labelled(n, labels));
    }
    all.addAll(gold.subList(next, gold.size()));
    return all;
  }

  /** The segments that a voice sees in one of the unlabelled sentences. */
  public List<Span> segments(int sentence, int voice) {
    List<String> labels = new ArrayList<>(votes.said(gold.size() + sentence, voice));
    labels.replaceAll(label -> label == null ? SpanCodec.OUTSIDE : label);
    return LabeledSequence.ofLabels(unlabelled.get(sentence), labels, TagScheme.IOB2).spans();
  }

  private LabeledSequence labelled(int n, Labels labels) {
    TokenSequence tokens = unlabelled.get(n);
    int number = gold.size() + n;
    return switch (labels) {
      case WEIGHTED -> weighted(tokens, model.posteriors(number));
      case BEST ->
          LabeledSequence.ofLabels(tokens, votes.best(model.posteriors(number)), TagScheme.IOB2);
      case VOTE -> LabeledSequence.ofLabels(tokens, votes.majority(number), TagScheme.IOB2);
    };
  }

  private LabeledSequence weighted(TokenSequence tokens, List<double[]> posteriors) {
    List<UnknownToken> unknown = new ArrayList<>();
    for (double[] row : posteriors) {
      SortedMap<String, Double> weights = new TreeMap<>();
      for (int k = 0; k < row.length; k++) {
        if (row[k] >= LEAST) {
          weights.put(votes.labels().label(k), Math.min(1, Math.rint(row[k] * 100) / 100));
        }
      }
      unknown.add(new UnknownToken(unknown.size(), Set.of(), weights));
    }
    return new LabeledSequence(tokens, List.of(), unknown);
  }
}
