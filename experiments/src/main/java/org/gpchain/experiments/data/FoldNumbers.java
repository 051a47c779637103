package org.gpchain.experiments.data;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Numbers of folds, parsed from a text such as {@code 1,2,4} or {@code 1-3,5}.
 *
 * @param numbers distinct numbers in ascending order, from 1
 */
public record FoldNumbers(List<Integer> numbers) {
  private static final Pattern RANGE = Pattern.compile("([1-9])(?:-([1-9]))?");

  /**
   * Parses numbers of folds.
   *
   * @throws TypeConversionException if the text is malformed, or a fold does not exist
   */
  public static FoldNumbers parse(String text) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      if (!range.matches()) {
        throw wrong(text);
      }

      int first = Integer.parseInt(range.group(1));
      int last = first;
      if (range.group(2) != null) {
        last = Integer.parseInt(range.group(2));
      }
      if (last < first || last > GpstructData.FOLDS) {
        throw wrong(text);
      }

      for (int number = first; number <= last; number++) {
        numbers.add(number);
      }
    }
    return new FoldNumbers(List.copyOf(numbers));
  }

  private static TypeConversionException wrong(String text) {
    return new TypeConversionException(
        "'"
            + text
            + "' is not a list of folds from 1 to "
            + GpstructData.FOLDS
            + ", such as 1,2,4 or 1-5");
  }

  /** Converts option values for picocli. */
  public static final class Converter implements ITypeConverter<FoldNumbers> {
    @Override
    public FoldNumbers convert(String value) {
      return parse(value);
    }
  }
}
