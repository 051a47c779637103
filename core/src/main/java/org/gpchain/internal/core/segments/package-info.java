/** Candidate segments of a sentence and their probabilities under a lattice. */
package org.gpchain.internal.core.segments;
