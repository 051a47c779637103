package org.gpchain.internal.documents.batch.sink;

import static org.gpchain.core.text.Numbers.format;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names of outputs, which lead nowhere but into the output folder and are different on any file
 * system. They depend only on the names of the documents and their order.
 */
public final class SafeNames {
  /** Maximum length of a part (bytes of UTF-8). File systems take 255, and endings follow. */
  private static final int MAX_PART = 120;

  /** Maximum length of a path (characters). */
  private static final int MAX_PATH = 400;

  private static final Pattern UNSAFE =
      Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Cn}<>:\"|?*\\\\\uFFFD]");

  /** Names of parts that are safe as they are, at a glance: none of devices. */
  private static final Pattern SAFE =
      Pattern.compile("(?!(?i:con|prn|aux|nul|com\\d|lpt\\d)$)[A-Za-z0-9_-]{1,100}");

  private static final Pattern LAST = Pattern.compile("(?<![. ])[. ]++$");

  /** Of Windows, whatever follows the first dot. */
  private static final Pattern DEVICE =
      Pattern.compile("(?i)(con|prn|aux|nul|conin\\$|conout\\$|(com|lpt)[0-9¹²³])(\\..*)?");

  /** What a run itself writes, beside what begins with a dot. */
  private static final Set<String> OURS =
      Set.of("failed", "index", "summary", "errors", "run", "typesystem");

  private static final Pattern SHARD = Pattern.compile("(?i)part-\\d+(\\..*)?");

  /** Hashes of names: there may be millions. */
  private final LongOpenHashSet taken = new LongOpenHashSet();

  private final Set<String> endings;

  /**
   * @param endings endings of written files, without dots; no folder gets a name with one of them
   */
  public SafeNames(Set<String> endings) {
    this.endings = Set.copyOf(endings);
  }

  /** Returns the name of the next document's output, with slashes and without an ending. */
  public String next(String name) {
    String safe = safe(name);
    String unique = safe;
    for (int again = 2; !taken.add(key(unique)); again++) {
      unique = safe + "~" + again;
    }
    return unique;
  }

  private String safe(String name) {
    List<String> parts = new ArrayList<>();
    for (String part : name.replace('\\', '/').split("/", -1)) {
      if (!part.isBlank() && !part.equals(".") && !part.equals("..")) {
        parts.add(part);
      }
    }
    if (parts.isEmpty()) {
      parts.add("document");
    }
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      String part = safePart(parts.get(i));
      if (i == 0 && (isOurs(part) || part.startsWith("."))) {
        part = "_" + part;
      }
      if (i < parts.size() - 1 && hasEnding(part)) {
        part += "_";
      }
      path.append(i == 0 ? "" : "/").append(part);
    }
    return path.length() <= MAX_PATH
        ? path.toString()
        : shortened(path.toString().replace('/', '_'));
  }

  private static boolean isOurs(String part) {
    return OURS.contains(part.toLowerCase(Locale.ROOT).split("\\.", 2)[0])
        || SHARD.matcher(part).matches();
  }

  private boolean hasEnding(String part) {
    int dot = part.lastIndexOf('.');
    return dot >= 0 && endings.contains(part.substring(dot + 1).toLowerCase(Locale.ROOT));
  }

  private static String safePart(String part) {
    if (SAFE.matcher(part).matches()) {
      return part;
    }
    String safe = UNSAFE.matcher(part).replaceAll("_");
    safe = LAST.matcher(safe).replaceAll("_");
    if (!canBeNamed(safe)) {
      safe = safe.replaceAll("[^\\p{Alnum}._ -]", "_");
    }
    if (DEVICE.matcher(safe).matches()) {
      safe = "_" + safe;
    }
    return safe.getBytes(StandardCharsets.UTF_8).length <= MAX_PART ? safe : shortened(safe);
  }

  /** In the locale C, for example, Java names files in ASCII only. */
  private static boolean canBeNamed(String name) {
    try {
      return !Path.of(name).toString().isEmpty();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** The beginning, and a hash of the whole. */
  private static String shortened(String name) {
    CharBuffer left = CharBuffer.wrap(name);
    StandardCharsets.UTF_8.newEncoder().encode(left, ByteBuffer.allocate(MAX_PART - 20), true);
    return format("%s~%016x", name.substring(0, left.position()), hash(name));
  }

  /** The same for names that some file system takes for one. */
  private static long key(String name) {
    String folded =
        Normalizer.normalize(name, Normalizer.Form.NFKC)
            .toUpperCase(Locale.ROOT)
            .toLowerCase(Locale.ROOT);
    return hash(folded);
  }

  /** A hash of a text in 64 bits (FNV-1a, and a finisher, of its UTF-8). */
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    return hash ^ (hash >>> 29);
  }
}
