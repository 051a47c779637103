package org.gpchain.core.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.model.ArrayInput.Form;
import org.gpchain.core.model.Manifest.ArrayEntry;
import org.gpchain.core.model.ModelFormatException.Kind;
import org.gpchain.core.text.Sha256;
import org.gpchain.core.words.WordResource;

/**
 * Files of word resources: the container of models, with a version and checksums. The same resource
 * gives the same bytes.
 */
public final class WordResourceFile {
  static final String FORMAT = "gpchain-words";
  private static final int VERSION = 1;

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
    ArrayOutput arrays = new ArrayOutput();
    WordArrays.Entry entry = WordArrays.add(resource, arrays);
    ZipOutputStream zip = new ZipOutputStream(out);
    arrays.write(new Contents(FORMAT, VERSION, entry, arrays.entries()), zip);
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
    return checked(
        new ArrayInput(in),
        (contents, input) -> {
          ReadArrays arrays = new ReadArrays();
          for (ArrayEntry array : contents.arrays()) {
            Form form = WordArrays.form(contents.words(), array.name());
            if (form == null) {
              throw new ModelFormatException.Corrupt(
                  "no word resource has an array '" + array.name() + "'", null);
            }
            arrays.put(array.name(), input.array(array, form, true));
          }
          input.checkHeap();
          return WordArrays.read(contents.words(), arrays);
        });
  }

  /** Makes something of a file whose manifest has been read. */
  @FunctionalInterface
  private interface Use<T> {
    T of(Contents contents, ArrayInput rest) throws IOException;
  }

  private static <T> T checked(ArrayInput input, Use<T> use) throws IOException {
    return ModelFormatException.reading(
        Kind.WORDS, () -> use.of(contents(input.manifest()), input));
  }

  /**
   * The reference to a resource that a model holds in place of its content.
   *
   * @return a reference to none of its columns
   */
  static WordReference reference(WordResource resource) {
    ArrayOutput arrays = new ArrayOutput();
    return reference(
        new Contents(FORMAT, VERSION, WordArrays.add(resource, arrays), arrays.entries()));
  }

  /**
   * The reference to the resource in a file, of which the manifest alone is read.
   *
   * @param in the file; not closed
   * @return a reference to none of its columns
   * @throws ModelFormatException if it is no word resource, or too new
   */
  public static WordReference reference(InputStream in) throws IOException {
    return checked(new ArrayInput(in), (contents, input) -> reference(contents));
  }

  /** The checksums of all that is in a file make one; {@link #read} checks each of them. */
  private static WordReference reference(Contents contents) {
    StringBuilder held = new StringBuilder();
    for (ArrayEntry array : contents.arrays()) {
      held.append(array.name()).append(' ').append(array.type()).append(' ');
      held.append(array.length()).append(' ').append(array.sha256()).append('\n');
    }
    new TreeMap<>(contents.words().lexicons())
        .forEach((lexicon, foldCase) -> held.append(lexicon).append(' ').append(foldCase));
    return new WordReference(
        contents.words().name(),
        contents.words().language(),
        contents.formatVersion(),
        Sha256.hex(held.toString().getBytes(StandardCharsets.UTF_8)),
        List.of());
  }

  private static Contents contents(byte[] json) throws IOException {
    JsonNode tree = ManifestJson.tree(json);
    if (tree != null && Manifest.FORMAT.equals(tree.path("format").asText())) {
      throw ModelFormatException.Corrupt.mistaken(
          Kind.MODEL, Kind.WORDS, "give a file that gpchain words wrote");
    }
    if (tree == null || !FORMAT.equals(tree.path("format").asText())) {
      throw new ModelFormatException.Corrupt("its manifest is not that of a word resource", null);
    }
    int version = tree.path("formatVersion").asInt(0);
    if (version > VERSION) {
      throw new ModelFormatException.TooNew(Kind.WORDS, version, VERSION);
    }
    Contents contents = ManifestJson.value(tree, Contents.class);
    WordArrays.check(ModelForms.needed("words", contents.words()));
    ModelForms.checkArrays(contents.arrays());
    return contents;
  }
}
