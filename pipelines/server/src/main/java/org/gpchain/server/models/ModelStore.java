package org.gpchain.server.models;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelFormatException;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.corpora.InputException;
import org.gpchain.training.io.AtomicFile;

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

  /** Bytes in memory for one in the file, at most: shipped models take 4 to 19. */
  private static final int EXPANSION = 20;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path folder;
  private final int maxModels;
  private final List<ShippedModel> shipped;
  private final Consumer<String> log;
  private final FileChannel lock;
  private final ConcurrentMap<String, ModelKey> keys = new ConcurrentHashMap<>();

  /** Null until it is read. */
  private final Kept<ModelKey, AtomicReference<Suggester>> loaded;

  private ModelStore(
      Path folder,
      int maxModels,
      long maxBytes,
      List<ShippedModel> shipped,
      Consumer<String> log,
      FileChannel lock) {
    this.folder = folder;
    this.maxModels = maxModels;
    this.shipped = List.copyOf(shipped);
    this.log = log;
    this.lock = lock;
    this.loaded = new Kept<>(maxBytes);
  }

  /**
   * Opens a store, and finds the models that are there.
   *
   * @param folder made if missing
   * @param maxModels that it may have
   * @param maxBytes of the models that stay in memory
   * @param shipped the models that others may have been learned over
   * @param log takes a line for each fault that is found
   * @throws InputException if another server uses the folder
   */
  public static ModelStore open(
      Path folder, int maxModels, long maxBytes, List<ShippedModel> shipped, Consumer<String> log)
      throws IOException {
    AtomicFile.makeDirectory(folder);
    AtomicFile.checkWritable(folder);
    FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    if (!isLocked(lock)) {
      lock.close();
      throw new InputException(
          folder, "another server keeps its models in this folder", "name another one (--store)");
    }
    ModelStore store = new ModelStore(folder, maxModels, maxBytes, shipped, log, lock);
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
          }
        } catch (JacksonException e) {
          setAside(file, "not a description of a model");
        } catch (IOException e) {
          log.accept("cannot be read, left alone: " + file.getFileName());
        }
      }
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

  /** An estimate of the memory that models take which stay there. */
  public long loadedBytes() {
    return loaded.bytes();
  }

  /** Whether a model of this key may be kept: there are not too many others. */
  public boolean hasRoomFor(ModelKey key) {
    return keys.containsKey(key.id()) || keys.size() < maxModels;
  }

  /** The newest model of a key. A model whose file cannot be read counts as none. */
  public Optional<Suggester> find(ModelKey key) {
    if (!keys.containsKey(key.id())) {
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

  /**
   * Writes a model as a file of its own, with the shipped one that it was learned over.
   *
   * @return whether there is a model of this key that can be read
   */
  public boolean write(ModelKey key, OutputStream out) throws IOException {
    Optional<Suggester> found = find(key);
    if (found.isPresent()) {
      ModelWriter.write(found.get().model(), out);
    }
    return found.isPresent();
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

  /** A model that was learned over a shipped one needs the same. */
  private Suggester suggester(ModelKey key, Model model) throws IOException {
    String wanted = model.provenance().settings().get(LayerLearner.BASE);
    if (wanted == null) {
      return new Suggester(model, key.unit()::typeOf);
    }
    ShippedModel base =
        shipped.stream()
            .filter(one -> one.hash().equals(wanted))
            .findFirst()
            .orElseThrow(
                () -> new IOException("it was learned over a shipped model that is not served"));
    Blend.Weights weights =
        Blend.Weights.parse(model.provenance().settings().get(LayerLearner.BLEND));
    return Suggester.over(base, model, weights);
  }

  /** Keeps a model, in the place of an earlier one of its key. */
  void save(ModelKey key, Model model) throws IOException {
    AtomicFile.write(
        folder.resolve(key.id() + KEY), out -> out.write(MAPPER.writeValueAsBytes(key)));
    AtomicFile.write(modelFile(key), out -> ModelWriter.write(model, out));
    loaded.put(
        key, new AtomicReference<>(suggester(key, model)), EXPANSION * Files.size(modelFile(key)));
    keys.put(key.id(), key);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
