package org.gpchain.pipelines.annotate;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.fit.factory.JCasBuilder;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.pipelines.corpus.ColumnFormat;
import org.gpchain.pipelines.corpus.NamedFile;
import org.gpchain.pipelines.corpus.TokenBlock;
import org.gpchain.pipelines.corpus.TokenFile;
import org.gpchain.pipelines.corpus.cas.FileSource;

/** A file with columns as one document: a sentence per line, with a space between tokens. */
final class ColumnDocument extends FileSource {
  private static final int AT_ONCE = 1000;

  private final ColumnFormat format;
  private final BlankDocument blank;

  ColumnDocument(Path input, ColumnFormat format, String language) {
    super(List.of(named(input)));
    this.format = format;
    this.blank = new BlankDocument(language);
  }

  private static NamedFile named(Path input) {
    String name = String.valueOf(input.getFileName());
    int dot = name.lastIndexOf('.');
    return NamedFile.of(
        input.toAbsolutePath().getParent(), input, dot < 0 ? "" : name.substring(dot));
  }

  @Override
  protected JCas read(NamedFile file) throws IOException {
    JCas document = blank.document(file);
    JCasBuilder builder = new JCasBuilder(document);
    try (TokenFile tokens = new TokenFile(file.file(), format)) {
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
