/** Training of decoupled posteriors: the MAP estimate of their means, and pruning. */
package org.gpchain.internal.training.decoupled;
