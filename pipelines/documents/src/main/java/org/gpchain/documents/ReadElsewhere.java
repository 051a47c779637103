package org.gpchain.documents;

import java.util.List;

/** Documents that are given as CAS, and never as files. */
final class ReadElsewhere implements InputFormat {
  @Override
  public List<String> endings() {
    return List.of();
  }

  @Override
  public String description() {
    return "reader";
  }

  @Override
  public DocumentParser parser(Needs needs) {
    return (origin, content) -> {
      throw new IllegalStateException("documents are given as CAS");
    };
  }
}
