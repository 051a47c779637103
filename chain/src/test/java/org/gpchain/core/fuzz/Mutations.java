package org.gpchain.core.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Mutations of inputs of any format, and values that programs may not expect. */
public final class Mutations {
  /** Numbers at the limits of types and formats, as text. */
  public static final List<String> NUMBERS =
      words(
          """
          0 -1 1 2 7 127 128 255 65535 65536 46341 1000000 2147483647 2147483637 -2147483648
          2147483648 9223372036854775807 1e308 1e999 NaN -Infinity 0.5 1e-320 08 0x10 +3 ٣
          """,
          "");

  /** Strings that may be interpreted as markup, paths, commands or control sequences. */
  public static final List<String> STRINGS =
      words(
          """
          <script>alert(1)</script> "'&<> ]]> ../../etc/passwd /etc/passwd C:\\x file:///etc/passwd
          http://127.0.0.1:9/ %s%n null O B- I-X _InitialView uima.tcas.Annotation uima.cas.Sofa
          java.lang.Runtime
          """,
          "",
          " ",
          "\n",
          "\t",
          "\0",
          "\u001b[31m",
          "\ud83d",
          "\udc00",
          "\ud83d\ude00",
          "\u202e",
          "a\r\nb");

  private static final int[] INTS = {
    0, 1, -1, 127, 128, 255, 256, 0x7FFFFFFF, 0x80000000, 0x7FFFFFF5, 0xFFFF, 1 << 20, 1 << 28
  };

  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");
  private static final Pattern WORD = Pattern.compile("[\\p{L}_.:%@#]+");

  /** Options that are never changed: files, and amounts of work. */
  private static final Pattern KEPT =
      Pattern.compile(
          "--(threads|iterations|samples|resamples|kernel-rounds|model|output|host|port|folds|rounds|components"
              + "|ess-\\w+)");

  /** Length of a long run of one character (characters). */
  private static final int LONG = 100_000;

  private Mutations() {}

  /** Returns the words of a text, and other strings, which may contain white space. */
  private static List<String> words(String text, String... others) {
    return Stream.concat(Stream.of(text.split("\\s+")), Stream.of(others)).toList();
  }

  /** Returns one of the values at random. */
  @SafeVarargs
  public static <T> T any(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  /** Returns one of the values at random. */
  public static <T> T any(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Returns a copy in which some bytes are changed, removed or repeated. */
  public static byte[] bytes(byte[] sound, Random random) {
    byte[] damaged = sound.clone();
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      damaged = damagedOnce(damaged, random);
    }
    return damaged;
  }

  private static byte[] damagedOnce(byte[] bytes, Random random) {
    if (bytes.length == 0) {
      return new byte[] {(byte) random.nextInt()};
    }
    int from = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, from + 1 + random.nextInt(1 << random.nextInt(10)));

    switch (random.nextInt(6)) {
      case 0 -> {
        bytes[from] ^= (byte) (1 << random.nextInt(8));
        return bytes;
      }
      case 1 -> {
        bytes[from] = (byte) random.nextInt();
        return bytes;
      }
      case 2 -> {
        return Arrays.copyOf(bytes, from);
      }
      case 3 -> {
        return join(bytes, 0, from, bytes, to, bytes.length);
      }
      case 4 -> {
        return join(bytes, 0, to, bytes, from, bytes.length);
      }
      default -> {
        int value = INTS[random.nextInt(INTS.length)];
        boolean swap = random.nextBoolean();
        for (int i = 0; i < 4 && from + i < bytes.length; i++) {
          int byteNumber = swap ? i : 3 - i;
          bytes[from + i] = (byte) (value >>> (8 * byteNumber));
        }
        return bytes;
      }
    }
  }

  private static byte[] join(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(a, aFrom, aTo - aFrom);
    joined.write(b, bFrom, bTo - bFrom);
    return joined.toByteArray();
  }

  /**
   * Returns a text with some changes: numbers and words are replaced or swapped, unexpected strings
   * are inserted, lines are removed or repeated, or the end is cut off.
   */
  public static String text(String sound, Random random) {
    String damaged = sound;
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      damaged =
          switch (random.nextInt(8)) {
            case 0, 1 -> replaced(damaged, NUMBER, any(random, NUMBERS), random);
            case 2 -> replaced(damaged, WORD, any(random, STRINGS), random);
            case 3 -> swapped(damaged, WORD, random);
            case 4 -> swapped(damaged, NUMBER, random);
            case 5 -> inserted(damaged, any(random, STRINGS), random);
            case 6 -> lines(damaged, random);
            default -> longOrCut(damaged, random);
          };
    }
    return damaged;
  }

  private static String longOrCut(String text, Random random) {
    if (random.nextInt(4) == 0) {
      return inserted(text, any(random, "x", "<", "{", "[", "\n", "9").repeat(LONG), random);
    }
    return text.substring(0, random.nextInt(text.length() + 1));
  }

  /** Returns a text in UTF-8. Unpaired surrogates become question marks. */
  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a text in which a random match of the pattern is replaced. */
  public static String replaced(String text, Pattern pattern, String value, Random random) {
    List<MatchResult> matches = pattern.matcher(text).results().toList();
    if (matches.isEmpty()) {
      return text;
    }
    MatchResult match = any(random, matches);
    return text.substring(0, match.start()) + value + text.substring(match.end());
  }

  /** Returns a text in which a random match of the pattern is replaced by another match. */
  public static String swapped(String text, Pattern pattern, Random random) {
    List<MatchResult> matches = pattern.matcher(text).results().toList();
    if (matches.isEmpty()) {
      return text;
    }
    return replaced(text, pattern, any(random, matches).group(), random);
  }

  private static String inserted(String text, String value, Random random) {
    int place = random.nextInt(text.length() + 1);
    return text.substring(0, place) + value + text.substring(place);
  }

  private static String lines(String text, Random random) {
    String[] lines = text.split("\n", -1);
    int a = random.nextInt(lines.length);
    int b = random.nextInt(lines.length);
    switch (random.nextInt(3)) {
      case 0 -> lines[a] = lines[b];
      case 1 -> lines[a] = "";
      default -> lines[a] = lines[a] + "\n" + lines[a];
    }
    return String.join("\n", lines);
  }

  /**
   * Returns arguments of a command, some of them replaced, removed or repeated. The command, files
   * and options in {@link #KEPT} stay, so that mutants don't take long or touch other files.
   *
   * @param sound the command and its arguments; not modified
   */
  public static List<String> arguments(List<String> sound, Random random) {
    List<String> args = new ArrayList<>(sound);
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      int i = 1 + random.nextInt(args.size() - 1);
      if (args.get(i).contains("/")
          || KEPT.matcher(args.get(i - 1)).matches()
          || KEPT.matcher(args.get(i)).matches()) {
        continue;
      }
      switch (random.nextInt(5)) {
        case 0 -> args.remove(i);
        case 1 -> args.add(i, args.get(i));
        case 2 -> args.set(i, any(random, STRINGS).replace("\n", " "));
        default -> args.set(i, any(random, NUMBERS));
      }
    }

    return args;
  }
}
