package org.gpchain.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.collection.CollectionReader;
import org.gpchain.corpora.cas.Components;
import org.gpchain.corpora.cas.DocumentSource;
import org.gpchain.documents.InputFormat;
import picocli.CommandLine.Option;

/** Options that say how to read UIMA documents. */
final class DocumentOptions extends CommandPart {
  static final List<String> NAMES =
      List.of("--reader", "--reader-param", "--type-system", "--allow-remote-types");

  static final String NEED = " needs --format xmi or jsoncas, or --reader";

  @Option(
      names = "--reader",
      paramLabel = "CLASS",
      description =
          "Read with this UIMA collection reader, instead of --format. Its parameter"
              + " sourceLocation, if it has one, is set to the file to read. Jars that are not part"
              + " of GPChain go into the environment variable GPCHAIN_CLASSPATH.")
  private String reader;

  @Option(
      names = "--reader-param",
      paramLabel = "NAME=VALUE",
      description = "A parameter of the reader; repeat it for several values.")
  private List<String> readerParameters = new ArrayList<>();

  @Option(
      names = "--type-system",
      description =
          "Type system of the documents. Default: TypeSystem.xml beside them, if present.")
  private Path typeSystem;

  @Option(
      names = "--allow-remote-types",
      description =
          "Let a type system import descriptions by URL or from outside of its folder. Only"
              + " for type systems that you trust.")
  private boolean remoteTypes;

  boolean hasReader() {
    return reader != null;
  }

  /** Whether UIMA documents are read, and not a file with columns or text. */
  boolean areRead(Format format) {
    if (hasReader()) {
      refuse(List.of("--format", "--columns", EncodingOption.NAME), " excludes --reader");
      return true;
    }
    if (format == null || format.ofDocuments() == null) {
      return false;
    }
    refuse(List.of("--columns", EncodingOption.NAME), " needs --format column, not " + format);
    checkNeeds("--reader-param", false, "--reader");
    return true;
  }

  /** What reads them, with the user's reader or in files of a format. */
  DocumentSource.Opener opener(Format format) {
    return hasReader()
        ? ofReader()
        : DocumentSource.ofFiles(format.ofDocuments(), typeSystem, remoteTypes);
  }

  /** Documents in files of a format, which are annotated. */
  InputFormat asInput(Format format) {
    return hasReader()
        ? InputFormat.readElsewhere(reader + " " + readerParameters)
        : InputFormat.of(format.ofDocuments(), typeSystem, remoteTypes);
  }

  DocumentSource.Opener ofReader() {
    return orWrongUse(
        () ->
            DocumentSource.ofReader(
                Components.find(reader, CollectionReader.class, "collection reader"),
                Components.parameters("--reader-param", readerParameters),
                typeSystem,
                remoteTypes));
  }
}
