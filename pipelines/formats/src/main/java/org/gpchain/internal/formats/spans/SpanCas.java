package org.gpchain.internal.formats.spans;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.Type;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.cas.Causes;
import org.gpchain.internal.formats.cas.TypeSystems;

/** A converter of texts with spans to UIMA documents. It reuses documents; not thread-safe. */
final class SpanCas {
  /** Features by the names of types that {@link #document} has in addition to the class path. */
  private final Map<String, Set<String>> types = new TreeMap<>();

  /** Document that is reused until another type is needed; null before the first one. */
  private JCas document;

  /**
   * Returns an empty document with the types that a text needs. It is valid until the next call.
   *
   * @throws InputException if a type cannot be declared
   */
  JCas empty(SpanDocument source) throws IOException {
    boolean isNew = document == null;
    for (Map.Entry<String, List<String>> type : source.types().entrySet()) {
      Set<String> features = types.computeIfAbsent(type.getKey(), name -> new TreeSet<>());
      isNew |= features.addAll(type.getValue()) || features.isEmpty();
    }
    if (!isNew) {
      document.reset();
      return document;
    }

    try {
      document = TypeSystems.newCas(description(types)).getJCas();
      return document;
    } catch (UIMAException | RuntimeException e) {
      throw new InputException(
          source.file(),
          "its layers cannot be types of UIMA: "
              + Causes.message(e)
              + "; correct the lines #T_SP of its header",
          e);
    }
  }

  /**
   * Returns the types on the class path with other annotation types, whose features are strings.
   *
   * @param others names of features by the names of the other types
   */
  private static TypeSystemDescription description(Map<String, Set<String>> others)
      throws UIMAException {
    TypeSystemDescription types = TypeSystemDescriptionFactory.createTypeSystemDescription();
    for (Map.Entry<String, Set<String>> other : others.entrySet()) {
      TypeDescription type = types.getType(other.getKey());
      if (type == null) {
        type = types.addType(other.getKey(), "", CAS.TYPE_NAME_ANNOTATION);
        for (String feature : other.getValue()) {
          type.addFeature(feature, "", CAS.TYPE_NAME_STRING);
        }
      }
    }
    return types;
  }

  /**
   * Adds the text, its annotations, and the tokens and sentences of the file to an {@linkplain
   * #empty empty} document.
   *
   * @throws InputException if an annotation has a feature that its type does not have
   */
  static void fill(JCas cas, SpanDocument source) throws InputException {
    cas.setDocumentText(source.text());

    Map<TextRange, Token> tokens = new HashMap<>();
    for (TextRange range : source.tokens()) {
      Token token = new Token(cas, range.begin(), range.end());
      token.addToIndexes();
      tokens.put(range, token);
    }
    for (TextRange range : source.sentences()) {
      new Sentence(cas, range.begin(), range.end()).addToIndexes();
    }

    for (TypedSpan span : source.spans()) {
      Annotation annotation = annotation(cas, source, span);
      Token token = tokens.get(span.range());
      if (annotation instanceof POS pos && token != null) {
        token.setPos(pos);
      }
    }
  }

  private static Annotation annotation(JCas cas, SpanDocument source, TypedSpan span)
      throws InputException {
    Type type = cas.getTypeSystem().getType(span.type());
    Annotation annotation =
        (Annotation) cas.getCas().createAnnotation(type, span.range().begin(), span.range().end());
    for (Map.Entry<String, String> value : span.features().entrySet()) {
      Feature feature = type.getFeatureByBaseName(value.getKey());
      if (feature == null) {
        throw new InputException(
            source.file(),
            "the type " + span.type() + " has no feature " + value.getKey(),
            "correct the header; its features are " + type.getFeatures());
      }
      if (feature.getRange().isPrimitive()) {
        annotation.setFeatureValueFromString(feature, value.getValue());
      }
    }
    cas.addFsToIndexes(annotation);
    return annotation;
  }
}
