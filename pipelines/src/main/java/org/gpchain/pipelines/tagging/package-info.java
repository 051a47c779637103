/** Applies models to many sentences. */
package org.gpchain.pipelines.tagging;
