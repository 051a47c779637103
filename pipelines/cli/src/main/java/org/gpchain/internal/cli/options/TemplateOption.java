package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpchain.annotator.Languages;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.corpora.words.WordFiles;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.gpchain.internal.training.data.EncoderUse;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that say which features are learned: templates, and what is known of words. */
public final class TemplateOption extends CommandPart {
  @Option(
      names = "--template",
      description =
          "Feature templates in the syntax of CRF++, columns by number or name. Default: those of"
              + " the task.")
  private Path file;

  @Option(
      names = {"-w", "--words"},
      paramLabel = "FILE|NAME",
      description = {
        "A word resource (gpchain words learn) or the name of a shipped one. Default: that of the"
            + " --language, such as words-en, unless there is a --template.",
        "Clusters and hidden states of words become columns (cluster64, …, state), which the"
            + " default templates use, and a template file may.",
        "The model contains what it needs of it, or refers to it (--share-words)."
      })
  private Path wordsFile;

  @Option(
      names = "--names",
      paramLabel = "FILE|NAME",
      description = {
        "What is known of names (gpchain names learn), or the name of a shipped resource. Default:"
            + " for --task ne that of the --language, such as names-en, unless there is a"
            + " --template.",
        "Each kind of names becomes a column (name_KIND). The model contains it."
      })
  private Path namesFile;

  @Option(
      names = "--share-words",
      description = {
        "The model refers to the resource of --words, by a hash of its content, so that several"
            + " models can share one. Where it is used, the resource must be beside the model, on"
            + " the class path, or given with --words."
      })
  private boolean share;

  @Option(
      names = "--encoder",
      paramLabel = "NAME|DIR",
      description = {
        "Also learn from the vectors of a frozen encoder: the name of a shipped one, such as en, or"
            + " a folder. More accurate, above all with few sentences or many rare names; tagging"
            + " takes about ten times as long.",
        "The model refers to the encoder by its name and a hash of its content."
      })
  private String encoderLocation;

  @Option(
      names = "--encoder-dimensions",
      paramLabel = "COUNT",
      description =
          "Number of principal components of the encoder's vectors. Default: ${DEFAULT-VALUE}.")
  private int encoderDimensions = EncoderUse.DEFAULT_DIMENSIONS;

  @Option(
      names = "--lexicon",
      paramLabel = "NAME=FILE",
      description = {
        "A list of names or other words, one entry per line, several words allowed: becomes the"
            + " column NAME, with B and I where the longest entry matches. Several may follow."
      })
  private Map<String, Path> lexicons = new LinkedHashMap<>();

  @Option(
      names = "--lexicon-case",
      description = "Upper and lower case differ in lexicons. Default: they are the same.")
  private boolean keepCase;

  @Option(
      names = AnnotationColumnOption.NAME,
      paramLabel = "NAME=TYPE[/FEATURE]",
      description = {
        "In documents: makes the column NAME of the annotations of a type, given by its full name."
            + " B stands on the first token of each and I on the others, with the value of the"
            + " feature (B-drug); O on all other tokens. Of annotations that overlap, the longest"
            + " is taken.",
        "Templates that have no cell of it get the lines of lexicons. The model keeps the type, so"
            + " that documents are read the same in use. Several may follow."
      })
  private List<String> columns = new ArrayList<>();

  private final List<String> usual = new ArrayList<>();
  private WordResource whole;
  private WordResource resource;
  private List<AnnotationColumn> annotationColumns = List.of();

  /**
   * Reads what gives sentences more columns, and checks their names.
   *
   * @param usualWords whether the language brings words if no others are given
   * @param usualNames whether it brings names
   * @param encoding of lexicons without a byte order mark
   * @throws InputException if a file cannot be read, or is for another language
   */
  public void readWords(String language, boolean usualWords, boolean usualNames, Charset encoding)
      throws IOException {
    checkDistinct("--lexicon", lexicons);
    if (keepCase && lexicons.isEmpty()) {
      throw wrongUse("--lexicon-case needs a lexicon: --lexicon NAME=FILE");
    }
    whole =
        wordsFile != null
            ? read(wordsFile, language)
            : usual(usualWords ? WordFiles.ofLanguage(language) : null);
    WordResource names =
        namesFile != null
            ? read(namesFile, language)
            : usual(usualNames ? WordFiles.namesOfLanguage(language) : null);
    if (namesFile != null && names.names() == null) {
      throw new InputException(
          namesFile, "this word resource knows no names", "make one with gpchain names learn");
    }
    if (whole == null && share) {
      throw wrongUse("--share-words needs a resource: --words FILE");
    }
    resource = whole == null && !lexicons.isEmpty() ? WordFiles.ofLexicons() : whole;
    if (names != null) {
      resource = resource == null ? names : resource.and(names);
    }
    for (Map.Entry<String, Path> lexicon : lexicons.entrySet()) {
      if (resource.columns().contains(lexicon.getKey())) {
        throw wrongUse(
            "--lexicon: the word resource has a column '" + lexicon.getKey() + "' already");
      }
      resource =
          resource.with(
              lexicon.getKey(),
              WordFiles.readLexicon(lexicon.getValue(), !keepCase, encoding, this::note));
    }
    List<String> taken = resource == null ? List.of() : resource.columns();
    annotationColumns = orWrongUse(() -> AnnotationColumn.parse(columns, taken));
  }

  /** What the language has brought, unless its columns are those of the user's lexicons. */
  private WordResource usual(WordResource found) {
    if (found == null || !Collections.disjoint(found.columns(), lexicons.keySet())) {
      return null;
    }
    usual.add(found.name());
    return found;
  }

  private static WordResource read(Path file, String language) throws IOException {
    WordResource found = WordFiles.read(file);
    if (Languages.differ(language, found.language())) {
      throw new InputException(
          file,
          "this word resource is for the language '%s', the model is for '%s' (--language)"
              .formatted(found.language(), language),
          "give a resource of that language, or correct --language");
    }
    return found;
  }

  /**
   * Opens the encoder; returns null if none is given.
   *
   * @throws InputException if there is no such encoder, or it cannot be read
   */
  public EncoderUse encoder() throws IOException {
    if (encoderLocation == null) {
      return null;
    }
    try {
      return EncoderUse.of(Encoders.open(encoderLocation)).withDimensions(encoderDimensions);
    } catch (IOException e) {
      throw new InputException(
          Path.of(encoderLocation),
          "the encoder cannot be used: " + e.getMessage(),
          "give the name of a shipped encoder or the folder of one");
    }
  }

  /** Where the resource is that the user has named. */
  public List<URL> locations() throws IOException {
    return wordsFile == null ? List.of() : List.of(WordFiles.location(wordsFile));
  }

  /** The names of what the language has brought. */
  public List<String> usual() {
    return usual;
  }

  /** What has been read; null for nothing. */
  public WordResource words() {
    return resource;
  }

  /** The columns that documents have as annotations. */
  public List<AnnotationColumn> annotationColumns() {
    return annotationColumns;
  }

  /** A model that has learned with the resource, as the user wants it to be kept. */
  public Model keep(Model model) {
    return (share ? model.sharing(whole) : model).reading(annotationColumns);
  }

  /**
   * Checks that there are templates for a task.
   *
   * @throws ParameterException if neither the task nor the user has any
   */
  public void check(String task) {
    if (file == null && !DefaultTemplates.tasks().contains(task)) {
      throw wrongUse(
          "there are no default templates for the task '%s': choose one of %s, or give --template"
              .formatted(task, DefaultTemplates.tasks()));
    }
  }

  /**
   * Reads the templates of a task that has passed {@link #check}.
   *
   * @param train the corpus whose columns they use
   * @throws InputException if it has not the columns, or the file cannot be read
   */
  public TemplateSet read(String task, Corpus train) throws IOException {
    try {
      return read(task, train.columns());
    } catch (IllegalArgumentException e) {
      throw new InputException(train.file(), train.places().get(0).line(), e.getMessage(), e);
    }
  }

  /**
   * The columns that the templates of a task use, which has passed {@link #check}.
   *
   * @param columns those that they may use
   * @throws InputException if they use another one, or the file cannot be read
   */
  public List<String> requiredColumns(String task, List<String> columns) throws IOException {
    return WordResource.withoutThoseOf(resource, read(task, columns).requiredColumns());
  }

  /**
   * @throws IllegalArgumentException if the templates of the task use another column
   */
  private TemplateSet read(String task, List<String> columns) throws IOException {
    return DefaultTemplates.with(own(task, columns), columns, annotationColumns);
  }

  /** Says that what the user has given is of no use to templates. */
  public Optional<String> unused(TemplateSet templates) {
    boolean isGiven = wordsFile != null || namesFile != null || !lexicons.isEmpty();
    return !isGiven || !Collections.disjoint(templates.requiredColumns(), resource.columns())
        ? Optional.empty()
        : Optional.of("the templates use none of the columns " + resource.columns());
  }

  private TemplateSet own(String task, List<String> columns) throws IOException {
    List<String> both = new ArrayList<>(columns);
    both.retainAll(resource == null ? List.of() : resource.columns());
    if (!both.isEmpty()) {
      throw new IllegalArgumentException(
          "the corpus and what is known of words both have the columns %s; read _ in their place"
              .formatted(both));
    }
    if (file == null) {
      return DefaultTemplates.of(task, columns, resource);
    }
    List<String> known = new ArrayList<>(columns);
    if (resource != null) {
      known.addAll(resource.columns());
    }
    try {
      return TemplateSet.parse(
          TextLines.text(file, InputFiles.open(file), StandardCharsets.UTF_8), known);
    } catch (TemplateSet.TemplateException e) {
      String prefix = "line " + e.line() + ": ";
      throw new InputException(file, e.line(), e.getMessage().substring(prefix.length()), e);
    }
  }
}
