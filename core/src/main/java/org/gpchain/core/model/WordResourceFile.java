package org.gpchain.core.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
 * Files of word resources: the container of models, with a version and checksums. The same resource
 * gives the same bytes.
 */
public final class WordResourceFile {
  private WordResourceFile() {}

  /** The manifest, with the layout of its JSON. */
  private record Contents(
      String format, int formatVersion, WordArrays.Entry words, List<ArrayEntry> arrays) {}

  /** Writes a resource; {@code out} stays open. */
  public static void write(WordResource resource, OutputStream out) throws IOException {
    ArrayOutput arrays = new ArrayOutput();
    WordArrays.Entry entry = WordArrays.add(resource, arrays);
    ZipOutputStream zip = new ZipOutputStream(out);
    arrays.write(contents(entry, arrays), zip);
    zip.finish();
    zip.flush();
  }

  /**
   * @param in the file; not closed
   * @throws ModelFormatException if it is damaged, no word resource, or of another format version
   */
  public static WordResource read(InputStream in) throws IOException {
    return read(in, true);
  }

  static WordResource read(InputStream in, boolean isHashed) throws IOException {
    ArrayInput input = new ArrayInput(in, isHashed);
    return ModelFormatException.reading(
        Kind.WORDS,
        () -> {
          Contents contents = contents(input.manifest());
          input.begin(contents.arrays());
          WordResource resource = WordArrays.read(contents.words(), input);
          input.end("word resource");
          return resource;
        });
  }

  /**
   * The reference to a resource that a model holds in place of its content, to none of its columns.
   */
  static WordReference reference(WordResource resource) {
    ArrayOutput arrays = new ArrayOutput();
    return reference(contents(WordArrays.add(resource, arrays), arrays));
  }

  /**
   * The reference to the resource in a file, of which the manifest alone is read.
   *
   * @param in the file; not closed
   * @return a reference to none of its columns
   * @throws ModelFormatException if it is no word resource, or of another format version
   */
  public static WordReference reference(InputStream in) throws IOException {
    ArrayInput input = new ArrayInput(in, false);
    return ModelFormatException.reading(Kind.WORDS, () -> reference(contents(input.manifest())));
  }

  /**
   * The checksums of all that is in a file make one; {@link #read(InputStream)} checks each of
   * them.
   */
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
        Sha256.hex(held.toString().getBytes(StandardCharsets.UTF_8)),
        List.of());
  }

  private static Contents contents(WordArrays.Entry entry, ArrayOutput arrays) {
    return new Contents(Kind.WORDS.format, Kind.VERSION, entry, arrays.entries());
  }

  private static Contents contents(byte[] json) throws IOException {
    Contents contents = ManifestJson.value(Kind.WORDS.manifest(json), Contents.class);
    WordArrays.check(ManifestChecks.needed("words", contents.words()));
    ManifestChecks.arrays(contents.arrays());
    return contents;
  }
}
