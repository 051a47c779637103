package org.gpchain.documents;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.apache.uima.fit.factory.JCasBuilder;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.ColumnFormat;
import org.gpchain.corpora.TokenFile;
import org.gpchain.corpora.TokenFile.TokenBlock;
import org.gpchain.corpora.cas.ParsedDocument;
import org.gpchain.corpora.input.DocumentNames;

/** A file with columns as one document: a sentence per line, with a space between tokens. */
record ColumnInput(Function<List<String>, ColumnFormat> format) implements InputFormat {
  private static final List<String> ENDINGS = List.of(".conll", ".tsv", ".txt");
  private static final int AT_ONCE = 1000;

  @Override
  public DocumentNames names() {
    return new DocumentNames(ENDINGS);
  }

  @Override
  public String description() {
    return "columns " + format.apply(List.of(TokenSequence.WORD));
  }

  @Override
  public Parser parser(List<String> needed, String language) {
    ColumnFormat columns = format.apply(needed);
    JCas blank = InputFormat.newDocument();
    return (origin, content) ->
        ParsedDocument.of(read(origin.restart(blank, language), content, columns));
  }

  private static JCas read(JCas document, byte[] content, ColumnFormat format) throws IOException {
    JCasBuilder builder = new JCasBuilder(document);
    try (TokenFile tokens = new TokenFile(PLACE, new ByteArrayInputStream(content), format)) {
      if (!tokens.columns().contains(TokenSequence.WORD)) {
        throw tokens.problem("there is no column 'word'", "say with --columns which one it is");
      }
      for (List<TokenBlock> blocks = tokens.next(AT_ONCE);
          !blocks.isEmpty();
          blocks = tokens.next(AT_ONCE)) {
        blocks.forEach(block -> add(block.tokens(), builder));
      }
    }
    builder.close();
    return document;
  }

  private static void add(TokenSequence tokens, JCasBuilder builder) {
    if (tokens.length() == 0) {
      return;
    }
    int begin = builder.getPosition();
    for (int t = 0; t < tokens.length(); t++) {
      builder.add(t == 0 ? "" : " ");
      Token token = builder.add(tokens.column(TokenSequence.WORD).get(t), Token.class);
      if (tokens.has(TokenSequence.POS)) {
        POS pos = new POS(builder.getJCas(), token.getBegin(), token.getEnd());
        pos.setPosValue(tokens.column(TokenSequence.POS).get(t));
        pos.addToIndexes();
        token.setPos(pos);
      }
    }
    builder.add(begin, Sentence.class);
    builder.add("\n");
  }
}
