package org.gpchain.internal.encoder;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.TokenVectors;

/**
 * Token vectors from a frozen transformer of the BERT family.
 *
 * <p>Each sentence, or window of a long one, is a batch by itself: 8-bit models quantize
 * activations per tensor, so the vectors of a sentence would otherwise depend on its neighbors in
 * the batch. The session uses one thread; callers run several sentences at once. Thread-safe.
 */
public final class OnnxEncoder implements TokenVectors, AutoCloseable {
  /** Maximum number of pieces of one word. Later pieces of a word are ignored. */
  private static final int MAX_PIECES_OF_WORD = 64;

  private static final String IDS = "input_ids";
  private static final String MASK = "attention_mask";
  private static final String TYPES = "token_type_ids";

  private final String id;
  private final EncoderSettings settings;
  private final PieceVocabulary vocabulary;
  private final WordpieceTokenizer tokenizer;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final Set<String> outputs;
  private final int dimension;

  private OnnxEncoder(
      String id,
      EncoderSettings settings,
      PieceVocabulary vocabulary,
      OrtEnvironment environment,
      OrtSession session) {
    this.id = id;
    this.settings = settings;
    this.vocabulary = vocabulary;
    this.tokenizer = new WordpieceTokenizer(vocabulary, settings.lowerCase());
    this.environment = environment;
    this.session = session;
    this.outputs = new LinkedHashSet<>(settings.layers());
    this.dimension = encode(List.of(new int[] {vocabulary.largestId()}))[0].length;
  }

  /**
   * Opens an encoder.
   *
   * @param files content of the encoder's folder
   * @throws EncoderException if the files don't fit each other, or there is no native library for
   *     this platform
   */
  public static OnnxEncoder open(EncoderFiles files) {
    OrtEnvironment environment = environment();
    OrtSession session = session(environment, files);
    try {
      return new OnnxEncoder(
          files.id(), files.settings(), files.vocabulary(), environment, session);
    } catch (EncoderException e) {
      closeQuietly(session, e);
      throw new EncoderException(
          e.getMessage()
              + " Check that the vocabulary belongs to the model, and that 'layers' names token"
              + " vectors.",
          e);
    }
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public String id() {
    return id;
  }

  /**
   * {@inheritDoc}
   *
   * @throws EncoderException if the encoder fails, or gives a value that isn't finite
   */
  @Override
  public DenseRows vectors(TokenSequence sentence) {
    List<String> words = sentence.words();
    int length = sentence.length();
    int[][] pieces = new int[length][];
    int[] pieceCounts = new int[length];
    for (int t = 0; t < length; t++) {
      int[] word = tokenizer.pieces(words.get(t));
      pieces[t] = word.length > MAX_PIECES_OF_WORD ? Arrays.copyOf(word, MAX_PIECES_OF_WORD) : word;
      pieceCounts[t] = pieces[t].length;
    }

    float[] values = new float[length * dimension];
    for (PieceWindows.Window window : PieceWindows.of(pieceCounts)) {
      float[][] rows = encode(Arrays.asList(pieces).subList(window.from(), window.to()));
      for (int t = window.firstOwned(); t < window.endOwned(); t++) {
        System.arraycopy(rows[t - window.from()], 0, values, t * dimension, dimension);
      }
    }
    requireFinite(values, words);
    return new DenseRows(length, dimension, values);
  }

  /** Frees the native memory. No vectors can be computed afterwards. */
  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new EncoderException("The encoder can't be closed: " + e.getMessage(), e);
    }
  }

  private void requireFinite(float[] values, List<String> words) {
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        int token = i / dimension;
        throw new EncoderException(
            String.format(
                "The encoder %s gives token %d '%s' a vector that isn't finite.",
                settings.name(), token + 1, words.get(token)));
      }
    }
  }

  /**
   * Returns one vector for each word.
   *
   * @param words pieces of each word, in order
   */
  private float[][] encode(List<int[]> words) {
    long[] ids = ids(words);
    long[] mask = new long[ids.length];
    Arrays.fill(mask, 1);
    long[] types = new long[ids.length];

    Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
    try {
      addInput(inputs, IDS, ids);
      addInput(inputs, MASK, mask);
      addInput(inputs, TYPES, types);
      try (OrtSession.Result result = session.run(inputs, outputs)) {
        return pool(result, words);
      }
    } catch (OrtException e) {
      throw new EncoderException(
          String.format(
              "The encoder %s failed on a sentence of %d tokens: %s",
              settings.name(), words.size(), e.getMessage()),
          e);
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  /** Returns the pieces of all words between the two special ones. */
  private long[] ids(List<int[]> words) {
    int pieceCount = 2;
    for (int[] word : words) {
      pieceCount += word.length;
    }

    long[] ids = new long[pieceCount];
    int at = 0;
    ids[at++] = vocabulary.start();
    for (int[] word : words) {
      for (int piece : word) {
        ids[at++] = piece;
      }
    }
    ids[at] = vocabulary.end();
    return ids;
  }

  /** Adds an input of the shape {@code [1×P]} if the model has it. */
  private void addInput(Map<String, OnnxTensor> inputs, String name, long[] values)
      throws OrtException {
    if (session.getInputNames().contains(name)) {
      long[] shape = {1, values.length};
      inputs.put(name, OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape));
    }
  }

  /** Concatenates the layers' vectors of each word. */
  private float[][] pool(OrtSession.Result result, List<int[]> words) {
    List<LayerOutput> layers = new ArrayList<>();
    int rowLength = 0;
    for (int i = 0; i < settings.layers().size(); i++) {
      LayerOutput layer = LayerOutput.of(settings.layers().get(i), (OnnxTensor) result.get(i));
      layers.add(layer);
      rowLength += layer.width();
    }

    float[][] rows = new float[words.size()][rowLength];
    int firstPiece = 1;
    for (int t = 0; t < rows.length; t++) {
      int pieceCount = words.get(t).length;
      int pooledCount = settings.pooling() == EncoderSettings.Pooling.FIRST ? 1 : pieceCount;
      int offset = 0;
      for (LayerOutput layer : layers) {
        layer.writeMean(firstPiece, pooledCount, rows[t], offset);
        offset += layer.width();
      }
      firstPiece += pieceCount;
    }
    return rows;
  }

  /**
   * The output of one layer.
   *
   * @param values vectors of the pieces, {@code [P×H]} row-major
   * @param width number of columns H
   */
  private record LayerOutput(FloatBuffer values, int width) {
    /** Returns the output of a layer, which must be a float tensor {@code [1×P×H]}. */
    static LayerOutput of(String name, OnnxTensor tensor) {
      long[] shape = tensor.getInfo().getShape();
      if (shape.length != 3 || tensor.getInfo().type != OnnxJavaType.FLOAT) {
        throw new EncoderException(
            String.format(
                "The layer %s has the shape %s of %s; expected three dimensions of FLOAT.",
                name, Arrays.toString(shape), tensor.getInfo().type));
      }
      return new LayerOutput(tensor.getFloatBuffer(), (int) shape[2]);
    }

    /** Writes the mean vector of consecutive pieces into a row. */
    void writeMean(int firstPiece, int pieceCount, float[] row, int offset) {
      for (int e = 0; e < width; e++) {
        float sum = 0;
        for (int p = 0; p < pieceCount; p++) {
          sum += values.get((firstPiece + p) * width + e);
        }
        row[offset + e] = sum / pieceCount;
      }
    }
  }

  private static OrtEnvironment environment() {
    try {
      return OrtEnvironment.getEnvironment();
    } catch (UnsatisfiedLinkError | NoClassDefFoundError | ExceptionInInitializerError e) {
      throw new EncoderException(
          "ONNX Runtime has no native library for this platform ("
              + System.getProperty("os.name")
              + ", "
              + System.getProperty("os.arch")
              + "). It needs 64-bit Linux with glibc, macOS or Windows. Use a model without an encoder"
              + " here.",
          e);
    }
  }

  private static OrtSession session(OrtEnvironment environment, EncoderFiles files) {
    requireInputs(ModelGraph.read(files.model()));

    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      options.addConfigEntry("session.intra_op.allow_spinning", "0");
      return environment.createSession(files.model(), options);
    } catch (OrtException e) {
      throw new EncoderException(
          "ONNX Runtime can't load the encoder " + files.settings().name() + ": " + e.getMessage(),
          e);
    }
  }

  private static void requireInputs(ModelGraph graph) {
    List<String> inputs = graph.inputs();
    if (!inputs.contains(IDS) || !List.of(IDS, MASK, TYPES).containsAll(inputs)) {
      throw new EncoderException(
          "The ONNX model has the inputs "
              + inputs
              + "; expected input_ids, attention_mask and token_type_ids. Export an encoder of the BERT"
              + " family.");
    }
  }

  private static void closeQuietly(OrtSession session, RuntimeException failure) {
    try {
      session.close();
    } catch (OrtException e) {
      failure.addSuppressed(e);
    }
  }
}
