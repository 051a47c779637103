package org.gpchain.core.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Features.SharedWords;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.core.document.DocumentWindow;

/**
 * The sources of the columns that the features of a model read: annotations of documents, word
 * resources and other models. Immutable.
 *
 * @param words word resource that adds columns to sentences, reduced to the columns that are used;
 *     null for none
 * @param shared resource that contains {@code words} or a part of it, if the model refers to it
 *     instead of containing the part; null if the model contains everything
 * @param soft required columns whose cells held several values with weights in training
 * @param annotations required columns that documents have as annotations
 * @param firstPass model from whose marginals a {@link DocumentWindow} adds columns to sentences.
 *     It has no words, because its sentences already have their columns. Null for none.
 * @param base model that adds the columns of {@link BasePass} and the columns of its own words. A
 *     model with a base has neither words nor a first pass. Null for none.
 */
public record ColumnSources(
    WordResource words,
    SharedWords shared,
    List<String> soft,
    List<AnnotationColumn> annotations,
    Model firstPass,
    Model base) {
  /** No sources: sentences have all columns, each with one value. */
  public static final ColumnSources NONE = of(null, List.of());

  /** Checks that the sources are compatible, and copies the lists. */
  public ColumnSources {
    soft = List.copyOf(soft);
    annotations = List.copyOf(annotations);
    if (firstPass != null
        && (firstPass.words() != null || firstPass.features().firstPass() != null)) {
      throw new IllegalArgumentException(
          "the first-pass model must have no word resource and no first pass");
    }
    if (base != null && (words != null || firstPass != null || base.features().base() != null)) {
      throw new IllegalArgumentException(
          "a model with a base must not have its own word resource or first pass,"
              + " and its base must not have a base");
    }
  }

  /**
   * Returns the sources of a model with a single pass that contains all its words.
   *
   * @param words word resource, reduced to the columns that are used; null for none
   * @param soft required columns whose cells held several values with weights in training
   */
  public static ColumnSources of(WordResource words, List<String> soft) {
    return new ColumnSources(words, null, soft, List.of(), null, null);
  }

  /** Returns the sources of a model that reads the columns of a base. */
  static ColumnSources ofBase(Model base) {
    return new ColumnSources(null, null, List.of(), List.of(), null, base);
  }

  /** Returns these sources, with a resource that contains some of the words. */
  ColumnSources withShared(SharedWords resource) {
    return new ColumnSources(words, resource, soft, annotations, firstPass, base);
  }

  /** Returns these sources with other soft columns. */
  ColumnSources withSoft(Set<String> columns) {
    return new ColumnSources(words, shared, List.copyOf(columns), annotations, firstPass, base);
  }

  /** Returns these sources with other annotation columns. */
  ColumnSources withAnnotations(List<AnnotationColumn> columns) {
    return new ColumnSources(words, shared, soft, columns, firstPass, base);
  }

  /**
   * Returns the columns that a sentence must have.
   *
   * @param read columns that the feature templates read
   */
  List<String> requiredColumns(List<String> read) {
    if (base != null) {
      Set<String> required = new LinkedHashSet<>(base.requiredColumns());
      required.addAll(WordResource.withoutThoseOf(base.words(), read));
      required.remove(BasePass.COLUMN);
      return List.copyOf(required);
    }

    if (firstPass == null) {
      return WordResource.withoutThoseOf(words, read);
    }

    Set<String> required = new LinkedHashSet<>(read);
    required.addAll(firstPass.requiredColumns());
    required.add(TokenSequence.WORD);
    required.removeAll(DocumentWindow.COLUMNS);
    return WordResource.withoutThoseOf(words, List.copyOf(required));
  }
}
