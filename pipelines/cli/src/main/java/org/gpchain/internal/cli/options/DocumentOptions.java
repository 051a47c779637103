package org.gpchain.internal.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.collection.CollectionReader;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.formats.cas.CasReading;
import org.gpchain.internal.formats.cas.Components;
import org.gpchain.internal.formats.cas.DocumentSource;
import picocli.CommandLine.Option;

/** Options that say how to read UIMA documents. */
final class DocumentOptions extends CommandPart {
  private static final String DROP_UNKNOWN_TYPES = "--drop-unknown-types";
  private static final String VIEW = "--view";

  static final List<String> NAMES =
      List.of(
          "--reader",
          "--reader-param",
          "--type-system",
          "--allow-remote-types",
          DROP_UNKNOWN_TYPES,
          VIEW);

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
          "Type system of the documents. Default: of each document, the TypeSystem.xml in its"
              + " folder or, if there is none, in the closest folder above.")
  private Path typeSystem;

  @Option(
      names = "--allow-remote-types",
      description =
          "Let a type system import descriptions by URL or from outside of its folder. Only"
              + " for type systems that you trust.")
  private boolean remoteTypes;

  @Option(
      names = DROP_UNKNOWN_TYPES,
      description =
          "Leave out annotations and features that no type system declares, and say how many."
              + " Default: refuse documents that have such.")
  private boolean dropUnknownTypes;

  @Option(
      names = VIEW,
      paramLabel = "NAME",
      description =
          "The view of the documents to read. Default: the initial view or, if that has no text,"
              + " the only one that has.")
  private String view;

  boolean hasReader() {
    return reader != null;
  }

  /** Whether UIMA documents are read, and not a file with columns or text. */
  boolean areRead(Format format) {
    if (hasReader()) {
      List<String> ofFiles =
          List.of(
              "--format",
              "--columns",
              ColumnOptions.LABEL_KEY,
              EncodingOption.NAME,
              DROP_UNKNOWN_TYPES);
      refuse(ofFiles, " excludes --reader");
      return true;
    }
    if (format == null || format.ofDocuments() == null) {
      return false;
    }
    refuseOptionsOfColumns(format);
    checkNeeds("--reader-param", false, "--reader");
    return true;
  }

  /** Refuses options of UIMA documents and of columns, which a format of texts with spans lacks. */
  void checkNotUsed(Format format) {
    refuseOptionsOfColumns(format);
    refuse(NAMES, " does not go with --format " + format);
  }

  private void refuseOptionsOfColumns(Format format) {
    refuse(List.of("--columns", EncodingOption.NAME), " needs --format column, not " + format);
    refuse(List.of(ColumnOptions.LABEL_KEY), " needs --format conllu, not " + format);
  }

  /** What reads them, with the user's reader or in files of a format. */
  DocumentSource.Opener opener(Format format) {
    return hasReader() ? ofReader() : DocumentSource.ofFiles(format.ofDocuments(), reading());
  }

  private CasReading reading() {
    return new CasReading(typeSystem, remoteTypes, view, dropUnknownTypes);
  }

  /** Documents in files of a format, which are annotated. */
  InputFormat asInput(Format format) {
    if (!hasReader()) {
      return InputFormat.of(format.ofDocuments(), reading());
    }
    String viewName = view == null ? "" : ", view " + view;
    return InputFormat.readElsewhere(reader + " " + readerParameters + viewName);
  }

  DocumentSource.Opener ofReader() {
    return orWrongUse(
        () ->
            DocumentSource.ofReader(
                Components.find(reader, CollectionReader.class, "collection reader"),
                Components.parameters("--reader-param", readerParameters),
                reading()));
  }
}
