package org.gpchain.server.models;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.LRUMap;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.corpora.InputException;
import org.gpchain.training.io.AtomicFile;

/**
 * The models that were learned, one for each key, in a folder. A model is replaced as a whole:
 * requests get the old one or the new one, and after a crash one of them is there. Those that were
 * requested last stay in memory.
 *
 * <p>Of a key {@code K} there are {@code id(K).json}, which says what it is, and then {@code
 * id(K).gpchain}.
 */
public final class ModelStore implements Closeable {
  private static final String MODEL = ".gpchain";
  private static final String KEY = ".json";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path folder;
  private final int maxModels;
  private final Consumer<String> log;
  private final FileChannel lock;
  private final ConcurrentMap<String, ModelKey> keys = new ConcurrentHashMap<>();
  private final LRUMap<ModelKey, Loaded> loaded;

  private ModelStore(
      Path folder, int maxModels, int maxLoaded, Consumer<String> log, FileChannel lock) {
    this.folder = folder;
    this.maxModels = maxModels;
    this.log = log;
    this.lock = lock;
    this.loaded = new LRUMap<>(maxLoaded, maxLoaded);
  }

  /**
   * Opens a store, and finds the models that are there.
   *
   * @param folder made if missing
   * @param maxModels that it may have
   * @param maxLoaded models that stay in memory
   * @param log takes a line for each fault that is found
   * @throws InputException if another server uses the folder
   */
  public static ModelStore open(Path folder, int maxModels, int maxLoaded, Consumer<String> log)
      throws IOException {
    AtomicFile.makeDirectory(folder);
    AtomicFile.checkWritable(folder);
    FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    if (!isLocked(lock)) {
      lock.close();
      throw new InputException(
          folder,
          0,
          "another server keeps its models in this folder",
          "name another one (--store)");
    }
    ModelStore store = new ModelStore(folder, maxModels, maxLoaded, log, lock);
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
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + KEY)) {
      for (Path file : files) {
        try {
          ModelKey key = MAPPER.readValue(Files.readAllBytes(file), ModelKey.class);
          if (key == null) {
            throw new IOException("null");
          }
          if (Files.exists(modelFile(key))) {
            keys.put(key.id(), key);
          }
        } catch (IOException e) {
          log.accept("not a description of a model, left alone: " + file.getFileName());
        }
      }
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

  /** Whether a model of this key may be kept: there are not too many others. */
  public boolean hasRoomFor(ModelKey key) {
    return keys.containsKey(key.id()) || keys.size() < maxModels;
  }

  /** The newest model of a key. A model whose file cannot be read counts as none. */
  public Optional<Suggester> find(ModelKey key) {
    if (!keys.containsKey(key.id())) {
      return Optional.empty();
    }
    Loaded absent = new Loaded();
    Loaded found = Objects.requireNonNullElse(loaded.putIfAbsent(key, absent), absent);
    // By one thread only.
    synchronized (found) {
      if (found.model == null) {
        found.model = read(key);
      }
      return found.model;
    }
  }

  /** A model that stays in memory; null until it is read. */
  private static final class Loaded {
    private Optional<Suggester> model;
  }

  private Optional<Suggester> read(ModelKey key) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(modelFile(key)))) {
      Model model = ModelReader.read(in, ModelReader.Contents.DECODING);
      return Optional.of(new Suggester(model, key.unit()::typeOf));
    } catch (IOException e) {
      log.accept("cannot be read, and counts as no model: " + modelFile(key).getFileName());
      return Optional.empty();
    }
  }

  /** Keeps a model, in the place of an earlier one of its key. */
  void save(ModelKey key, Model model) throws IOException {
    AtomicFile.write(
        folder.resolve(key.id() + KEY), out -> out.write(MAPPER.writeValueAsBytes(key)));
    AtomicFile.write(modelFile(key), out -> ModelWriter.write(model, out));
    Loaded known = new Loaded();
    known.model = Optional.of(new Suggester(model, key.unit()::typeOf));
    loaded.put(key, known);
    keys.put(key.id(), key);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
