package org.gpchain.cli.options;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** An option that weighs recall against precision. */
public final class BetaOption {
  @Option(
      names = "--beta",
      paramLabel = "B",
      defaultValue = "1",
      converter = PositiveConverter.class,
      description =
          "Weight of recall when segments are decoded, for the largest expected F_beta: above 1"
              + " more segments, below 1 fewer. Default: ${DEFAULT-VALUE}.")
  private double value;

  /** The weight. */
  public double value() {
    return value;
  }

  /** Positive numbers. */
  static final class PositiveConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      double value;
      try {
        value = Double.parseDouble(text);
      } catch (NumberFormatException e) {
        value = Double.NaN;
      }
      if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
        throw new TypeConversionException("'" + text + "' is not a positive number");
      }
      return value;
    }
  }
}
