package org.gpchain.core.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.model.Manifest.ArrayEntry;
import org.gpchain.core.words.WordResource;

/**
 * Files of word resources: the container of models, with a version and checksums. The same resource
 * gives the same bytes.
 */
public final class WordResourceFile {
  private static final String FORMAT = "gpchain-words";
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  private WordResourceFile() {}

  /** The manifest, with the layout of its JSON. */
  private record Contents(
      String format, int formatVersion, WordArrays.Entry words, List<ArrayEntry> arrays) {}

  /**
   * Writes a resource.
   *
   * @param out where to; not closed
   */
  public static void write(WordResource resource, OutputStream out) throws IOException {
    ArrayEntries arrays = new ArrayEntries();
    WordArrays.Entry entry = WordArrays.add(resource, arrays);
    ZipOutputStream zip = new ZipOutputStream(out);
    ArrayFile.write(new Contents(FORMAT, VERSION, entry, arrays.entries()), arrays, zip);
    zip.finish();
    zip.flush();
  }

  /**
   * Reads a resource.
   *
   * @param in the file; not closed
   * @throws ModelFormatException if it is damaged, no word resource, or too new
   */
  public static WordResource read(InputStream in) throws IOException {
    try {
      ZipInputStream zip = new ZipInputStream(in);
      Contents contents = contents(ArrayFile.manifest(zip));
      ReadArrays arrays = new ReadArrays();
      for (ArrayEntry array : contents.arrays()) {
        ArrayFile.enter(zip, array);
        arrays.put(array.name(), ArrayFile.array(zip, array, Math.max(0, array.length())));
      }
      return WordArrays.read(contents.words(), arrays);
    } catch (ZipException | EOFException | JsonProcessingException e) {
      throw new ModelFormatException.Corrupt(e.getMessage(), e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | NullPointerException e) {
      // The parts are checked against each other by their own constructors.
      throw new ModelFormatException.Corrupt("its parts do not fit: " + e.getMessage(), e);
    }
  }

  private static Contents contents(byte[] json) throws IOException {
    JsonNode tree = JSON.readTree(json);
    if (tree == null || !FORMAT.equals(tree.path("format").asText())) {
      throw new ModelFormatException.Corrupt("its manifest is not that of a word resource", null);
    }
    int version = tree.path("formatVersion").asInt(0);
    if (version > VERSION) {
      throw new ModelFormatException.TooNew(version, VERSION);
    }
    return JSON.treeToValue(tree, Contents.class);
  }
}
