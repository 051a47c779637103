/** Dense linear algebra: Cholesky factors, principal axes, products with lower triangles. */
package org.gpchain.internal.gp.algebra;
