package org.gpchain.documents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.corpora.cas.CasFormat;
import org.gpchain.corpora.cas.CasParser;
import org.gpchain.corpora.cas.TypeSystems;

/** UIMA documents in files. */
final class CasInput implements InputFormat {
  private final CasFormat format;
  private final List<Path> typeSystems;
  private final boolean remote;

  /** What the files describe, read once; null before. */
  private TypeSystemDescription types;

  CasInput(CasFormat format, List<Path> typeSystems, boolean remote) {
    this.format = format;
    this.typeSystems = typeSystems;
    this.remote = remote;
  }

  @Override
  public List<String> endings() {
    return List.of(format.extension());
  }

  @Override
  public InputFormat beside(List<Path> folders) {
    return typeSystems.isEmpty() ? new CasInput(format, TypeSystems.beside(folders), remote) : this;
  }

  @Override
  public String description() {
    return format.toString();
  }

  @Override
  public Parser parser(List<String> columns, String language) throws IOException {
    CasParser parser = new CasParser(format, types());
    return (origin, content) -> parser.parse(PLACE, new ByteArrayInputStream(content));
  }

  private synchronized TypeSystemDescription types() throws IOException {
    if (types == null) {
      types = TypeSystems.with(typeSystems, remote);
    }
    return types;
  }
}
