package org.gpchain.internal.training;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.gp.posterior.InducingCovariance;

/** A corpus of an artificial language with names of persons and places, which is easy to learn. */
public final class ToyCorpus {
  /** Columns of the sentences: words and parts of speech. */
  public static final List<String> COLUMNS = List.of(TokenSequence.WORD, TokenSequence.POS);

  /** Templates for words and tags around the token, and for transitions. */
  public static final TemplateSet TEMPLATES =
      TemplateSet.parse(
          """
          U00:%x[-1,word]
          U01:%x[0,word]
          U02:%x[1,word]
          U03:%x[0,pos]
          U04:%x[-1,pos]/%x[0,pos]
          U05
          B
          """,
          COLUMNS);

  private ToyCorpus() {}

  /** Returns settings that learn the corpus quickly, without kernel learning. */
  public static ToySettings settings() {
    return ToySettings.of("ne", TEMPLATES).withIterations(40);
  }

  /** Returns settings of a posterior with a covariance. */
  public static ToySettings withCovariance() {
    return settings().withInducing(12, 4, 2);
  }

  /** Returns random sentences. */
  public static List<LabeledSequence> sentences(int count, long seed) {
    Draws draws = new Draws(seed);
    List<LabeledSequence> sentences = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      Sentence sentence = new Sentence();
      int phrases = 1 + draws.index(5);
      for (int i = 0; i < phrases; i++) {
        sentence.addPhrase(draws);
      }
      sentences.add(sentence.labeled());
    }
    return sentences;
  }

  /** Returns a sentence, given as {@code word/pos/label} triples with labels in IOB2. */
  public static LabeledSequence sentence(String... triples) {
    Sentence sentence = new Sentence();
    for (String triple : triples) {
      sentence.add(triple);
    }
    return sentence.labeled();
  }

  /** Returns the phrase F1 of a tagger on sentences. */
  public static double f1(Tagger tagger, List<LabeledSequence> sentences) {
    SpanCounts counts = SpanCounts.NONE;
    for (LabeledSequence sentence : sentences) {
      List<Span> predicted = tagger.codec().decode(tagger.tag(sentence.tokens()).labels());
      counts = counts.plus(SpanCounts.of(sentence.spans(), predicted));
    }
    return counts.f1();
  }

  /** Returns the posterior of a model with a decoupled posterior. */
  public static DecoupledPosterior decoupled(Model model) {
    return (DecoupledPosterior) model.posterior();
  }

  /** Returns the covariance of a model that was trained with inducing points. */
  public static InducingCovariance covariance(Model model) {
    return (InducingCovariance) decoupled(model).covariance();
  }

  private static final class Sentence {
    private final List<String> words = new ArrayList<>();
    private final List<String> tags = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();

    void add(String triple) {
      String[] parts = triple.split("/", -1);
      words.add(parts[0]);
      tags.add(parts[1]);
      labels.add(parts[2]);
    }

    void addPhrase(Draws draws) {
      switch (draws.index(4)) {
        case 0 -> {
          add(draws.oneOf("Ann/NP/B-PER", "Bob/NP/B-PER", "Rio/NP/B-PER"));
          if (draws.chance(0.5)) {
            add(draws.oneOf("Lee/NP/I-PER", "Ray/NP/I-PER"));
          }
          add(draws.oneOf("sleeps/V/O", "sings/V/O"));
        }
        case 1 -> {
          add("in/P/O");
          if (draws.chance(0.5)) {
            add("New/NP/B-LOC");
            add(draws.oneOf("York/NP/I-LOC", "Lee/NP/I-LOC"));
          } else {
            add(draws.oneOf("Oslo/NP/B-LOC", "Rio/NP/B-LOC"));
          }
        }
        case 2 -> {
          add(draws.oneOf("the/D/O", "a/D/O"));
          add("n" + draws.index(1000) + "/N/O");
        }
        default -> add(draws.oneOf("and/C/O", "./S/O", "!/S/O"));
      }
    }

    LabeledSequence labeled() {
      return LabeledSequence.ofLabels(
          new TokenSequence(COLUMNS, List.of(words, tags)), labels, TagScheme.IOB2);
    }
  }
}
