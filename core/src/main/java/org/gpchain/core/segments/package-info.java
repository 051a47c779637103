/** Candidate segments of a sentence and their probabilities under a lattice. */
package org.gpchain.core.segments;
