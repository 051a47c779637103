package org.gpchain.core.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.model.ModelFormatException.Kind;
import org.gpchain.core.text.Sha256;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.file.ArrayEntry;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.ManifestChecks;
import org.gpchain.internal.core.file.ManifestJson;

/**
 * Reads and writes files of word resources. They have the same container format as model files,
 * with a format version and checksums. Equal resources always have equal bytes.
 */
public final class WordResourceFile {
  private WordResourceFile() {}

  /**
   * The manifest of a file, with the layout of its JSON.
   *
   * @param format name of the format
   * @param formatVersion version of the format
   * @param words description of the resource
   * @param arrays arrays of the file, in their order
   */
  private record Contents(
      String format, int formatVersion, WordArrays.Entry words, List<ArrayEntry> arrays) {}

  /**
   * Writes a resource.
   *
   * @param out receives the file; not closed
   */
  public static void write(WordResource resource, OutputStream out) throws IOException {
    ArrayOutput arrays = new ArrayOutput();
    WordArrays.Entry entry = WordArrays.add(resource, arrays);

    ZipOutputStream zip = new ZipOutputStream(out);
    arrays.write(contents(entry, arrays), zip);
    zip.finish();
    zip.flush();
  }

  /**
   * Reads a resource and checks its checksums.
   *
   * @param in the file; not closed
   * @throws ModelFormatException if the file is damaged, not a word resource, or of another format
   *     version
   */
  public static WordResource read(InputStream in) throws IOException {
    return read(in, true);
  }

  /**
   * Reads a resource.
   *
   * @param in the file; not closed
   * @param isHashed whether to check the checksums
   */
  static WordResource read(InputStream in, boolean isHashed) throws IOException {
    ArrayInput input = new ArrayInput(in, isHashed);
    return ModelFormatException.reading(Kind.WORDS, () -> resource(input));
  }

  private static WordResource resource(ArrayInput input) throws IOException {
    Contents contents = contents(input.manifest());
    input.begin(contents.arrays());
    WordResource resource = WordArrays.read(contents.words(), input);
    input.end("word resource");
    return resource;
  }

  /**
   * Returns the reference to a resource with which a model replaces the content of the resource.
   *
   * @return a reference without columns
   */
  static WordReference reference(WordResource resource) {
    ArrayOutput arrays = new ArrayOutput();
    return reference(contents(WordArrays.add(resource, arrays), arrays));
  }

  /**
   * Returns the reference to the resource in a file. Reads only the manifest of the file.
   *
   * @param in the file; not closed
   * @return a reference without columns
   * @throws ModelFormatException if the file is not a word resource, or of another format version
   */
  public static WordReference reference(InputStream in) throws IOException {
    ArrayInput input = new ArrayInput(in, false);
    return ModelFormatException.reading(Kind.WORDS, () -> reference(contents(input.manifest())));
  }

  /**
   * Returns the reference to the resource with a manifest. Its hash covers the checksums of all
   * arrays, and {@link #read(InputStream)} compares each checksum with its array.
   */
  private static WordReference reference(Contents contents) {
    StringBuilder hashed = new StringBuilder();
    for (ArrayEntry array : contents.arrays()) {
      hashed.append(array.name()).append(' ').append(array.type()).append(' ');
      hashed.append(array.length()).append(' ').append(array.sha256()).append('\n');
    }

    Map<String, Boolean> lexicons = new TreeMap<>(contents.words().lexicons());
    lexicons.forEach((lexicon, foldCase) -> hashed.append(lexicon).append(' ').append(foldCase));

    String sha256 = Sha256.hex(hashed.toString().getBytes(StandardCharsets.UTF_8));
    WordArrays.Entry words = contents.words();
    return new WordReference(words.name(), words.language(), sha256, List.of());
  }

  /**
   * Returns the manifest of a file to be written.
   *
   * @throws IllegalArgumentException if the reader would refuse the entry
   */
  private static Contents contents(WordArrays.Entry entry, ArrayOutput arrays) {
    WordArrays.check(entry);
    return new Contents(Kind.WORDS.format, Kind.VERSION, entry, arrays.entries());
  }

  /** Parses and checks the manifest of a file. */
  private static Contents contents(byte[] json) throws IOException {
    Contents contents = ManifestJson.value(Kind.WORDS.manifest(json), Contents.class);
    WordArrays.check(ManifestChecks.needed("words", contents.words()));
    ManifestChecks.arrays(contents.arrays());
    return contents;
  }
}
