/** The codecs of this module's posteriors and kernels in model files. */
package org.gpchain.internal.gp.codec;
