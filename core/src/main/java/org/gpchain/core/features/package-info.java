/**
 * Feature templates in the syntax of CRF++, the frozen vocabulary, and the encoding of sentences as
 * sparse rows.
 */
package org.gpchain.core.features;
