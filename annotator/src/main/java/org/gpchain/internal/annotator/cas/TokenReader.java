package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.TokenMarginals;

/**
 * Copies tokens out of the CAS, as the columns {@code word} (the token's form, or the text it
 * covers) and, if requested, {@code pos}: the raw tag of its part of speech or, if these are
 * requested and in the document, all that are possible, with their probabilities; and the columns
 * that are made of other annotations.
 *
 * @param posNeed ends the message "the token … has no part of speech": what needs it, and how to
 *     get it
 * @param annotationColumns those of the columns that are made of annotations; white space and
 *     control characters of values become {@code _}, as in the CoNLL format
 * @param labelColumns the same with values as they are, which are labels
 */
public record TokenReader(
    boolean withPos,
    String posNeed,
    PosTags posTags,
    List<AnnotationColumn> annotationColumns,
    List<AnnotationColumn> labelColumns) {
  /**
   * A reader of the given columns, with one part of speech for each token.
   *
   * @param columns {@code word}, {@code pos} and names of the others; the words are always read
   * @param others columns that are made of annotations; those among the columns are read
   * @throws UnusableCasException if another column is requested
   */
  public static TokenReader of(List<String> columns, List<AnnotationColumn> others, String posNeed)
      throws UnusableCasException {
    List<String> known = new ArrayList<>(AnnotationColumn.names(others));
    known.addAll(List.of(TokenSequence.WORD, TokenSequence.POS));
    for (String column : columns) {
      if (!known.contains(column)) {
        throw new UnusableCasException(
            String.format(
                "the column '%s' cannot be read from a CAS, which gives 'word' and 'pos'; train a"
                    + " model with templates that use only these and the columns derived from the"
                    + " word, or say which annotations it is made of (NAME=TYPE/FEATURE)",
                column));
      }
    }
    return new TokenReader(
        columns.contains(TokenSequence.POS),
        posNeed,
        PosTags.BEST,
        others.stream().filter(column -> columns.contains(column.name())).toList(),
        List.of());
  }

  /**
   * This reader, for so many parts of speech of a token where the document has probabilities, and
   * with columns of labels.
   */
  public TokenReader with(PosTags tags, AnnotationColumn... labels) {
    return new TokenReader(withPos, posNeed, tags, annotationColumns, List.of(labels));
  }

  /**
   * Copies sentences. Their parts of speech are a weighted column where the probability of any of
   * them is known and requested; those of tokens for which it is not weigh one.
   *
   * @throws UnusableCasException if a part of speech, or a type of annotations, is needed and
   *     missing
   */
  public List<TokenSequence> read(JCas document, List<List<Token>> sentences)
      throws UnusableCasException {
    PossiblePos possible =
        withPos && posTags == PosTags.POSSIBLE ? new PossiblePos(document) : null;
    List<AnnotationCells> cells = new ArrayList<>();
    List<AnnotationColumn> columns = new ArrayList<>(annotationColumns);
    columns.addAll(labelColumns);
    for (AnnotationColumn column : columns) {
      cells.add(
          new AnnotationCells(column, sentences, AnnotationCells.annotations(document, column)));
    }
    List<TokenSequence> sequences = new ArrayList<>(sentences.size());
    for (List<Token> tokens : sentences) {
      TokenSequence sequence = read(tokens);
      for (AnnotationCells column : cells) {
        boolean isLabel = labelColumns.contains(column.column);
        List<String> own =
            column.of(tokens).stream()
                .map(cell -> isLabel ? cell : cell.replaceAll(CasSentences.INVISIBLE, "_"))
                .toList();
        sequence = sequence.with(column.column.name(), own);
      }
      sequences.add(
          possible == null || possible.isEmpty() ? sequence : weighted(sequence, tokens, possible));
    }
    return sequences;
  }

  private static TokenSequence weighted(
      TokenSequence sequence, List<Token> tokens, PossiblePos possible) {
    List<Optional<List<WeightedValue>>> known = tokens.stream().map(possible::of).toList();
    if (known.stream().allMatch(Optional::isEmpty)) {
      return sequence;
    }
    List<List<WeightedValue>> single = sequence.cells(TokenSequence.POS);
    return sequence.replaceWeighted(
        TokenSequence.POS,
        IntStream.range(0, tokens.size())
            .mapToObj(t -> known.get(t).orElse(single.get(t)))
            .toList());
  }

  private TokenSequence read(List<Token> tokens) throws UnusableCasException {
    TokenSequence sentence =
        TokenSequence.ofWords(tokens.stream().map(TokenReader::textOf).toList());
    return withPos ? sentence.with(TokenSequence.POS, tags(tokens)) : sentence;
  }

  private List<String> tags(List<Token> tokens) throws UnusableCasException {
    List<String> tags = new ArrayList<>(tokens.size());
    for (Token token : tokens) {
      String tag = hasFeature(token, "pos") ? token.getPosValue() : null;
      if (tag == null) {
        throw new UnusableCasException(
            "the token '%s' at offset %s has no part of speech, %s"
                .formatted(textOf(token), token.getBegin(), posNeed));
      }
      tags.add(tag);
    }
    return tags;
  }

  /** The form of a token, for which the types of some tools have no feature, or its text. */
  private static String textOf(Token token) {
    return hasFeature(token, "form") ? token.getText() : token.getCoveredText();
  }

  public static boolean hasFeature(Token token, String name) {
    return token.getType().getFeatureByBaseName(name) != null;
  }

  /**
   * The parts of speech that a tagger held possible for the tokens of a document: the {@link
   * TokenMarginals} of the layer {@code POS}, as far as they go with the part of speech that a
   * token has now.
   *
   * <p>They go with it if they are of the model that wrote it, as its {@link ScoredSegment} says,
   * and nobody has changed its value since. Where there is no such score, they do if the token's
   * part of speech is their most probable one. All others are those of an earlier tagger, which
   * counts no more.
   *
   * <p>Marginals may have been cut to the most probable tags, or rounded: what they do not give to
   * any tag counts for none. What is no distribution (numbers below 0 or not numbers, a tag twice,
   * a sum above 1 by more than rounding) is not used.
   */
  private static final class PossiblePos {
    /** The excess of a sum if each of the tags above the threshold was rounded to 0.01. */
    private static final double ROUNDING = 0.005 / PosTags.LEAST_PROBABLE;

    private static final String LAYER = POS._TypeName;

    /** By their begin and end. */
    private final Map<List<Integer>, List<TokenMarginals>> marginals = new HashMap<>();

    private final Map<Annotation, ScoredSegment> scores = new HashMap<>();

    PossiblePos(JCas document) {
      if (!PredictionWriter.hasTypes(document)) {
        return;
      }
      for (TokenMarginals found : document.select(TokenMarginals.class)) {
        if (LAYER.equals(found.getLayer())) {
          marginals.computeIfAbsent(place(found), place -> new ArrayList<>()).add(found);
        }
      }
      if (!marginals.isEmpty()) {
        for (ScoredSegment score : document.select(ScoredSegment.class)) {
          if (LAYER.equals(score.getLayer()) && score.getAnnotation() != null) {
            scores.put(score.getAnnotation(), score);
          }
        }
      }
    }

    private static List<Integer> place(Annotation annotation) {
      return List.of(annotation.getBegin(), annotation.getEnd());
    }

    boolean isEmpty() {
      return marginals.isEmpty();
    }

    /**
     * The tags that are possible for a token.
     *
     * @return empty if only its part of speech is known
     */
    Optional<List<WeightedValue>> of(Token token) {
      String tag = token.getPosValue();
      ScoredSegment score = scores.get(token.getPos());
      boolean scored = score != null && tag.equals(score.getValue());
      return marginals.getOrDefault(place(token), List.of()).stream()
          .filter(PossiblePos::isDistribution)
          .filter(
              found ->
                  scored
                      ? score.getModel() != null && score.getModel().equals(found.getModel())
                      : tag.equals(mostProbable(found)))
          .findFirst()
          .map(
              found ->
                  PosTags.possible(
                      Arrays.asList(found.getLabels().toStringArray()),
                      found.getProbabilities()::get));
    }

    private static boolean isDistribution(TokenMarginals found) {
      if (found.getLabels() == null
          || found.getProbabilities() == null
          || found.getLabels().size() != found.getProbabilities().size()) {
        return false;
      }
      List<String> labels = Arrays.asList(found.getLabels().toStringArray());
      double[] probabilities = found.getProbabilities().toArray();
      double sum = Arrays.stream(probabilities).sum();
      return Arrays.stream(probabilities).allMatch(p -> p >= 0)
          && sum > 0
          && sum <= 1 + ROUNDING
          && !labels.contains(null)
          && new HashSet<>(labels).size() == labels.size();
    }

    private static String mostProbable(TokenMarginals found) {
      int best = 0;
      for (int i = 1; i < found.getProbabilities().size(); i++) {
        best = found.getProbabilities(i) > found.getProbabilities(best) ? i : best;
      }
      return found.getLabels(best);
    }
  }
}
