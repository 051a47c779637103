package org.gpchain.internal.server.suggestion;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gpchain.annotator.Languages;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.model.WordLocations;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.NameKinds;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.Suggestion;

/**
 * A list of names, such as {@code names-en}, which makes the first suggestions for labels that no
 * model knows but that have the meaning of one of its kinds of names. Immutable.
 *
 * @param name name of the list
 * @param language language of the documents that the list is for
 * @param profile tokenization of the names
 * @param resource the names
 */
public record NameList(String name, String language, TokenProfile profile, WordResource resource) {
  /** Kind of the first names of people. */
  private static final String FIRST_NAME = "first";

  /**
   * Returns the lists of names on the class path for the languages of models.
   *
   * @throws IOException if a list cannot be read
   */
  public static List<NameList> ofLanguages(List<ShippedModel> models) throws IOException {
    List<NameList> lists = new ArrayList<>();
    Set<String> languages = new HashSet<>();
    for (ShippedModel model : models) {
      Optional<URL> location = ModelsOnClassPath.wordsOfLanguage("names", model.language());
      if (languages.add(model.language()) && location.isPresent()) {
        WordResource resource = WordLocations.read(location.get());
        TokenProfile profile = model.suggester().model().tokenProfile();
        lists.add(of(resource, model.language(), profile));
      }
    }
    return lists;
  }

  /**
   * Returns the kinds of names of a resource.
   *
   * @param profile tokenization of the names
   */
  static NameList of(WordResource resource, String language, TokenProfile profile) {
    WordResource names = resource.only(resource.nameColumns());
    return new NameList(resource.name(), language, profile, names);
  }

  /**
   * The kinds of names that have the meaning of a label that no model knows.
   *
   * @param list the list; null if no kind has such a meaning
   * @param labelOfKind label for each of these kinds
   */
  public record OfLayer(NameList list, Map<String, String> labelOfKind) {
    /** No kinds of names. */
    public static final OfLayer NONE = new OfLayer(null, Map.of());

    /** Returns whether there are no such kinds. */
    public boolean isEmpty() {
      return labelOfKind.isEmpty();
    }

    /**
     * Adds the names of a document to suggestions of a model. Names that overlap an annotation or a
     * suggestion are left out. Added suggestions have the probability 0, which annotation tools
     * show as no score.
     *
     * @param suggestions suggestions for the document
     * @param gold annotations of users in the document
     * @param passages sentences of the document
     * @param check called before each sentence; an exception that it throws ends the work
     * @return all suggestions in the order of the text
     */
    public List<Suggestion> addTo(
        List<Suggestion> suggestions, Gold gold, List<Passage> passages, Runnable check) {
      if (isEmpty()) {
        return suggestions;
      }
      List<Suggestion> names = new ArrayList<>();
      Workspace workspace = new Workspace();
      for (Passage passage : passages) {
        check.run();
        names.addAll(list.find(passage.divided(list.profile()), labelOfKind, workspace));
      }

      BitSet taken = new BitSet();
      suggestions.forEach(suggestion -> taken.set(suggestion.begin(), suggestion.end()));
      List<String> annotated = gold.annotations().stream().map(UserAnnotation::label).toList();
      List<Suggestion> all = new ArrayList<>(suggestions);
      for (Suggestion name : gold.withoutOverlaps(names, annotated)) {
        int next = taken.nextSetBit(name.begin());
        if (next < 0 || next >= name.end()) {
          all.add(name);
        }
      }
      all.sort(Comparator.comparingInt(Suggestion::begin));
      return all;
    }
  }

  /**
   * Chooses the kinds of names for the labels of a layer that no model knows.
   *
   * @param lists lists to choose from
   * @param documentLanguage language of the document; null or unspecified if it is unknown
   * @param labels labels that suggestions for the layer may have
   * @param modelTypes types that the model of the layer predicts
   */
  public static OfLayer choose(
      List<NameList> lists,
      String documentLanguage,
      LayerLabels labels,
      Collection<String> modelTypes) {
    Set<String> known = new HashSet<>(labels.of(modelTypes).values());
    for (NameList list : lists) {
      boolean fitsLanguage =
          documentLanguage == null
              || documentLanguage.equals(Languages.UNSPECIFIED)
              || Languages.same(documentLanguage, list.language());
      if (!fitsLanguage) {
        continue;
      }
      Map<String, String> labelOfKind = list.labelOfKind(labels, known);
      if (!labelOfKind.isEmpty()) {
        return new OfLayer(list, labelOfKind);
      }
    }
    return OfLayer.NONE;
  }

  /**
   * Returns a label for each kind of names that has the meaning of one.
   *
   * @param known labels that are left out
   */
  private Map<String, String> labelOfKind(LayerLabels labels, Set<String> known) {
    Set<String> kinds = Set.copyOf(resource.names().kinds());
    Map<String, String> labelOfKind = new LinkedHashMap<>();
    labels
        .tags()
        .forEach(
            (tag, description) -> {
              if (!known.contains(tag) && labels.isPossible().test(tag)) {
                LabelMeanings.kindOfNames(tag, description)
                    .filter(kinds::contains)
                    .ifPresent(kind -> labelOfKind.putIfAbsent(kind, tag));
              }
            });
    return labelOfKind;
  }

  /** Finds the names of some kinds in a sentence, as suggestions with their labels. */
  private List<Suggestion> find(
      Passage passage, Map<String, String> labelOfKind, Workspace workspace) {
    List<String> words = passage.units().column(TokenSequence.WORD);
    TokenSequence marked = resource.addTo(TokenSequence.ofWords(words), workspace);
    List<Span> names = new ArrayList<>();
    for (String kind : resource.names().kinds()) {
      addNames(words, marked.column(NameKinds.COLUMN + kind), kind, names);
    }

    // Many names of places are first names too. A text more often means the person.
    Set<Span> all = Set.copyOf(names);
    names.removeIf(
        span ->
            !span.type().equals(FIRST_NAME)
                && all.contains(new Span(span.start(), span.end(), FIRST_NAME)));

    // Names of other kinds prevail if they are longer, such as a university with a city.
    names.sort(
        Comparator.<Span>comparingInt(span -> span.start() - span.end())
            .thenComparing(span -> !labelOfKind.containsKey(span.type())));
    List<Suggestion> suggestions = new ArrayList<>();
    for (Span span : Span.disjoint(names)) {
      String label = labelOfKind.get(span.type());
      if (label != null) {
        suggestions.add(
            new Suggestion(
                passage.begins()[span.start()],
                passage.end(span.start(), span.end()),
                label,
                0,
                List.of("kind of names: " + span.type()),
                List.of(),
                name));
      }
    }
    return suggestions;
  }

  /** Adds the entries of a kind that begin with a capital letter. */
  private static void addNames(
      List<String> words, List<String> marks, String kind, List<Span> names) {
    for (int begin = 0; begin < marks.size(); begin++) {
      boolean isCapital = Character.isUpperCase(words.get(begin).codePointAt(0));
      if (!isCapital || !marks.get(begin).equals(Lexicon.BEGIN)) {
        continue;
      }
      int end = begin + 1;
      while (end < marks.size() && marks.get(end).equals(Lexicon.INSIDE)) {
        end++;
      }
      names.add(new Span(begin, end, kind));
    }
  }
}
