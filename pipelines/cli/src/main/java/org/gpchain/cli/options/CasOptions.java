package org.gpchain.cli.options;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gpchain.annotator.cas.SegmentLayer;
import org.gpchain.corpora.CorpusReader;
import org.gpchain.corpora.cas.CasCorpusReader;
import org.gpchain.corpora.cas.CasFormat;
import org.gpchain.corpora.cas.DocumentSource;
import org.gpchain.training.uima.CasCorpus.DocumentMarks;
import org.gpchain.training.uima.LabelSource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of corpora that are UIMA documents. */
final class CasOptions extends MixedOptions {
  /** The names of these options, and of those of {@link DocumentOptions}. */
  static final List<String> NAMES =
      Stream.concat(
              DocumentOptions.NAMES.stream(),
              Stream.of("--annotation-type", "--annotation-feature", "--subtypes-as-labels"))
          .toList();

  @Mixin private DocumentOptions documents;

  @Option(
      names = "--annotation-type",
      paramLabel = "TYPE",
      description = {
        "In documents: the full name of the annotation type to learn.",
        "Default: DKPro's Chunk for chunk and np, NamedEntity for ne."
      })
  private String annotationType;

  @Option(
      names = "--annotation-feature",
      paramLabel = "NAME",
      description =
          "The feature with the label. Default: chunkValue of Chunk, value of NamedEntity.")
  private String annotationFeature;

  @Option(
      names = "--subtypes-as-labels",
      description = "The label is the short name of the annotation's type, such as Person.")
  private boolean subtypesAsLabels;

  @Option(
      names = "--done-type",
      paramLabel = "TYPE",
      description =
          "With --annotated, in documents: full name of an annotation type. Sentences inside"
              + " such an annotation are done: what is in no segment is outside.")
  private String doneType;

  @Option(
      names = "--rejected-type",
      paramLabel = "TYPE",
      description =
          "With --annotated, in documents: full name of the annotation type of rejected"
              + " suggestions, which have labels as segments do; their tokens are in no segment of"
              + " this label.")
  private String rejectedType;

  boolean hasReader() {
    return documents.hasReader();
  }

  /**
   * Checks that none of these options is set.
   *
   * @throws picocli.CommandLine.ParameterException if one is
   */
  void checkUnused() {
    refuse(NAMES, DocumentOptions.NEED);
    refuse(List.of("--done-type", "--rejected-type"), DocumentOptions.NEED);
  }

  /**
   * A reader of a corpus.
   *
   * @param format of its files; null for what the user's collection reader reads
   */
  CorpusReader reader(CasFormat format, String task, CorpusOptions.FeatureColumns features)
      throws IOException {
    DocumentSource.Opener opener =
        format == null ? documents.ofReader() : documents.ofFormat(format);
    return CasCorpusReader.of(
        opener, source(task), columns(features), new DocumentMarks(doneType, rejectedType));
  }

  private List<String> columns(CorpusOptions.FeatureColumns features) throws IOException {
    List<String> required = features.requiredOf(CasCorpusReader.COLUMNS);
    if (!CasCorpusReader.COLUMNS.containsAll(required)) {
      throw wrongUse(
          "the features need the columns %s, documents have %s: give the corpus as a file with"
                  .formatted(required, CasCorpusReader.COLUMNS)
              + " columns");
    }
    return required;
  }

  private LabelSource source(String task) {
    LabelSource usual = LabelSource.ofTask(task).orElse(null);
    if (annotationType == null && usual == null) {
      throw wrongUse(
          "the task '"
              + task
              + "' has no annotation type of its own: give --annotation-type, and"
              + " --annotation-feature or --subtypes-as-labels");
    }
    String type = annotationType == null ? usual.layer().typeName() : annotationType;
    String feature = annotationFeature;
    if (feature == null) {
      boolean known = usual != null && type.equals(usual.layer().typeName());
      feature = known ? usual.layer().valueFeature() : "";
    }
    if (feature.isEmpty() && !subtypesAsLabels) {
      throw wrongUse("--annotation-type needs --annotation-feature or --subtypes-as-labels");
    }
    return new LabelSource(
        new SegmentLayer(type, feature),
        subtypesAsLabels,
        usual == null ? Set.of() : usual.onlyTags());
  }
}
