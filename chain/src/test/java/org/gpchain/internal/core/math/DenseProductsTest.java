package org.gpchain.internal.core.math;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;

class DenseProductsTest {
  @Test
  void takesTheFirstImplementation() {
    DenseProducts first = new PlainProducts();

    assertSame(first, DenseProducts.firstUsable(List.of(first, new PlainProducts())));
  }

  @Test
  void usesPlainLoopsWithoutImplementations() {
    assertInstanceOf(PlainProducts.class, DenseProducts.firstUsable(List.of()));
  }

  @Test
  void usesPlainLoopsIfAnImplementationCannotBeLoaded() {
    Iterable<DenseProducts> unloadable = UnloadableImplementations::new;

    assertInstanceOf(PlainProducts.class, DenseProducts.firstUsable(unloadable));
  }

  @Test
  void usesPlainLoopsIfAnImplementationNeedsAnotherJdk() {
    DenseProducts ofAnotherJdk = new ProductsOfAnotherJdk();

    assertInstanceOf(PlainProducts.class, DenseProducts.firstUsable(List.of(ofAnotherJdk)));
  }

  /** What a service loader returns if a class of an implementation is missing. */
  private static final class UnloadableImplementations implements Iterator<DenseProducts> {
    @Override
    public boolean hasNext() {
      throw new ServiceConfigurationError("a class is missing");
    }

    @Override
    public DenseProducts next() {
      throw new AssertionError();
    }
  }

  /** An implementation that calls methods which this JDK does not have. */
  private static final class ProductsOfAnotherJdk implements DenseProducts {
    @Override
    public void compute(Block block, DoubleTable table, double[] out) {
      throw new NoSuchMethodError("fma");
    }

    @Override
    public void compute(Block block, FloatTable table, float[] out) {
      throw new NoSuchMethodError("fma");
    }

    @Override
    public void addTransposed(Block block, double[] matrix, DoubleTable table) {
      throw new NoSuchMethodError("fma");
    }

    @Override
    public void addTransposed(Block block, float[] matrix, FloatTable table) {
      throw new NoSuchMethodError("fma");
    }
  }
}
