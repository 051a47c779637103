package org.gpchain.internal.corpora.words;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.DateFormatSymbols;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gpchain.annotator.Languages;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.training.data.LibraryVersion;

/**
 * The names that Java knows in every language, those of Unicode's Common Locale Data Repository,
 * and short lists of words beside names.
 */
final class LocaleNames {
  private static final String TITLES = "titles.properties";

  /** Time zones that are called by cities. */
  private static final String CITIES = "(Africa|America|Asia|Atlantic|Australia|Europe|Pacific)";

  private LocaleNames() {}

  /**
   * A resource of lexicons: countries, languages, months, weekdays, currencies, and the cities of
   * time zones; titles of people and legal forms of firms.
   *
   * @param language ISO 639 code
   * @return null if Java does not know the language
   */
  static WordResource of(String language) {
    Locale locale = Locale.forLanguageTag(language.replace('_', '-'));
    if (!Arrays.asList(Locale.getAvailableLocales()).contains(locale)
        || locale.getLanguage().isEmpty()) {
      return null;
    }
    DateFormatSymbols dates = DateFormatSymbols.getInstance(locale);
    SortedMap<String, Lexicon> lexicons = new TreeMap<>();
    Map<String, Stream<String>> names =
        Map.of(
            "country",
            Stream.of(Locale.getISOCountries())
                .map(code -> new Locale("", code).getDisplayCountry(locale)),
            "language",
            Stream.of(Locale.getISOLanguages())
                .map(code -> new Locale(code).getDisplayLanguage(locale)),
            "month",
            Stream.of(dates.getMonths(), dates.getShortMonths()).flatMap(Stream::of),
            "weekday",
            Stream.of(dates.getWeekdays()),
            "currency",
            Currency.getAvailableCurrencies().stream().map(one -> one.getDisplayName(locale)),
            "city",
            ZoneId.getAvailableZoneIds().stream()
                .filter(zone -> zone.matches(CITIES + "/.*"))
                .map(zone -> zone.substring(zone.lastIndexOf('/') + 1).replace('_', ' ')));
    names.forEach((name, texts) -> add(name, texts, lexicons));
    Properties titles = titles();
    for (String kind : List.of("title", "legal_form")) {
      List<String> entries =
          Stream.concat(Stream.of("all"), Languages.candidates(language).stream())
              .map(of -> titles.getProperty(kind + "." + of, ""))
              .flatMap(list -> Stream.of(list.split(", ")))
              .filter(entry -> !entry.isEmpty())
              .distinct()
              .toList();
      lexicons.put(kind, new Lexicon(entries, true));
    }
    WordOrigin origin =
        new WordOrigin(
            List.of("Java " + Runtime.version().feature(), TITLES),
            "Unicode License v3; titles and legal forms Apache-2.0",
            "Unicode CLDR; GPChain",
            0,
            Map.of(),
            LibraryVersion.get());
    return new WordResource(
        "names of Java", language, null, new TreeMap<>(), null, lexicons, null, origin);
  }

  private static Properties titles() {
    Properties titles = new Properties();
    try (Reader in =
        new InputStreamReader(
            LocaleNames.class.getResourceAsStream(TITLES), StandardCharsets.UTF_8)) {
      titles.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return titles;
  }

  /** Names in alphabetical order, without those that are a code or a word of one letter. */
  private static void add(String name, Stream<String> texts, SortedMap<String, Lexicon> lexicons) {
    List<String> entries = new ArrayList<>(texts.distinct().sorted().toList());
    entries.removeIf(entry -> entry.matches("\\P{L}*\\p{L}?\\P{L}*|[A-Z]{2,3}|[a-z]{2,3}"));
    if (!entries.isEmpty()) {
      lexicons.put("java_" + name, new Lexicon(entries, true));
    }
  }
}
