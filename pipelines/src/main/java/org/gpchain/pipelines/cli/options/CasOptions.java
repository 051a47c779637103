package org.gpchain.pipelines.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.uima.collection.CollectionReader;
import org.gpchain.annotator.cas.SegmentLayer;
import org.gpchain.pipelines.corpus.CorpusReader;
import org.gpchain.pipelines.corpus.cas.CasCorpusReader;
import org.gpchain.pipelines.corpus.cas.CasFormat;
import org.gpchain.training.uima.LabelSource;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of corpora that are UIMA documents. */
final class CasOptions extends MixedOptions {
  @Option(
      names = "--reader",
      paramLabel = "CLASS",
      description = {
        "Read the corpus with this UIMA collection reader, instead of --format. FILE becomes its"
            + " parameter sourceLocation, if it has one. Jars that are not part of GPChain go into"
            + " the environment variable GPCHAIN_CLASSPATH."
      })
  private String reader;

  @Option(
      names = "--reader-param",
      paramLabel = "NAME=VALUE",
      description = "A parameter of the reader; repeat it for several values.")
  private List<String> readerParameters = new ArrayList<>();

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
      names = "--type-system",
      paramLabel = "FILE",
      description =
          "Type system of the documents. Default: TypeSystem.xml beside them, if present.")
  private Path typeSystem;

  /** Whether the corpus is read by a collection reader. */
  boolean hasReader() {
    return reader != null;
  }

  /**
   * Checks that none of these options is set.
   *
   * @throws ParameterException if one is
   */
  void checkUnused() {
    String arguments = asArguments().strip();
    if (!arguments.isEmpty()) {
      throw wrongUse(
          arguments.split(" ", 2)[0] + " needs --format xmi, bincas or json, or --reader");
    }
  }

  /** A reader of files of a format. */
  CorpusReader ofFormat(CasFormat format, String task, FeatureColumns features) throws IOException {
    if (!readerParameters.isEmpty()) {
      throw wrongUse("--reader-param needs --reader");
    }
    return CasCorpusReader.ofFiles(format, typeSystem, source(task), columns(features));
  }

  /** What the user's collection reader reads. */
  CorpusReader ofReader(String task, FeatureColumns features) throws IOException {
    return CasCorpusReader.ofReader(
        readerClass(), readerParameters(), typeSystem, source(task), columns(features));
  }

  private List<String> columns(FeatureColumns features) throws IOException {
    List<String> required = features.requiredOf(CasCorpusReader.COLUMNS);
    if (!CasCorpusReader.COLUMNS.containsAll(required)) {
      throw wrongUse(
          "the features need the columns "
              + required
              + ", documents have "
              + CasCorpusReader.COLUMNS
              + ": give the corpus as a file with columns");
    }
    return required;
  }

  private Class<? extends CollectionReader> readerClass() {
    try {
      return Class.forName(reader).asSubclass(CollectionReader.class);
    } catch (ClassNotFoundException | LinkageError e) {
      throw wrongUse(
          "there is no class "
              + reader
              + " on the class path ("
              + e
              + "): give its full name, and put its jar and those that it needs into the"
              + " environment variable GPCHAIN_CLASSPATH");
    } catch (ClassCastException e) {
      throw wrongUse(
          reader + " is not a UIMA collection reader: give a subclass of CollectionReader");
    }
  }

  private Map<String, List<String>> readerParameters() {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String parameter : readerParameters) {
      int equals = parameter.indexOf('=');
      if (equals < 1) {
        throw wrongUse("--reader-param must be NAME=VALUE, was '" + parameter + "'");
      }
      values
          .computeIfAbsent(parameter.substring(0, equals), name -> new ArrayList<>())
          .add(parameter.substring(equals + 1));
    }
    return values;
  }

  private LabelSource source(String task) {
    LabelSource usual = LabelSource.ofTask(task).orElse(null);
    if (annotationType == null && usual == null) {
      throw wrongUse(
          "which annotations are learned for the task '"
              + task
              + "'? Give --annotation-type, and --annotation-feature or --subtypes-as-labels");
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

  /** These options as they would be written again, for the next command; may be empty. */
  String asArguments() {
    StringBuilder arguments = new StringBuilder();
    append(arguments, "--reader", reader);
    readerParameters.forEach(value -> append(arguments, "--reader-param", value));
    append(arguments, "--annotation-type", annotationType);
    append(arguments, "--annotation-feature", annotationFeature);
    arguments.append(subtypesAsLabels ? " --subtypes-as-labels" : "");
    append(arguments, "--type-system", typeSystem);
    return arguments.toString();
  }

  private static void append(StringBuilder arguments, String name, Object value) {
    if (value != null) {
      arguments.append(' ').append(name).append(' ').append(value);
    }
  }
}
