package org.gpchain.internal.documents;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.opennlp.OpenNlpPosTagger;
import org.gpchain.annotator.BoundModel;
import org.gpchain.annotator.GpSequenceTagger;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.annotator.TokenDivision;
import org.gpchain.annotator.ViewMapping;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.PosTags;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.corpora.PosTagger;

/**
 * A part-of-speech tagger for documents: a GPChain model, or OpenNLP's English model with the tags
 * of Universal Dependencies.
 *
 * @param location location of the model; null for OpenNLP
 * @param model the model; null for OpenNLP
 */
record TextTagger(URL location, Model model) {
  static final TextTagger OPEN_NLP = new TextTagger(null, null);

  private static final String OPEN_NLP_MODEL = "classpath:" + PosTagger.OPEN_NLP_MODEL;

  /** Returns the name of the shipped tagger for a language. */
  static String name(String language) {
    return "tagger-" + language;
  }

  /** Returns the tagger for a language on the class path, if it has the tags of a tagset. */
  static Optional<TextTagger> find(String language, Tagset tagset) throws IOException {
    Optional<URL> url = ModelsOnClassPath.find(name(language));
    if (url.isEmpty()) {
      return Optional.empty();
    }
    Model model = new ModelLocation(Path.of(name(language)), url.get(), List.of()).load();
    if (!Tagset.of(model.labels().labels()).serves(tagset)) {
      return Optional.empty();
    }
    return Optional.of(new TextTagger(url.get(), model));
  }

  /** Returns the name of the tagger for messages. */
  String title() {
    if (location == null) {
      return "OpenNLP's model for English";
    }
    return BoundModel.nameOf(location.toString());
  }

  /**
   * Creates an engine that tags a view of documents.
   *
   * @param view name of the view
   * @param tags number of parts of speech that are written for each token; OpenNLP gives one
   * @param replace whether to remove annotations of a model with the same name; OpenNLP keeps them
   */
  AnalysisEngine engine(String view, PosTags tags, DecodingOptions decoding, boolean replace)
      throws ResourceInitializationException {
    if (location == null) {
      AnalysisEngineDescription openNlp =
          AnalysisEngineFactory.createEngineDescription(
              OpenNlpPosTagger.class,
              OpenNlpPosTagger.PARAM_MODEL_LOCATION,
              OPEN_NLP_MODEL,
              OpenNlpPosTagger.PARAM_POS_MAPPING_LOCATION,
              GpSequenceTagger.UNIVERSAL_DEPENDENCIES_MAP);
      return AnalysisEngineFactory.createEngine(ViewMapping.of(openNlp, view));
    }
    return new BoundModel(model, location, decoding)
        .engineOfView(
            view,
            GpSequenceTagger.class,
            GpSequenceTagger.PARAM_TYPE,
            SegmentLayer.PART_OF_SPEECH.typeName(),
            GpSequenceTagger.PARAM_FEATURE,
            SegmentLayer.PART_OF_SPEECH.valueFeature(),
            GpSequenceTagger.PARAM_WRITE_TOKEN_MARGINALS,
            tags == PosTags.POSSIBLE,
            GpSequenceTagger.PARAM_REPLACE_EXISTING,
            replace,
            GpSequenceTagger.PARAM_DIVIDE_TOKENS,
            // The model that reads the tags warns of the same tokens.
            TokenDivision.SILENT.name());
  }
}
