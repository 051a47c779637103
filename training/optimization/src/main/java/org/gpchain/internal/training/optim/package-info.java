/** Optimizers for objectives that are sums over sentences. */
package org.gpchain.internal.training.optim;
