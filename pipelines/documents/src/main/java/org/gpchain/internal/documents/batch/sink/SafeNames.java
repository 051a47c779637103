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
 * Generates names of output files from names of documents. The names are inside the output folder
 * and differ on any file system. They depend only on the names and the order of the documents.
 */
public final class SafeNames {
  /**
   * Maximum length of a part of a path (bytes of UTF-8). File systems allow 255, and extensions
   * follow.
   */
  private static final int MAX_PART = 120;

  /** Maximum length of a path (UTF-16 code units). */
  private static final int MAX_PATH = 400;

  /** Characters that a file system may not allow. */
  private static final Pattern UNSAFE =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Cn}<>:\"|?*\\\\\uFFFD]");

  /** Parts that are safe without closer inspection. */
  private static final Pattern SAFE =
      Pattern.compile("(?!(?i:con|prn|aux|nul|com\\d|lpt\\d)$)[A-Za-z0-9_-]{1,100}");

  /** Dots and spaces at the end of a part, which Windows removes. */
  private static final Pattern LAST = Pattern.compile("(?<![. ])[. ]++$");

  /** Names of devices of Windows, with any extension. */
  private static final Pattern DEVICE =
      Pattern.compile("(?i)(con|prn|aux|nul|conin\\$|conout\\$|(com|lpt)[0-9¹²³])(\\..*)?");

  /** Names of files, without extensions, and folders that a run writes. */
  private static final Set<String> RUN_FILES =
      Set.of("failed", "index", "summary", "errors", "run", "typesystem");

  private static final Pattern SHARD = Pattern.compile("(?i)part-\\d+(\\..*)?");

  /** Hashes of the names so far. Hashes save memory, as there may be millions of names. */
  private final LongOpenHashSet taken = new LongOpenHashSet();

  private final Set<String> endings;

  /**
   * Creates a generator.
   *
   * @param endings file extensions of the output, without dots. No folder has such an extension.
   */
  public SafeNames(Set<String> endings) {
    this.endings = Set.copyOf(endings);
  }

  /** Returns the name for the next document: a path with slashes and without an extension. */
  public String next(String name) {
    String safe = safe(name);
    String unique = safe;
    int number = 2;
    while (!taken.add(key(unique))) {
      unique = safe + "~" + number;
      number++;
    }
    return unique;
  }

  /** Returns a safe name, which may have been used before. */
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
      boolean isFirst = i == 0;
      boolean isFolder = i < parts.size() - 1;
      if (isFirst && (isRunFile(part) || part.startsWith("."))) {
        part = "_" + part;
      }
      if (isFolder && hasEnding(part)) {
        part += "_";
      }
      if (!isFirst) {
        path.append('/');
      }
      path.append(part);
    }
    if (path.length() > MAX_PATH) {
      return shortened(path.toString().replace('/', '_'));
    }
    return path.toString();
  }

  private static boolean isRunFile(String part) {
    return RUN_FILES.contains(part.toLowerCase(Locale.ROOT).split("\\.", 2)[0])
        || SHARD.matcher(part).matches();
  }

  private boolean hasEnding(String part) {
    int dot = part.lastIndexOf('.');
    return dot >= 0 && endings.contains(part.substring(dot + 1).toLowerCase(Locale.ROOT));
  }

  /** Returns a part of a path with unsafe characters replaced. */
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
    if (safe.getBytes(StandardCharsets.UTF_8).length > MAX_PART) {
      return shortened(safe);
    }
    return safe;
  }

  /** Returns whether Java can use a name. With the locale C, for example, it must be ASCII. */
  private static boolean canBeNamed(String name) {
    try {
      return !Path.of(name).toString().isEmpty();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Returns the beginning of a name and a hash of the whole name. */
  private static String shortened(String name) {
    CharBuffer left = CharBuffer.wrap(name);
    StandardCharsets.UTF_8.newEncoder().encode(left, ByteBuffer.allocate(MAX_PART - 20), true);
    return format("%s~%016x", name.substring(0, left.position()), hash(name));
  }

  /** Returns the same value for all names that a file system may consider equal. */
  private static long key(String name) {
    String folded =
        Normalizer.normalize(name, Normalizer.Form.NFKC)
            .toUpperCase(Locale.ROOT)
            .toLowerCase(Locale.ROOT);
    return hash(folded);
  }

  /** Returns a 64-bit hash of a text: FNV-1a of its UTF-8, followed by a finalizer. */
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    return hash ^ (hash >>> 29);
  }
}
