/** The choice of inducing points. */
package org.gpchain.internal.training.inducing;
