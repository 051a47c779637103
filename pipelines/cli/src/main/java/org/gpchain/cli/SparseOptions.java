package org.gpchain.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.cli.options.MixedOptions;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.corpora.vectors.WordVectorFile;
import org.gpchain.training.graybox.KernelForm;
import org.gpchain.training.graybox.SparseSettings;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of sparse posteriors: kernel and word vectors. */
final class SparseOptions extends MixedOptions {
  private static final String KERNEL = "--kernel";
  private static final String EMBEDDINGS = "--embeddings";
  private static final String WORD_LINES = "--word-lines";
  private static final String EMBEDDING_WORDS = "--embedding-words";

  @Option(
      names = KERNEL,
      paramLabel = "FORM",
      defaultValue = "linear",
      description = {
        "Kernel of a sparse posterior over the features: ${COMPLETION-CANDIDATES}. A linear kernel"
            + " alone keeps the variances of kernel learning; the others are built on it, and their"
            + " hyper-parameters are learned with the evidence lower bound. Default:"
            + " ${DEFAULT-VALUE}."
      })
  private KernelForm kernel;

  @Option(
      names = EMBEDDINGS,
      paramLabel = "FILE",
      description =
          "Word vectors in word2vec's format, binary if the name ends with .bin, otherwise text: an"
              + " RBF kernel of the vectors is added to a sparse posterior's kernel for each of the"
              + " --word-lines.")
  private Path embeddings;

  @Option(
      names = WORD_LINES,
      split = ",",
      paramLabel = "LINE",
      description = {
        "Template lines whose features are looked up among the word vectors, by the text before"
            + " their cell, such as U00.",
        "Default: all that are just %%x[k,word] with k from -1 to 1."
      })
  private List<String> wordLines;

  @Option(
      names = EMBEDDING_WORDS,
      paramLabel = "N",
      defaultValue = "" + SparseSettings.EXTRA_WORDS,
      description =
          "Number of words, the first ones of the file, that are stored in the model, so that words"
              + " missing from the training corpus have their vectors."
              + " Default: ${DEFAULT-VALUE}.")
  private int embeddingWords;

  /** Checks that options do not contradict each other. */
  void check(boolean sparse) {
    if (!sparse) {
      if (kernel != KernelForm.LINEAR) {
        throw needs(KERNEL + " " + kernel, "--posterior sparse");
      }
      Stream.of(EMBEDDINGS, WORD_LINES, EMBEDDING_WORDS)
          .filter(this::isGiven)
          .findFirst()
          .ifPresent(
              option -> {
                throw needs(option, "--posterior sparse");
              });
    }
    Stream.of(WORD_LINES, EMBEDDING_WORDS)
        .filter(option -> embeddings == null && isGiven(option))
        .findFirst()
        .ifPresent(
            option -> {
              throw needs(option, EMBEDDINGS);
            });
    if (embeddingWords < 0) {
      throw wrongUse(EMBEDDING_WORDS + " must be at least 0, was " + embeddingWords);
    }
  }

  private ParameterException needs(String option, String other) {
    return wrongUse(option + " needs " + other);
  }

  /**
   * The settings, with the word vectors read.
   *
   * @param train the training sentences, of whose words all vectors are kept
   */
  SparseSettings settings(List<LabeledSequence> train) throws IOException {
    SparseSettings settings =
        new SparseSettings(kernel, null, embeddingWords, wordLines == null ? List.of() : wordLines);
    if (embeddings == null) {
      return settings;
    }
    Set<String> cells =
        train.stream()
            .flatMap(sentence -> sentence.tokens().columns().stream())
            .flatMap(Collection::stream)
            .collect(Collectors.toSet());
    return settings.withVectors(WordVectorFile.read(embeddings, cells, embeddingWords));
  }
}
