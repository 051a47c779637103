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
import org.gpchain.core.vectors.TokenVectors;
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

/** Options for features: templates, and resources that add columns to the words. */
public final class TemplateOption extends CommandPart {
  @Option(
      names = "--template",
      description =
          "File with feature templates in the syntax of CRF++; columns may be given by number or"
              + " name. Default: the templates of the task.")
  private Path file;

  @Option(
      names = {"-w", "--words"},
      paramLabel = "FILE|NAME",
      description = {
        "A word resource (see gpchain words learn): a file, or the name of a shipped resource."
            + " Default: the resource of the --language, such as words-en, unless --template is"
            + " given.",
        "The clusters and hidden states of words become columns (cluster64, …, state). The default"
            + " templates use them, and a template file may use them.",
        "The model contains the part of the resource that it needs. With --share-words, it refers"
            + " to the resource instead."
      })
  private Path wordsFile;

  @Option(
      names = "--names",
      paramLabel = "FILE|NAME",
      description = {
        "A resource with lists of names (see gpchain names learn): a file, or the name of a shipped"
            + " resource. Default for --task ne: the resource of the --language, such as names-en,"
            + " unless --template is given.",
        "Each kind of name becomes a column (name_KIND). The model contains the resource."
      })
  private Path namesFile;

  @Option(
      names = "--share-words",
      description = {
        "Let the model refer to the resource of --words by a hash of its content, so that several"
            + " models can share one. To use the model, the resource must be in the model's folder,"
            + " on the class path, or given with --words."
      })
  private boolean share;

  @Option(
      names = "--encoder",
      paramLabel = "NAME|DIR",
      description = {
        "Also learn from the vectors of a frozen encoder: the name of a shipped one, such as en, or"
            + " a folder. More accurate, above all with few sentences or many rare names; training"
            + " takes about twice and tagging several times as long.",
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
        "A list of names or other words, one entry per line; an entry may have several words. The"
            + " list becomes the column NAME, which is B on the first and I on the other words of"
            + " the longest matching entry. Takes one or more values."
      })
  private Map<String, Path> lexicons = new LinkedHashMap<>();

  @Option(
      names = "--lexicon-case",
      description = "Distinguish upper and lower case in lexicons. Default: case is ignored.")
  private boolean keepCase;

  @Option(
      names = AnnotationColumnOption.NAME,
      paramLabel = "NAME=TYPE[/FEATURE]",
      description = {
        "For UIMA documents: make a column NAME of the annotations of a type (full name). The"
            + " column has B on the first and I on the other tokens of an annotation, followed by"
            + " the value of the feature (B-drug), and O on all other tokens. Of overlapping"
            + " annotations, the longest one counts.",
        "If the templates do not use the column, the template lines for lexicons are added for it."
            + " The model stores the type, so that it finds the column in documents to annotate."
            + " Takes one or more values."
      })
  private List<String> columns = new ArrayList<>();

  private final List<String> defaultResources = new ArrayList<>();

  /** The word resource of {@code --words} or the language, before names and lexicons are added. */
  private WordResource sharedWords;

  /** All resources combined; null if there are none. */
  private WordResource resource;

  private List<AnnotationColumn> annotationColumns = List.of();

  /** Use of the encoder; null if none is given, or before it is opened. */
  private EncoderUse encoderUse;

  /**
   * Reads the resources that add columns to sentences, and checks the names of the columns.
   *
   * @param usesDefaultWords whether the word resource of the language is used if the user names
   *     none
   * @param usesDefaultNames whether the names of the language are used if the user names none
   * @param encoding encoding of lexicons without a byte order mark
   * @throws InputException if a file cannot be read or is for another language
   */
  public void readWords(
      String language, boolean usesDefaultWords, boolean usesDefaultNames, Charset encoding)
      throws IOException {
    checkDistinct("--lexicon", lexicons);
    if (keepCase && lexicons.isEmpty()) {
      throw wrongUse("--lexicon-case needs a lexicon: --lexicon NAME=FILE");
    }

    sharedWords = null;
    if (wordsFile != null) {
      sharedWords = read(wordsFile, language);
    } else if (usesDefaultWords) {
      sharedWords = defaultResource(WordFiles.ofLanguage(language));
    }
    WordResource names = null;
    if (namesFile != null) {
      names = read(namesFile, language);
      if (names.names() == null) {
        throw new InputException(
            namesFile, "this word resource has no names", "create one with gpchain names learn");
      }
    } else if (usesDefaultNames) {
      names = defaultResource(WordFiles.namesOfLanguage(language));
    }
    if (sharedWords == null && share) {
      throw wrongUse("--share-words needs a resource: --words FILE");
    }

    resource = sharedWords;
    if (resource == null && !lexicons.isEmpty()) {
      resource = WordFiles.ofLexicons();
    }
    if (names != null) {
      resource = resource == null ? names : resource.and(names);
    }
    addLexicons(encoding);

    annotationColumns = orWrongUse(() -> AnnotationColumn.parse(columns, resourceColumns()));
  }

  private void addLexicons(Charset encoding) throws IOException {
    for (Map.Entry<String, Path> lexicon : lexicons.entrySet()) {
      String column = lexicon.getKey();
      if (resource.columns().contains(column)) {
        throw wrongUse("--lexicon: the word resource has a column '" + column + "' already");
      }
      resource =
          resource.with(
              column, WordFiles.readLexicon(lexicon.getValue(), !keepCase, encoding, this::note));
    }
  }

  /**
   * Returns a resource of the language and remembers its name. Returns null if there is none, or if
   * its columns are replaced by lexicons of the user.
   */
  private WordResource defaultResource(WordResource ofLanguage) {
    if (ofLanguage == null || !Collections.disjoint(ofLanguage.columns(), lexicons.keySet())) {
      return null;
    }
    defaultResources.add(ofLanguage.name());
    return ofLanguage;
  }

  private List<String> resourceColumns() {
    return resource == null ? List.of() : resource.columns();
  }

  private static WordResource read(Path file, String language) throws IOException {
    WordResource fromFile = WordFiles.read(file);
    if (Languages.differ(language, fromFile.language())) {
      throw new InputException(
          file,
          "this word resource is for the language '%s', but the model is for '%s' (--language)"
              .formatted(fromFile.language(), language),
          "use a resource for that language, or correct --language");
    }
    return fromFile;
  }

  /**
   * Opens the encoder, if one is given. It is then also available to other models that the command
   * uses, such as a tagger or a voice. Notes it if the encoder is for another language.
   *
   * @param language language of the model
   * @throws IOException if there is no such encoder, or it cannot be used
   */
  public void openEncoder(String language) throws IOException {
    if (encoderLocation == null) {
      return;
    }
    if (encoderDimensions < 1) {
      throw wrongUse("--encoder-dimensions must be at least 1, was " + encoderDimensions);
    }
    TokenVectors encoder = Encoders.open(encoderLocation);
    Languages.encoderWarning(encoder, language).ifPresent(this::note);
    encoderUse = EncoderUse.of(encoder).withDimensions(encoderDimensions);
  }

  /** Returns the use of the encoder after {@link #openEncoder}, or null if none is given. */
  public EncoderUse encoderUse() {
    return encoderUse;
  }

  /** Returns the location of the resource of {@code --words}; empty without the option. */
  public List<URL> locations() throws IOException {
    return wordsFile == null ? List.of() : List.of(WordFiles.location(wordsFile));
  }

  /** Returns the names of the resources that are used because of the language. */
  public List<String> defaultResources() {
    return defaultResources;
  }

  /** Returns all resources combined, or null if there are none. */
  public WordResource words() {
    return resource;
  }

  /** Returns the columns that UIMA documents have as annotations. */
  public List<AnnotationColumn> annotationColumns() {
    return annotationColumns;
  }

  /**
   * Returns a trained model in the form in which it is saved: with annotation columns, and with a
   * reference to the word resource if the user wants to share it.
   */
  public Model forSaving(Model model) {
    if (share) {
      return model.sharing(sharedWords).reading(annotationColumns);
    }
    return model.reading(annotationColumns);
  }

  /**
   * Checks that there are templates for a task.
   *
   * @throws ParameterException if the task has no default templates and the user gives none
   */
  public void check(String task) {
    if (file == null && !DefaultTemplates.tasks().contains(task)) {
      throw wrongUse(
          ("there are no default templates for the task '%s': choose one of %s, or"
                  + " specify --template")
              .formatted(task, DefaultTemplates.tasks()));
    }
  }

  /**
   * Reads the templates of a task, which must have passed {@link #check}.
   *
   * @param train corpus whose columns the templates use
   * @throws InputException if the corpus lacks a column or the file cannot be read
   */
  public TemplateSet read(String task, Corpus train) throws IOException {
    try {
      return read(task, train.columns());
    } catch (IllegalArgumentException e) {
      throw new InputException(train.file(), train.places().get(0).line(), e.getMessage(), e);
    }
  }

  /**
   * Returns the columns of the corpus that the templates of a task use. The task must have passed
   * {@link #check}.
   *
   * @param columns columns that the corpus may have
   * @throws IllegalArgumentException if the templates use another column
   * @throws InputException if the file cannot be read
   */
  public List<String> requiredColumns(String task, List<String> columns) throws IOException {
    return WordResource.withoutThoseOf(resource, read(task, columns).requiredColumns());
  }

  private TemplateSet read(String task, List<String> columns) throws IOException {
    return DefaultTemplates.with(baseTemplates(task, columns), columns, annotationColumns);
  }

  /** Returns a warning if the user gives resources that no template uses. */
  public Optional<String> unused(TemplateSet templates) {
    boolean isGiven = wordsFile != null || namesFile != null || !lexicons.isEmpty();
    if (!isGiven || !Collections.disjoint(templates.requiredColumns(), resource.columns())) {
      return Optional.empty();
    }
    return Optional.of("the templates use none of the columns " + resource.columns());
  }

  /** Returns the templates of the file or the task, without those for annotation columns. */
  private TemplateSet baseTemplates(String task, List<String> columns) throws IOException {
    List<String> conflicts = new ArrayList<>(columns);
    conflicts.retainAll(resourceColumns());
    if (!conflicts.isEmpty()) {
      throw new IllegalArgumentException(
          "the corpus and the word resources both have the columns %s; ignore those of the corpus by"
                  .formatted(conflicts)
              + " writing _ in their place");
    }
    if (file == null) {
      return DefaultTemplates.of(task, columns, resource);
    }

    List<String> available = new ArrayList<>(columns);
    available.addAll(resourceColumns());
    try {
      String text = TextLines.text(file, InputFiles.open(file), StandardCharsets.UTF_8);
      return TemplateSet.parse(text, available);
    } catch (TemplateSet.TemplateException e) {
      String prefix = "line " + e.line() + ": ";
      throw new InputException(file, e.line(), e.getMessage().substring(prefix.length()), e);
    }
  }
}
