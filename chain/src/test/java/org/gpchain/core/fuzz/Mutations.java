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

/** Ways to damage inputs of any format, and values that programs do not expect. */
public final class Mutations {
  /** Numbers at the edges of types and formats, as texts have them. */
  public static final List<String> NUMBERS =
      words(
          """
          0 -1 1 2 7 127 128 255 65535 65536 46341 1000000 2147483647 2147483637 -2147483648
          2147483648 9223372036854775807 1e308 1e999 NaN -Infinity 0.5 1e-320 08 0x10 +3 ٣
          """,
          "");

  /** Strings that break out of formats, files, pages and terminals. */
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
  private static final Pattern KEPT =
      Pattern.compile(
          "--(threads|iterations|samples|resamples|kernel-rounds|model|output|host|port|folds|rounds|components"
              + "|ess-\\w+)");
  private static final int LONG = 100_000;

  private Mutations() {}

  /** The words of a text, and what does not stand between spaces. */
  private static List<String> words(String text, String... others) {
    return Stream.concat(Stream.of(text.split("\\s+")), Stream.of(others)).toList();
  }

  /** One of some values. */
  @SafeVarargs
  public static <T> T any(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  /** One of some values. */
  public static <T> T any(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Damages bytes: changes, cuts, repeats, or removes some. */
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
          bytes[from + i] = (byte) (value >>> (8 * (swap ? i : 3 - i)));
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

  /** Damages a text: other numbers and words, strange strings, pieces cut, swapped or repeated. */
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
            default ->
                random.nextInt(4) == 0
                    ? inserted(
                        damaged, any(random, "x", "<", "{", "[", "\n", "9").repeat(LONG), random)
                    : damaged.substring(0, random.nextInt(damaged.length() + 1));
          };
    }
    return damaged;
  }

  /** A text as bytes; halves of surrogate pairs become what they are in a damaged file. */
  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A text in which one match is replaced. */
  public static String replaced(String text, Pattern pattern, String value, Random random) {
    List<MatchResult> matches = pattern.matcher(text).results().toList();
    if (matches.isEmpty()) {
      return text;
    }
    MatchResult match = any(random, matches);
    return text.substring(0, match.start()) + value + text.substring(match.end());
  }

  /** A text in which one match stands in the place of another. */
  public static String swapped(String text, Pattern pattern, Random random) {
    List<MatchResult> matches = pattern.matcher(text).results().toList();
    return matches.isEmpty() ? text : replaced(text, pattern, any(random, matches).group(), random);
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
   * Arguments of a command, of which some are replaced, left out, or given twice. The command,
   * files and what says how long it works stay: others are to be tried, not the machine.
   *
   * @param sound the command first; not modified
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
