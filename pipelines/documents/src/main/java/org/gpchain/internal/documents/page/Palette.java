package org.gpchain.internal.documents.page;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A colour for each type of segment, for light and dark pages, whatever the number of types. Models
 * take turns, and each new colour is the one that is farthest from all before it (greedy
 * farthest-point selection), by its distance in OKLab (Ottosson 2020) in the mode in which it is
 * smaller. The colours of other models count as twice as far, since a page shows mostly one model
 * at a time.
 *
 * <p>Their lightness is bounded so that they have a contrast of 4.5 and more with the paper of
 * their mode; a test computes it.
 */
public final class Palette {
  /** OKLab lightness of colours on light paper, and of the same colours on dark paper. */
  private static final double[] ON_LIGHT = {0.53, 0.43, 0.33};

  private static final double[] ON_DARK = {0.70, 0.79, 0.88};

  private static final double CHROMA = 0.16;
  private static final int HUES = 72;

  /** Blue, in degrees. */
  private static final double FIRST_HUE = 255;

  private static final int CHROMA_STEPS = 20;

  /** How much farther away a colour counts that another model has. */
  private static final double OTHER_MODEL = 2;

  /** A colour in OKLab coordinates, of both modes. */
  record Colour(double[] light, double[] dark) {
    private double distance(Colour other) {
      return Math.min(Palette.distance(light, other.light), Palette.distance(dark, other.dark));
    }
  }

  private final Map<String, Integer> types = new HashMap<>();

  /** How many of the types each model has brought, in this order. */
  private final int[] counts;

  /**
   * Given the types of each model in an order that gives the same types the same colours on other
   * pages; those that come again, also in another model, are passed over.
   */
  public Palette(List<Stream<String>> models) {
    counts = new int[models.size()];
    for (int i = 0; i < counts.length; i++) {
      int before = types.size();
      models.get(i).forEach(type -> types.putIfAbsent(type, types.size()));
      counts[i] = types.size() - before;
    }
  }

  public String of(String type) {
    return "t" + types.get(type);
  }

  /** The style sheet of these classes: each sets the variable {@code --c}. */
  public String css() {
    List<Colour> colours = colours(counts);
    StringBuilder light = new StringBuilder();
    StringBuilder dark = new StringBuilder("@media (prefers-color-scheme: dark) {\n");
    for (int i = 0; i < colours.size(); i++) {
      light.append(rule(i, colours.get(i).light()));
      dark.append(rule(i, colours.get(i).dark()));
    }
    return light.append(dark).append("}\n").toString();
  }

  private static String rule(int type, double[] lab) {
    List<Integer> rgb = channels(lab);
    return format(".t%d { --c: %d %d %d; }\n", type, rgb.get(0), rgb.get(1), rgb.get(2));
  }

  /**
   * The first colours of each model, model after model; all different as long as there are no more
   * than 216.
   *
   * @param counts how many, for each model
   */
  static List<Colour> colours(int... counts) {
    List<Colour> candidates = candidates();
    double[][] distances = new double[counts.length][candidates.size()];
    List<List<Colour>> chosen = new ArrayList<>();
    for (double[] ofModel : distances) {
      Arrays.fill(ofModel, Double.POSITIVE_INFINITY);
      chosen.add(new ArrayList<>());
    }
    for (int i = 0; i < Arrays.stream(counts).max().orElse(0); i++) {
      for (int model = 0; model < counts.length; model++) {
        if (i < counts[model]) {
          Colour next = candidates.get(farthest(distances[model]));
          chosen.get(model).add(next);
          for (int other = 0; other < counts.length; other++) {
            approach(next, candidates, other == model ? 1 : OTHER_MODEL, distances[other]);
          }
        }
      }
    }
    return chosen.stream().flatMap(List::stream).toList();
  }

  private static void approach(
      Colour chosen, List<Colour> candidates, double weight, double[] distances) {
    Arrays.setAll(
        distances, i -> Math.min(distances[i], weight * chosen.distance(candidates.get(i))));
  }

  private static int farthest(double[] distances) {
    return IntStream.range(0, distances.length)
        .reduce(0, (best, i) -> distances[i] > distances[best] ? i : best);
  }

  private static List<Colour> candidates() {
    List<Colour> candidates = new ArrayList<>();
    for (int level = 0; level < ON_LIGHT.length; level++) {
      for (int h = 0; h < HUES; h++) {
        double hue = Math.toRadians(FIRST_HUE + 360.0 * h / HUES);
        candidates.add(new Colour(lab(ON_LIGHT[level], hue), lab(ON_DARK[level], hue)));
      }
    }
    return candidates;
  }

  /** The most colourful of this lightness and hue that a screen can show, up to the chroma. */
  private static double[] lab(double lightness, double hue) {
    double low = 0;
    double high = CHROMA;
    for (int step = 0; step < CHROMA_STEPS; step++) {
      double chroma = (low + high) / 2;
      if (isOnScreen(lab(lightness, chroma, hue))) {
        low = chroma;
      } else {
        high = chroma;
      }
    }
    return lab(lightness, low, hue);
  }

  private static double[] lab(double lightness, double chroma, double hue) {
    return new double[] {lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)};
  }

  private static double distance(double[] a, double[] b) {
    return Math.sqrt(
        (a[0] - b[0]) * (a[0] - b[0])
            + (a[1] - b[1]) * (a[1] - b[1])
            + (a[2] - b[2]) * (a[2] - b[2]));
  }

  private static boolean isOnScreen(double[] lab) {
    return Arrays.stream(linear(lab)).allMatch(channel -> channel >= 0 && channel <= 1);
  }

  /** Linear sRGB of OKLab. */
  private static double[] linear(double[] lab) {
    double l = Math.pow(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2], 3);
    double m = Math.pow(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2], 3);
    double s = Math.pow(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2], 3);
    return new double[] {
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
    };
  }

  /** Red, green and blue, 0 to 255. */
  static List<Integer> channels(double[] lab) {
    return Arrays.stream(linear(lab))
        .map(c -> c <= 0.0031308 ? 12.92 * c : 1.055 * Math.pow(c, 1 / 2.4) - 0.055)
        .mapToObj(gamma -> (int) Math.round(255 * gamma))
        .toList();
  }
}
