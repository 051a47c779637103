package org.gpchain;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import org.gpchain.annotator.Languages;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * Entry point of the Java API: loads, trains and saves models. {@code docs/api.md} has examples.
 *
 * <p>In UIMA pipelines, use the annotators and trainers of {@code gpchain-annotator} and {@code
 * gpchain-training} instead.
 */
public final class GpChain {
  private GpChain() {}

  /**
   * Loads a model for tagging. The tagger is immutable and may be shared between threads. A warning
   * is logged if the model has an encoder for another language.
   *
   * @param fileOrName a model file or, if the file does not exist, the name of a model on the class
   *     path, such as {@code ner-en} of the artifact {@code gpchain-model-ner-en}
   * @throws IOException if the model is missing or cannot be read; the message names the file and
   *     the problem
   * @throws EncoderException if the model was trained with an encoder that is missing or cannot be
   *     used; the message names the encoder and says where to get it
   */
  public static Tagger load(Path fileOrName) throws IOException {
    Model model = ModelLocation.of(fileOrName).load();
    Tagger tagger = model.tagger();
    if (!model.features().vectors().isNone()) {
      warnOfLanguage(model.features().vectors().encoder(), model.language());
    }
    return tagger;
  }

  /** Logs a warning if an encoder is for another language than a model. */
  static void warnOfLanguage(TokenVectors encoder, String modelLanguage) {
    Languages.encoderWarning(encoder, modelLanguage)
        .ifPresent(
            warning -> System.getLogger(GpChain.class.getName()).log(Level.WARNING, warning));
  }

  /**
   * Loads a model for tagging that was trained with the encoder in a folder. Models with an encoder
   * of the class path, such as {@code en} of the artifact {@code gpchain-encoder-en}, don't need a
   * folder.
   *
   * @param fileOrName a model file or the name of a model on the class path, see {@link #load}
   * @param encoderFolder folder with {@code model.onnx}, its vocabulary, and {@code
   *     encoder.properties}; stays available to other models until the process ends
   * @throws IOException if the model or the encoder is missing or cannot be used; the message names
   *     the file and the problem
   * @throws EncoderException if the model was trained with another encoder
   */
  public static Tagger load(Path fileOrName, Path encoderFolder) throws IOException {
    Encoders.open(encoderFolder.toAbsolutePath().toString());
    return load(fileOrName);
  }

  /**
   * Loads a model with all contents of its file, for inspection or for saving it elsewhere.
   *
   * @param fileOrName a model file or the name of a model on the class path, see {@link #load}
   * @throws IOException if the model is missing or cannot be read
   */
  public static Model loadModel(Path fileOrName) throws IOException {
    return ModelLocation.of(fileOrName).load(Contents.EVERYTHING);
  }

  /**
   * Saves a model and replaces an existing file. The file is replaced only when the new one is
   * complete.
   *
   * @throws IOException if the file cannot be written; an existing file is left unchanged
   */
  public static void save(Model model, Path file) throws IOException {
    AtomicFile.write(file, out -> ModelWriter.write(model, out));
  }

  /**
   * Returns a trainer with the default settings of {@code gpchain train}.
   *
   * @param task {@code ne} (named entities), {@code chunk}, {@code np} (base noun phrases), {@code
   *     pos} (parts of speech), or a name of your own, which requires {@linkplain
   *     ModelTrainer#templates feature templates}
   */
  public static ModelTrainer trainer(String task) {
    return new ModelTrainer(task);
  }
}
