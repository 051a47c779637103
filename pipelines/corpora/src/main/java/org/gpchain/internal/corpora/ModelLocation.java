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
import java.util.Set;
import org.gpchain.annotator.ModelCache;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;

/**
 * The location of a model.
 *
 * @param file file of the model, or its file name if the model is on the class path
 * @param url URL from which the model is read
 * @param words URLs of the word resources that the user has named; the model may refer to them
 */
public record ModelLocation(Path file, URL url, List<URL> words) {
  /** Names of the shipped models that are not part of the archive. */
  private static final Set<String> SEPARATE_MODELS = Set.of("chunker-en-encoder", "ner-en-encoder");

  public ModelLocation {
    words = List.copyOf(words);
  }

  /** Returns this location with other word resources. */
  public ModelLocation withWords(List<URL> locations) {
    return new ModelLocation(file, url, locations);
  }

  /**
   * Finds a model.
   *
   * @param fileOrName a file or, if there is no such file, the name of a model on the class path
   * @throws InputException if there is no such file or model, or the file cannot be read
   */
  public static ModelLocation of(Path fileOrName) throws IOException {
    if (Files.exists(fileOrName)) {
      InputFiles.open(fileOrName).close();
      return new ModelLocation(fileOrName, fileOrName.toUri().toURL(), List.of());
    }

    Optional<URL> shipped = ModelsOnClassPath.find(fileOrName.toString());
    if (shipped.isEmpty()) {
      String cure = "check the path";
      if (SEPARATE_MODELS.contains(fileOrName.toString())) {
        cure = "add the artifact org.gpchain:gpchain-model-" + fileOrName;
      }
      List<String> names = ModelsOnClassPath.names();
      if (!names.isEmpty()) {
        cure += ", or use a shipped model: " + String.join(", ", names);
      }
      throw new InputException(fileOrName, "there is no such file", cure);
    }

    URL url = shipped.get();
    String path = url.getPath();
    String fileName = path.substring(path.lastIndexOf('/') + 1);
    return new ModelLocation(Path.of(fileName), url, List.of());
  }

  /**
   * Reads the parts of the model that tagging with the posterior mean needs. All callers share one
   * instance.
   *
   * @throws InputException if the model cannot be read
   */
  public Model load() throws IOException {
    return load(Contents.DECODING);
  }

  /**
   * Reads the parts of the model that tagging with these options needs. All callers share one
   * instance.
   *
   * @param columns columns that are read from other annotations than the model names; empty to use
   *     those of the model
   * @throws InputException if the model cannot be read, if the options need samples but the model
   *     has no posterior covariance, if the model lacks the calibration for the β of F_β or for the
   *     promise in the options, or if it does not read one of the columns from annotations
   */
  public Model load(DecodingOptions options, List<AnnotationColumn> columns) throws IOException {
    Model model = load(options.samples() > 0 ? Contents.EVERYTHING : Contents.DECODING);

    if (options.samples() > 0 && !model.posterior().hasCovariance()) {
      throw new InputException(
          file,
          "this model has no posterior covariance to sample from",
          "train it with --inducing, or use no samples");
    }
    if (options.decoding() == Decoding.SEGMENTS && !model.calibration().serves(options.beta())) {
      throw new InputException(
          file,
          "this model has no held-out segments, which are needed to find the threshold for --beta "
              + options.beta()
              + "",
          "remove --beta, or train a segment model with calibration and without --inducing");
    }

    try {
      if (options.promise() != null) {
        // Throws an exception if the model cannot make the promise.
        model.calibration().threshold(options.promise(), options.beta());
      }
      if (columns.isEmpty()) {
        return model;
      }
      List<AnnotationColumn> columnsOfModel = model.features().annotationColumns();
      return model.reading(AnnotationColumn.replaced(columnsOfModel, columns));
    } catch (IllegalArgumentException e) {
      throw new InputException(file, e.getMessage(), e);
    }
  }

  /**
   * Reads parts of the model. All callers share one instance.
   *
   * @param contents parts of the model that are needed
   * @throws InputException if the model cannot be read
   */
  public Model load(Contents contents) throws IOException {
    try {
      return ModelCache.SHARED.get(url, contents, words);
    } catch (IOException e) {
      // The message may say why this version of the program cannot read the file as a model.
      throw new InputException(file, e.getMessage(), e);
    }
  }

  /**
   * Returns the license in the description next to the model: for {@code NAME.gpchain}, the
   * property {@code license} in {@code NAME.properties}. Empty if there is no description, or no
   * license in it.
   */
  public Optional<String> license() throws IOException {
    String model = url.toString();
    int extension = model.lastIndexOf('.');
    if (extension < model.lastIndexOf('/')) {
      return Optional.empty();
    }

    URL descriptionUrl = new URL(model.substring(0, extension) + ".properties");
    Properties description = new Properties();
    try (Reader text = new InputStreamReader(descriptionUrl.openStream(), StandardCharsets.UTF_8)) {
      description.load(text);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new InputException(
          file, "the description next to this model is not a valid properties file", e);
    }
    return Optional.ofNullable(description.getProperty("license"));
  }
}
