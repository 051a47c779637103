package org.gpchain.internal.formats.spans;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.formats.cas.DocumentSource;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.input.DocumentNames;
import org.gpchain.internal.formats.input.InputCursor;
import org.gpchain.internal.formats.input.InputDocument;
import org.gpchain.internal.formats.input.Inputs;

/** The annotated texts of a corpus, with sentences and tokens. */
public final class SpanDocuments implements DocumentSource {
  private final Inputs inputs;
  private final InputCursor cursor;
  private final SpanReader reader;
  private final ReadingNotes notes = new ReadingNotes();
  private final SpanSegmentation segmentation;
  private final SpanCas cas = new SpanCas();

  /** The layer that is learned instead of the usual one; null if it is the usual one. */
  private SegmentLayer substitute;

  /** The file whose records are documents; null in other formats, and before the first one. */
  private InputDocument fileOfRecords;

  /** The document that {@link #next} returns next; null if it has not been read. */
  private SpanDocument following;

  private SpanDocument current;

  /** The file of each of them. */
  private Path fileOfFollowing;

  private Path fileOfCurrent;

  /**
   * How texts with spans are read.
   *
   * @param layer the layer that is learned, which spans become annotations of if their file names
   *     no types
   * @param isLayerGiven whether the user has named the layer; otherwise files with types that have
   *     but one other layer may have it instead
   * @param segmenter finds the tokens and sentences of texts that have none
   */
  public record Settings(
      SegmentLayer layer, boolean isLayerGiven, Supplier<TextSegmenter> segmenter) {}

  private SpanDocuments(Path input, SpanFormat format, Settings settings) throws IOException {
    DocumentNames names = format.names();
    if (names.parts() != null) {
      names = names.withParts(this::records);
    }
    this.inputs = new Inputs(List.of(input), List.of(), null, names);
    this.cursor = inputs.open();
    this.reader = new SpanReader(format, settings.layer);
    this.segmentation = new SpanSegmentation(settings.segmenter.get(), notes);
  }

  /**
   * Opens the documents of a format: a file, a folder, an archive, or a pattern such as {@code
   * 'export/*.tsv'}.
   */
  public static Opener opener(SpanFormat format, Settings settings) {
    return input -> {
      Path named = format == SpanFormat.BRAT ? BratFiles.textOf(input) : input;
      SpanDocuments documents = new SpanDocuments(named, format, settings);
      try {
        if (format == SpanFormat.BRAT && Files.isDirectory(input)) {
          documents.checkTexts(input);
        }
        if (format.hasTypes() && !settings.isLayerGiven) {
          documents.findSubstitute();
        }
        if (!documents.hasNext()) {
          throw documents.isEmpty(input);
        }
        return documents;
      } catch (IOException e) {
        documents.close();
        throw e;
      }
    };
  }

  private InputException isEmpty(Path input) {
    List<String> reasons = new ArrayList<>(notes.warnings());
    if (!inputs.leftOut().isEmpty()) {
      reasons.add(inputs.leftOut());
    }
    String why = reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")";
    return new InputException(
        input,
        "there is no annotated text in it" + why,
        "name files by a pattern such as 'corpus/*.txt', or check --format");
  }

  /** Notes the annotations of brat in a folder that have no text. */
  private void checkTexts(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(file -> !BratFiles.textOf(file).equals(file))
          .filter(file -> !Files.exists(BratFiles.textOf(file)))
          .sorted()
          .forEach(
              file ->
                  notes.add(
                      "annotations (" + BratFiles.ANNOTATIONS + ") without a text are left out",
                      file.toString()));
    }
  }

  private InputCursor records(InputDocument file) throws IOException {
    fileOfRecords = file;
    return new RecordCursor(file);
  }

  /** Looks whether the files have but one layer of spans, and it is not the one expected. */
  private void findSubstitute() throws IOException {
    LayerChoice choice = new LayerChoice(reader.layer());
    try (InputCursor files = inputs.open()) {
      for (InputDocument file = files.next(); file != null; file = files.next()) {
        byte[] content = content(file);
        WebAnnoTsv header = new WebAnnoTsv(Path.of(file.place()), new ReadingNotes());
        choice.add(header.readHeader(new ByteArrayInputStream(content)));
      }
    }
    substitute = choice.substitute();
  }

  /** Reads and releases a document. */
  private static byte[] content(InputDocument document) throws IOException {
    try {
      return document.content().read();
    } catch (InputException e) {
      throw e;
    } catch (IOException e) {
      throw new InputException(
          Path.of(document.place()), "this cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean hasNext() throws IOException {
    InputDocument document = null;
    while (following == null && (document = cursor.next()) != null) {
      try {
        if (document.isInitialCopy() && !inputs.isSingle()) {
          notes.add(
              "documents as they were before annotation (INITIAL_CAS) are left out",
              document.place());
          continue;
        }
        SpanDocument read = read(document);
        if (read.isAnnotated()) {
          following = read;
          InputDocument file = fileOfRecords == null ? document : fileOfRecords;
          fileOfFollowing = Path.of(file.place());
        }
      } finally {
        document.content().release();
      }
    }
    return following != null;
  }

  private SpanDocument read(InputDocument document) throws IOException {
    Path place = Path.of(document.place());
    String name = document.name().substring(document.name().lastIndexOf('/') + 1);
    SpanDocument read = reader.read(place, name, content(document), document.surroundings(), notes);
    if (reader.format() == SpanFormat.BRAT && !read.isAnnotated()) {
      if (inputs.isSingle()) {
        throw new InputException(
            place,
            "there is no file " + name + BratFiles.ANNOTATIONS + " with its annotations",
            "put it next to the text; it is empty if there are none");
      }
      notes.add(
          "texts without annotations (" + BratFiles.ANNOTATIONS + ") are left out",
          place.toString());
    }
    return substitute == null ? read : withSubstitute(read);
  }

  private SpanDocument withSubstitute(SpanDocument source) {
    SegmentLayer layer = reader.layer();
    notes.addNote(
        "documents without annotations "
            + layer.shortTypeName()
            + ", of which the only layer of spans is learned, "
            + substitute.typeName()
            + "/"
            + substitute.valueFeature(),
        source.place());
    List<TypedSpan> spans = new ArrayList<>(source.spans());
    for (TypedSpan span : source.spans()) {
      if (span.type().equals(substitute.typeName())) {
        String value = span.features().get(substitute.valueFeature());
        Map<String, String> features =
            value == null ? Map.of() : Map.of(layer.valueFeature(), value);
        spans.add(new TypedSpan(span.range(), layer.typeName(), features));
      }
    }
    return source.withSpans(spans);
  }

  @Override
  public ParsedDocument next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    current = following;
    fileOfCurrent = fileOfFollowing;
    following = null;

    JCas document = cas.empty(current);
    SpanCas.fill(document, current);
    Type learned = document.getTypeSystem().getType(reader.layer().typeName());
    if (learned != null && !current.text().isBlank()) {
      segmentation.apply(document, learned, current.place());
    }
    return ParsedDocument.of(document);
  }

  @Override
  public Path place() {
    return fileOfCurrent;
  }

  @Override
  public String name() {
    return Objects.toString(fileOfCurrent.getFileName());
  }

  @Override
  public InputException problem(Exception problemAndCure) {
    return new InputException(
        Path.of(current.place()), problemAndCure.getMessage(), problemAndCure);
  }

  @Override
  public List<String> warnings() {
    return notes.warnings();
  }

  @Override
  public List<String> notes() {
    return notes.notes();
  }

  @Override
  public void close() throws IOException {
    cursor.close();
  }
}
