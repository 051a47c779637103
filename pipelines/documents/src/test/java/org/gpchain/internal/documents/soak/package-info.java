/** A load that runs for long: {@code .ci/soak}. */
package org.gpchain.internal.documents.soak;
