package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;

/**
 * A reader that copies tokens out of a CAS. It reads the columns
 *
 * <ul>
 *   <li>{@code word}: the form of the token, or the text that it covers;
 *   <li>{@code pos}, if requested: the tag of its part of speech or, if several tags are requested
 *       and the document has them, all possible tags with their probabilities;
 *   <li>columns that are made of other annotations.
 * </ul>
 *
 * @param withPos whether parts of speech are read
 * @param posNeed end of the message "the token … has no part of speech, …": why it is needed, and
 *     how to get it
 * @param posTags whether one tag or all possible tags of a token are read
 * @param annotationColumns columns that are made of annotations. White space and control characters
 *     of their values become {@code _}, as in the CoNLL format.
 * @param labelColumns columns of labels that are made of annotations. Their values stay unchanged.
 */
public record TokenReader(
    boolean withPos,
    String posNeed,
    PosTags posTags,
    List<AnnotationColumn> annotationColumns,
    List<AnnotationColumn> labelColumns) {
  /**
   * Returns a reader of the given columns, with one part of speech for each token.
   *
   * @param columns names of the columns: {@code word}, {@code pos} and names of annotation columns;
   *     words are always read
   * @param annotationColumns known columns that are made of annotations; only those that are named
   *     in {@code columns} are read
   * @param posNeed end of the message "the token … has no part of speech, …"
   * @throws UnusableCasException if another column is requested
   */
  public static TokenReader of(
      List<String> columns, List<AnnotationColumn> annotationColumns, String posNeed)
      throws UnusableCasException {
    List<String> knownColumns = new ArrayList<>(AnnotationColumn.names(annotationColumns));
    knownColumns.addAll(List.of(TokenSequence.WORD, TokenSequence.POS));
    for (String column : columns) {
      if (!knownColumns.contains(column)) {
        throw new UnusableCasException(
            String.format(
                "the column '%s' cannot be read from a CAS, which only provides"
                    + " 'word' and 'pos'; train a model with templates that only use these"
                    + " and the columns derived from the word, or specify the annotations"
                    + " of the column (NAME=TYPE/FEATURE)",
                column));
      }
    }

    List<AnnotationColumn> requestedColumns =
        annotationColumns.stream().filter(column -> columns.contains(column.name())).toList();
    return new TokenReader(
        columns.contains(TokenSequence.POS), posNeed, PosTags.BEST, requestedColumns, List.of());
  }

  /**
   * Returns a copy of this reader that reads the given columns of labels, and one or all possible
   * parts of speech of a token.
   *
   * @param tags whether all possible tags are read if the document has their probabilities
   * @param labels columns of labels
   */
  public TokenReader with(PosTags tags, AnnotationColumn... labels) {
    return new TokenReader(withPos, posNeed, tags, annotationColumns, List.of(labels));
  }

  /**
   * Copies sentences. If all possible parts of speech are requested, and the document has
   * probabilities for a token of the sentence, {@code pos} is a weighted column. In this column,
   * the tags of tokens without probabilities have the weight 1.
   *
   * @throws UnusableCasException if a part of speech, or a type of annotations, is needed and
   *     missing
   */
  public List<TokenSequence> read(JCas document, List<List<Token>> sentences)
      throws UnusableCasException {
    PossiblePos possiblePos = PossiblePos.NONE;
    if (withPos && posTags == PosTags.POSSIBLE) {
      possiblePos = PossiblePos.of(document);
    }
    List<AnnotationCells> plainCells = cells(document, sentences, annotationColumns);
    List<AnnotationCells> labelCells = cells(document, sentences, labelColumns);

    List<TokenSequence> sequences = new ArrayList<>(sentences.size());
    for (List<Token> tokens : sentences) {
      TokenSequence sequence = read(tokens);
      for (AnnotationCells cells : plainCells) {
        List<String> values =
            cells.of(tokens).stream().map(TokenReader::withoutInvisibleCharacters).toList();
        sequence = sequence.with(cells.column.name(), values);
      }
      for (AnnotationCells cells : labelCells) {
        sequence = sequence.with(cells.column.name(), cells.of(tokens));
      }
      sequences.add(withPossiblePos(sequence, tokens, possiblePos));
    }
    return sequences;
  }

  private static List<AnnotationCells> cells(
      JCas document, List<List<Token>> sentences, List<AnnotationColumn> columns)
      throws UnusableCasException {
    List<AnnotationCells> cells = new ArrayList<>(columns.size());
    for (AnnotationColumn column : columns) {
      List<Annotation> annotations = AnnotationCells.annotations(document, column);
      cells.add(new AnnotationCells(column, sentences, annotations));
    }
    return cells;
  }

  private static String withoutInvisibleCharacters(String cell) {
    return cell.replaceAll(CasSentences.INVISIBLE, "_");
  }

  private static TokenSequence withPossiblePos(
      TokenSequence sequence, List<Token> tokens, PossiblePos possiblePos) {
    if (possiblePos.isEmpty()) {
      return sequence;
    }

    List<List<WeightedValue>> singleTags = sequence.cells(TokenSequence.POS);
    List<List<WeightedValue>> weightedTags = new ArrayList<>(tokens.size());
    boolean hasProbabilities = false;
    for (int t = 0; t < tokens.size(); t++) {
      Optional<List<WeightedValue>> possibleTags = possiblePos.of(tokens.get(t));
      weightedTags.add(possibleTags.orElse(singleTags.get(t)));
      hasProbabilities |= possibleTags.isPresent();
    }

    if (!hasProbabilities) {
      return sequence;
    }
    return sequence.replaceWeighted(TokenSequence.POS, weightedTags);
  }

  private TokenSequence read(List<Token> tokens) throws UnusableCasException {
    List<String> words = tokens.stream().map(TokenReader::textOf).toList();
    TokenSequence sequence = TokenSequence.ofWords(words);
    if (!withPos) {
      return sequence;
    }
    return sequence.with(TokenSequence.POS, tags(tokens));
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

  /** Returns the form of a token, or its text if the token type has no feature for the form. */
  private static String textOf(Token token) {
    return hasFeature(token, "form") ? token.getText() : token.getCoveredText();
  }

  /**
   * Returns whether the type of a token has a feature. The token types of some tools lack features
   * of DKPro's token.
   */
  public static boolean hasFeature(Token token, String name) {
    return token.getType().getFeatureByBaseName(name) != null;
  }
}
