/** Candidate segments of a sentence, their probabilities, and constraints on them. */
package org.gpchain.internal.core.segments;
