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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.TokenVectors;

/** Opens encoders in ONNX files, which are in artifacts of the class path or in folders. */
public final class OnnxEncoders implements Encoders.Provider {
  /** Resource of each artifact that lists the names of its encoders, one on each line. */
  private static final String LIST = "META-INF/gpchain/encoders";

  /** Open encoders by their ids. They stay open, because taggers refer to them. */
  private static final Map<String, TokenVectors> OPEN = new ConcurrentHashMap<>();

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
  public List<String> ids() throws IOException {
    List<String> ids = new ArrayList<>();
    for (String name : names()) {
      ids.add(EncoderFiles.ofClassPath(name).id());
    }
    return ids;
  }

  @Override
  public TokenVectors open(String location) throws IOException {
    if (names().contains(location)) {
      return open(EncoderFiles.ofClassPath(location));
    }

    Optional<Path> file = existing(location);
    if (file.isEmpty()) {
      return open(EncoderFiles.ofClassPath(location));
    }
    if (!Files.isDirectory(file.get())) {
      throw new EncoderException("This is a file. Give the folder that contains it.");
    }
    return open(EncoderFiles.ofFolder(file.get()));
  }

  /** Returns the encoder of files, which is opened only once. */
  private static TokenVectors open(EncoderFiles files) {
    return OPEN.computeIfAbsent(files.id(), id -> OnnxEncoder.open(files));
  }

  /** Returns the file or folder at a location; empty if there is none. */
  private static Optional<Path> existing(String location) {
    try {
      return Optional.of(Path.of(location)).filter(Files::exists);
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
