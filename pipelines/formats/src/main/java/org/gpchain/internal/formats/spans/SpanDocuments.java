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

/** The documents of a corpus with spans, converted to CAS with sentences and tokens. */
public final class SpanDocuments implements DocumentSource {
  private final Inputs inputs;
  private final InputCursor cursor;
  private final SpanReader reader;
  private final ReadingNotes notes = new ReadingNotes();
  private final SpanSegmentation segmentation;
  private final SpanCas cas = new SpanCas();

  /** Layer that is read in place of the usual layer; null to read the usual layer. */
  private SegmentLayer substitute;

  /**
   * File whose records are documents; null before the first file, and in formats with one document
   * per file.
   */
  private InputDocument fileOfRecords;

  /** Document that {@link #next} returns next; null if it has not been read. */
  private SpanDocument following;

  /** Document that {@link #next} has returned. */
  private SpanDocument current;

  private Path fileOfFollowing;
  private Path fileOfCurrent;

  /**
   * Settings for texts with spans.
   *
   * @param layer layer of the spans. Spans in formats without types become annotations of this
   *     layer.
   * @param isLayerGiven whether the user has named the layer. If not, and if files with types have
   *     only one other layer, that layer is read instead.
   * @param segmenter finds the sentences and tokens of texts that have none
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
   * Returns an opener of documents in a format. Its argument is a file, a folder, an archive, or a
   * pattern such as {@code 'export/*.tsv'}.
   */
  public static Opener opener(SpanFormat format, Settings settings) {
    return input -> open(input, format, settings);
  }

  private static SpanDocuments open(Path input, SpanFormat format, Settings settings)
      throws IOException {
    boolean isBrat = format == SpanFormat.BRAT;
    Path textInput = isBrat ? BratFiles.textOf(input) : input;
    SpanDocuments documents = new SpanDocuments(textInput, format, settings);
    try {
      if (isBrat && Files.isDirectory(input)) {
        documents.checkTexts(input);
      }
      if (format.hasTypes() && !settings.isLayerGiven) {
        documents.findSubstitute();
      }
      if (!documents.hasNext()) {
        throw documents.noDocuments(input);
      }
      return documents;
    } catch (IOException e) {
      documents.close();
      throw e;
    }
  }

  private InputException noDocuments(Path input) {
    List<String> reasons = new ArrayList<>(notes.warnings());
    if (!inputs.skippedFiles().isEmpty()) {
      reasons.add(inputs.skippedFiles());
    }
    String problem = "there are no annotated texts in it";
    if (!reasons.isEmpty()) {
      problem += " (" + String.join("; ", reasons) + ")";
    }
    return new InputException(
        input, problem, "specify files by a pattern such as 'corpus/*.txt', or check --format");
  }

  /** Adds a note for each brat annotation file in a folder that has no text. */
  private void checkTexts(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.sorted().toList();
    }
    for (Path file : files) {
      Path text = BratFiles.textOf(file);
      if (!text.equals(file) && !Files.exists(text)) {
        notes.add(
            "annotations (" + BratFiles.ANNOTATIONS + ") without a text are skipped",
            file.toString());
      }
    }
  }

  private InputCursor records(InputDocument file) throws IOException {
    fileOfRecords = file;
    return new RecordCursor(file);
  }

  /** Finds the layer to read if the files do not have the usual layer. */
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

  /** Returns the content of a document. */
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
    while (following == null) {
      InputDocument document = cursor.next();
      if (document == null) {
        return false;
      }
      try {
        if (document.isInitialCopy() && !inputs.isSingle()) {
          notes.add(
              "documents as they were before annotation (INITIAL_CAS) are skipped",
              document.place());
          continue;
        }
        SpanDocument read = read(document);
        if (read.isAnnotated()) {
          following = read;
          InputDocument file = Objects.requireNonNullElse(fileOfRecords, document);
          fileOfFollowing = Path.of(file.place());
        }
      } finally {
        document.content().release();
      }
    }
    return true;
  }

  /** Reads a document and notes whether its annotations are missing. */
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
          "texts without annotations (" + BratFiles.ANNOTATIONS + ") are skipped",
          place.toString());
    }

    if (substitute == null) {
      return read;
    }
    return withSubstitute(read);
  }

  /** Adds the spans of the substitute as spans of the usual layer. */
  private SpanDocument withSubstitute(SpanDocument source) {
    SegmentLayer layer = reader.layer();
    notes.addNote(
        "documents without annotations "
            + layer.shortTypeName()
            + ", whose only layer of spans is learned instead, "
            + substitute.typeName()
            + "/"
            + substitute.valueFeature(),
        source.place());

    List<TypedSpan> spans = new ArrayList<>(source.spans());
    for (TypedSpan span : source.spans()) {
      if (span.type().equals(substitute.typeName())) {
        Map<String, String> features = Map.of();
        String value = span.features().get(substitute.valueFeature());
        if (value != null) {
          features = Map.of(layer.valueFeature(), value);
        }
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
    Type type = document.getTypeSystem().getType(reader.layer().typeName());
    if (type != null && !current.text().isBlank()) {
      segmentation.apply(document, type, current.place());
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
