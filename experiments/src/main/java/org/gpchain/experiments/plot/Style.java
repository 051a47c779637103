package org.gpchain.experiments.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;

/** What all plots have in common. */
final class Style {
  private static final MathContext DIGITS = new MathContext(4);
  private static final double SMALLEST_PLAIN = 1e-3;
  private static final double LARGEST_PLAIN = 1e6;

  static final int WIDTH = 800;
  static final int HEIGHT = 500;

  /** The colours of Okabe and Ito (2008), which people with colour blindness can tell apart. */
  private static final int[] COLOURS = {
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000
  };

  private static final Color GRID = new Color(0xDDDDDD);

  private static final BasicStroke GRID_STROKE = new BasicStroke(0.6f);

  private Style() {}

  static void apply(AxesChartStyler styler) {
    styler.setLocale(Locale.ROOT);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderColor(Color.GRAY);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotGridLinesStroke(GRID_STROKE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setYAxisTickLabelsFormattingFunction(Style::number);
  }

  /** Such as 6000, 0.25 or 1E-9: ends of an axis may have digits without end. */
  static String number(double tick) {
    double size = Math.abs(tick);
    return tick == 0 || (size >= SMALLEST_PLAIN && size < LARGEST_PLAIN)
        ? BigDecimal.valueOf(tick).round(DIGITS).stripTrailingZeros().toPlainString()
        : new DecimalFormat("0.##E0", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(tick);
  }

  static Color colour(int number) {
    return new Color(COLOURS[number % COLOURS.length]);
  }

  /** Half as strong. */
  static Color pale(Color colour) {
    return new Color(
        128 + colour.getRed() / 2, 128 + colour.getGreen() / 2, 128 + colour.getBlue() / 2);
  }
}
