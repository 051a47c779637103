package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.annotator.cas.TokenReader;
import org.gpchain.internal.annotator.cas.UnusableCasException;

/**
 * Reads what a model needs out of documents. Immutable.
 *
 * <p>Part-of-speech tags of a tagset that the model does not know are rejected: it would not fail
 * on them, but its predictions would be poor. Tagsets in use have hardly any tags in common, so
 * nearly all tags of a document in another one are unknown, while a document with the right tags
 * has at most a few rare ones that training did not show. A threshold of one half is far from both.
 * In a short document a rare tag weighs more: there all tags must be unknown, and one or two tokens
 * prove nothing.
 */
public final class ModelInput {
  private static final int SHORT_DOCUMENT = 10;
  private static final int TOO_SHORT_TO_TELL = 3;
  private static final int EXAMPLES = 5;

  /** A tag that only the Norwegian Dependency Treebank has. */
  private static final String NORWEGIAN_INFINITIVE = "inf-merke";

  private final TokenReader reader;

  /** Null if no parts of speech are needed. */
  private final Tagset expected;

  private final Set<String> known;

  /**
   * The input of a model, and columns of annotations.
   *
   * @param others what is read for these: the model's own, or others in their place
   * @throws UnusableCasException if it needs a column that documents do not have
   */
  public ModelInput(Model model, List<AnnotationColumn> others) throws UnusableCasException {
    List<String> columns = new ArrayList<>(model.requiredColumns());
    columns.removeAll(AnnotationColumn.names(model.features().annotationColumns()));
    columns.addAll(AnnotationColumn.names(others));
    expected = model.posTagset().orElse(null);
    known = new HashSet<>(expected == null ? List.of() : expected.tags());
    reader =
        TokenReader.of(columns, others, expected == null ? "" : need(expected))
            .with(model.posTags());
  }

  /**
   * Copies what the model needs out of a document.
   *
   * @throws UnusableCasException if it is not there, or not in the tagset of the model
   */
  public List<TokenSequence> read(JCas document, List<TokenizedSentence> sentences)
      throws UnusableCasException {
    List<TokenSequence> sequences =
        reader.read(document, sentences.stream().map(TokenizedSentence::tokens).toList());
    if (expected != null) {
      check(sequences);
    }
    return sequences;
  }

  /**
   * Why a part of speech is needed and how to get it; completes "the token … has no part of speech,
   * ".
   */
  static String need(Tagset expected) {
    return String.format(
        "which the model needs, in the tagset %s; run a part-of-speech tagger for this tagset"
            + " first, such as %s",
        described(expected), tagger(expected));
  }

  private static String tagger(Tagset expected) {
    String shipped =
        expected.name().equals("ptb")
            ? "tagger-en-masc"
            : expected.tags().contains(NORWEGIAN_INFINITIVE) ? "tagger-nb-ndt" : null;
    String engine =
        shipped == null
            ? "DKPro's OpenNlpPosTagger with a model for it"
            : "GpSequenceTagger with the type %s, the feature PosValue and the model %s (artifact"
                    .formatted(POS._TypeName, shipped)
                + " gpchain-model-%s)".formatted(shipped);
    return engine
        + ", or name a GPChain model that gives its tags in the parameter "
        + AnnotatorParameters.PARAM_POS_MODEL_LOCATION;
  }

  /** The name of a tagset, and some of its tags. */
  static String described(Tagset tagset) {
    return "'%s' (%s)".formatted(tagset.name(), examples(tagset.tags()));
  }

  private void check(List<TokenSequence> sentences) throws UnusableCasException {
    List<String> tags =
        sentences.stream().flatMap(one -> one.column(TokenSequence.POS).stream()).toList();
    List<String> foreign = tags.stream().filter(tag -> !known.contains(tag)).toList();
    int tokens = tags.size();
    int unknown = foreign.size();
    boolean wrong =
        tokens >= SHORT_DOCUMENT
            ? unknown > tokens / 2
            : tokens >= TOO_SHORT_TO_TELL && unknown == tokens;
    if (wrong) {
      throw new UnusableCasException(message(tokens, unknown, new TreeSet<>(foreign)));
    }
  }

  private String message(int tokens, int unknown, Set<String> foreign) {
    String found = Tagset.of(foreign).name();
    return String.format(
        "the model expects part-of-speech tags of the tagset %s, but %s of %s tokens have tags that"
            + " it has never seen (%s%s); tag the document with the tagset '%s', for example by %s,"
            + " or use a model that was trained on the tags it has",
        described(expected),
        unknown,
        tokens,
        examples(foreign),
        (found.equals("other") ? "" : ", which look like '" + found + "'"),
        expected.name(),
        tagger(expected));
  }

  /** Some tags, those that are punctuation left out if there are others. */
  private static String examples(Collection<String> tags) {
    List<String> words =
        tags.stream().filter(t -> !t.isEmpty() && Character.isLetter(t.codePointAt(0))).toList();
    Collection<String> shown = words.isEmpty() ? tags : words;
    String list = shown.stream().limit(EXAMPLES).collect(Collectors.joining(", "));
    return shown.size() > EXAMPLES ? list + ", …" : list;
  }
}
