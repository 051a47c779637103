package org.gpchain;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * Loads, trains and saves models. Examples are in {@code docs/api.md}.
 *
 * <p>In UIMA pipelines use the annotators and trainers of {@code gpchain-annotator} and {@code
 * gpchain-training} instead.
 */
public final class GpChain {
  private GpChain() {}

  /**
   * Loads a model for tagging. The tagger is immutable and may be shared by any number of threads.
   *
   * @param fileOrName a model file or, if there is no such file, the name of a model on the class
   *     path, such as {@code ner-en} of the artifact {@code gpchain-model-ner-en}
   * @throws IOException if there is no such model or it cannot be read; the message names the file
   *     and says what is wrong
   */
  public static Tagger load(Path fileOrName) throws IOException {
    return ModelLocation.of(fileOrName).load().tagger();
  }

  /**
   * Loads all that is in a model file, to inspect it or to save it elsewhere.
   *
   * @param fileOrName as of {@link #load}
   * @throws IOException as {@link #load} does
   */
  public static Model loadModel(Path fileOrName) throws IOException {
    return ModelLocation.of(fileOrName).load(Contents.EVERYTHING);
  }

  /**
   * Saves a model. The file appears when it is complete, and replaces an earlier one.
   *
   * @throws IOException if it cannot be written; an earlier file is still there then
   */
  public static void save(Model model, Path file) throws IOException {
    AtomicFile.write(file, out -> ModelWriter.write(model, out));
  }

  /**
   * A trainer with the settings of {@code gpchain train}.
   *
   * @param task {@code ne} (named entities), {@code chunk}, {@code np} (base noun phrases) or
   *     {@code pos}; of any other name {@linkplain ModelTrainer#templates feature templates} are
   *     needed
   */
  public static ModelTrainer trainer(String task) {
    return new ModelTrainer(task);
  }
}
