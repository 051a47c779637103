/** Applies models to many sentences. */
package org.gpchain.evaluation.tagging;
