package org.gpchain.internal.documents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.gpchain.internal.training.data.EncoderUse;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.training.Progress;

/** Models that are learned quickly from three sentences, for tests. */
public final class TestModel {
  private static final List<String> WORDS =
      List.of("The", "old", "ferry", "reached", "the", "harbour", "of", "Ostrey", ".");
  private static final List<String> UD =
      List.of("DET", "ADJ", "NOUN", "VERB", "DET", "NOUN", "ADP", "PROPN", "PUNCT");
  private static final List<String> PENN =
      List.of("DT", "JJ", "NN", "VBD", "DT", "NN", "IN", "NNP", ".");
  private static final List<String> CHUNKS =
      List.of("B-NP", "I-NP", "I-NP", "B-VP", "B-NP", "I-NP", "B-PP", "B-NP", "O");
  private static final List<String> NAMES =
      List.of("O", "O", "O", "O", "O", "O", "O", "B-LOC", "O");
  private static final Map<String, List<String>> LABELS =
      Map.of("chunk", CHUNKS, "np", CHUNKS, "ne", NAMES, "other", CHUNKS);

  /** Each model is trained once. */
  private static final Map<String, byte[]> TRAINED = new ConcurrentHashMap<>();

  private TestModel() {}

  /** Writes a model that was trained on tags of Universal Dependencies. */
  public static Path write(String task, Path file) throws IOException {
    return write(task, UD, "en", file);
  }

  /** Writes a chunker that was trained on Penn tags. */
  public static Path writePenn(Path file) throws IOException {
    return write("chunk", PENN, "en", file);
  }

  /** Writes a chunker that was trained on tags of an unknown tagset. */
  public static Path writeUnknownTags(Path file) throws IOException {
    return write("chunk", PENN.stream().map(tag -> "my-" + tag).toList(), "en", file);
  }

  /** Writes a model of names in a language. */
  public static Path writeNames(String language, Path file) throws IOException {
    return write("ne", UD, language, file);
  }

  /** Writes a model of names with labels of single tokens. */
  public static Path writeTokens(Path file) throws IOException {
    LabeledSequence sentence =
        LabeledSequence.ofLabels(TokenSequence.ofWords(WORDS), UD, TagScheme.TOKEN);
    Task what = Task.of("ne", DefaultTemplates.of("ne", List.of("word")));
    return Files.write(file, trained(sentence, what.withScheme(TagScheme.TOKEN)));
  }

  /** Writes a model of names that reads the vectors of an encoder. */
  public static Path writeWithEncoder(TokenVectors encoder, Path file) throws IOException {
    LabeledSequence sentence =
        LabeledSequence.ofLabels(TokenSequence.ofWords(WORDS), NAMES, TagScheme.IOB2);
    Task what =
        Task.of("ne", DefaultTemplates.of("ne", List.of("word")))
            .withLanguage("en")
            .withEncoder(EncoderUse.of(encoder));
    return Files.write(file, trained(sentence, what));
  }

  private static Path write(String task, List<String> tags, String language, Path file)
      throws IOException {
    return Files.write(
        file,
        TRAINED.computeIfAbsent(task + tags + language, key -> trained(task, tags, language)));
  }

  private static byte[] trained(String task, List<String> tags, String language) {
    Task what =
        Task.of(
                task,
                DefaultTemplates.of(task.equals("other") ? "chunk" : task, List.of("word", "pos")))
            .withLanguage(language);
    LabeledSequence sentence =
        LabeledSequence.ofLabels(
            new TokenSequence(List.of("word", "pos"), List.of(WORDS, tags)),
            LABELS.get(task),
            TagScheme.IOB2);
    return trained(sentence, what);
  }

  private static byte[] trained(LabeledSequence sentence, Task what) {
    Model model =
        Trainers.of(TrainerSettings.DEFAULT.with(new Run(1, 1)))
            .train(TrainingData.of(List.of(sentence, sentence, sentence), what), Progress.NONE);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ModelWriter.write(model, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
