package org.gpchain.core.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.kernel.Prior;

/**
 * The features of a model.
 *
 * @param prior learned or given prior variances of feature groups and transitions; if the posterior
 *     has its own kernel, those at which learning its hyper-parameters began
 * @param tagset the part-of-speech tags that are known; null if none are used
 * @param words gives sentences more columns, cut to those that are used; null for none
 * @param softColumns those of the required columns whose cells held several values with weights in
 *     training
 * @param shared the resource that {@code words} is a part of, if the model refers to it in place of
 *     containing the part; null if it contains all
 * @param annotationColumns those of the required columns that documents have as annotations
 * @param firstPass the model whose marginals give sentences the columns of {@link DocumentWindow};
 *     it has no words, since it gets sentences that have their columns; null for none
 * @param base the model that gives sentences the columns of {@link BasePass}, its own words' among
 *     them; these features have neither words nor a first pass then; null for none
 */
public record Features(
    Vocabulary vocabulary,
    Prior prior,
    Tagset tagset,
    WordResource words,
    List<String> softColumns,
    SharedWords shared,
    List<AnnotationColumn> annotationColumns,
    Model firstPass,
    Model base) {
  /**
   * A word resource that a model refers to. While a model holds it, all others that refer to it
   * share it.
   *
   * @param reference which it is, and the columns that the model takes from it
   */
  public record SharedWords(WordReference reference, WordResource resource) {
    /** The columns that the model takes from it, and what it contains; null for none. */
    WordResource with(WordResource contained) {
      WordResource words = resource.only(reference.columns());
      return contained == null ? words : words.and(contained);
    }
  }

  public Features {
    softColumns = List.copyOf(softColumns);
    annotationColumns = List.copyOf(annotationColumns);
    if (prior.groupCount() != vocabulary.groupCount()) {
      throw new IllegalArgumentException(
          "vocabulary and prior must agree on the groups, had G = %s and %s"
              .formatted(vocabulary.groupCount(), prior.groupCount()));
    }
    if (firstPass != null
        && (firstPass.words() != null || firstPass.features().firstPass != null)) {
      throw new IllegalArgumentException("the first pass of a model is one without words");
    }
    if (base != null && (words != null || firstPass != null || base.features().base != null)) {
      throw new IllegalArgumentException(
          "a model with a base reads the words of the base, and the base is one without a base");
    }
    List<String> required = required(vocabulary, words, firstPass, base);
    if (!required.containsAll(softColumns)) {
      throw new IllegalArgumentException(
          String.format(
              "the soft columns of a model must be among those that it requires, %s, were %s",
              required, softColumns));
    }
  }

  /** Features of one pass. */
  public Features(
      Vocabulary vocabulary,
      Prior prior,
      Tagset tagset,
      WordResource words,
      List<String> softColumns,
      SharedWords shared,
      List<AnnotationColumn> annotationColumns) {
    this(vocabulary, prior, tagset, words, softColumns, shared, annotationColumns, null, null);
  }

  private static List<String> required(
      Vocabulary vocabulary, WordResource words, Model firstPass, Model base) {
    List<String> own = vocabulary.templates().requiredColumns();
    if (base != null) {
      Set<String> both = new LinkedHashSet<>(base.requiredColumns());
      both.addAll(WordResource.withoutThoseOf(base.words(), own));
      both.remove(BasePass.COLUMN);
      return List.copyOf(both);
    }
    if (firstPass == null) {
      return WordResource.withoutThoseOf(words, own);
    }
    Set<String> both = new LinkedHashSet<>(own);
    both.addAll(firstPass.requiredColumns());
    both.add(TokenSequence.WORD);
    both.removeAll(DocumentWindow.COLUMNS);
    return WordResource.withoutThoseOf(words, List.copyOf(both));
  }

  public static Features of(Vocabulary vocabulary, Prior prior, Tagset tagset) {
    return new Features(vocabulary, prior, tagset, null, List.of(), null, List.of());
  }

  /** The columns that a sentence must have, such as {@code word} and {@code pos}. */
  public List<String> requiredColumns() {
    return required(vocabulary, words, firstPass, base);
  }

  /**
   * The number of parts of speech that a token to be labelled should have: as many as in training.
   * With others it works, but not as well.
   */
  public PosTags posTags() {
    return softColumns.contains(TokenSequence.POS) ? PosTags.POSSIBLE : PosTags.BEST;
  }

  /** The columns of a word resource that these features use. */
  List<String> columnsOf(WordResource whole) {
    return words == null
        ? List.of()
        : whole.columns().stream().filter(words.columns()::contains).toList();
  }

  /** These features, which refer to a word resource for some of its columns. */
  Features sharing(WordResource whole, List<String> used) {
    WordReference reference = WordResourceFile.reference(whole).withColumns(used);
    SharedWords sharing = new SharedWords(reference, whole);
    return new Features(
        vocabulary, prior, tagset, words, softColumns, sharing, annotationColumns, firstPass, base);
  }

  /** These features, which read those of the columns that they require from annotations. */
  public Features reading(List<AnnotationColumn> columns) {
    List<String> required = requiredColumns();
    List<AnnotationColumn> own =
        columns.stream().filter(column -> required.contains(column.name())).toList();
    return new Features(
        vocabulary, prior, tagset, words, softColumns, shared, own, firstPass, base);
  }

  /**
   * These features as those of a second pass.
   *
   * @param first the first pass, with its words
   * @param all the resource of which both have their words; null for none
   */
  Features after(Model first, WordResource all) {
    Features its = first.features();
    List<String> columns = new ArrayList<>(vocabulary.templates().requiredColumns());
    columns.addAll(its.vocabulary.templates().requiredColumns());
    Set<String> soft = new LinkedHashSet<>(softColumns);
    soft.addAll(its.softColumns);
    soft.removeAll(DocumentWindow.COLUMNS);
    Set<AnnotationColumn> annotations = new LinkedHashSet<>(annotationColumns);
    annotations.addAll(its.annotationColumns);
    return new Features(
        vocabulary,
        prior,
        tagset == null ? its.tagset : tagset,
        all == null ? null : all.only(columns),
        List.copyOf(soft),
        null,
        List.copyOf(annotations),
        first.with(Features.of(its.vocabulary, its.prior, its.tagset)),
        null);
  }

  /**
   * These features, which were learned of sentences with the columns of a base.
   *
   * @param below the base
   */
  Features over(Model below) {
    Features its = below.features();
    Set<String> soft = new LinkedHashSet<>(softColumns);
    soft.retainAll(required(vocabulary, null, null, below));
    soft.addAll(its.softColumns);
    return new Features(
        vocabulary,
        prior,
        tagset == null ? its.tagset : tagset,
        null,
        List.copyOf(soft),
        null,
        its.annotationColumns,
        null,
        below);
  }

  /** The part of {@link #words} that a model's file contains; null for none. */
  WordResource containedWords() {
    if (shared == null) {
      return words;
    }
    List<String> own =
        words.columns().stream()
            .filter(column -> !shared.reference().columns().contains(column))
            .toList();
    return own.isEmpty() ? null : words.only(own);
  }
}
