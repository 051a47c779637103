package org.gpchain.internal.documents.batch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.model.WordLocations;
import org.gpchain.core.promise.Promise;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.AnnotateOptions.Constraints;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.cas.DocumentSource;

/**
 * The options of a run.
 *
 * @param annotate models, and how documents are read
 * @param inputs files, archives, folders, patterns or standard input
 * @param lists files with one document or archive per line, or standard input
 * @param reader opens a reader of all documents, with the first input as its argument; null if
 *     documents are files
 * @param formats output formats, at least one
 * @param threads number of documents that are annotated at a time; does not affect the output
 * @param maxFailures maximum number of documents that may fail before the run stops. Failures in
 *     earlier runs count too.
 * @param refusesPromises whether the run also stops if a promise does not hold
 */
public record BatchOptions(
    AnnotateOptions annotate,
    List<Path> inputs,
    List<Path> lists,
    DocumentSource.Opener reader,
    Set<OutputFormat> formats,
    int threads,
    long maxFailures,
    boolean refusesPromises) {
  /** Copies the lists and checks the numbers. */
  public BatchOptions {
    inputs = List.copyOf(inputs);
    lists = List.copyOf(lists);
    formats = Set.copyOf(formats);
    if (inputs.isEmpty() && lists.isEmpty()) {
      throw new IllegalArgumentException("there must be an input or a list of inputs");
    }
    if (formats.isEmpty()) {
      throw new IllegalArgumentException("there must be a format");
    }
    Checks.atLeast("threads", threads, 1);
    if (maxFailures < 0) {
      throw new IllegalArgumentException("maxFailures must not be negative, was " + maxFailures);
    }
  }

  /** Returns the settings that affect the output, by name. A run continues only with the same. */
  Map<String, String> settings(AnnotateOptions annotate, int shard) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("models", models(annotate.models()));

    List<String> words = new ArrayList<>();
    for (URL url : annotate.words()) {
      words.add(checksum(url));
    }
    settings.put("words", String.join(", ", words));

    settings.put("format", annotate.format().description());
    if (!annotate.columns().isEmpty()) {
      settings.put("columns", annotate.columns().toString());
    }
    settings.put("segmenter", annotate.segmenter().settings());
    settings.put("decoding", decoding(annotate.decoding()));
    settings.put("pipeline", annotate.engines().settings());
    Constraints constraints = annotate.constraints();
    if (!constraints.kept().isEmpty()) {
      String strict = constraints.strict() ? ", strict" : "";
      settings.put("kept", constraints.kept() + strict);
    }
    settings.put("to", new TreeSet<>(formats).toString());
    settings.put("shard", String.valueOf(shard));
    return settings;
  }

  /** Returns the names and checksums of the model files. */
  private static String models(List<Path> models) throws IOException {
    List<String> described = new ArrayList<>();
    for (Path model : models) {
      ModelLocation location = ModelLocation.of(model);
      described.add(location.file().getFileName() + " " + checksum(location.url()));
    }
    return String.join(", ", described);
  }

  private static String decoding(DecodingOptions decoding) {
    String description = "n-best " + decoding.nBest() + ", beta " + decoding.beta();
    if (decoding.promised().isPresent()) {
      Promise promise = decoding.promised().get();
      description += ", " + promise.kind() + " " + promise.share() + " at " + promise.confidence();
    }
    return description;
  }

  /** Returns the checksum of a file. */
  private static String checksum(URL url) throws IOException {
    CRC32C checksum = new CRC32C();
    try (InputStream in = new CheckedInputStream(WordLocations.open(url), checksum)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return Long.toHexString(checksum.getValue());
  }
}
