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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gpchain.annotator.Languages;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.training.data.LibraryVersion;

/**
 * Lexicons of the names that the JDK has in many languages, from Unicode's Common Locale Data
 * Repository (CLDR), and of words that occur next to names.
 */
final class LocaleNames {
  /** Resource with titles and legal forms of each language, separated by commas. */
  private static final String TITLES = "titles.properties";

  /** Regular expression for the IDs of time zones that are named after cities. */
  private static final String CITY_ZONES =
      "(Africa|America|Asia|Atlantic|Australia|Europe|Pacific)/.*";

  /** Regular expression for names that are a code, or have at most one letter. */
  private static final String CODE = "\\P{L}*\\p{L}?\\P{L}*|[A-Z]{2,3}|[a-z]{2,3}";

  private LocaleNames() {}

  /**
   * Returns a resource with lexicons of countries, languages, months, weekdays, currencies, cities
   * of time zones, titles of people, and legal forms of companies.
   *
   * @param language ISO 639 code
   * @return the resource; null if the JDK does not support the language
   */
  static WordResource of(String language) {
    Locale locale = Locale.forLanguageTag(language.replace('_', '-'));
    if (!Arrays.asList(Locale.getAvailableLocales()).contains(locale)
        || locale.getLanguage().isEmpty()) {
      return null;
    }

    SortedMap<String, Lexicon> lexicons = new TreeMap<>();
    add("country", countries(locale), lexicons);
    add("language", languages(locale), lexicons);
    DateFormatSymbols dates = DateFormatSymbols.getInstance(locale);
    List<String> months = new ArrayList<>(List.of(dates.getMonths()));
    months.addAll(List.of(dates.getShortMonths()));
    add("month", months, lexicons);
    add("weekday", List.of(dates.getWeekdays()), lexicons);
    add("currency", currencies(locale), lexicons);
    add("city", cities(), lexicons);

    Properties titles = titles();
    for (String kind : List.of("title", "legal_form")) {
      lexicons.put(kind, new Lexicon(entries(titles, kind, language), true));
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

  private static List<String> countries(Locale locale) {
    List<String> countries = new ArrayList<>();
    for (String code : Locale.getISOCountries()) {
      countries.add(new Locale("", code).getDisplayCountry(locale));
    }
    return countries;
  }

  private static List<String> languages(Locale locale) {
    List<String> languages = new ArrayList<>();
    for (String code : Locale.getISOLanguages()) {
      languages.add(new Locale(code).getDisplayLanguage(locale));
    }
    return languages;
  }

  private static List<String> currencies(Locale locale) {
    List<String> currencies = new ArrayList<>();
    for (Currency currency : Currency.getAvailableCurrencies()) {
      currencies.add(currency.getDisplayName(locale));
    }
    return currencies;
  }

  /** Returns the English names of the cities after which time zones are named. */
  private static List<String> cities() {
    List<String> cities = new ArrayList<>();
    for (String zone : ZoneId.getAvailableZoneIds()) {
      if (zone.matches(CITY_ZONES)) {
        cities.add(zone.substring(zone.lastIndexOf('/') + 1).replace('_', ' '));
      }
    }
    return cities;
  }

  /** Returns the titles or legal forms of all languages and of one language, without duplicates. */
  private static List<String> entries(Properties titles, String kind, String language) {
    List<String> languages = new ArrayList<>(List.of("all"));
    languages.addAll(Languages.candidates(language));
    Set<String> entries = new LinkedHashSet<>();
    for (String code : languages) {
      entries.addAll(List.of(titles.getProperty(kind + "." + code, "").split(", ")));
    }
    entries.remove("");
    return List.copyOf(entries);
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

  /** Adds a lexicon with the sorted names, without codes; adds none if there are no names. */
  private static void add(String kind, List<String> names, SortedMap<String, Lexicon> lexicons) {
    SortedSet<String> entries = new TreeSet<>(names);
    entries.removeIf(entry -> entry.matches(CODE));
    if (!entries.isEmpty()) {
      lexicons.put("java_" + kind, new Lexicon(List.copyOf(entries), true));
    }
  }
}
