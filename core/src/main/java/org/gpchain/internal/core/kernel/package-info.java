/** Covariance functions over sparse features and their pull-back to hyper-parameters. */
package org.gpchain.internal.core.kernel;
