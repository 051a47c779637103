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

  /** Names of all options of this class. */
  static final List<String> NAMES =
      List.of(
          "--reader",
          "--reader-param",
          "--type-system",
          "--allow-remote-types",
          DROP_UNKNOWN_TYPES,
          VIEW);

  /** End of an error message about an option that needs UIMA documents. */
  static final String NEED = " needs --format xmi or jsoncas, or --reader";

  @Option(
      names = "--reader",
      paramLabel = "CLASS",
      description =
          "Read the input with this UIMA collection reader instead of --format. If the reader has a"
              + " parameter sourceLocation, it is set to the file to read. Add jars that are not"
              + " part of GPChain to the environment variable GPCHAIN_CLASSPATH.")
  private String reader;

  @Option(
      names = "--reader-param",
      paramLabel = "NAME=VALUE",
      description = "A parameter of the reader. Repeat the option for several values.")
  private List<String> readerParameters = new ArrayList<>();

  @Option(
      names = "--type-system",
      description =
          "UIMA type system description of the documents. Default: for each document, the"
              + " TypeSystem.xml in its folder or, if there is none, in the closest parent folder.")
  private Path typeSystem;

  @Option(
      names = "--allow-remote-types",
      description =
          "Allow type systems to import descriptions by URL or from outside of their folder. Use"
              + " this only for type systems that you trust.")
  private boolean remoteTypes;

  @Option(
      names = DROP_UNKNOWN_TYPES,
      description =
          "Skip annotations and features that the type system does not declare, and print their"
              + " number. Default: documents with undeclared types are errors.")
  private boolean dropUnknownTypes;

  @Option(
      names = VIEW,
      paramLabel = "NAME",
      description =
          "Name of the view to read. Default: the initial view or, if it has no text, the only view"
              + " with text.")
  private String view;

  /** Returns whether the user names a UIMA collection reader. */
  boolean hasReader() {
    return reader != null;
  }

  /**
   * Returns whether the input consists of UIMA documents, and not of raw text or columns.
   *
   * @throws picocli.CommandLine.ParameterException if the options contradict each other
   */
  boolean areRead(Format format) {
    if (hasReader()) {
      List<String> fileOptions =
          List.of(
              "--format",
              "--columns",
              ColumnOptions.LABEL_KEY,
              EncodingOption.NAME,
              DROP_UNKNOWN_TYPES);
      refuse(fileOptions, " excludes --reader");
      return true;
    }
    if (format == null || format.ofDocuments() == null) {
      return false;
    }
    refuseOptionsOfColumns(format);
    checkNeeds("--reader-param", false, "--reader");
    return true;
  }

  /** Refuses options of UIMA documents and of columns, which have no effect on texts with spans. */
  void checkNotUsed(Format format) {
    refuseOptionsOfColumns(format);
    refuse(NAMES, " cannot be combined with --format " + format);
  }

  private void refuseOptionsOfColumns(Format format) {
    refuse(List.of("--columns", EncodingOption.NAME), " needs --format column, not " + format);
    refuse(List.of(ColumnOptions.LABEL_KEY), " needs --format conllu, not " + format);
  }

  /** Returns an opener of documents: with the user's reader, or of files in a format. */
  DocumentSource.Opener opener(Format format) {
    if (hasReader()) {
      return ofReader();
    }
    return DocumentSource.ofFiles(format.ofDocuments(), reading());
  }

  private CasReading reading() {
    return new CasReading(typeSystem, remoteTypes, view, dropUnknownTypes);
  }

  /** Returns the input format of documents to annotate. */
  InputFormat asInput(Format format) {
    if (!hasReader()) {
      return InputFormat.of(format.ofDocuments(), reading());
    }
    String viewName = view == null ? "" : ", view " + view;
    return InputFormat.readElsewhere(reader + " " + readerParameters + viewName);
  }

  /** Returns an opener of documents with the user's collection reader. */
  DocumentSource.Opener ofReader() {
    return orWrongUse(
        () ->
            DocumentSource.ofReader(
                Components.find(reader, CollectionReader.class, "collection reader"),
                Components.parameters("--reader-param", readerParameters),
                reading()));
  }
}
