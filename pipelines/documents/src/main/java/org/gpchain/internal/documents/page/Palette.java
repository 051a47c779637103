package org.gpchain.internal.documents.page;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A color for each type of segment, for light and dark pages and any number of types.
 *
 * <p>Colors are chosen by greedy farthest-point selection: models take turns, and each next color
 * is the candidate that is farthest from all colors before it. The distance is measured in OKLab
 * (Ottosson 2020), for the light or the dark page, whichever is smaller. Distances to colors of
 * other models are doubled, since a page usually shows one model at a time.
 *
 * <p>The lightness is bounded so that each color has a contrast of at least 4.5 with the background
 * of its page. A test checks the contrast.
 */
public final class Palette {
  /** OKLab lightness of the candidates on light pages. */
  private static final double[] ON_LIGHT = {0.53, 0.43, 0.33};

  /** OKLab lightness of the same candidates on dark pages. */
  private static final double[] ON_DARK = {0.70, 0.79, 0.88};

  /** Maximum OKLab chroma. */
  private static final double CHROMA = 0.16;

  /** Number of hues for each lightness. */
  private static final int HUES = 72;

  /** Hue of the first color: blue (degrees). */
  private static final double FIRST_HUE = 255;

  /** Number of bisections that find the maximum chroma that a screen can show. */
  private static final int CHROMA_STEPS = 20;

  /** Factor of distances between colors of different models. */
  private static final double OTHER_MODEL = 2;

  /** A color in OKLab coordinates, for light and dark pages. */
  record Color(double[] light, double[] dark) {
    private double distance(Color other) {
      return Math.min(Palette.distance(light, other.light), Palette.distance(dark, other.dark));
    }
  }

  /** Index of each type in the order of the models. */
  private final Map<String, Integer> types = new HashMap<>();

  /** Number of types of each model that no model before it has. */
  private final int[] counts;

  /**
   * Creates a palette.
   *
   * @param models types of each model, possibly with repetitions. Pages with types in the same
   *     order have the same colors.
   */
  public Palette(List<Stream<String>> models) {

    counts = new int[models.size()];
    for (int i = 0; i < counts.length; i++) {
      int before = types.size();
      models.get(i).forEach(type -> types.putIfAbsent(type, types.size()));
      counts[i] = types.size() - before;
    }
  }

  /** Returns the CSS class of a type. */
  public String of(String type) {
    return "t" + types.get(type);
  }

  /** Returns a style sheet in which the class of each type sets the variable {@code --c}. */
  public String css() {
    List<Color> colors = colors(counts);
    StringBuilder light = new StringBuilder();
    StringBuilder dark = new StringBuilder("@media (prefers-color-scheme: dark) {\n");
    for (int i = 0; i < colors.size(); i++) {
      light.append(rule(i, colors.get(i).light()));
      dark.append(rule(i, colors.get(i).dark()));
    }
    return light.append(dark).append("}\n").toString();
  }

  private static String rule(int type, double[] lab) {
    List<Integer> rgb = channels(lab);
    return format(".t%d { --c: %d %d %d; }\n", type, rgb.get(0), rgb.get(1), rgb.get(2));
  }

  /**
   * Chooses the colors of each model, model after model. The first 216 colors are different.
   *
   * @param counts number of colors for each model
   */
  static List<Color> colors(int... counts) {
    List<Color> candidates = candidates();
    // Distance of each candidate from the nearest chosen color, for each model.
    double[][] distances = new double[counts.length][candidates.size()];
    List<List<Color>> chosen = new ArrayList<>();
    for (double[] modelDistances : distances) {
      Arrays.fill(modelDistances, Double.POSITIVE_INFINITY);
      chosen.add(new ArrayList<>());
    }

    for (int i = 0; i < Arrays.stream(counts).max().orElse(0); i++) {
      for (int model = 0; model < counts.length; model++) {
        if (i >= counts[model]) {
          continue;
        }
        Color next = candidates.get(farthest(distances[model]));
        chosen.get(model).add(next);
        for (int other = 0; other < counts.length; other++) {
          double weight = other == model ? 1 : OTHER_MODEL;
          updateDistances(next, candidates, weight, distances[other]);
        }
      }
    }
    return chosen.stream().flatMap(List::stream).toList();
  }

  /** Updates the distances of the candidates from the nearest chosen color. */
  private static void updateDistances(
      Color chosen, List<Color> candidates, double weight, double[] distances) {
    for (int i = 0; i < distances.length; i++) {
      distances[i] = Math.min(distances[i], weight * chosen.distance(candidates.get(i)));
    }
  }

  /** Returns the index of the largest distance, or of the first if there are several. */
  private static int farthest(double[] distances) {
    int best = 0;
    for (int i = 1; i < distances.length; i++) {
      if (distances[i] > distances[best]) {
        best = i;
      }
    }
    return best;
  }

  private static List<Color> candidates() {
    List<Color> candidates = new ArrayList<>();
    for (int level = 0; level < ON_LIGHT.length; level++) {
      for (int h = 0; h < HUES; h++) {
        double hue = Math.toRadians(FIRST_HUE + 360.0 * h / HUES);
        candidates.add(new Color(lab(ON_LIGHT[level], hue), lab(ON_DARK[level], hue)));
      }
    }
    return candidates;
  }

  /** Returns the color with the largest chroma, up to the maximum, that a screen can show. */
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

  /** Returns OKLab coordinates for a chroma and a hue (radians). */
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
    for (double channel : linear(lab)) {
      if (!(channel >= 0 && channel <= 1)) {
        return false;
      }
    }
    return true;
  }

  /** Converts OKLab to linear sRGB. */
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

  /** Returns red, green and blue of a color in OKLab coordinates, from 0 to 255. */
  static List<Integer> channels(double[] lab) {
    List<Integer> channels = new ArrayList<>();
    for (double channel : linear(lab)) {
      channels.add((int) Math.round(255 * gamma(channel)));
    }
    return channels;
  }

  /** Applies the transfer function of sRGB. */
  private static double gamma(double channel) {
    if (channel <= 0.0031308) {
      return 12.92 * channel;
    }
    return 1.055 * Math.pow(channel, 1 / 2.4) - 0.055;
  }
}
