package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
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
 * A reader of the columns that a model needs from documents. Immutable.
 *
 * <p>Documents with part-of-speech tags of another tagset are rejected. The model would not fail on
 * unknown tags, but its predictions would be poor. Different tagsets have hardly any tags in
 * common: nearly all tags of a document in another tagset are unknown, while a document in the
 * right tagset has at most a few rare tags that the training corpus lacks. A document is therefore
 * rejected if more than half of its tags are unknown. In a short document, a single rare tag has a
 * larger share, so it is rejected only if all tags are unknown, and one or two tokens are never
 * rejected.
 */
public final class ModelInput {
  /** Number of tokens from which on a document is rejected if half of its tags are unknown. */
  private static final int MIN_TOKENS_FOR_SHARE = 10;

  /** Minimum number of tokens of a document that may be rejected. */
  private static final int MIN_TOKENS = 3;

  /** Maximum number of tags that a message lists. */
  private static final int MAX_EXAMPLES = 5;

  /** A tag that only the Norwegian Dependency Treebank has. */
  private static final String NORWEGIAN_INFINITIVE = "inf-merke";

  private final TokenReader reader;

  /** Tagset of the parts of speech; null if the model does not need any. */
  private final Tagset expected;

  private final Set<String> knownTags;

  /**
   * Creates a reader for a model.
   *
   * @param model the model
   * @param annotationColumns columns that are read from annotations: those of the model, or their
   *     replacements
   * @throws UnusableCasException if the model needs a column that cannot be read from documents
   */
  public ModelInput(Model model, List<AnnotationColumn> annotationColumns)
      throws UnusableCasException {
    List<String> columns = new ArrayList<>(model.requiredColumns());
    columns.removeAll(AnnotationColumn.names(model.features().annotationColumns()));
    columns.addAll(AnnotationColumn.names(annotationColumns));

    expected = model.posTagset().orElse(null);
    knownTags = new HashSet<>();
    String posNeed = "";
    if (expected != null) {
      knownTags.addAll(expected.tags());
      posNeed = need(expected);
    }
    reader = TokenReader.of(columns, annotationColumns, posNeed).with(model.posTags());
  }

  /**
   * Copies the columns that the model needs out of a document.
   *
   * @throws UnusableCasException if a column is missing, or the parts of speech are not in the
   *     tagset of the model
   */
  public List<TokenSequence> read(JCas document, List<TokenizedSentence> sentences)
      throws UnusableCasException {
    List<List<Token>> tokens = sentences.stream().map(TokenizedSentence::tokens).toList();
    List<TokenSequence> sequences = reader.read(document, tokens);
    if (expected != null) {
      checkTags(sequences);
    }
    return sequences;
  }

  /**
   * Returns why the model needs a part of speech and how to provide it. The text completes the
   * message "the token … has no part of speech, …".
   */
  static String need(Tagset expected) {
    return String.format(
        "which the model needs, in the tagset %s; run a part-of-speech tagger for this tagset"
            + " first, such as %s",
        described(expected), tagger(expected));
  }

  /** Returns the ways to get parts of speech of a tagset, for messages. */
  private static String tagger(Tagset expected) {
    String engine;
    if (expected.name().equals("ptb")) {
      engine = shippedTagger("tagger-en-masc");
    } else if (expected.tags().contains(NORWEGIAN_INFINITIVE)) {
      engine = shippedTagger("tagger-nb-ndt");
    } else {
      engine = "DKPro's OpenNlpPosTagger with a model for this tagset";
    }
    return engine
        + ", or name a GPChain model that assigns its tags in the parameter "
        + AnnotatorParameters.PARAM_POS_MODEL_LOCATION;
  }

  private static String shippedTagger(String model) {
    return String.format(
        "GpSequenceTagger with the type %s, the feature PosValue and the model %s (artifact"
            + " gpchain-model-%s)",
        POS._TypeName, model, model);
  }

  /** Returns the name of a tagset and some of its tags, for messages. */
  static String described(Tagset tagset) {
    return "'%s' (%s)".formatted(tagset.name(), examples(tagset.tags()));
  }

  private void checkTags(List<TokenSequence> sentences) throws UnusableCasException {
    int tagCount = 0;
    int unknownCount = 0;
    Set<String> unknownTags = new TreeSet<>();
    for (TokenSequence sentence : sentences) {
      for (String tag : sentence.column(TokenSequence.POS)) {
        tagCount++;
        if (!knownTags.contains(tag)) {
          unknownCount++;
          unknownTags.add(tag);
        }
      }
    }

    boolean isOtherTagset;
    if (tagCount >= MIN_TOKENS_FOR_SHARE) {
      isOtherTagset = unknownCount > tagCount / 2;
    } else {
      isOtherTagset = tagCount >= MIN_TOKENS && unknownCount == tagCount;
    }
    if (isOtherTagset) {
      throw new UnusableCasException(message(tagCount, unknownCount, unknownTags));
    }
  }

  private String message(int tagCount, int unknownCount, Set<String> unknownTags) {
    String likelyTagset = Tagset.of(unknownTags).name();
    String hint = "";
    if (!likelyTagset.equals("other")) {
      hint = ", which look like '" + likelyTagset + "'";
    }
    return String.format(
        "the model expects part-of-speech tags of the tagset %s, but %s of %s tokens"
            + " have tags that did not occur in its training (%s%s); tag the document with"
            + " the tagset '%s', for example with %s, or use a model that was trained with"
            + " the tags of the document",
        described(expected),
        unknownCount,
        tagCount,
        examples(unknownTags),
        hint,
        expected.name(),
        tagger(expected));
  }

  /** Returns some of the tags, for messages. Punctuation is left out if there are other tags. */
  private static String examples(Collection<String> tags) {
    Collection<String> candidates = tags.stream().filter(ModelInput::beginsWithLetter).toList();
    if (candidates.isEmpty()) {
      candidates = tags;
    }
    String list = candidates.stream().limit(MAX_EXAMPLES).collect(Collectors.joining(", "));
    return candidates.size() > MAX_EXAMPLES ? list + ", …" : list;
  }

  private static boolean beginsWithLetter(String tag) {
    return !tag.isEmpty() && Character.isLetter(tag.codePointAt(0));
  }
}
