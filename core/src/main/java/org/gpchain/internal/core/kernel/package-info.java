/** Kernels over sparse feature rows, and their derivatives with respect to hyper-parameters. */
package org.gpchain.internal.core.kernel;
