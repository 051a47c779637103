package org.gpchain.core.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.kernel.Prior;

/**
 * The features of a model. Immutable.
 *
 * @param vocabulary templates and features
 * @param prior learned or given prior variances of feature groups and transitions. If the posterior
 *     has a kernel, they are the initial values from which its hyper-parameters were learned.
 * @param tagset part-of-speech tags that the model knows; null if it uses none
 * @param sources sources of the columns that the features read
 * @param vectors dense features, whose groups and columns follow those of the vocabulary
 */
public record Features(
    Vocabulary vocabulary,
    Prior prior,
    Tagset tagset,
    ColumnSources sources,
    VectorFeatures vectors) {
  /**
   * A word resource that a model refers to. While a model holds the resource, all other models that
   * refer to it share it.
   *
   * @param reference identity of the resource, and the columns that the model reads from it
   * @param resource the whole resource
   */
  public record SharedWords(WordReference reference, WordResource resource) {
    /**
     * Returns the columns that the model reads from the resource, and the columns that the model
     * contains.
     *
     * @param contained words that the model contains; null for none
     */
    WordResource with(WordResource contained) {
      WordResource words = resource.only(reference.columns());
      if (contained == null) {
        return words;
      }
      return words.and(contained);
    }
  }

  /**
   * Creates features.
   *
   * @throws IllegalArgumentException if the prior does not fit the vocabulary, or a soft column is
   *     not required
   */
  public Features {
    int groupCount = vocabulary.groupCount() + vectors.blockCount();
    if (prior.groupCount() != groupCount) {
      throw new IllegalArgumentException(
          "features and prior must agree on the groups, had G = %s and %s"
              .formatted(groupCount, prior.groupCount()));
    }
    List<String> required = sources.requiredColumns(vocabulary.templates().requiredColumns());
    if (!required.containsAll(sources.soft())) {
      throw new IllegalArgumentException(
          String.format(
              "the soft columns of a model must be among those that it requires, %s, were %s",
              required, sources.soft()));
    }
  }

  /** Creates features without dense ones; see the other constructor. */
  public Features(Vocabulary vocabulary, Prior prior, Tagset tagset, ColumnSources sources) {
    this(vocabulary, prior, tagset, sources, VectorFeatures.NONE);
  }

  /** Returns features whose sentences have all columns, each with one value. */
  public static Features of(Vocabulary vocabulary, Prior prior, Tagset tagset) {
    return new Features(vocabulary, prior, tagset, ColumnSources.NONE);
  }

  /** Returns the number of features D, dense ones included. */
  public int featureCount() {
    return vocabulary.featureCount() + vectors.columnCount();
  }

  /** Returns the word resource, see {@link ColumnSources}; null for none. */
  public WordResource words() {
    return sources.words();
  }

  /**
   * Returns the word resource that the model refers to, see {@link ColumnSources}; null for none.
   */
  public SharedWords shared() {
    return sources.shared();
  }

  /** Returns the required columns whose cells held several values with weights in training. */
  public List<String> softColumns() {
    return sources.soft();
  }

  /** Returns the required columns that documents have as annotations. */
  public List<AnnotationColumn> annotationColumns() {
    return sources.annotations();
  }

  /** Returns the model of the first pass, see {@link ColumnSources}; null for none. */
  public Model firstPass() {
    return sources.firstPass();
  }

  /** Returns the base of the model, see {@link ColumnSources}; null for none. */
  public Model base() {
    return sources.base();
  }

  /** Returns the columns that a sentence must have, such as {@code word} and {@code pos}. */
  public List<String> requiredColumns() {
    return sources.requiredColumns(readColumns());
  }

  /** Returns the columns that the features read. */
  private List<String> readColumns() {
    List<String> ofTemplates = vocabulary.templates().requiredColumns();
    if (vectors.isNone() || ofTemplates.contains(TokenSequence.WORD)) {
      return ofTemplates;
    }
    List<String> columns = new ArrayList<>(ofTemplates);
    columns.add(TokenSequence.WORD);
    return columns;
  }

  /**
   * Returns how many parts of speech a token should have when it is tagged. The model is the most
   * accurate if it is as in training.
   */
  public PosTags posTags() {
    return softColumns().contains(TokenSequence.POS) ? PosTags.POSSIBLE : PosTags.BEST;
  }

  /** Returns the columns of a word resource that these features use. */
  List<String> columnsOf(WordResource whole) {
    if (words() == null) {
      return List.of();
    }
    List<String> used = words().columns();
    return whole.columns().stream().filter(used::contains).toList();
  }

  /**
   * Returns these features with a reference to a word resource that has some of the columns.
   *
   * @param whole the resource
   * @param used columns of the resource that these features use
   */
  Features sharing(WordResource whole, List<String> used) {
    WordReference reference = WordResourceFile.reference(whole).withColumns(used);
    return with(sources.withShared(new SharedWords(reference, whole)));
  }

  /**
   * Returns these features with the given annotation columns. Columns that these features do not
   * require are ignored.
   */
  public Features reading(List<AnnotationColumn> columns) {
    List<String> required = requiredColumns();
    List<AnnotationColumn> requiredAnnotations =
        columns.stream().filter(column -> required.contains(column.name())).toList();
    return with(sources.withAnnotations(requiredAnnotations));
  }

  private Features with(ColumnSources others) {
    return new Features(vocabulary, prior, tagset, others, vectors);
  }

  /**
   * Returns these features as the features of a second pass.
   *
   * @param first model of the first pass, with its words
   * @param all word resource from which both passes have their words; null for none
   */
  Features after(Model first, WordResource all) {
    Features ofFirst = first.features();
    WordResource words = null;
    if (all != null) {
      List<String> columns = new ArrayList<>(readColumns());
      columns.addAll(ofFirst.readColumns());
      words = all.only(columns);
    }

    Set<String> soft = new LinkedHashSet<>(softColumns());
    soft.addAll(ofFirst.softColumns());
    soft.removeAll(DocumentWindow.COLUMNS);

    Set<AnnotationColumn> annotations = new LinkedHashSet<>(annotationColumns());
    annotations.addAll(ofFirst.annotationColumns());

    Model firstPass = first.with(ofFirst.with(ColumnSources.NONE));
    ColumnSources ofBoth =
        new ColumnSources(
            words, null, List.copyOf(soft), List.copyOf(annotations), firstPass, null);
    return new Features(vocabulary, prior, tagsetOr(ofFirst), ofBoth, vectors);
  }

  /**
   * Returns these features, which were learned from sentences with the columns of a base, as the
   * features of a model over that base.
   *
   * @param below the base
   */
  Features over(Model below) {
    Features ofBase = below.features();
    ColumnSources columnsOfBase = ColumnSources.ofBase(below);
    Set<String> soft = new LinkedHashSet<>(softColumns());
    soft.retainAll(columnsOfBase.requiredColumns(readColumns()));
    soft.addAll(ofBase.softColumns());

    ColumnSources ofBoth = columnsOfBase.withSoft(soft).withAnnotations(ofBase.annotationColumns());
    return new Features(vocabulary, prior, tagsetOr(ofBase), ofBoth, vectors);
  }

  /** Returns the tagset of these features, or of other features if these have none. */
  private Tagset tagsetOr(Features others) {
    return tagset == null ? others.tagset : tagset;
  }

  /** Returns the part of {@link #words} that the file of the model contains; null for none. */
  WordResource containedWords() {
    if (shared() == null) {
      return words();
    }

    List<String> ofShared = shared().reference().columns();
    List<String> contained =
        words().columns().stream().filter(column -> !ofShared.contains(column)).toList();
    return contained.isEmpty() ? null : words().only(contained);
  }
}
