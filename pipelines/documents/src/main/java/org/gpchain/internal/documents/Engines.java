package org.gpchain.internal.documents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.formats.cas.Causes;
import org.gpchain.internal.formats.cas.Components;

/**
 * Other engines that process documents before sentences and tokens are found, or after the models.
 *
 * @param before engines that process a document first
 * @param after engines that process a document after the models
 * @param settings textual description of the engines and their parameters
 */
public record Engines(
    List<AnalysisEngineDescription> before,
    List<AnalysisEngineDescription> after,
    String settings) {
  private static final Pattern WORD = Pattern.compile("\\s*+((?:[^\\s\"]++|\"[^\"]*+\")++)");
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  /** No engines. */
  public static final Engines NONE = new Engines(List.of(), List.of(), "");

  /** Copies the lists. */
  public Engines {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /**
   * Reads a file with one engine per line. A line has the word {@code before} or {@code after}, the
   * class of the engine, and parameters in the form {@code NAME=VALUE}. Values with white space are
   * in double quotes. Blank lines and lines that begin with {@code #} are ignored.
   *
   * @throws InputException if a line is invalid; the message has its number
   */
  public static Engines read(Path file) throws IOException {
    List<AnalysisEngineDescription> before = new ArrayList<>();
    List<AnalysisEngineDescription> after = new ArrayList<>();
    List<String> settings = new ArrayList<>();

    try (TextLines lines = new TextLines(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (line.isBlank() || line.stripLeading().startsWith("#")) {
          continue;
        }
        List<String> words = words(file, lines.line(), line);
        String position = words.get(0);
        if ((!position.equals(BEFORE) && !position.equals(AFTER)) || words.size() < 2) {
          throw new InputException(
              file,
              lines.line(),
              "this is not an engine",
              "write 'before' or 'after', the class of the engine, and its parameters as"
                  + " NAME=VALUE");
        }

        AnalysisEngineDescription engine = engine(file, lines.line(), words);
        if (position.equals(BEFORE)) {
          before.add(engine);
        } else {
          after.add(engine);
        }
        settings.add(String.join(" ", words));
      }
    }
    return new Engines(before, after, String.join("; ", settings));
  }

  /** Splits a line at white space outside quotation marks. */
  private static List<String> words(Path file, int number, String line) throws InputException {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    int end = 0;
    while (word.find() && word.start() == end) {
      words.add(word.group(1).replace("\"", ""));
      end = word.end();
    }

    if (!line.substring(end).isBlank()) {
      throw new InputException(
          file, number, "a quotation mark is not closed", "add a quotation mark after the value");
    }
    return words;
  }

  /** Creates the description of an engine from the words of its line. */
  private static AnalysisEngineDescription engine(Path file, int line, List<String> words)
      throws InputException {
    try {
      AnalysisEngineDescription engine =
          AnalysisEngineFactory.createEngineDescription(
              Components.find(words.get(1), AnalysisComponent.class, "analysis component"));
      Components.set(engine, Components.parameters("a parameter", words.subList(2, words.size())));
      return engine;
    } catch (IllegalArgumentException e) {
      throw new InputException(file, line, e.getMessage(), e);
    } catch (UIMAException e) {
      throw new InputException(
          file, line, words.get(1) + " cannot be used: " + Causes.message(e), e);
    }
  }

  /** Returns whether there are no engines. */
  boolean isEmpty() {
    return before.isEmpty() && after.isEmpty();
  }
}
