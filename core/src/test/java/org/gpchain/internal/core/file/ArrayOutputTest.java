package org.gpchain.internal.core.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

class ArrayOutputTest {
  private static final int SIZE = 1 << 17;

  /** Large arrays that cannot be compressed are stored uncompressed. */
  @Test
  void onlyDenseArraysAreStored() throws IOException {
    byte[] dense = new byte[SIZE];
    byte[] few = new byte[1000];
    SplittableRandom random = new SplittableRandom(1);
    random.nextBytes(dense);
    random.nextBytes(few);
    ArrayOutput arrays = new ArrayOutput();
    arrays.add("dense", dense);
    arrays.add("sparse", new byte[SIZE]);
    arrays.add("small", few);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(file)) {
      arrays.write(arrays.entries(), zip);
    }

    Map<String, Integer> methods = new HashMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file.toByteArray()))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        methods.put(entry.getName(), entry.getMethod());
      }
    }
    assertThat(methods)
        .containsEntry("dense", ZipEntry.STORED)
        .containsEntry("sparse", ZipEntry.DEFLATED)
        .containsEntry("small", ZipEntry.DEFLATED);

    ArrayInput input = new ArrayInput(new ByteArrayInputStream(file.toByteArray()), true);
    input.manifest();
    input.begin(arrays.entries());
    assertThat(input.bytes("dense")).isEqualTo(dense);
    assertThat(input.bytes("sparse")).isEqualTo(new byte[SIZE]);
    assertThat(input.bytes("small")).isEqualTo(few);
  }
}
