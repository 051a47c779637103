package org.gpchain.internal.formats.cas;

import static org.gpchain.core.text.Numbers.format;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.collection.CollectionReader;
import org.apache.uima.collection.CollectionReaderDescription;
import org.apache.uima.fit.factory.CollectionReaderFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.corpora.InputException;

/** The documents that a UIMA collection reader reads. */
final class ReaderDocuments implements DocumentSource {
  private static final String SOURCE = ComponentParameters.PARAM_SOURCE_LOCATION;

  private final Path input;
  private final CollectionReader reader;
  private final CAS cas;

  /** Name of the view that is read; null if the user has not named one. */
  private final String view;

  /** Chosen view of the last document; null before the first one. */
  private JCas document;

  /** Number of documents that have been read. */
  private int count;

  private ReaderDocuments(Path input, CollectionReader reader, CAS cas, String view) {
    this.input = input;
    this.reader = reader;
    this.cas = cas;
    this.view = view;
  }

  /**
   * Starts a reader.
   *
   * @param how type system and view that are read
   * @throws InputException if the reader cannot be started
   */
  static ReaderDocuments open(
      Path input,
      Class<? extends CollectionReader> readerClass,
      Map<String, List<String>> parameters,
      CasReading how)
      throws IOException {
    List<Path> descriptions = how.typeSystem() == null ? List.of() : List.of(how.typeSystem());
    TypeSystemDescription types = TypeSystems.with(descriptions, how.remote());

    try {
      CollectionReaderDescription description =
          CollectionReaderFactory.createReaderDescription(readerClass, types);
      setParameters(input, description, parameters);
      CollectionReader reader = CollectionReaderFactory.createReader(description);

      CAS cas = TypeSystems.newCas(types);
      reader.typeSystemInit(cas.getTypeSystem());
      return new ReaderDocuments(input, reader, cas, how.view());
    } catch (UIMAException | RuntimeException e) {
      throw failure(input, readerClass, "cannot start", e);
    }
  }

  private static void setParameters(
      Path input, CollectionReaderDescription reader, Map<String, List<String>> parameters)
      throws InputException {
    Map<String, List<String>> completed = new LinkedHashMap<>(parameters);
    if (Components.has(reader, SOURCE)) {
      completed.putIfAbsent(SOURCE, List.of(input.toString()));
    }
    try {
      Components.set(reader, completed);
    } catch (IllegalArgumentException e) {
      throw new InputException(input, e.getMessage() + "; fix --reader-param", e);
    }
  }

  private static InputException failure(
      Path input, Class<?> readerClass, String problem, Exception e) {
    return new InputException(
        input,
        format(
            "the reader %s %s: %s; check the path, and --reader-param",
            readerClass.getName(), problem, Causes.message(e)),
        e);
  }

  @Override
  public boolean hasNext() throws IOException {
    try {
      return reader.hasNext();
    } catch (IOException | UIMAException | RuntimeException e) {
      throw failure(input, reader.getClass(), "cannot continue", e);
    }
  }

  @Override
  public ParsedDocument next() throws IOException {
    try {
      cas.reset();
      reader.getNext(cas);
      count++;

      // The view is looked up again, since readers of binary formats replace all views.
      JCas initial = cas.getView(CAS.NAME_DEFAULT_SOFA).getJCas();
      document = initial;
      DocumentCheck.check(cas);

      DocumentView chosen = DocumentView.of(initial, view);
      document = chosen.document();
      return chosen.parsed(Map.of());
    } catch (UnusableCasException e) {
      throw problem(e);
    } catch (IOException | UIMAException | RuntimeException e) {
      throw failure(input, reader.getClass(), "cannot read a document", e);
    }
  }

  @Override
  public Path place() {
    return input;
  }

  /** Returns the document's identifier as a safe relative path, or else a name with its number. */
  @Override
  public String name() {
    String id =
        JCasUtil.select(document, DocumentMetaData.class).stream()
            .map(DocumentMetaData::getDocumentId)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("");

    // An identifier may be any string, but the path must not lead out of a directory.
    String path = id.replace('\\', '/').replaceAll("\\p{Cntrl}", "_");
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/", -1)) {
      if (!part.isBlank() && !part.equals(".") && !part.equals("..")) {
        parts.add(part);
      }
    }

    if (parts.isEmpty()) {
      return "document-" + count;
    }
    return String.join("/", parts);
  }

  @Override
  public InputException problem(Exception problemAndCure) {
    return new InputException(
        input, CasSentences.nameOf(document) + ": " + problemAndCure.getMessage(), problemAndCure);
  }

  @Override
  public void close() {
    reader.destroy();
  }
}
