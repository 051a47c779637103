package org.gpchain.internal.server.models;

import com.fasterxml.jackson.core.JacksonException;
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
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelFormatException;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.model.Provenance;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.suggestion.Blend;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * The models that were learned, one for each key, in a folder. A model is replaced as a whole:
 * requests get the old one or the new one, and after a crash one of them is there. Those that were
 * requested last stay in memory. A damaged file is reported, and set aside under another name.
 *
 * <p>Of a key {@code K} there are {@code id(K).json}, which says what it is, and then {@code
 * id(K).gpchain}.
 */
public final class ModelStore implements Closeable {
  private static final String MODEL = ".gpchain";
  private static final String KEY = ".json";
  private static final String DAMAGED = ".damaged";
  private static final String NOT_SERVED = "it was learned over a shipped model that is not served";

  /** Bytes in memory for one in the file, at most: shipped models take 4 to 19. */
  private static final int EXPANSION = 20;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path folder;
  private final int maxModels;
  private final List<ShippedModel> shipped;
  private final Consumer<String> log;
  private final FileChannel lock;
  private final ConcurrentMap<String, ModelKey> keys = new ConcurrentHashMap<>();

  /** Keys of models that cannot answer, since the shipped model they build on is not served. */
  private final Set<ModelKey> lacking = ConcurrentHashMap.newKeySet();

  /** Null until it is read. */
  private final Kept<ModelKey, AtomicReference<Suggester>> loaded;

  /** A folder of models that no other server uses while the channel is open. */
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
      if (!isLocked(lock)) {
        lock.close();
        throw new InputException(
            path, "another server keeps its models in this folder", "name another one (--store)");
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
    this.loaded = new Kept<>(maxBytes);
  }

  /**
   * Opens a store and finds its models.
   *
   * @param folder folder of the store; created if missing
   * @param maxModels maximum number of models in the store
   * @param maxBytes maximum size of the models that stay in memory (bytes)
   * @param shipped shipped models that others may have been learned over
   * @param log takes a line for each damaged file
   * @throws InputException if another server uses the folder
   */
  public static ModelStore open(
      Path folder, int maxModels, long maxBytes, List<ShippedModel> shipped, Consumer<String> log)
      throws IOException {
    AtomicFile.makeDirectory(folder);
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

  private void findKeys() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "?".repeat(32) + KEY)) {
      for (Path file : files) {
        try {
          ModelKey key = MAPPER.readValue(Files.readAllBytes(file), ModelKey.class);
          if (key == null) {
            setAside(file, "not a description of a model");
          } else if (Files.exists(modelFile(key))) {
            keys.put(key.id(), key);
            if (lacksBase(key)) {
              lacking.add(key);
              log.accept(NOT_SERVED + ", and counts as no model: " + modelFile(key).getFileName());
            }
          }
        } catch (JacksonException e) {
          setAside(file, "not a description of a model");
        } catch (IOException e) {
          log.accept("cannot be read, left alone: " + file.getFileName());
        }
      }
    }
  }

  private boolean lacksBase(ModelKey key) {
    try (InputStream in = Files.newInputStream(modelFile(key))) {
      Optional<String> base = ModelReader.provenance(in).get(LayerLearner.BASE);
      return base.isPresent() && served(base.get()).isEmpty();
    } catch (IOException e) {
      // It is told when the model is asked for.
      return false;
    }
  }

  private void setAside(Path file, String problem) {
    log.accept(problem + ", set aside as " + DAMAGED + ": " + file.getFileName());
    try {
      Files.move(
          file,
          file.resolveSibling(file.getFileName() + DAMAGED),
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      log.accept("cannot be moved: " + file.getFileName());
    }
  }

  private Path modelFile(ModelKey key) {
    return folder.resolve(key.id() + MODEL);
  }

  /** Keys by their ids. */
  public Map<String, ModelKey> keys() {
    return new TreeMap<>(keys);
  }

  /** The key of an id; empty if there is no model of that. */
  public Optional<ModelKey> key(String id) {
    return Optional.ofNullable(keys.get(id));
  }

  /** Whether there is a model of a key; a damaged one is known when it is asked for. */
  public boolean isReady(ModelKey key) {
    return keys.containsKey(key.id()) && !lacking.contains(key);
  }

  /** An estimate of the memory that models take which stay there. */
  public long loadedBytes() {
    return loaded.bytes();
  }

  /** Whether a model of this key may be kept beside others, those to come included. */
  boolean hasRoomFor(ModelKey key, Stream<ModelKey> toCome) {
    Stream<ModelKey> all = Stream.concat(keys.values().stream(), toCome).distinct();
    return keys.containsKey(key.id()) || all.filter(one -> !one.equals(key)).count() < maxModels;
  }

  /** The newest model of a key. A model whose file cannot be read counts as none. */
  public Optional<Suggester> find(ModelKey key) {
    if (!isReady(key)) {
      return Optional.empty();
    }
    AtomicReference<Suggester> found =
        loaded.putIfAbsent(
            key, new AtomicReference<>(), EXPANSION * modelFile(key).toFile().length());
    // By one thread only.
    synchronized (found) {
      if (found.get() == null) {
        found.set(read(key));
      }
      return Optional.ofNullable(found.get());
    }
  }

  /** Returns null if it cannot be read. */
  private Suggester read(ModelKey key) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(modelFile(key)))) {
      return suggester(key, ModelReader.read(in, ModelReader.Contents.DECODING));
    } catch (ModelFormatException.Corrupt e) {
      keys.remove(key.id());
      setAside(modelFile(key), "damaged, and counts as no model");
    } catch (IOException e) {
      log.accept(
          "cannot be read, and counts as no model: %s (%s)"
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
      return new Suggester(model, key.unit()::typeOf);
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

  /** Keeps a model, in the place of an earlier one of its key. */
  void save(ModelKey key, Model model) throws IOException {
    AtomicFile.write(
        folder.resolve(key.id() + KEY), out -> out.write(MAPPER.writeValueAsBytes(key)));
    AtomicFile.write(modelFile(key), out -> ModelWriter.write(model, out));
    loaded.put(
        key, new AtomicReference<>(suggester(key, model)), EXPANSION * Files.size(modelFile(key)));
    keys.put(key.id(), key);
    lacking.remove(key);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
