package org.gpchain.documents;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.InputException;

/**
 * The models that annotate the same documents, in one pass.
 *
 * @param models at least one
 */
record TextModels(List<TextModel> models) {
  /** Copies the list. */
  TextModels {
    models = List.copyOf(models);
  }

  /**
   * Reads models.
   *
   * @param filesOrNames files, or names of models on the class path
   * @param words where word resources are that they may refer to
   * @param decoding how segments are decoded
   * @throws InputException if one cannot be used, or not together with the others
   */
  static TextModels load(List<Path> filesOrNames, List<URL> words, DecodingOptions decoding)
      throws IOException {
    List<TextModel> models = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Path fileOrName : filesOrNames) {
      TextModel model = TextModel.load(fileOrName, words, decoding);
      if (!names.add(model.name())) {
        throw new InputException(
            fileOrName,
            0,
            "there is another model of the name '"
                + model.name()
                + "', from which nobody could tell its annotations",
            "name each model once, and give files different names");
      }
      models.add(model);
    }
    return new TextModels(models);
  }

  /** The columns of tokens that they read. */
  List<String> columns() {
    Set<String> columns = new TreeSet<>();
    columns.add(TokenSequence.WORD);
    models.forEach(model -> columns.addAll(model.columns()));
    return List.copyOf(columns);
  }

  boolean readsPartsOfSpeech() {
    return columns().contains(TokenSequence.POS);
  }

  /** How many parts of speech of a token they read, if any. */
  PosTags posTags() {
    return models.stream().anyMatch(model -> model.model().posTags() == PosTags.POSSIBLE)
        ? PosTags.POSSIBLE
        : PosTags.BEST;
  }

  /** The language of documents that do not say theirs: that of the first model. */
  String language() {
    return models.get(0).language();
  }

  /**
   * Checks that raw text can be annotated, which does not say its language and has no tokens.
   *
   * @throws InputException if the models are for different languages, or there is no segmenter or
   *     tagger for them
   */
  void checkRawText(Segmenter segmenter) throws IOException {
    checkOneLanguage();
    if (!segmenter.serves(language())) {
      throw new InputException(
          models.get(0).location().file(), 0, Segmenter.missing(language()), (Throwable) null);
    }
    if (readsPartsOfSpeech()) {
      tagger();
    }
  }

  private void checkOneLanguage() throws InputException {
    for (TextModel model : models) {
      if (!model.primaryLanguage().equals(models.get(0).primaryLanguage())) {
        throw new InputException(
            model.location().file(),
            0,
            "this model is for the language '"
                + model.language()
                + "', another one for '"
                + language()
                + "', and the input does not say its language",
            "annotate texts of each language by themselves");
      }
    }
  }

  /**
   * The tagger whose tags all of them know.
   *
   * @throws InputException if there is none
   */
  TextTagger tagger() throws IOException {
    TextTagger common = null;
    for (TextModel model : models) {
      if (model.columns().contains(TokenSequence.POS)) {
        TextTagger tagger = model.tagger();
        if (common != null && !common.equals(tagger)) {
          throw new InputException(
              model.location().file(),
              0,
              "this model needs the parts of speech of "
                  + tagger.title()
                  + ", another one those of "
                  + common.title(),
              "annotate with each of them by itself");
        }
        common = tagger;
      }
    }
    return common;
  }
}
