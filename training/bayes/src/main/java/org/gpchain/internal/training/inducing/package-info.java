/** Selection of inducing points by k-means clustering. */
package org.gpchain.internal.training.inducing;
