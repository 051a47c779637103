package org.gpchain.internal.server.inception;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasParser;
import org.gpchain.internal.formats.cas.CasReading;
import org.gpchain.internal.formats.cas.DocumentTypes;
import org.gpchain.internal.formats.input.Surroundings;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.type.ScoredSegment;

/**
 * Precomputed annotations, which are suggested for documents with the same text. They are read from
 * the XMI files of a folder, as {@code gpchain annotate --to xmi} writes them. Thread-safe.
 */
final class Replay {
  private static final String SUFFIX = ".xmi";

  /** Types that no type system declares are left out: they are not suggested. */
  private static final CasReading READING = new CasReading(null, false, null, true);

  /** Maximum number of files. */
  private static final int MAX_FILES = 100_000;

  private final Path folder;

  /** Files by the hash of their text. */
  private final Map<String, Path> files = new HashMap<>();

  /** Number of files with the same text as another one, which are not used. */
  private int duplicates;

  private final CasParser parser;

  private Replay(Path folder) throws IOException {
    this.folder = folder;
    this.parser = new CasParser(CasFormat.XMI, DocumentTypes.of(READING), READING);
  }

  /**
   * Finds the documents of a folder and its subfolders. A type system is the {@code TypeSystem.xml}
   * nearest to a document.
   *
   * @throws InputException if a document cannot be read or has an invalid probability, or if there
   *     are none or too many
   */
  static Replay of(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InputException(folder, "this is not a folder", "specify a folder with XMI files");
    }

    List<Path> paths;
    try (Stream<Path> found = Files.walk(folder)) {
      paths = found.filter(Replay::isXmi).sorted().limit(MAX_FILES + 1L).toList();
    }
    if (paths.isEmpty()) {
      throw new InputException(
          folder, "there are no .xmi files", "write some with annotate --to xmi");
    }
    if (paths.size() > MAX_FILES) {
      throw new InputException(
          folder, "there are more than " + MAX_FILES + " .xmi files", "split the folder");
    }

    Replay replay = new Replay(folder);
    for (Path path : paths) {
      replay.add(path);
    }
    return replay;
  }

  private static boolean isXmi(Path path) {
    return path.getFileName().toString().endsWith(SUFFIX) && Files.isRegularFile(path);
  }

  private void add(Path path) throws IOException {
    String text = read(path).getDocumentText();
    if (text != null && files.putIfAbsent(hash(text), path) != null) {
      duplicates++;
    }
  }

  private JCas read(Path path) throws IOException {
    Path parent = path.getParent();
    Surroundings surroundings = new Surroundings.InFolder(parent, folder, Surroundings.NONE);
    JCas document;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      document = parser.parse(path, in, surroundings).document();
    }

    for (ScoredSegment segment : document.select(ScoredSegment.class)) {
      checkProbability(segment, path);
      if (segment.getAlternatives() != null) {
        for (Object alternative : segment.getAlternatives()) {
          if (alternative instanceof ScoredSegment other) {
            checkProbability(other, path);
          }
        }
      }
    }
    return document;
  }

  private static void checkProbability(ScoredSegment segment, Path path) throws InputException {
    double probability = segment.getValue_score();
    if (!(0 <= probability && probability <= 1)) {
      throw new InputException(
          path,
          "a segment at %d to %d has the probability %s"
              .formatted(segment.getBegin(), segment.getEnd(), probability),
          "correct 'value_score', which must be between 0 and 1");
    }
  }

  private static String hash(String text) {
    return Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Describes the documents for the log. */
  String description() {
    String description = "suggesting the annotations of %d documents".formatted(files.size());
    if (duplicates > 0) {
      description += "; documents with the same text as another one: " + duplicates;
    }
    return description;
  }

  /**
   * Returns the precomputed annotations of a layer in a document, in the order of the text.
   * Annotations without a probability get 0, which INCEpTION shows as no score. Empty if there is
   * no document with the same text, or if it has no annotations of the layer.
   *
   * @throws IOException if the file has been changed or removed
   */
  synchronized List<Suggestion> suggestions(String text, SegmentLayer layer) throws IOException {
    Path path = files.get(hash(text));
    if (path == null) {
      return List.of();
    }
    JCas document = read(path);
    if (!text.equals(document.getDocumentText())) {
      throw new InputException(path, "the text has changed", "restart the server");
    }

    List<Suggestion> scored = new ArrayList<>();
    for (ScoredSegment segment : document.select(ScoredSegment.class)) {
      boolean isOfLayer = layer.typeName().equals(segment.getLayer());
      if (isOfLayer && !(segment.getAnnotation() instanceof Token) && segment.getValue() != null) {
        scored.add(suggestion(segment));
      }
    }
    if (!scored.isEmpty()) {
      return scored;
    }
    return unscored(document, layer);
  }

  private static Suggestion suggestion(ScoredSegment segment) {
    List<Suggestion> alternatives = new ArrayList<>();
    if (segment.getAlternatives() != null) {
      for (Object alternative : segment.getAlternatives()) {
        if (alternative instanceof ScoredSegment other && other.getValue() != null) {
          alternatives.add(suggestion(other, List.of()));
        }
      }
    }
    return suggestion(segment, alternatives);
  }

  private static Suggestion suggestion(ScoredSegment segment, List<Suggestion> alternatives) {
    String model = Optional.ofNullable(segment.getModel()).orElse("");
    return new Suggestion(
        segment.getBegin(),
        segment.getEnd(),
        segment.getValue(),
        segment.getValue_score(),
        List.of(),
        alternatives,
        model);
  }

  /** Returns the annotations of a layer without scores. */
  private static List<Suggestion> unscored(JCas document, SegmentLayer layer) {
    List<Suggestion> suggestions = new ArrayList<>();
    Type type = document.getTypeSystem().getType(layer.typeName());
    if (type == null) {
      return suggestions;
    }
    Feature feature = type.getFeatureByBaseName(layer.valueFeature());
    if (feature == null || !feature.getRange().isPrimitive()) {
      return suggestions;
    }

    for (Annotation annotation : document.getCas().<Annotation>select(type)) {
      String value = annotation.getFeatureValueAsString(feature);
      if (value != null) {
        suggestions.add(new Suggestion(annotation.getBegin(), annotation.getEnd(), value, 0));
      }
    }
    return suggestions;
  }
}
