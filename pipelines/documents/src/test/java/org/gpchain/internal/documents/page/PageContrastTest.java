package org.gpchain.internal.documents.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.documents.page.Palette.Color;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the contrast of a page, as defined by WCAG 2.2, and the distance between colors. */
class PageContrastTest {
  private static final double LEAST = 4.5;
  private static final int TYPES = 48;

  private enum Mode {
    LIGHT,
    DARK;

    List<Integer> of(Color color) {
      return Palette.channels(this == LIGHT ? color.light() : color.dark());
    }

    /** Returns the variables of the style sheet. */
    Map<String, String> variables() {
      String css = Html.resource(OutputFormat.class, "page.css");
      Map<String, String> values = new HashMap<>();
      Matcher roots = Pattern.compile(":root \\{([^}]*)\\}").matcher(css);
      // The dark variables come second and override only variables with the same name.
      boolean last = false;
      while (!last && roots.find()) {
        Matcher variable = Pattern.compile("--(\\w+): ([^;]*);").matcher(roots.group(1));
        while (variable.find()) {
          values.put(variable.group(1), variable.group(2));
        }
        last = this == LIGHT;
      }
      return values;
    }
  }

  private static double[] hex(String color) {
    double[] channels = new double[3];
    for (int i = 0; i < channels.length; i++) {
      channels[i] = Integer.parseInt(color, 1 + 2 * i, 3 + 2 * i, 16);
    }
    return channels;
  }

  private static double[] channels(List<Integer> color) {
    return color.stream().mapToDouble(Integer::doubleValue).toArray();
  }

  private static double luminance(double[] color) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      double c = color[i] / 255;
      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
  }

  private static double contrast(double[] a, double[] b) {
    double light = Math.max(luminance(a), luminance(b));
    double dark = Math.min(luminance(a), luminance(b));
    return (light + 0.05) / (dark + 0.05);
  }

  /** Blends a color with the color below it, as browsers do. */
  private static double[] over(double[] color, double alpha, double[] below) {
    double[] blend = new double[3];
    for (int i = 0; i < blend.length; i++) {
      blend[i] = alpha * color[i] + (1 - alpha) * below[i];
    }
    return blend;
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void textHasEnoughContrastForEveryTypeAndProbability(Mode mode) {
    Map<String, String> css = mode.variables();
    double[] paper = hex(css.get("paper"));
    double[] ink = hex(css.get("ink"));
    double faint = Double.parseDouble(css.get("faint"));
    double strong = Double.parseDouble(css.get("strong"));

    for (Color color : Palette.colors(TYPES)) {
      double[] full = channels(mode.of(color));
      assertThat(contrast(full, paper)).as("line of %s", color).isGreaterThanOrEqualTo(LEAST);
      for (int percent = 0; percent <= 100; percent++) {
        double alpha = faint + (strong - faint) * percent / 100;
        assertThat(contrast(ink, over(full, alpha, paper)))
            .as("text on %s, %d %%", color, percent)
            .isGreaterThanOrEqualTo(LEAST);
      }
    }

    assertThat(contrast(ink, paper)).isGreaterThanOrEqualTo(LEAST);
    assertThat(contrast(hex(css.get("soft")), paper)).isGreaterThanOrEqualTo(LEAST);
  }

  /** The distances do not decrease for a second model after one with many types. */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void colorsOfTypesDiffer(Mode mode) {
    assertApart(mode, Palette.colors(24), 24);
    assertApart(mode, Palette.colors(TYPES, 4).subList(TYPES, TYPES + 4), 50);
  }

  private static void assertApart(Mode mode, List<Color> colors, double least) {
    for (int i = 0; i < colors.size(); i++) {
      for (int j = 0; j < i; j++) {
        double[] a = channels(mode.of(colors.get(i)));
        double[] b = channels(mode.of(colors.get(j)));
        double distance = Math.hypot(Math.hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
        assertThat(distance).as("%s and %s", colors.get(i), colors.get(j)).isGreaterThan(least);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void firstColorsDoNotDependOnTheNumberOfTypes(Mode mode) {
    assertThat(Palette.colors(5).stream().map(mode::of).toList())
        .isEqualTo(Palette.colors(TYPES).subList(0, 5).stream().map(mode::of).toList());
    assertThat(Palette.colors(TYPES).stream().map(mode::of)).doesNotHaveDuplicates();
  }
}
