package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.gpchain.core.model.ModelCase.assertCorrupt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A damaged file is never read as another model, and fails as what it is. */
class DamagedModelTest {
  private static final byte[] FILE = ModelCase.write(ModelCase.withCovariance(3, TagScheme.IOB2));

  /** Where the arrays end; behind it the zip format repeats its table of contents. */
  private static final int DIRECTORY = centralDirectory(FILE);

  private static int centralDirectory(byte[] file) {
    byte[] mark = {'P', 'K', 1, 2};
    for (int i = 0; i < file.length - 4; i++) {
      if (Arrays.equals(file, i, i + 4, mark, 0, 4)) {
        return i;
      }
    }
    throw new AssertionError("no central directory");
  }

  @ParameterizedTest
  @EnumSource
  void truncatedFiles(Contents wanted) {
    assertThat(DIRECTORY).isGreaterThan(3000);
    for (int length = 0; length < DIRECTORY; length += 97) {
      assertCorrupt(Arrays.copyOf(FILE, length), wanted);
    }
    for (int length = DIRECTORY - 60; length < DIRECTORY; length++) {
      assertCorrupt(Arrays.copyOf(FILE, length), wanted);
    }
  }

  @Test
  void truncatedBehindTheArraysNothingIsLost() {
    for (int length = DIRECTORY; length < FILE.length; length += 31) {
      assertThat(ModelCase.write(ModelCase.readAll(Arrays.copyOf(FILE, length)))).isEqualTo(FILE);
    }
  }

  /**
   * A flipped bit is noticed, or it is one that means nothing, such as those of time stamps and of
   * padding: headers, which have most of these, are a fifth of so small a file.
   */
  @Test
  void flippedBits() {
    Draws draws = new Draws(1);
    int noticed = 0;
    int tried = 0;
    for (int i = 0; i < DIRECTORY; i += draws.between(1, 3)) {
      byte[] file = FILE.clone();
      file[i] ^= (byte) (1 << draws.index(8));
      tried++;
      noticed += isNoticed(file) ? 1 : 0;
    }
    assertThat(noticed).isGreaterThan(tried * 4 / 5);
  }

  @Test
  void bytesOverwrittenByChance() {
    for (int seed = 0; seed < 300; seed++) {
      Draws draws = new Draws(seed);
      byte[] file = FILE.clone();
      int from = draws.index(DIRECTORY - 50);
      for (int i = from; i < from + draws.between(2, 40); i++) {
        file[i] = (byte) draws.index(256);
      }
      isNoticed(file);
    }
  }

  /** If damage is not noticed, it was none. */
  private static boolean isNoticed(byte[] file) {
    Throwable failure = catchThrowable(() -> ModelCase.read(file, Contents.EVERYTHING));
    if (failure == null) {
      assertThat(ModelCase.write(ModelCase.readAll(file))).isEqualTo(FILE);
    } else {
      assertThat(failure).isInstanceOf(ModelFormatException.Corrupt.class);
    }
    return failure != null;
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNoModelAtAll(Contents wanted) throws IOException {
    assertCorrupt(new byte[0], wanted);
    assertCorrupt(new byte[1000], wanted);
    assertCorrupt("U00:%x[0,0]\nB\n".getBytes(StandardCharsets.UTF_8), wanted);
    ModelFile zip = ModelFile.of(new byte[0]);
    assertCorrupt(zip.bytes(), wanted);
    zip.entries().put("word/document.xml", new byte[0]);
    assertCorrupt(zip.bytes(), wanted);
    zip.entries().clear();
    for (String manifest :
        new String[] {
          "",
          "{",
          "null",
          "[]",
          "7",
          "\"gpchain-model\"",
          "{}",
          "<xml/>",
          "{\"format\":\"other\",\"formatVersion\":1}",
          "{\"format\":\"gpchain-model\",\"formatVersion\":1}"
        }) {
      zip.entries().put("manifest.json", manifest.getBytes(StandardCharsets.UTF_8));
      assertCorrupt(zip.bytes(), wanted);
    }
  }

  @Test
  void theManifestComesFirst() throws IOException {
    ModelFile file = ModelFile.of(FILE);
    byte[] manifest = file.entries().remove("manifest.json");
    file.entries().put("manifest.json", manifest);
    assertCorrupt(file.bytes(), Contents.EVERYTHING);
  }
}
