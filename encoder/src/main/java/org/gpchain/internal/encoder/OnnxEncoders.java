package org.gpchain.internal.encoder;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.RecentVectors;
import org.gpchain.core.vectors.TokenVectors;

/** Opens encoders in ONNX files, which are in artifacts of the class path or in folders. */
public final class OnnxEncoders implements Encoders.Provider {
  /** Resource of each artifact that lists the names of its encoders, one on each line. */
  private static final String LIST = "META-INF/gpchain/encoders";

  /** Numbers that are kept of the vectors of recent sentences (64 MB). */
  private static final long RECENT_NUMBERS = 16L << 20;

  @Override
  public Optional<TokenVectors> ofId(String id) throws IOException {
    for (String name : names()) {
      EncoderFiles files = EncoderFiles.ofClassPath(name);
      if (files.id().equals(id)) {
        return Optional.of(open(files));
      }
    }
    return Optional.empty();
  }

  @Override
  public TokenVectors open(String location) throws IOException {
    if (names().contains(location)) {
      return open(EncoderFiles.ofClassPath(location));
    }
    Optional<Path> folder = folder(location);
    try {
      return open(
          folder.isPresent()
              ? EncoderFiles.ofFolder(folder.get())
              : EncoderFiles.ofClassPath(location));
    } catch (EncoderException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static TokenVectors open(EncoderFiles files) {
    return new RecentVectors(OnnxEncoder.open(files), RECENT_NUMBERS);
  }

  private static Optional<Path> folder(String location) {
    try {
      return Optional.of(Path.of(location)).filter(Files::isDirectory);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns the names of the encoders of the class path. */
  private static List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    Enumeration<URL> lists = OnnxEncoders.class.getClassLoader().getResources(LIST);
    while (lists.hasMoreElements()) {
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(lists.nextElement().openStream(), StandardCharsets.UTF_8))) {
        reader.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(names::add);
      }
    }
    return names;
  }
}
