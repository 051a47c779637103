package org.gpchain.internal.corpora;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.gpchain.annotator.ModelCache;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;

/**
 * Where a model is.
 *
 * @param file the file, or its bare name if it is on the class path
 * @param url where to read it
 * @param words where word resources are that the user has named; it may refer to one
 */
public record ModelLocation(Path file, URL url, List<URL> words) {
  public ModelLocation {
    words = List.copyOf(words);
  }

  public ModelLocation withWords(List<URL> locations) {
    return new ModelLocation(file, url, locations);
  }

  /**
   * @param fileOrName a file or, if there is no such file, the name of a model on the class path
   * @throws InputException if there is neither, or the file cannot be read
   */
  public static ModelLocation of(Path fileOrName) throws IOException {
    if (Files.exists(fileOrName)) {
      InputFiles.open(fileOrName).close();
      return new ModelLocation(fileOrName, fileOrName.toUri().toURL(), List.of());
    }
    Optional<URL> shipped = ModelsOnClassPath.find(fileOrName.toString());
    if (shipped.isEmpty()) {
      List<String> names = ModelsOnClassPath.names();
      throw new InputException(
          fileOrName,
          "there is no such file",
          names.isEmpty()
              ? "check the path"
              : "check the path, or use a shipped model: " + String.join(", ", names));
    }
    URL url = shipped.get();
    return new ModelLocation(
        Path.of(url.getPath().substring(url.getPath().lastIndexOf('/') + 1)), url, List.of());
  }

  /**
   * Reads the model, what tagging with the posterior mean needs of it; all callers share it.
   *
   * @throws InputException if it cannot be read
   */
  public Model load() throws IOException {
    return load(Contents.DECODING);
  }

  /**
   * Reads what tagging with these options needs of the model; all callers share it.
   *
   * @param columns read from these annotations in place of those that it names
   * @throws InputException if it cannot be read, if it has no covariance and samples are wanted, if
   *     it was not calibrated and is to decode for another F_β than F1, if it cannot make the
   *     promise that is asked of it, or if it reads no such column from annotations
   */
  public Model load(DecodingOptions options, List<AnnotationColumn> columns) throws IOException {
    Model model = load(options.samples() > 0 ? Contents.EVERYTHING : Contents.DECODING);
    if (options.samples() > 0 && !model.posterior().hasCovariance()) {
      throw new InputException(
          file,
          "this model has no posterior covariance to sample from",
          "train it with --inducing, or do without samples");
    }
    if (options.decoding() == Decoding.SEGMENTS && !model.calibration().serves(options.beta())) {
      throw new InputException(
          file,
          "this model keeps no held-out segments, from which the threshold for --beta "
              + options.beta()
              + " would follow",
          "leave --beta out, or train a model of segments, calibrated, without --inducing");
    }
    try {
      if (options.promise() != null) {
        model.calibration().threshold(options.promise(), options.beta());
      }
      List<AnnotationColumn> own = model.features().annotationColumns();
      return columns.isEmpty() ? model : model.reading(AnnotationColumn.replaced(own, columns));
    } catch (IllegalArgumentException e) {
      throw new InputException(file, e.getMessage(), e);
    }
  }

  /**
   * Reads so much of the model; all callers share it.
   *
   * @throws InputException if it cannot be read
   */
  public Model load(Contents wanted) throws IOException {
    try {
      return ModelCache.SHARED.get(url, wanted, words);
    } catch (IOException e) {
      // Among them those that say why this version cannot read the file as a model.
      throw new InputException(file, e.getMessage(), e);
    }
  }

  /**
   * Returns the licence in the description beside the model: of {@code NAME.gpchain}, the property
   * {@code license} of {@code NAME.properties}.
   */
  public Optional<String> license() throws IOException {
    String model = url.toString();
    int end = model.lastIndexOf('.');
    if (end < model.lastIndexOf('/')) {
      return Optional.empty();
    }
    Properties description = new Properties();
    try (Reader text =
        new InputStreamReader(
            new URL(model.substring(0, end) + ".properties").openStream(),
            StandardCharsets.UTF_8)) {
      description.load(text);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new InputException(file, "the description beside this model is no properties file", e);
    }
    return Optional.ofNullable(description.getProperty("license"));
  }
}
