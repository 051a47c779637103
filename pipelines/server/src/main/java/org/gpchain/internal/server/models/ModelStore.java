package org.gpchain.internal.server.models;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelFormatException;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.suggestion.Blend;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.io.ChecksummedFile;

/**
 * The learned models, one for each key, in a folder. Models are replaced atomically: a request, or
 * a restart after a crash, finds either the old or the new model. Recently used models stay in
 * memory. Damaged files are logged and renamed. A model whose key file is damaged is found again
 * with the next request for it. Thread-safe.
 *
 * <p>The files of a key {@code K} are {@code id(K).json} with the key and {@code id(K).gpchain}
 * with the model.
 */
public final class ModelStore implements Closeable {
  private static final String MODEL = ".gpchain";
  private static final String KEY = ".json";
  private static final String NOT_SERVED =
      "it was trained on top of a shipped model that is not served";

  /**
   * Upper bound on the memory of a loaded model as a multiple of its file size. For shipped models,
   * the ratio is between 4 and 19.
   */
  private static final int EXPANSION = 20;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path folder;
  private final int maxModels;
  private final List<ShippedModel> shipped;
  private final Consumer<String> log;
  private final FileChannel lock;
  private final ConcurrentMap<String, ModelKey> keys = new ConcurrentHashMap<>();

  /** Types of annotations that the models suggest, by the ids of their keys. */
  private final ConcurrentMap<String, List<String>> types = new ConcurrentHashMap<>();

  /** {@linkplain ModelKey#id Ids} of models whose key file is missing or damaged. */
  private final Set<String> withoutKey = ConcurrentHashMap.newKeySet();

  /** Keys of models whose shipped model or encoder is missing. They count as no models. */
  private final Set<ModelKey> unusable = ConcurrentHashMap.newKeySet();

  /** Models in memory. A reference is null until its model has been read. */
  private final LruCache<ModelKey, AtomicReference<Suggester>> loaded;

  /** A folder that no other server uses while the lock is open. */
  private record LockedFolder(Path path, FileChannel lock) {
    /**
     * Locks a folder.
     *
     * @throws InputException if another server uses it
     */
    static LockedFolder of(Path path) throws IOException {
      FileChannel lock =
          FileChannel.open(
              path.resolve("lock"), StandardOpenOption.WRITE, StandardOpenOption.CREATE);
      AtomicFile.makePrivate(path.resolve("lock"));
      if (!isLocked(lock)) {
        lock.close();
        throw new InputException(
            path,
            "another server uses this folder for its models",
            "choose another folder with --store");
      }
      return new LockedFolder(path, lock);
    }
  }

  private ModelStore(
      LockedFolder folder,
      int maxModels,
      long maxBytes,
      List<ShippedModel> shipped,
      Consumer<String> log) {
    this.folder = folder.path();
    this.maxModels = maxModels;
    this.shipped = List.copyOf(shipped);
    this.log = log;
    this.lock = folder.lock();
    this.loaded = new LruCache<>(maxBytes);
  }

  /**
   * Opens a store and finds its models.
   *
   * @param folder folder of the store; created if missing
   * @param maxModels maximum number of models in the store
   * @param maxBytes maximum size of the models that stay in memory (bytes)
   * @param shipped shipped models that learned models may build on
   * @param log receives a line for each damaged file
   * @throws InputException if another server uses the folder
   */
  public static ModelStore open(
      Path folder, int maxModels, long maxBytes, List<ShippedModel> shipped, Consumer<String> log)
      throws IOException {
    AtomicFile.makePrivateDirectory(folder);
    AtomicFile.checkWritable(folder);
    LockedFolder locked = LockedFolder.of(folder);
    ModelStore store = new ModelStore(locked, maxModels, maxBytes, shipped, log);
    store.findKeys();
    return store;
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Reads the keys of all models in the folder. */
  private void findKeys() throws IOException {
    for (Path file : files(KEY)) {
      Optional<ModelKey> key = ChecksummedFile.read(file, content -> parsed(content, file), log);
      if (key.isPresent() && Files.exists(modelFile(key.get()))) {
        addKey(key.get());
      }
    }
    for (Path file : files(MODEL)) {
      String id = id(file, MODEL);
      if (!keys.containsKey(id)) {
        withoutKey.add(id);
        log.accept("not used until the next request for its key: " + file.getFileName());
      }
    }
  }

  /** Returns the files of keys or models in the folder. */
  private List<Path> files(String extension) throws IOException {
    List<Path> files = new ArrayList<>();
    String pattern = "?".repeat(ModelKey.ID_LENGTH) + extension;
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
      found.forEach(files::add);
    }
    return files;
  }

  private static String id(Path file, String extension) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - extension.length());
  }

  private static ModelKey parsed(byte[] content, Path file) throws IOException {
    ModelKey key = MAPPER.readValue(content, ModelKey.class);
    if (!key.id().equals(id(file, KEY))) {
      throw new IOException("the key of another file");
    }
    return key;
  }

  private void addKey(ModelKey key) {
    keys.put(key.id(), key);
    Optional<ModelReader.Description> description = description(key);
    types.put(key.id(), description.map(model -> types(key, model)).orElse(List.of()));
    Optional<String> problem = description.flatMap(this::missingPart);
    if (problem.isPresent()) {
      unusable.add(key);
      log.accept(problem.get() + ", so the model is ignored: " + modelFile(key).getFileName());
    }
  }

  /** Reads the description of a stored model. Empty if its file is damaged. */
  private Optional<ModelReader.Description> description(ModelKey key) {
    try (InputStream in = Files.newInputStream(modelFile(key))) {
      return Optional.of(ModelReader.description(in));
    } catch (IOException e) {
      // The damage is reported when the model is used.
      return Optional.empty();
    }
  }

  /**
   * Returns why a model cannot be used although its file is intact: the shipped model on which it
   * builds is not served, or its encoder is missing. Empty if nothing is missing.
   */
  private Optional<String> missingPart(ModelReader.Description model) {
    Optional<String> base = model.provenance().get(LayerLearner.BASE);
    if (base.isPresent() && served(base.get()).isEmpty()) {
      return Optional.of(NOT_SERVED);
    }
    try {
      model.encoderId().ifPresent(Encoders::get);
    } catch (EncoderException e) {
      return Optional.of(e.getMessage());
    }
    return Optional.empty();
  }

  /** Returns the types that a stored model suggests. Empty if its provenance is damaged. */
  private static List<String> types(ModelKey key, ModelReader.Description model) {
    try {
      Blend.Weights weights = model.provenance().get(LayerLearner.BLEND).orElse(null);
      return Suggester.types(model.task(), weights, key.unit()::annotationType);
    } catch (IllegalArgumentException e) {
      // The damage is reported when the model is used.
      return List.of();
    }
  }

  private Path keyFile(ModelKey key) {
    return folder.resolve(key.id() + KEY);
  }

  private Path modelFile(ModelKey key) {
    return folder.resolve(key.id() + MODEL);
  }

  /** Returns the keys of all models by their {@linkplain ModelKey#id ids}. */
  public Map<String, ModelKey> keys() {
    return new TreeMap<>(keys);
  }

  /** Returns the key with an id, if there is a model for it. */
  public Optional<ModelKey> key(String id) {
    return Optional.ofNullable(keys.get(id));
  }

  /**
   * Returns whether there is a model for a key. Does not open the file, so the model may turn out
   * to be damaged.
   */
  public boolean isReady(ModelKey key) {
    if (withoutKey.remove(key.id())) {
      restoreKey(key);
    }
    return keys.containsKey(key.id()) && !unusable.contains(key);
  }

  /** Returns the types of annotations that the model for a key suggests. Empty if there is none. */
  public List<String> types(ModelKey key) {
    if (!isReady(key)) {
      return List.of();
    }
    return types.getOrDefault(key.id(), List.of());
  }

  /** Adds the key of a model whose key file is missing or damaged, and writes the file again. */
  private void restoreKey(ModelKey key) {
    try {
      writeKey(key);
      log.accept("found again: " + modelFile(key).getFileName());
    } catch (IOException e) {
      log.accept("cannot be written: " + keyFile(key).getFileName());
    }
    addKey(key);
  }

  /** Returns the estimated memory of the loaded models (bytes). */
  public long loadedBytes() {
    return loaded.bytes();
  }

  /**
   * Returns whether the store may receive a model for a key.
   *
   * @param expected keys of the models that are being trained or wait for training
   */
  boolean hasRoomFor(ModelKey key, Collection<ModelKey> expected) {
    if (keys.containsKey(key.id())) {
      return true;
    }
    Set<ModelKey> others = new HashSet<>(keys.values());
    others.addAll(expected);
    others.remove(key);
    return others.size() < maxModels;
  }

  /** Returns the newest model for a key. Empty if there is none or its file cannot be read. */
  public Optional<Suggester> find(ModelKey key) {
    if (!isReady(key)) {
      return Optional.empty();
    }
    long bytes = EXPANSION * modelFile(key).toFile().length();
    AtomicReference<Suggester> model = loaded.putIfAbsent(key, new AtomicReference<>(), bytes);

    // The first thread reads the file; others that need the same model wait.
    synchronized (model) {
      if (model.get() == null) {
        model.set(read(key));
      }
      return Optional.ofNullable(model.get());
    }
  }

  /** Reads a model. Returns null if its file cannot be read. */
  private Suggester read(ModelKey key) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(modelFile(key)))) {
      return suggester(key, ModelReader.read(in, ModelReader.Contents.DECODING));
    } catch (ModelFormatException.Corrupt e) {
      keys.remove(key.id());
      ChecksummedFile.setAside(modelFile(key), "damaged, so the model is ignored", log);
    } catch (IOException e) {
      log.accept(
          "cannot be read, so the model is ignored: %s (%s)"
              .formatted(modelFile(key).getFileName(), e.getMessage()));
    }
    loaded.remove(key);
    return null;
  }

  /** Returns the shipped model with a hash, if it is served. */
  private Optional<ShippedModel> served(String hash) {
    return shipped.stream().filter(model -> model.hash().equals(hash)).findFirst();
  }

  private Suggester suggester(ModelKey key, Model model) throws IOException {
    Provenance origin = model.provenance();
    Optional<String> hash = origin.get(LayerLearner.BASE);
    if (hash.isEmpty()) {
      return new Suggester(model, key.unit()::annotationType);
    }

    ShippedModel base = served(hash.get()).orElseThrow(() -> new IOException(NOT_SERVED));
    return Suggester.over(base, model, blend(origin));
  }

  private static Blend.Weights blend(Provenance origin) throws IOException {
    try {
      return origin
          .get(LayerLearner.BLEND)
          .orElseThrow(() -> new IOException("the model lacks the weights of its blend"));
    } catch (IllegalArgumentException e) {
      throw new IOException(e);
    }
  }

  /** Saves a model in place of an earlier one for the same key. */
  void save(ModelKey key, Model model) throws IOException {
    writeKey(key);
    AtomicFile.writePrivate(modelFile(key), out -> ModelWriter.write(model, out));

    Suggester suggester = suggester(key, model);
    long bytes = EXPANSION * Files.size(modelFile(key));
    loaded.put(key, new AtomicReference<>(suggester), bytes);
    types.put(key.id(), suggester.types());
    keys.put(key.id(), key);
    unusable.remove(key);
    withoutKey.remove(key.id());
  }

  private void writeKey(ModelKey key) throws IOException {
    ChecksummedFile.write(keyFile(key), MAPPER.writeValueAsBytes(key));
  }

  /** Deletes a model and its key, including damaged files, if they exist. */
  void delete(ModelKey key) throws IOException {
    keys.remove(key.id());
    withoutKey.remove(key.id());
    unusable.remove(key);
    types.remove(key.id());
    loaded.remove(key);
    ChecksummedFile.delete(modelFile(key));
    ChecksummedFile.delete(keyFile(key));
  }

  /** Deletes damaged files that were set aside under the names of a model and its key. */
  void deleteDamaged(ModelKey key) throws IOException {
    ChecksummedFile.deleteDamaged(modelFile(key));
    ChecksummedFile.deleteDamaged(keyFile(key));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
