/** The choice of inducing points. */
package org.gpchain.training.inducing;
