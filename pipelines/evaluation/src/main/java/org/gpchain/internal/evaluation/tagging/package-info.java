/** Applies models to many sentences. */
package org.gpchain.internal.evaluation.tagging;
