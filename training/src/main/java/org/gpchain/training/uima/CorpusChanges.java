package org.gpchain.training.uima;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.dkpro.core.api.resources.ResourceUtils;
import org.gpchain.annotator.WordTagger;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.training.data.TypeNames;

/**
 * What is changed in a corpus before it is learned.
 *
 * @param names other names of its types; null to keep them
 * @param namesLocation where they were read, for messages
 * @param tagger makes its parts of speech; null to keep them
 * @param posTags how many it makes of each token
 */
record CorpusChanges(TypeNames names, String namesLocation, WordTagger tagger, PosTags posTags) {
  /**
   * The changes that parameters describe.
   *
   * @param labelMap location of a label map; null for none
   * @param tagPos name or location of a model that makes parts of speech; null for none
   * @param posTags how many parts of speech it makes of each token
   * @param scheme of the model that is to be learned
   * @throws IllegalArgumentException if something is wrong with what was read
   */
  static CorpusChanges of(String labelMap, String tagPos, PosTags posTags, TagScheme scheme)
      throws IOException {
    if (labelMap != null && scheme == TagScheme.TOKEN) {
      throw new IllegalArgumentException(
          "a label map is for the types of segments, not for labels of tokens; leave "
              + GpSegmentTrainer.PARAM_LABEL_MAP_LOCATION
              + " out");
    }
    return new CorpusChanges(
        labelMap == null ? null : names(labelMap),
        labelMap,
        tagPos == null ? null : tagger(tagPos),
        posTags);
  }

  private static TypeNames names(String location) throws IOException {
    TypeNames names = new TypeNames();
    try (InputStream in = ResourceUtils.resolveLocation(location).openStream()) {
      int number = 0;
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        number++;
        try {
          names.add(line);
        } catch (TypeNames.LineException e) {
          throw new IllegalArgumentException(
              location + ", line " + number + ": " + e.getMessage() + "; " + e.remedy(), e);
        }
      }
    }
    return names;
  }

  private static WordTagger tagger(String location) throws IOException {
    try {
      return WordTagger.of(NamedModel.load(location, Contents.DECODING));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(location + ": " + e.getMessage(), e);
    }
  }

  /** Whether the parts of speech of documents are not needed. */
  boolean makesTags() {
    return tagger != null;
  }

  /**
   * The changed corpus.
   *
   * @throws UnusableCasException if it has a type without a name
   */
  List<LabeledSequence> apply(List<LabeledSequence> sentences) throws UnusableCasException {
    List<LabeledSequence> changed = new ArrayList<>(sentences.size());
    for (LabeledSequence sentence : sentences) {
      changed.add(renamed(sentence).withTokens(tagged(sentence.tokens())));
    }
    return changed;
  }

  private TokenSequence tagged(TokenSequence tokens) {
    return tagger == null ? tokens : tagger.tag(tokens, posTags);
  }

  private LabeledSequence renamed(LabeledSequence sentence) throws UnusableCasException {
    if (names == null) {
      return sentence;
    }
    Span unlisted = names.firstUnlisted(sentence.spans()).orElse(null);
    if (unlisted != null) {
      throw new UnusableCasException(
          "the tag "
              + unlisted.type()
              + " is not listed in "
              + namesLocation
              + "; add it there, with - as the second column if such segments are to be left out");
    }
    return names.apply(sentence);
  }
}
